//! The baker: a solved game as a table, in Rust source or in bytes.
//!
//! [`Baker`] is what a build script calls; [`table`] makes bytes for a file. Both write
//! data only, and the same data for the same solution on every machine.

mod baker;
mod content;
mod error;
mod pilots;

pub use baker::{Baker, Form};
pub use content::table;
pub use error::BakeError;
