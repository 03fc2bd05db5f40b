//! The questions to a module.

use serde::Deserialize;

use crate::rules::Declared;

/// A question to a module. `web/answers.js` explains how a page uses the answers to these questions.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub(crate) enum Ask {
    /// Return the version of the module. If the version of the page's JavaScript is different, the page asks no other
    /// question.
    Version,
    /// List the games.
    Games,
    /// Solve a game, and keep its table.
    Solve {
        /// The name of the game with its parameters.
        game: String,
        /// The limit for the number of states. If the game has more states, the answer is an error. The default is
        /// [`Solve::LIMIT`](perfectplay_any::Solve::LIMIT).
        limit: Option<u64>,
    },
    /// Forecast the number of states of a game, and whether the game is too large to solve in the browser.
    Forecast {
        /// The name of the game with its parameters.
        game: String,
    },
    /// Return the description and the start of a game without solving it.
    Start {
        /// The name of the game with its parameters.
        game: String,
    },
    /// Solve a graph of states that was made from rules in JavaScript. The bytes after the question contain the graph.
    /// The answer is not JSON, but bytes with the values and distances of the states.
    Rules {
        /// The number of states in the graph.
        states: usize,
    },
    /// Solve a graph of states. The bytes after the question contain the graph, the index of each move, and the key of
    /// each state. The answer is not JSON, but the bytes of the table.
    RulesTable {
        /// The number of states in the graph.
        states: usize,
        /// The name of the table.
        name: String,
        /// What the rules declare about the game.
        declared: Declared,
    },
    /// Return the bytes of the solved or loaded table. The answer is not JSON, but consists of these bytes.
    Bytes,
    /// Open the table whose bytes follow the question.
    Load {
        /// The name of the table in error messages.
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
    /// Answer questions about a game that is too large to solve. Each answer is proved.
    Oracle {
        /// The name of the game with its parameters.
        game: String,
        /// The size of the transposition table in bytes.
        memory: u64,
    },
    /// Continue to prove the values of the moves of a state, until all moves are proved or the page stops the work. If
    /// the previous question of this kind was about another state, the work starts again. The proofs that earlier
    /// questions found stay in memory.
    Prove {
        /// The name of the state, as in the moves of an earlier [`State`](Self::State) answer.
        state: String,
    },
    /// Open a table on a server.
    Open {
        /// The name of the table in error messages.
        name: String,
        /// The size of the table in bytes.
        length: u64,
    },
    /// Keep the bytes that follow the question. These bytes are a part of the table file that [`Open`](Self::Open)
    /// reads from a server. A page may ask this question before it asks [`Open`](Self::Open).
    Supply {
        /// The offset of these bytes in the table.
        offset: u64,
    },
    /// Return the description of the game, with all pieces, moves and lines that were seen so far in the states
    /// of the game.
    About,
    /// Describe a state. The answer contains the value of the state, its board, and for each move the name of the next
    /// state.
    State {
        /// The name of the state, as in the moves of an earlier [`State`](Self::State) answer.
        state: String,
    },
    /// Describe a state as `perfectplay lookup --json` does.
    Lookup {
        /// The state as text.
        state: String,
    },
    /// Return a random state that legal moves reach.
    Draw {
        /// The random bits that select the state.
        bits: u64,
    },
}
