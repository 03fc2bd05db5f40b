//! Tic-tac-toe, the game that comes with the crate. The module contains the table, and the types
//! and functions that only tic-tac-toe has.
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
//! [`TicTacToe`] is the game. This type implements [`Solved`](crate::Solved), so every function
//! that takes a solved game accepts `&TicTacToe`.

#[cfg(feature = "bincode")]
mod archive;
mod baked;
mod lookup;
#[cfg(feature = "solve")]
pub mod search;

#[cfg(feature = "bincode")]
pub use archive::{Archive, ArchiveError};
#[cfg(not(target_pointer_width = "16"))]
pub use lookup::MAP;
pub use lookup::{lookup, records, slot};

pub use perfectplay_core::state;
pub use perfectplay_core::tictactoe::{
    BOARD, CELLS, Line, PackError, PlayError, Record, State, StateError, Status, Symmetry,
    TicTacToe, Unreachable,
};
