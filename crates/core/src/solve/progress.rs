//! The progress of a solver.

use core::ops::ControlFlow;

use super::error::Problem;

/// The progress of a solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolveProgress {
    /// The number of states found so far.
    pub found: u64,
    /// The number of states whose value is known.
    pub solved: u64,
    /// Whether all states are found. If they are, `found` is the number of states to solve.
    pub all_found: bool,
}

/// A function that gets the progress of a solver. It is a trait object, so that a solver is
/// compiled once for all of them.
pub(super) type SolveWatch<'w> = &'w mut dyn FnMut(SolveProgress) -> ControlFlow<()>;

/// Reports progress now and then.
pub(super) struct Watcher<'w> {
    watch: SolveWatch<'w>,
    progress: SolveProgress,
    since_report: u32,
}

impl<'w> Watcher<'w> {
    /// The number of steps between two reports: a few milliseconds.
    const PERIOD: u32 = 1 << 12;

    pub(super) fn new(watch: SolveWatch<'w>) -> Self {
        Self {
            watch,
            progress: SolveProgress::default(),
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
