//! The progress of a judge.

use std::ops::ControlFlow;

/// A finished step of a judge.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The activity of the judge: "asking", "playing", "ranking".
    pub doing: &'static str,
    /// The things that it counts: "states", "positions", "games", "players".
    pub unit: &'static str,
    /// The number of things that are done.
    pub done: u64,
    /// The number of all things; `None` if it is unknown.
    pub total: Option<u64>,
}

/// A function that is called after each step. [`ControlFlow::Break`] ends the work.
pub type Steps<'a> = &'a (dyn Fn(Step) -> ControlFlow<()> + Sync);

/// Ignores every step.
pub fn unwatched(_: Step) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
