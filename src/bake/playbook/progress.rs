//! The progress of making a playbook.

/// The progress of making a playbook.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PlaybookProgress {
    /// States are proved.
    Proving {
        /// The number of states searched so far. A state that is searched twice counts twice.
        nodes: u64,
    },
    /// States are explored.
    Exploring {
        /// The number of states explored for one side.
        states: u64,
    },
    /// The search makes the book smaller. If it is stopped, it returns the best book so far.
    Searching {
        /// The number of entries of the smallest book so far, for one side.
        states: u64,
        /// The finished share of the search, `0.0..=1.0`.
        part: f64,
    },
}
