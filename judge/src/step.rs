//! How far a judge is.

use std::ops::ControlFlow;

/// A step of a judge that is done.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// What the judge does: "asking", "playing", "ranking".
    pub doing: &'static str,
    /// What it counts: "states", "positions", "games", "players".
    pub unit: &'static str,
    /// How many are done.
    pub done: u64,
    /// How many there are; `None` if that is not known.
    pub total: Option<u64>,
}

/// Is called after each step. [`ControlFlow::Break`] ends the work.
pub type Steps<'a> = &'a (dyn Fn(Step) -> ControlFlow<()> + Sync);

/// Looks at no step.
pub fn unwatched(_: Step) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
