//! The progress of judging players.

use std::ops::ControlFlow;

use crate::fault::Fault;

/// How far the judge has come, for a progress display. The judge is the code that measures players.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The activity of the judge: "asking", "playing" or "ranking".
    pub doing: &'static str,
    /// The unit of the counts: "states", "positions", "games" or "players".
    pub unit: &'static str,
    /// The number of finished units.
    pub done: u64,
    /// The number of finished and unfinished units together; `None` if it is unknown.
    pub total: Option<u64>,
}

/// A function that the judge calls with its progress, for example after each game.
/// [`ControlFlow::Break`] ends the work.
pub type Steps<'a> = &'a (dyn Fn(Step) -> ControlFlow<()> + Sync);

impl Step {
    /// Calls `steps` with this step. Returns [`Fault::Stopped`] if `steps` returns
    /// [`ControlFlow::Break`].
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
