//! Large games: solved on every core, kept tier by tier, answered from a file.
//!
//! A game is solved with one of two kinds of [index](perfectplay::index): a [`DenseIndex`], if
//! its states are numbered tier by tier, or a [`SparseIndex`], if it has tiers and its keys
//! tell its states. Everything else is the same. Going forwards, the solver finds the reachable
//! states; going backwards, it gives each a byte with its value and distance. Tiers that are no
//! longer needed leave the memory, and then the disk.
//!
//! | to | use |
//! | --- | --- |
//! | solve a game into a tablebase file, on this machine | [`Solver::solve_to`] |
//! | cut tiers that are too large for one job | [`Solver::with_sharding`] |
//! | foresee what the jobs take | [`Plan::workload`] |
//! | run the jobs elsewhere, or one by one | [`Solver::jobs`], [`Plan::needs`], [`Solver::run`], [`Solver::status`], [`Solver::gather`] |
//! | keep results | [`DirectoryStore`], [`MemoryStore`], or a [`ResultStore`] of your own |
//! | read a file that is elsewhere | [`Tablebase::open_source`] |
//! | answer from a file | [`Tablebase::lookup`], or [`Tablebase::lookup_many`] for many states at once |
//! | go through all of it | [`Tablebase::visit`], or [`Tablebase::visit_pieces`] on all cores |
//! | believe it | [`Tablebase::verify`] |
//!
//! `docs/table-file.md` describes tablebase files to the byte, and `docs/read_table.py` reads them
//! in Python.
//!
//! The result has the same bytes for any number of threads and shards, any limit of memory and
//! any order of jobs. All cores work, except in WebAssembly.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod array;
pub mod disk;
mod error;
pub mod file;
mod index;
mod jobs;
mod parallel;
mod placed_map;
mod solve;
mod watch;

pub use error::Error;
pub use file::Tablebase;
pub use file::code::Codes;
pub use file::source::Source;
pub use file::summary::Summary;
pub use index::{
    AnyIndex, DenseIndex, Form, Index, KeyedIndex, KeyedTiers, SparseIndex, StateNumbers,
};
pub use jobs::cost::{Costs, JobCost, LongestPath, Outline, TierSize, Workload};
pub use jobs::job::Job;
pub use jobs::plan::Plan;
pub use jobs::result::JobStatus;
pub use jobs::sharding::{ParseShardingError, Sharding};
pub use jobs::store::{DirectoryStore, MemoryStore, ResultStore};
pub use solve::driver::JobEvent;
pub use solve::solver::Solver;
pub use watch::{Limits, Phase, Progress, Watch, unwatched};

/// The README's code runs with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
