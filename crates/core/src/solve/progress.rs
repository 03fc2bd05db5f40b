//! The progress of a solver.

use core::ops::ControlFlow;

use super::error::Problem;
use crate::watch::{Phase, Progress};

/// A function that gets the progress of a solver. The function is a trait object, so that a solver
/// is compiled once for all such functions.
pub(super) type SolveWatch<'w> = &'w mut dyn FnMut(Progress) -> ControlFlow<()>;

pub(super) struct Watcher<'w> {
    watch: SolveWatch<'w>,
    found: u64,
    solved: u64,
    all_found: bool,
    since_report: u32,
}

impl<'w> Watcher<'w> {
    /// The solver reports its progress each time it has done this many steps, which takes a few
    /// milliseconds.
    const PERIOD: u32 = 1 << 12;

    pub(super) fn new(watch: SolveWatch<'w>) -> Self {
        Self {
            watch,
            found: 0,
            solved: 0,
            all_found: false,
            since_report: 0,
        }
    }

    pub(super) fn found(&mut self, states: usize) -> Result<(), Problem> {
        self.found += states as u64;
        self.step()
    }

    pub(super) fn solved(&mut self) -> Result<(), Problem> {
        self.solved += 1;
        self.step()
    }

    pub(super) fn all_found(&mut self) {
        self.all_found = true;
    }

    fn step(&mut self) -> Result<(), Problem> {
        self.since_report += 1;
        if self.since_report < Self::PERIOD {
            return Ok(());
        }
        self.since_report = 0;
        let progress = if self.all_found {
            Progress::of_states(Phase::Solving, self.solved, self.found)
        } else {
            Progress::of_states(Phase::Finding, self.found, 0)
        };
        match (self.watch)(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Problem::Stopped),
        }
    }
}
