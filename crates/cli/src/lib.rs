//! The `perfectplay` command as a library. With this library, you build a command with the same subcommands for your
//! own games.
//!
//! If the type of a game implements [`Listed`](perfectplay_games::Listed), a `main` of a few lines
//! makes a command for the game. The command plays, explains, exports and verifies this game in the
//! same way as the games that ship with the library.
//!
//! ```no_run
//! use std::fmt;
//! use std::process::ExitCode;
//!
//! use perfectplay_games::Listed;
//! use perfectplay::game::{ParseStateError, Hints, };
//! use perfectplay::{Game, Move, Moves, Value};
//! use perfectplay_cli::Program;
//!
//! /// Take one, two or three from a heap of 21. The player who takes the last one wins.
//! #[derive(Clone)]
//! struct Heap;
//! #
//! # impl Game for Heap {
//! #     type State = u32;
//! #     fn move_count(&self) -> u32 { 3 }
//! #     fn start(&self) -> u32 { 21 }
//! #     fn outcome(&self, left: u32) -> Option<Value> { (left == 0).then_some(Value::Loss) }
//! #     fn legal(&self, left: u32) -> Moves { Moves::first_n(left.min(3)) }
//! #     fn play(&self, left: u32, mv: Move) -> u32 { left - 1 - u32::from(mv.index()) }
//! #     fn key(&self, left: u32) -> u64 { left.into() }
//! # }
//! impl Hints for Heap {}
//!
//! impl Listed for Heap {
//!     const NAME: &'static str = "heap";
//!     const RULES: &'static str = "Take one, two or three from a heap; take the last and win.";
//!     const STATES: &'static str = "how many are left, such as 21";
//!
//!     fn with_parameters(text: &str) -> Option<Self> {
//!         text.is_empty().then_some(Self)
//!     }
//!
//!     fn write_state(&self, left: u32, out: &mut dyn fmt::Write) -> fmt::Result {
//!         write!(out, "{left}")
//!     }
//!     fn read_state(&self, text: &str) -> Result<u32, ParseStateError> {
//!         let left = text.parse().ok().filter(|&left| left <= 21);
//!         left.ok_or_else(|| ParseStateError::at(text, 0, "a number up to 21"))
//!     }
//! }
//!
//! fn main() -> ExitCode {
//!     Program::new("heap", "1.0.0").game::<Heap>().run()
//! }
//! ```
//!
//! # Features
//!
//! | feature | gives |
//! | --- | --- |
//! | `full` (default) | all subcommands. Without it, the command needs fewer packages, is built sooner, and lacks `audit`, `completions`, `forecast`, `playbook`, `prove`, `report`, `score` and `tiers` |
//! | `games` (default) | [`Program::games_that_ship`] |
//!
//! The library's tutorial, `docs/tutorial.md`, contains the source of a complete package. The build script of this
//! package solves the author's game, and the program then contains the table of the game.

#![forbid(unsafe_code)]
#![deny(missing_docs)]
// Without the feature `full`, some shared code is unused.
#![cfg_attr(not(feature = "full"), allow(dead_code))]

mod args;
mod commands;
mod context;
mod failure;
#[cfg(feature = "full")]
#[doc(hidden)]
pub mod fuzzing;
mod io;
mod program;

use failure::Failure;

pub use perfectplay_any::NameClash;
pub use program::Program;
