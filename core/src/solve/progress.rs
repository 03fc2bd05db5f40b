//! How far a solver is.

use core::ops::ControlFlow;

use super::error::Problem;

/// How far a solver is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The states found so far.
    pub found: u64,
    /// The states whose value is known.
    pub solved: u64,
    /// Whether all states are found. Then `found` is how many are to be solved.
    pub all_found: bool,
}

/// Reports progress now and then.
pub(super) struct Watcher<F> {
    watch: F,
    progress: Progress,
    since_report: u32,
}

impl<F: FnMut(Progress) -> ControlFlow<()>> Watcher<F> {
    /// How many steps there are between two reports: a few milliseconds.
    const PERIOD: u32 = 1 << 12;

    pub(super) fn new(watch: F) -> Self {
        Self {
            watch,
            progress: Progress::default(),
            since_report: 0,
        }
    }

    pub(super) fn found(&mut self, states: usize) -> Result<(), Problem> {
        self.progress.found += states as u64;
        self.step()
    }

    pub(super) fn solved(&mut self) -> Result<(), Problem> {
        self.progress.solved += 1;
        self.step()
    }

    pub(super) fn all_found(&mut self) {
        self.progress.all_found = true;
    }

    fn step(&mut self) -> Result<(), Problem> {
        self.since_report += 1;
        if self.since_report < Self::PERIOD {
            return Ok(());
        }
        self.since_report = 0;
        match (self.watch)(self.progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Problem::Stopped),
        }
    }
}
