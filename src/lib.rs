#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod ai;
#[cfg(feature = "bincode")]
mod archive;
#[cfg(feature = "alloc")]
mod audit;
#[cfg(feature = "bake")]
pub mod bake;
mod baked;
mod game;
mod games;
mod play;
mod record;
#[cfg(feature = "solve")]
pub mod search;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "solve")]
mod solve;
mod strategy;
mod table;

pub use ai::{ErrorRate, Level};
#[cfg(feature = "bincode")]
pub use archive::{Archive, ArchiveError};
#[cfg(feature = "alloc")]
pub use audit::{Audit, AuditError, audit};
pub use game::{Game, MOVE_LIMIT, Move, Moves, MovesIter, Value};
pub use games::tictactoe::{
    self, Line, ParseStateError, PlayError, Player, State, StateError, Status, Symmetry,
    Unreachable,
};
pub use play::{Round, Seat};
pub use record::{Analysis, PackError, Record};
#[cfg(feature = "solve")]
pub use solve::{Fault, Solution, SolveError, solve};
pub use strategy::{CornerFirst, Strategy, TrapAvoider};
pub use table::{MAP, lookup, records};
