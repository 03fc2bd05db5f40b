//! Reports the progress of work.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

pub use perfectplay::watch::{Limits, Phase, Progress, Watch};

use crate::error::Error;

/// Counts the finished steps of a phase.
pub(crate) struct StepMeter<'a> {
    watch: Watch<'a>,
    phase: Phase,
    done: AtomicU64,
    total: u64,
}

impl<'a> StepMeter<'a> {
    pub(crate) const fn new(watch: Watch<'a>, phase: Phase, total: u64) -> Self {
        Self {
            watch,
            phase,
            done: AtomicU64::new(0),
            total,
        }
    }

    /// Returns the number of finished steps.
    pub(crate) fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Sets the number of finished steps, for work that begins again.
    pub(crate) fn set(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }

    /// Counts more finished steps.
    pub(crate) fn add(&self, steps: u64) -> Result<(), Error> {
        let progress = Progress {
            phase: self.phase,
            done: self.done.fetch_add(steps, Ordering::Relaxed) + steps,
            total: self.total,
            is_of_states: false,
        };
        match (self.watch)(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Error::Interrupted),
        }
    }
}
