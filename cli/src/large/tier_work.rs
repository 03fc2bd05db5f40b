//! Work on tiers, within limits, with its progress.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use perfectplay_tablebase::{self as store, Limits};

use crate::Failure;
use crate::args::limits::LimitsArg;
use crate::io::progress::{Meter, Phase};
use crate::io::stop::Stop;

/// How work on tiers is done.
pub struct TierWork<'a> {
    limits: Limits<'static>,
    stop: &'a Stop,
    meter: Meter,
    /// The folder in which the results are, if there is one.
    kept: Option<PathBuf>,
}

impl<'a> TierWork<'a> {
    pub fn new(limits: &LimitsArg, stop: &'a Stop, kept: Option<&Path>) -> Self {
        Self {
            limits: Limits {
                memory: limits.memory(),
                threads: limits.threads,
                ..Limits::default()
            },
            stop,
            meter: Meter::new(),
            kept: kept.map(Path::to_owned),
        }
    }

    /// Allows at least so much memory, whatever the limits say.
    pub fn allow(&mut self, bytes: u64) {
        self.limits.memory = self.limits.memory.map(|memory| memory.max(bytes));
    }

    /// Does some work within the limits, shows its progress, and ends it when it has to end.
    pub fn run<T>(
        &self,
        work: impl FnOnce(&Limits<'_>) -> Result<T, store::Error>,
    ) -> Result<T, Failure> {
        let watch = |progress: store::Progress| {
            self.meter.show_tiers(progress);
            if self.stop.is_asked_for() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let limits = Limits {
            watch: &watch,
            ..self.limits
        };
        let worked = work(&limits);
        self.meter.clear();
        worked.map_err(|error| match error {
            store::Error::Stopped => self.stop.failure(self.kept.clone()),
            error => told(error),
        })
    }
}

impl Meter {
    /// Shows how far work on tiers is.
    pub fn show_tiers(&self, progress: store::Progress) {
        let doing = match progress.phase {
            store::Phase::Checking => "checking",
            store::Phase::Finding => "finding",
            store::Phase::Writing => "writing",
            store::Phase::Verifying => "verifying",
            _ => "solving",
        };
        self.show(Phase::of_steps(doing), progress.done, progress.total);
    }
}

/// The failure for an error of the store.
pub fn told(error: store::Error) -> Failure {
    match error {
        // It is one of the output, which knows its name.
        store::Error::Io { path, source } if path.as_os_str().is_empty() => Failure::Io(source),
        error => Failure::Input(error.to_string()),
    }
}
