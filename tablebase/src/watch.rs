//! How far work is, told while it is done.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::Error;

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// Looking at what a store already has.
    Checking,
    /// Finding the states that some game reaches.
    Finding,
    /// Finding their scores.
    Solving,
    /// Writing the tablebase file.
    Writing,
    /// Holding a tablebase file against the rules.
    Verifying,
    /// Estimating how large playbooks are.
    Estimating,
}

/// How far work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub phase: Phase,
    /// How much of it is done, in steps of equal work, about.
    pub done: u64,
    /// How much there is to do; 0 if nobody knows.
    pub total: u64,
}

/// Is told about progress many times a second, by several threads, and tells whether to go
/// on.
pub type Watch<'a> = &'a (dyn Fn(Progress) -> ControlFlow<()> + Sync);

/// Counts what is done in a phase.
pub(crate) struct Meter<'a> {
    watch: Watch<'a>,
    phase: Phase,
    done: AtomicU64,
    total: u64,
}

impl<'a> Meter<'a> {
    pub(crate) const fn new(watch: Watch<'a>, phase: Phase, total: u64) -> Self {
        Self {
            watch,
            phase,
            done: AtomicU64::new(0),
            total,
        }
    }

    /// So much more is done.
    pub(crate) fn add(&self, steps: u64) -> Result<(), Error> {
        let progress = Progress {
            phase: self.phase,
            done: self.done.fetch_add(steps, Ordering::Relaxed) + steps,
            total: self.total,
        };
        match (self.watch)(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Error::Interrupted),
        }
    }
}
