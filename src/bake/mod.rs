//! The baker: it writes a solved game as a table, in Rust source or in bytes.
//!
//! A build script calls [`Baker`]; [`table`] and [`values()`] make bytes for a file. All
//! write only data, and the same data for the same solution on every machine.

mod baker;
mod content;
mod error;
mod pilots;
mod playbook;
mod system;
mod values;

pub use baker::{Baker, Form};
pub use content::{table, table_watched};
pub use error::BakeError;
pub use playbook::{Arena, BakedPlaybook, Book, CRules, Playbook, Progress, playbook_c};
pub use values::{ValuesBaker, ValuesSurvey, values};
