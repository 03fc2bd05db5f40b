//! Games solved at build time: what every position is worth, in nanoseconds, without a
//! search.
//!
//! The build script plays tic-tac-toe to every end and bakes what it learns into the
//! program: for each of the 5,478 positions its winning, losing and neutral moves, its
//! value, the distance to the end and the best moves. [`lookup`] reads them in constant
//! time, and answers `None` for a board that no game reaches.
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
//! # Where things are
//!
//! | to | use |
//! | --- | --- |
//! | have a position | [`State`], [`state!`], [`Status`], [`Line`], [`Symmetry`] |
//! | know what it is worth | [`lookup`], [`Record`], [`records`]; [`MAP`], a plain [`phf::Map`] |
//! | let the computer play | [`Level`], [`Round`] |
//! | prove that a player is unbeatable | [`Strategy`], [`audit`](audit()) |
//! | prove that a table is right | [`verify`](verify()) |
//! | find mistakes in rules of one's own | [`check`](check()) |
//! | solve again, or search live | [`Game`], `solve`, `search` (feature `solve`) |
//! | have a game of your own | [the tutorial](tutorial), [`table!`], [`Table`], `bake::Baker` (feature `bake`) |
//! | know what solving will take | `forecast` (feature `solve`) |
//! | keep the table | `Archive` (feature `bincode`), `bake` (feature `bake`) |
//!
//! # Features
//!
//! The crate is `no_std` always, and needs no allocator with default features off.
//!
//! | feature | gives | costs |
//! | --- | --- | --- |
//! | `std` (default) | `alloc`, and the standard library in dependencies | – |
//! | `alloc` | [`audit`](audit()), [`verify`](verify()), [`check`](check()) | an allocator |
//! | `solve` | `solve` and `search`: the solver and live search at run time | `alloc` |
//! | `bake` | `bake`: tables of any game, for build scripts and files | `std`, `solve`, `phf_codegen` |
//! | `serde` | `Serialize` and `Deserialize` for states, moves, records, [`Analysis`] | `serde` |
//! | `bincode` | `Archive`: the table as bytes, checked on the way back | `alloc`, `serde`, `bincode` |

#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[cfg(feature = "alloc")]
extern crate alloc;
// A baker writes files.
#[cfg(feature = "bake")]
extern crate std;

// Rules go in: these are modules of the build script too.
mod analysis;
#[cfg(feature = "bake")]
pub mod bake;
mod game;
pub mod games;
mod notation;
mod record;
#[cfg(feature = "solve")]
pub mod solve;

// Answers come out.
mod baked;
mod lookup;
mod solved;
mod table;
pub mod tutorial;
mod variation;
#[cfg(feature = "alloc")]
mod walk;

// Players, and their proof.
mod ai;
#[cfg(feature = "alloc")]
mod audit;
mod entropy;
mod play;
mod strategy;

// What makes it all believed.
#[cfg(feature = "alloc")]
mod check;
#[cfg(feature = "alloc")]
mod place;
#[cfg(feature = "alloc")]
mod trail;
#[cfg(feature = "alloc")]
mod verify;

// Other forms of the table, and the slow way to it.
#[cfg(feature = "bincode")]
mod archive;
#[cfg(feature = "solve")]
pub mod search;
#[cfg(feature = "serde")]
mod serde;

// What it will take.
#[cfg(feature = "solve")]
mod forecast;

pub use ai::{ErrorRate, Level, LevelOn};
pub use analysis::{Analysis, Score};
#[cfg(feature = "bincode")]
pub use archive::{Archive, ArchiveError};
#[cfg(feature = "alloc")]
pub use audit::{Audit, AuditError, audit, audit_in, refutation_in};
#[cfg(feature = "alloc")]
pub use check::{Breach, Check, Checked, Finding, Question, check};
#[cfg(feature = "solve")]
pub use forecast::{Advice, Certainty, Effort, Forecast, forecast};
pub use game::{Game, MOVE_LIMIT, Move, Moves, MovesIter, Value, canonical};
pub use games::tictactoe::{
    self, Line, ParseStateError, PlayError, Player, State, StateError, Status, Symmetry,
    Unreachable,
};
pub use lookup::{MAP, lookup, records};
pub use notation::{Notation, ReadError};
#[cfg(feature = "alloc")]
pub use place::Place;
pub use play::{Round, Seat};
pub use record::{PackError, Record};
#[cfg(feature = "solve")]
pub use solve::{Fault, Progress, Solution, SolveError, solve, solve_watched};
pub use solved::{Solved, StateOf};
pub use strategy::{CornerFirst, Strategy, TrapAvoider};
#[doc(hidden)]
pub use table::__baked;
pub use table::{Table, TableData, TableError};
pub use variation::{principal_variation, principal_variation_in};
#[cfg(feature = "alloc")]
pub use verify::{Flaw, Verified, VerifyError, verify};
#[cfg(feature = "alloc")]
pub use walk::{Visit, walk};

/// The README's code runs with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
