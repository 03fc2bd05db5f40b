//! The progress of judging players.

use std::ops::ControlFlow;

use crate::fault::Fault;

/// The progress after a finished step of the judge.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The activity of the judge: "asking", "playing" or "ranking".
    pub doing: &'static str,
    /// The unit of the counts: "states", "positions", "games" or "players".
    pub unit: &'static str,
    /// The number of finished units.
    pub done: u64,
    /// The number of all units; `None` if it is unknown.
    pub total: Option<u64>,
}

/// A function that is called after each step. [`ControlFlow::Break`] ends the work.
pub type Steps<'a> = &'a (dyn Fn(Step) -> ControlFlow<()> + Sync);

impl Step {
    /// Calls `steps` with this step. Returns [`Fault::Stopped`] if the work has to end.
    pub(crate) fn tell(self, steps: Steps<'_>) -> Result<(), Fault> {
        match steps(self) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Fault::Stopped),
        }
    }
}

/// Ignores every step.
pub fn unwatched(_: Step) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
