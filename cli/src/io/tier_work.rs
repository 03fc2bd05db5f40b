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
    /// What shows how far it is, unless nobody wants to know.
    meter: Option<Meter>,
    /// The directory in which the results are, if there is one.
    results: Option<PathBuf>,
}

impl<'a> TierWork<'a> {
    pub fn new(limits: &LimitsArg, stop: &'a Stop, results: Option<&Path>) -> Self {
        Self {
            memory: limits.memory(),
            threads: limits.threads,
            stop,
            meter: Some(Meter::new()),
            results: results.map(Path::to_owned),
        }
    }

    /// The same without a word of how far it is.
    pub fn silent(self) -> Self {
        Self {
            meter: None,
            ..self
        }
    }

    /// Lets the work have as much memory as this, even if it was allowed less.
    pub fn allow(&mut self, bytes: u64) {
        self.memory = self.memory.map(|memory| memory.max(bytes));
    }

    /// Does some work, unless it is interrupted.
    pub fn run<T>(&self, work: impl FnOnce(&Limits<'_>) -> Result<T, Error>) -> Result<T, Failure> {
        let worked = work(&Limits {
            memory: self.memory,
            threads: self.threads,
            watch: &|progress| {
                if let Some(meter) = &self.meter {
                    let _ = meter.watch(progress);
                }
                if self.stop.is_asked_for() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        });
        if let Some(meter) = &self.meter {
            meter.clear();
        }
        worked.map_err(|error| match error {
            Error::Stopped => self.stop.failure(self.results.clone()),
            error => error.into(),
        })
    }
}
