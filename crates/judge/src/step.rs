//! The progress of judging players.

use std::ops::ControlFlow;

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

/// Ignores every step.
pub fn unwatched(_: Step) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
