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
