//! Table files: every reachable state of a game, answered from the disk.
//!
//! `docs/table-file.md` describes the format to the byte.

mod cache;
mod layout;
mod pieces;
mod read;
mod verify;
mod write;

pub use pieces::Piece;
pub use read::{Table, name};
