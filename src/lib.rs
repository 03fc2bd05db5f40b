//! Games solved at build time: the value of every position in nanoseconds, without a
//! search.
//!
//! The build script plays tic-tac-toe to every end and bakes what it learns into the
//! program: for each of the 5,478 positions the winning, losing and neutral moves, the
//! value, the distance to the end and the best moves. [`lookup`] reads them in constant
//! time. It answers `None` for a board that no game reaches. Any other game is one trait
//! away: see [the tutorial](tutorial).
//!
//! ```
//! use perfectplay::{State, Value, lookup};
//!
//! let state: State = "X.O/.../...".parse()?; // X to move
//! let record = lookup(state).expect("a reachable position");
//! assert_eq!(record.value(), Value::Win); // in 5 plies
//! assert_eq!(record.winning().bits(), 0b101_001_000); // cells 3, 6, 8 win
//! assert_eq!(record.neutral().bits(), 0b010_110_000); // 4, 5, 7 draw
//! assert_eq!(record.losing().bits(), 0b000_000_010); // 1 loses
//! # Ok::<(), perfectplay::ParseStateError>(())
//! ```
//!
//! # What to ask
//!
//! | you have | ask | it answers |
//! | --- | --- | --- |
//! | a board of tic-tac-toe | [`lookup`] | a [`Record`] in two loads; `const`, the fastest |
//! | a need for a plain map of it | [`tictactoe::MAP`] | the same records as a [`phf::Map`] |
//! | a game of your own | [`Table::lookup`] | an [`Analysis`] from what [`table!`] baked, or from a file |
//! | a game of millions of states to carry | [`Values::value`] | who wins, without distances, in about half a bit a state |
//! | rules, and time to solve them now | `solve` (feature `solve`) | a `Solution`: every state in memory |
//! | code for any of these | [`Solved`] | the trait of all of them; [`TicTacToe`](tictactoe::TicTacToe) is one |
//!
//! Whatever takes a solved game takes it as its first argument: [`Level::choose`],
//! [`Round`], [`principal_variation`], [`walk`](walk()), [`audit`](audit()),
//! [`refutation`], [`verify`](verify()).
//!
//! # Features
//!
//! The crate is always `no_std`. With default features off, it needs no allocator.
//!
//! | feature | gives | costs |
//! | --- | --- | --- |
//! | `std` (default) | `alloc`, and the standard library in dependencies | – |
//! | `alloc` | [`audit`](audit()), [`verify`](verify()), [`check`](check()), [`walk`](walk()) | an allocator |
//! | `solve` | `solve`, `forecast` and `tictactoe::search`: the solver and live search at run time | `alloc` |
//! | `bake` | `bake`: tables of any game, for build scripts and files | `std`, `solve`, `phf_codegen` |
//! | `serde` | `Serialize` and `Deserialize` for states, moves, records, [`Analysis`], [`Level`], [`Seat`], `SavedRound`, `Verified` | `serde` |
//! | `bincode` | `tictactoe::Archive`: the table as bytes, validated when read | `alloc`, `serde`, `bincode` |

#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
// A baker writes files.
#[cfg(feature = "bake")]
extern crate std;

// Rules go in.
mod fingerprint;
pub mod index;

// Answers come out.
mod evaluated;
mod solved;
mod table;
pub mod tictactoe;
mod values;

// Play.
mod best_line;
mod entropy;
mod level;
mod playable;
mod round;
mod strategy;
#[cfg(feature = "alloc")]
mod walk;

// Proof.
#[cfg(feature = "alloc")]
mod audit;
#[cfg(feature = "alloc")]
mod check;
#[cfg(feature = "alloc")]
mod verify;

// Making tables.
#[cfg(feature = "bake")]
pub mod bake;
#[cfg(feature = "solve")]
mod forecast;

#[cfg(feature = "alloc")]
pub use audit::{Audit, AuditError, Defeat, Mistake, Mistakes, audit, mistakes, refutation};
pub use best_line::principal_variation;
#[cfg(feature = "alloc")]
pub use check::{Check, Checked, check, check_dense, check_sparse, check_symmetric};
pub use evaluated::{EvaluatedMove, EvaluatedMoves};
pub use fingerprint::{fingerprint, fingerprint_with};
#[cfg(feature = "solve")]
pub use forecast::{
    Advice, Certainty, Effort, Forecast, TierForecast, forecast, forecast_tiers, forecast_watched,
};
pub use level::{ErrorRate, ErrorRateError, Level, LevelOn};
#[cfg(feature = "solve")]
pub use perfectplay_core::solve::{
    self as solvers, Progress, Solution, SolveError, solve, solve_watched,
};
pub use perfectplay_core::tictactoe::{PackError, Record, State};
pub use perfectplay_core::{
    Analysis, Game, MOVE_LIMIT, Move, MoveError, Moves, MovesIter, ParseStateError, Player, Score,
    Symmetric, Value, canonical, moves_again, score_of_move, starts, state,
};
#[cfg(feature = "alloc")]
pub use perfectplay_core::{Fault, Finding, Question, Route};
pub use playable::{Judged, Playable};
#[cfg(feature = "alloc")]
pub use round::SavedRound;
pub use round::{Ending, History, Ply, Round, RoundError, Seat};
pub use solved::{Solved, StateOf};
pub use strategy::Strategy;
#[doc(hidden)]
pub use table::__baked;
pub use table::{Table, TableData, TableError};
pub use tictactoe::lookup;
pub use values::{Values, ValuesData};
#[cfg(feature = "alloc")]
pub use verify::{Flaw, Verified, VerifyError, verify, verify_watched};
#[cfg(feature = "alloc")]
pub use walk::{Visit, Visits, walk};

/// The README's code runs with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
