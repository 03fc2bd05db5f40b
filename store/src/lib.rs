//! Large games: solved on every core, kept tier by tier, answered from a file.
//!
//! What this crate does takes a game that is [`Ranked`](perfectplay::Ranked), which means
//! that its states are numbered. [`Jobs`] solve it, in memory or in a [`Folder`] that
//! outlives an interruption.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod behind;
mod block;
mod code;
mod cursor;
mod error;
mod find;
mod fingerprint;
mod jobs;
mod parallel;
mod plan;
mod result;
mod score;
mod store;
mod summary;
pub mod table;
mod watch;
mod window;

pub use code::Codes;
pub use error::Error;
pub use jobs::{Job, Jobs, Limits, Status};
pub use plan::{Batch, Plan, PlannedTier};
pub use store::{Folder, Memory, Store};
pub use summary::Summary;
pub use table::Table;
pub use watch::{Phase, Progress, Watch};
