//! Limits of long work, and how far it is.

use core::ops::ControlFlow;

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// Looking at the results that there are.
    Checking,
    /// Finding the states that some game reaches.
    Finding,
    /// Finding the scores of the states.
    Solving,
    /// Making a table of the states.
    Baking,
    /// Finding the states that a playbook is chosen from.
    Exploring,
    /// Looking for a smaller playbook. If it is stopped now, it returns the best one so far.
    Searching,
    /// Writing the table.
    Writing,
    /// Comparing a table with the rules.
    Verifying,
    /// Proving the value of a state.
    Proving,
}

/// How far work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub phase: Phase,
    /// How much of it is done.
    pub done: u64,
    /// How much there is to do; 0 if that is unknown.
    pub total: u64,
    /// Whether these are numbers of states. Otherwise they are numbers of steps, which are about
    /// equal work.
    pub is_of_states: bool,
}

impl Progress {
    /// Says that `states` states have been found, of an unknown number.
    #[must_use]
    pub const fn found(states: u64) -> Self {
        Self {
            phase: Phase::Finding,
            done: states,
            total: 0,
            is_of_states: true,
        }
    }
}

/// A function that is called with the progress many times a second, by any thread, and decides
/// whether to go on.
pub type Watch<'a> = &'a (dyn Fn(Progress) -> ControlFlow<()> + Sync);

/// Watches nothing, and stops nothing.
pub const fn unwatched(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The limits of some work, and its watcher.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The most bytes to hold, approximately; `None` for [`MOST`](Self::MOST).
    pub memory: Option<u64>,
    /// The number of threads; `None` for one for each core.
    pub threads: Option<usize>,
    /// Is called with the progress.
    pub watch: Watch<'a>,
}

impl Limits<'_> {
    /// The most bytes to hold if no other limit is given: 64 GiB. A system may promise more than it
    /// has, and then end the process that uses it.
    pub const MOST: u64 = 1 << 36;

    /// Returns the most bytes to hold.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.memory.unwrap_or(Self::MOST)
    }
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self {
            memory: None,
            threads: None,
            watch: &unwatched,
        }
    }
}
