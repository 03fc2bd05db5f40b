//! The questions to a module.

use serde::Deserialize;

use crate::rules::Declared;

/// A question to a module. `web/answers.js` says how a page uses the answers.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub(crate) enum Ask {
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
    /// Describe a game without solving it: what all states have in common, and its start.
    Start {
        /// The name of the game with its parameters.
        game: String,
    },
    /// Solve the graph of states that follows the question. Rules in JavaScript made it. The
    /// answer is the values and the distances, and not JSON.
    Rules {
        /// The number of states.
        states: usize,
    },
    /// Solve such a graph, with the indexes of its moves and the keys of its states. The answer is the bytes
    /// of its table, and not JSON.
    RulesTable {
        /// The number of states.
        states: usize,
        /// The name of the table.
        name: String,
        /// What the rules declare.
        declared: Declared,
    },
    /// Return the bytes of the table: the answer is these bytes and not JSON.
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
    /// Open a distant table.
    Open {
        /// The name of the table in errors.
        name: String,
        /// The number of its bytes.
        length: u64,
    },
    /// Keep the bytes that follow the question, a part of a distant table. They may come before
    /// the table is opened.
    Supply {
        /// The offset of the bytes.
        offset: u64,
    },
    /// Describe what all states have in common, as far as they have been seen.
    About,
    /// Describe a state: its value, its board, and where its moves lead.
    State {
        /// The state, in the form in which a [`State`](Self::State) answer gives those after
        /// its moves.
        state: String,
    },
    /// Describe a state as `perfectplay lookup --json` does.
    Lookup {
        /// The state, as the game writes it.
        state: String,
    },
    /// Return a random state, reached by legal moves.
    Draw {
        /// The random bits.
        bits: u64,
    },
}
