//! Writes, reads and verifies tablebase files. A tablebase file contains the score of every
//! reachable state of a game.
//!
//! `docs/table-file.md` describes the format to the byte.

mod answers;
pub(crate) mod block;
pub(crate) mod code;
pub(crate) mod gather;
mod held_parts;
mod layout;
mod pieces;
pub(crate) mod reader;
mod recently_read;
mod score_order;
pub(crate) mod source;
pub(crate) mod summary;
mod tablebase;
mod verify;

pub use pieces::Piece;
pub use reader::name_in;
pub use tablebase::Tablebase;
