#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(feature = "bake")]
pub mod bake;
mod baked;
mod game;
mod games;
mod record;
#[cfg(feature = "solve")]
pub mod search;
#[cfg(feature = "solve")]
mod solve;
mod table;

pub use game::{Game, MOVE_LIMIT, Move, Moves, MovesIter, Value};
pub use games::tictactoe::{
    self, Line, ParseStateError, PlayError, Player, State, StateError, Status, Symmetry,
    Unreachable,
};
pub use record::{Analysis, PackError, Record};
#[cfg(feature = "solve")]
pub use solve::{Fault, Solution, SolveError, solve};
pub use table::{MAP, lookup};
