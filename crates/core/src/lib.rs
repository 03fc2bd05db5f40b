//! This crate contains the code that the library `perfectplay` and its build script share. The code
//! comprises games, moves, values, the solvers that work in memory, and the rules of tic-tac-toe.
//!
//! Use the crate through `perfectplay`, which re-exports all of it. The build script solves
//! tic-tac-toe, and the library reads the resulting table. A build script cannot use the library
//! that it helps to build, so this crate contains the code that both need.

#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[cfg(feature = "alloc")]
extern crate alloc;
// Needed to catch panics in the rules.
#[cfg(feature = "std")]
extern crate std;

/// Implements `Debug` for an error type, with the same text as `Display`. If `main` returns an
/// error, Rust prints the error's `Debug` form, which this macro makes readable. The first argument
/// is the list of the error type's generic parameters, in square brackets; `[]` if there are none.
#[doc(hidden)]
#[macro_export]
macro_rules! debug_as_display {
    ([$($generics:tt)*] $error:ty) => {
        #[automatically_derived]
        impl<$($generics)*> ::core::fmt::Debug for $error {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(self, f)
            }
        }
    };
}

mod analysis;
#[cfg(feature = "alloc")]
mod answers;
mod extra_turn;
#[cfg(feature = "alloc")]
mod fault;
#[cfg(feature = "alloc")]
mod finding;
mod game;
// Other crates of this workspace share the items that the documentation leaves out.
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub mod graph;
mod hints;
mod moves;
mod outlook;
#[cfg(feature = "alloc")]
mod panics;
mod parse_error;
mod player;
#[cfg(feature = "alloc")]
mod question;
#[cfg(feature = "alloc")]
mod route;
#[cfg(feature = "solve")]
mod row_displacement;
mod score;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "solve")]
pub mod solve;
pub mod tictactoe;

mod value;
#[cfg(feature = "alloc")]
pub mod watch;

pub use analysis::Analysis;
#[doc(hidden)]
pub use analysis::AnalysisParts;
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub use answers::RuleAnswers;
pub use extra_turn::{is_extra_turn, score_of_move};
#[cfg(feature = "alloc")]
pub use fault::Fault;
#[cfg(feature = "alloc")]
pub use finding::Finding;
#[cfg(feature = "alloc")]
pub use game::described;
pub use game::{Game, starts};
pub use hints::{Hints, canonical};
pub use moves::{MOVE_LIMIT, Move, MoveError, MoveIndex, Moves, MovesIter, ParseMoveError};
pub use outlook::Outlook;
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub use panics::{Panic, ask};
pub use parse_error::ParseStateError;
pub use player::{Player, PlayerName};
#[cfg(feature = "alloc")]
pub use question::Question;
#[cfg(feature = "alloc")]
pub use route::Route;
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub use route::Trails;
pub use score::Score;
pub use value::Value;
