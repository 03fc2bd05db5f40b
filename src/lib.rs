//! Games solved at build time: the value of every position in nanoseconds, without a
//! search.
//!
//! The build script solves tic-tac-toe, and bakes the results into the program. For each of the
//! 5,478 positions, the result contains the winning, losing and neutral moves, the best moves, the
//! value, and the distance to the end. [`lookup`] reads a result in constant time, and returns
//! `None` for a board that no game reaches. To solve a game of your own, implement one trait: see
//! [the tutorial](tutorial).
//!
//! ```
//! use perfectplay::{Value, lookup, state};
//!
//! let state = state!(X . O / . . . / . . .); // X to move
//! let record = lookup(state).expect("a reachable position");
//! assert_eq!(record.value(), Value::Win); // in 5 plies
//! assert_eq!(record.winning().to_string(), "{3, 6, 8}");
//! assert_eq!(record.neutral().to_string(), "{4, 5, 7}"); // they draw
//! assert_eq!(record.losing().to_string(), "{1}");
//! ```
//!
//! # What to ask
//!
//! | you have | ask | it answers |
//! | --- | --- | --- |
//! | a board of tic-tac-toe | [`lookup`] | a [`Record`](tictactoe::Record) in two loads; `const`, the fastest |
//! | a board of tic-tac-toe, and a need for a plain map | [`tictactoe::MAP`] | the same records as a [`phf::Map`] |
//! | a game of your own | [`Table::lookup`] | an [`Analysis`] from what [`table!`] baked, or from a file |
//! | a game of millions of states to carry | [`Wdl::value`] | win, draw or loss, without distances, in about half a bit a state |
//! | a need for a tiny perfect player | [`Playbook::choose`] | the player's move, from about two bits for each state that the player can meet |
//! | a game too large to solve | `oracle::Oracle` (feature `solve`) | the three masks of any state, from a table of the opening and a proof |
//! | a game to solve at run time | `solve` (feature `solve`) | a `Solution`: every state in memory |
//! | code for any solved game | [`Solved`] | the trait of tables, solutions and oracles; [`TicTacToe`](tictactoe::TicTacToe) implements it |
//!
//! The functions of a solved game take the game as their first argument: [`Level::choose`],
//! [`Round`], [`principal_variation`], [`walk`](walk()), [`audit`](audit()), [`verify`](verify()).
//! A lookup in a table in memory never fails. A lookup in a table file may fail, and
//! [`Solved::Error`] tells the reason.
//!
//! # Features
//!
//! The crate is always `no_std`. With default features off, the crate needs no allocator.
//!
//! | feature | gives | costs |
//! | --- | --- | --- |
//! | `std` (default) | `alloc`, and the standard library in dependencies | – |
//! | `alloc` | [`audit`](audit()), [`verify`](verify()), [`check`](check()), [`walk`](walk()) | an allocator |
//! | `solve` | `solve`, `forecast` and `tictactoe::search`: the solver and live search at run time | `alloc` |
//! | `bake` | `bake`: tables of any game, for build scripts and files | `std`, `solve` |
//! | `serde` | `Serialize` and `Deserialize` for states, moves, records, [`Analysis`], [`Level`], [`Seat`](round::Seat), `SavedRound`, `Verified`, `Odds` | `serde` |
//! | `bincode` | `tictactoe::Archive`: the table as bytes, validated when read | `alloc`, `serde`, `bincode` |

#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
// A baker writes files, and a prover uses threads.
#[cfg(feature = "std")]
extern crate std;

// Rules.
mod fingerprint;
pub mod index;

// Answers.
mod evaluated;
pub mod playbook;
pub mod solved;
pub mod table;
pub mod tictactoe;
pub mod wdl;

// Play.
mod best_line;
mod entropy;
pub mod level;
mod playable;
pub mod round;
mod strategy;
#[cfg(feature = "serde")]
mod text;
#[cfg(feature = "std")]
mod threads;
#[cfg(feature = "alloc")]
pub mod walk;

// Proof.
#[cfg(feature = "alloc")]
pub mod audit;
#[cfg(feature = "alloc")]
pub mod check;
#[cfg(feature = "alloc")]
pub mod verify;

// Making tables.
#[cfg(feature = "bake")]
pub mod bake;
#[cfg(feature = "solve")]
pub mod forecast;
#[cfg(all(feature = "solve", target_has_atomic = "64"))]
pub mod oracle;
#[cfg(all(feature = "solve", target_has_atomic = "64"))]
pub mod prove;

// The types and functions of the table above.
pub use playbook::Playbook;
pub use solved::states_with_values::Solved;
pub use table::Table;
pub use tictactoe::{State, lookup, state};
pub use wdl::Wdl;

// Functions of a solved game.
#[cfg(feature = "alloc")]
pub use audit::audit;
pub use best_line::principal_variation;
#[cfg(feature = "alloc")]
pub use check::check;
#[cfg(feature = "solve")]
pub use forecast::forecast;
pub use level::strength::Level;
pub use round::play::Round;
#[cfg(feature = "alloc")]
pub use verify::verify;
#[cfg(feature = "alloc")]
pub use walk::walk;

// The modules that the library shares with the build script.
#[doc(hidden)]
pub use perfectplay_core::debug_as_display;
/// The solvers, which compute the value of every reachable state from the rules of a game.
#[cfg(feature = "solve")]
pub use perfectplay_core::solve;
#[cfg(feature = "solve")]
pub use perfectplay_core::solve::solve;
pub use perfectplay_core::{Analysis, Game, Move, Moves, Player, Value};
// The other crates of this workspace number states with it.
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub use perfectplay_core::graph;
#[cfg(feature = "alloc")]
pub use perfectplay_core::watch;

/// The trait [`Game`], which the author of a game implements, and types and functions for any game.
pub mod game {
    #[doc(hidden)]
    pub use perfectplay_core::AnalysisParts;
    #[cfg(feature = "alloc")]
    pub use perfectplay_core::described;
    pub use perfectplay_core::{
        Game, Hints, MOVE_LIMIT, MoveError, MoveIndex, MovesIter, Outlook, ParseMoveError,
        ParseStateError, PlayerName, Score, canonical, is_extra_turn, score_of_move, starts,
    };
}

// The tutorial shows parts of files. Some of the parts end before their last brace.
#[cfg(doc)]
#[allow(rustdoc::invalid_rust_codeblocks)]
#[doc = include_str!("../docs/tutorial.md")]
pub mod tutorial {}

/// Runs the README's code with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
