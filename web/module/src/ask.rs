//! The questions to a module.

use serde::Deserialize;

use crate::rules::Declared;

/// A question to a module. `web/answers.js` explains how a page uses the answers to these questions. A `game` is the
/// name of a game with its parameters. A `name` is the name of a table in error messages. A `state` is the name of a
/// state, as an earlier [`State`](Self::State) answer gives it.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub(crate) enum Ask {
    /// Return the version of the module. If the version of the page's JavaScript is different, the page asks no other
    /// question.
    Version,
    /// List the games.
    Games,
    /// Solve a game, and keep its table. If the game has more than `limit` states, the answer is an error. The default
    /// is [`Solve::LIMIT`](perfectplay_any::Solve::LIMIT).
    Solve { game: String, limit: Option<u64> },
    /// Forecast the number of states of a game, and whether the game is too large to solve in the browser.
    Forecast { game: String },
    /// Return the description and the start of a game without solving it.
    Start { game: String },
    /// Solve a graph with `states` states that was made from rules in JavaScript. The bytes after the question
    /// contain the graph. The answer is not JSON, but bytes with the values and distances of the states.
    Rules { states: usize },
    /// Solve a graph with `states` states. The bytes after the question contain the graph, the index of each move, and
    /// the key of each state. The answer is not JSON, but the bytes of the table.
    RulesTable {
        states: usize,
        name: String,
        declared: Declared,
    },
    /// Return the bytes of the solved or loaded table. The answer is not JSON, but consists of these bytes.
    Bytes,
    /// Open the table whose bytes follow the question.
    Load { name: String },
    /// Play by the playbook whose bytes follow the question.
    Playbook { game: String },
    /// Play a game without the values of its states: the answers name the legal moves, but not the good ones.
    Unsolved { game: String },
    /// Answer questions about a game that is too large to solve. Each answer is proved, with a transposition table of
    /// `memory` bytes.
    Oracle { game: String, memory: u64 },
    /// Continue to prove the values of the moves of a state, until all moves are proved or the page stops the work. If
    /// the previous question of this kind was about another state, the work starts again. The proofs that earlier
    /// questions found stay in memory.
    Prove { state: String },
    /// Open a table of `length` bytes on a server.
    Open { name: String, length: u64 },
    /// Keep the bytes that follow the question. The bytes are a part of a table file on a server, and begin at `offset`
    /// in this file. A page may ask this question before it asks [`Open`](Self::Open) to open the file.
    Supply { offset: u64 },
    /// Return the description of the game. The description lists all pieces, moves and lines that have occurred in
    /// earlier answers about states of the game.
    About,
    /// Describe a state. The answer contains the value of the state, its board, and for each move the name of the next
    /// state.
    State { state: String },
    /// Return what `perfectplay lookup --json` prints about a state. `state` is the text of this state.
    Lookup { state: String },
    /// Return a state of a random game. The random `bits` select the state.
    Draw { bits: u64 },
}
