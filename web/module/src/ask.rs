//! The questions to a module.

use serde::Deserialize;

use crate::rules::Declared;

/// A question to a module. `web/answers.js` explains how a page uses the answers.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub(crate) enum Ask {
    /// Return the version of the module. JavaScript asks nothing else of a module of another version.
    Version,
    /// List the games.
    Games,
    /// Solve a game, and keep its table.
    Solve {
        /// The name of the game with its parameters.
        game: String,
        /// The greatest number of states. The default is the limit at which the command solves
        /// a game for each question.
        limit: Option<u64>,
    },
    /// Forecast the number of states of a game, and whether it is too large to solve here.
    Forecast {
        /// The name of the game with its parameters.
        game: String,
    },
    /// Describe a game without solving it: its description and its start.
    Start {
        /// The name of the game with its parameters.
        game: String,
    },
    /// Solve the graph of states that follows the question, which rules in JavaScript have made.
    /// The answer is not JSON, but the values and the distances.
    Rules {
        /// The number of states.
        states: usize,
    },
    /// Solve a graph of states with the indexes of its moves and the keys of its states. The answer
    /// is not JSON, but the bytes of the table.
    RulesTable {
        /// The number of states.
        states: usize,
        /// The name of the table.
        name: String,
        /// The declarations of the rules.
        declared: Declared,
    },
    /// Return the bytes of the table. The answer is not JSON, but these bytes.
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
    /// Play by the rules alone: the values of states are unknown.
    Unsolved {
        /// The name of the game with its parameters.
        game: String,
    },
    /// Answer about a game that is too large to solve by proofs.
    Oracle {
        /// The name of the game with its parameters.
        game: String,
        /// The bytes of the transposition table.
        memory: u64,
    },
    /// Go on with the proofs of the moves of a state, until all are proved or the page stops the
    /// work. Another state begins anew, and proofs that were found are remembered.
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
    /// Keep the bytes that follow the question, which are a part of a table on a server. The bytes
    /// may arrive before the table is opened.
    Supply {
        /// The offset of the bytes in the table.
        offset: u64,
    },
    /// Return the description of the game, with all that was seen of its states.
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
