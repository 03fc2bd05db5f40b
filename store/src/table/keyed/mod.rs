//! Table files of games without ranks: lists of keys and codes.

mod read;
mod verify;
mod write;

pub use read::KeyedTable;
