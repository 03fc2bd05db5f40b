//! Table files of games without ranks: lists of keys and codes.

mod pieces;
mod read;
mod verify;
mod write;

pub use pieces::KeyedPiece;
pub use read::KeyedTable;
