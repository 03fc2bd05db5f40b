//! The baker: a solved game as a table, in Rust source or in bytes.
//!
//! [`Baker`] is what a build script calls; [`table`] makes bytes for a file. What is
//! written is data only, and the same for the same solution on every machine.
//!
//! The other functions are what the build script of this crate is made of.

mod baker;
mod content;
mod displace;
mod error;
mod map;
mod pilots;
mod tictactoe;

pub use baker::{Baker, Form, MAP_LIMIT};
pub use content::table;
pub use displace::{Displaced, displace};
pub use error::BakeError;
pub use map::{Entry, phf_map};
pub use tictactoe::tictactoe;
