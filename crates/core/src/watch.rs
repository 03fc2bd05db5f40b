//! The progress of long work.

/// A phase of long work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// Checking the results that exist.
    Checking,
    /// Finding the reachable states.
    Finding,
    /// Computing the scores of the states.
    Solving,
    /// Baking a table.
    Baking,
    /// Finding the states that a playbook may contain.
    Exploring,
    /// Searching for a smaller playbook. If `watch` stops the search, the search returns the best
    /// playbook so far.
    Searching,
    /// Writing the table.
    Writing,
    /// Comparing a table with the rules.
    Verifying,
    /// Proving the value of a state. A state counts each time the search visits it.
    Proving,
}

/// The progress of long work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The phase of the work.
    pub phase: Phase,
    /// The finished amount of work.
    pub done: u64,
    /// The total amount of work; 0 if it is unknown.
    pub total: u64,
    /// If `true`, `done` and `total` count states. If `false`, they count steps, each of which is
    /// about the same amount of work.
    pub is_of_states: bool,
}

impl Progress {
    /// Creates a progress in which `done` and `total` count states.
    #[must_use]
    pub const fn of_states(phase: Phase, done: u64, total: u64) -> Self {
        Self {
            phase,
            done,
            total,
            is_of_states: true,
        }
    }

    /// Creates a progress in which `done` and `total` count steps.
    #[must_use]
    pub const fn of_steps(phase: Phase, done: u64, total: u64) -> Self {
        Self {
            phase,
            done,
            total,
            is_of_states: false,
        }
    }
}
