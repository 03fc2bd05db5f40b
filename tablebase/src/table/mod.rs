//! Tablebase files: every reachable state of a game, answered from the disk.
//!
//! `docs/table-file.md` describes the format to the byte.

mod cache;
pub(crate) mod file;
pub(crate) mod gather;
mod guide;
mod held;
mod implied;
mod layout;
mod pieces;
mod read;
mod verify;

pub use file::{name, name_in};
pub use guide::Guide;
pub use pieces::Piece;
pub use read::Table;
