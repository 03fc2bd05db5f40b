//! Large games: solved on every core, kept tier by tier, answered from a file.
//!
//! What this crate does takes a game that is [`Ranked`](perfectplay::ranked::Ranked): its states are
//! numbered, tier by tier. Forwards, a bit for each number finds what is reachable;
//! backwards, a byte for each holds value and distance. Tiers that are no longer asked for
//! leave the memory.
//!
//! | to | use |
//! | --- | --- |
//! | solve a game into a table file, on this machine | [`Jobs::solve_to`] |
//! | the same for a game that has tiers, but no ranks | [`KeyedJobs`] |
//! | solve a game with ranks in which states come back, in memory | [`Repeating::solve`] |
//! | know what that takes | [`Jobs::least_memory`], [`Jobs::most_disk`], [`Jobs::cost`], [`Jobs::costs`], [`KeyedJobs::forecast`] |
//! | cut what is too large for one job | [`Jobs::in_parts`], [`KeyedJobs::new`] |
//! | run the jobs elsewhere, or one by one | [`Jobs::list`], [`Jobs::needs`], [`Jobs::run`], [`Jobs::status`], [`Jobs::gather`] |
//! | keep results | [`Folder`], [`Memory`], or a [`Store`] of your own |
//! | answer from a file | [`Table`], which is [`Solved`](perfectplay::Solved) |
//! | go through all of it | [`Table::visit`], or [`Table::visit_pieces`] on all cores |
//! | believe it | [`Table::verify`] |
//!
//! `docs/table-file.md` describes table files to the byte, and `docs/read_table.py` reads them
//! in Python.
//!
//! The result is the same to the byte for any number of threads and parts, any limit of memory
//! and any order of jobs. With the feature `rayon` (default) all cores work.
//!
//! # Memory
//!
//! A scoring job holds a byte for each rank of its part and of the parts that follow it;
//! games that may last more than 83 plies take two. Connect Four on 5 columns of 6 has
//! 5.2 thousand million ranks, of which half are mirror images, and is solved in 0.5 GB.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod behind;
mod block;
mod code;
mod cost;
mod cursor;
mod error;
mod find;
mod fingerprint;
mod jobs;
mod keyed;
mod parallel;
mod plan;
mod repeating;
mod result;
mod score;
mod store;
mod summary;
pub mod table;
mod watch;
mod window;

pub use code::Codes;
pub use cost::{Cost, Costs, LongestPath};
pub use error::Error;
pub use jobs::{Job, Jobs, Limits, Status};
pub use keyed::{KeyedForecast, KeyedJobs, TierSize};
pub use plan::{Batch, Part, Plan, PlannedTier};
pub use repeating::Repeating;
pub use store::{Folder, Memory, Store};
pub use summary::Summary;
pub use table::{KeyedTable, Table};
pub use watch::{Phase, Progress, Watch};

/// The README's code runs with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
