//! Work on tiers, within limits, with its progress.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use perfectplay_any::{Error, Limits};

use crate::Failure;
use crate::args::limits::LimitsArg;
use crate::io::progress::Meter;
use crate::io::stop::Stop;

/// How work on tiers is done.
pub struct TierWork<'a> {
    memory: Option<u64>,
    threads: Option<usize>,
    stop: &'a Stop,
    meter: Meter,
    /// The folder in which the results are, if there is one.
    kept: Option<PathBuf>,
}

impl<'a> TierWork<'a> {
    pub fn new(limits: &LimitsArg, stop: &'a Stop, kept: Option<&Path>) -> Self {
        Self {
            memory: limits.memory(),
            threads: limits.threads,
            stop,
            meter: Meter::new(),
            kept: kept.map(Path::to_owned),
        }
    }

    /// Lets the work have as much memory as this, even if somebody allowed it less.
    pub fn allow(&mut self, bytes: u64) {
        self.memory = self.memory.map(|memory| memory.max(bytes));
    }

    /// Does some work, unless somebody interrupts it.
    pub fn run<T>(&self, work: impl FnOnce(&Limits<'_>) -> Result<T, Error>) -> Result<T, Failure> {
        let worked = work(&Limits {
            memory: self.memory,
            threads: self.threads,
            watch: &|progress| {
                let _ = self.meter.watch(progress);
                if self.stop.is_asked_for() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        });
        self.meter.clear();
        worked.map_err(|error| match error {
            Error::Stopped => self.stop.failure(self.kept.clone()),
            error => error.into(),
        })
    }
}
