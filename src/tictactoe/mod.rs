//! Tic-tac-toe, the game that comes with the crate: its table, and the types and
//! functions that only this game has.
//!
//! Cells are numbered row by row, and cell *i* is bit *i* of every mask:
//!
//! ```text
//!  0 | 1 | 2
//! ---+---+---
//!  3 | 4 | 5
//! ---+---+---
//!  6 | 7 | 8
//! ```
//!
//! [`TicTacToe`] is the game. It implements [`Solved`](crate::Solved), so every function
//! that takes a solved game accepts `&TicTacToe`.

#[cfg(feature = "bincode")]
mod archive;
mod baked;
mod completions;
mod corner_first;
mod lookup;
mod masks;
mod play;
#[cfg(feature = "solve")]
pub mod search;
#[cfg(feature = "bake")]
pub mod sources;
mod symmetry;
mod text;
mod trap_avoider;
mod unreachable;

#[cfg(feature = "bincode")]
pub use archive::{Archive, ArchiveError};
pub use corner_first::CornerFirst;
pub use lookup::{MAP, lookup, records, slot};
pub use masks::StateError;
pub use play::{Cell, PlayError};
pub use symmetry::Symmetry;
#[doc(hidden)]
pub use text::literal;
pub use trap_avoider::TrapAvoider;
pub use unreachable::Unreachable;

pub(crate) use crate::kernel::tictactoe::BOARD;
pub use crate::kernel::tictactoe::{CELLS, Line, PackError, Record, State, Status, TicTacToe};

use crate::kernel::Moves;

/// The corner cells.
const CORNERS: Moves = Moves::from_bits(0b101_000_101);
/// The centre cell.
const CENTRE: Moves = Moves::from_bits(0b000_010_000);
