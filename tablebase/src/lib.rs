//! Large games: solved on every core, kept tier by tier, answered from a file.
//!
//! A game is solved with one of two kinds of [index](perfectplay::index): a [`DenseIndex`], if its
//! states are numbered tier by tier, or a [`SparseIndex`], if it has tiers and its keys tell its
//! states. All else is the same. Forwards it is found which states some game reaches;
//! backwards, each gets a byte with its value and distance. Tiers that are no longer asked
//! for leave the memory, and then the disk.
//!
//! | to | use |
//! | --- | --- |
//! | solve a game into a tablebase file, on this machine | [`Solver::solve_to`] |
//! | cut tiers that are too large for one job | [`Solver::with_sharding`] |
//! | foresee what the jobs take | [`Plan::workload`] |
//! | run the jobs elsewhere, or one by one | [`Solver::jobs`], [`Plan::needs`], [`Solver::run`], [`Solver::status`], [`Solver::gather`] |
//! | keep results | [`Directory`], [`Memory`], or a [`ResultStore`] of your own |
//! | read a file that is elsewhere | [`Table::open_source`] |
//! | answer from a file | [`Table::lookup`], or [`Table::lookup_many`] for many states at once |
//! | go through all of it | [`Table::visit`], or [`Table::visit_pieces`] on all cores |
//! | believe it | [`Table::verify`] |
//!
//! `docs/table-file.md` describes tablebase files to the byte, and `docs/read_table.py` reads them
//! in Python.
//!
//! The result is the same to the byte for any number of threads and shards, any limit of memory
//! and any order of jobs. With the feature `rayon` (default) all cores work.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod array;
#[cfg(feature = "rayon")]
mod behind;
mod bits;
mod block;
mod code;
mod cost;
mod dense;
mod error;
mod index;
mod job;
mod keys;
mod moved;
mod next;
mod parallel;
mod plan;
mod result;
mod sharding;
mod solver;
mod source;
mod sparse;
mod store;
mod summary;
pub mod table;
mod watch;
mod window;
mod work;

pub use code::Codes;
pub use cost::{Cost, Costs, LongestPath, TierSize, Workload};
pub use error::Error;
pub use index::{DenseIndex, Form, Index, SparseIndex};
pub use job::Job;
pub use plan::Plan;
pub use result::Status;
pub use sharding::{ParseShardingError, Sharding};
pub use solver::Solver;
pub use source::Source;
pub use store::{Directory, Memory, ResultStore};
pub use summary::Summary;
pub use table::Table;
pub use watch::{Phase, Progress, Watch};
pub use work::{Ended, Limits};

/// The README's code runs with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
