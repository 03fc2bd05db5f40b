//! The questions to a module.

use serde::Deserialize;

use crate::rules::Declared;

/// A question to a module. `web/answers.js` explains how a page uses the answers to them.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub(crate) enum Ask {
    /// Return the version of the module. If it is not the version of the JavaScript, the page asks this module nothing
    /// else.
    Version,
    /// List the games.
    Games,
    /// Solve a game, and keep its table.
    Solve {
        /// The name of the game with its parameters.
        game: String,
        /// The greatest number of states. By default, it is the limit up to which the command
        /// solves a game anew for each question.
        limit: Option<u64>,
    },
    /// Forecast the number of states of a game, and whether it is too large to solve here.
    Forecast {
        /// The name of the game with its parameters.
        game: String,
    },
    /// Return the description and the start of a game without solving it.
    Start {
        /// The name of the game with its parameters.
        game: String,
    },
    /// Solve the graph of states that follows the question. Rules in JavaScript have made this
    /// graph. The answer is not JSON, but has the values and the distances.
    Rules {
        /// The number of states.
        states: usize,
    },
    /// Solve a graph of states with the indexes of its moves and the keys of its states. The answer
    /// is not JSON, but has the bytes of the table.
    RulesTable {
        /// The number of states.
        states: usize,
        /// The name of the table.
        name: String,
        /// The declarations of the rules.
        declared: Declared,
    },
    /// Return the bytes of the table. The answer is not JSON, but has these bytes.
    Bytes,
    /// Open the table whose bytes follow the question.
    Load {
        /// The name of the table in errors.
        name: String,
    },
    /// Play by the playbook whose bytes follow the question.
    Playbook {
        /// The name of the game with its parameters.
        game: String,
    },
    /// Play by the rules alone, without the values of states.
    Unsolved {
        /// The name of the game with its parameters.
        game: String,
    },
    /// Answer questions by proofs, about a game that is too large to solve.
    Oracle {
        /// The name of the game with its parameters.
        game: String,
        /// The size of the transposition table in bytes.
        memory: u64,
    },
    /// Go on with the proofs of the moves of a state, until all moves are proved or the page stops
    /// the work. For another state, this begins anew, but remembers the proofs that were found.
    Prove {
        /// The name of the state, as in the moves of an earlier [`State`](Self::State) answer.
        state: String,
    },
    /// Open a table on a server.
    Open {
        /// The name of the table in errors.
        name: String,
        /// The size of the table in bytes.
        length: u64,
    },
    /// Keep the bytes that follow the question, which are a part of a table on a server. They may
    /// arrive before the table is opened.
    Supply {
        /// The offset of the bytes in the table.
        offset: u64,
    },
    /// Return the description of the game, with all pieces, moves and lines that were seen in its
    /// states so far.
    About,
    /// Describe a state: its value, its board, and the states after its moves.
    State {
        /// The name of the state, as in the moves of an earlier [`State`](Self::State) answer.
        state: String,
    },
    /// Describe a state as `perfectplay lookup --json` does.
    Lookup {
        /// The state as text.
        state: String,
    },
    /// Return a random state, reached by legal moves.
    Draw {
        /// The random bits.
        bits: u64,
    },
}
