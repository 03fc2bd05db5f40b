//! Solves large games on all cores, tier by tier. The result is a file with the score of every
//! reachable state.
//!
//! There are two kinds of [index](perfectplay::index). Use [`DenseIndex`] for a game that numbers
//! the states of each tier. Use [`SparseIndex`] for a game that has tiers, and that can return the
//! state for a key. The solver treats both kinds of index alike. First it goes forwards through the
//! tiers and finds the reachable states. Then it goes backwards and gives each reachable state a
//! code for its value and distance. When a tier is no longer needed, the solver removes it from
//! memory, and later from the disk.
//!
//! | to | use |
//! | --- | --- |
//! | solve a game into a tablebase file, on this machine | [`Solver::solve_to`] |
//! | cut tiers that are too large for one job | [`Solver::with_sharding`] |
//! | estimate the time and memory of the jobs | [`Plan::workload`] |
//! | run the jobs elsewhere, or one by one | [`Solver::jobs`], [`Plan::needs`], [`Solver::run_each`], [`Solver::status`], [`Solver::gather`] |
//! | keep results | [`DirectoryStore`], [`MemoryStore`], or a [`ResultStore`] of your own |
//! | read a file that is elsewhere | [`Tablebase::open_source`] |
//! | answer from a file | [`Tablebase::lookup`], or [`Tablebase::lookup_many`] for many states at once |
//! | visit all states of a file | [`Tablebase::visit`], or [`Tablebase::visit_pieces`] on all cores |
//! | check a file against the rules | [`Tablebase::verify`] |
//!
//! `docs/table-file.md` describes tablebase files to the byte, and `docs/read_table.py` reads them
//! in Python.
//!
//! The file has the same bytes for any number of threads and shards, any limit of memory and any
//! order of jobs. The solver uses all cores, except in WebAssembly, where it uses one thread.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod array;
pub mod disk;
mod error;
pub mod file;
mod index;
mod jobs;
pub mod parallel;
mod solve;
mod sorted_map;
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

/// Runs the code of the README with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
