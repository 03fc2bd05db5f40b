//! Table files: every reachable state of a game, answered from the disk.
//!
//! `docs/table-file.md` describes the format to the byte.

mod cache;
mod file;
mod implied;
mod keyed;
mod layout;
mod pieces;
mod read;
mod verify;
mod write;

pub use file::name;
pub use keyed::{KeyedPiece, KeyedTable};
pub use pieces::Piece;
pub use read::Table;
