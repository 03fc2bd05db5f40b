//! How far long work is.

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
