//! Runs work within limits, and shows its progress.

use std::path::{Path, PathBuf};

use perfectplay_any::{Error, Limits};

use crate::Failure;
use crate::io::progress::Meter;
use crate::io::stop::Stop;

/// The limits of long work, and the meter that shows the progress of the work.
pub struct LimitedWork<'a> {
    memory: Option<u64>,
    threads: Option<usize>,
    stop: &'a Stop,
    /// The meter that shows the progress; `None` if no progress is shown.
    meter: Option<Meter>,
    /// The directory that keeps the results if the work ends early. `None` if the results are lost
    /// when the work ends early.
    results: Option<PathBuf>,
}

impl<'a> LimitedWork<'a> {
    pub fn new(
        memory: Option<u64>,
        threads: Option<usize>,
        stop: &'a Stop,
        results: Option<&Path>,
    ) -> Self {
        Self {
            memory,
            threads,
            stop,
            meter: Some(Meter::new()),
            results: results.map(Path::to_owned),
        }
    }

    /// Turns the meter off.
    pub fn silent(self) -> Self {
        Self {
            meter: None,
            ..self
        }
    }

    /// Raises the memory limit to `bytes` if the limit is lower.
    pub fn allow(&mut self, bytes: u64) {
        self.memory = self.memory.map(|memory| memory.max(bytes));
    }

    /// Runs `work` until it is done, or until Ctrl-C or a lack of memory stops it.
    pub fn run<T, E: Into<Error>>(
        &self,
        work: impl FnOnce(&Limits<'_>) -> Result<T, E>,
    ) -> Result<T, Failure> {
        let worked = work(&Limits {
            memory: self.memory,
            threads: self.threads,
            watch: &|progress| {
                if let Some(meter) = &self.meter {
                    let _ = meter.watch(progress);
                }
                self.stop.check()
            },
        });
        if let Some(meter) = &self.meter {
            meter.clear();
        }
        worked.map_err(|error| match error.into() {
            Error::Stopped => self.stop.failure(self.results.clone()),
            error => error.into(),
        })
    }
}
