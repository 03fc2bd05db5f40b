//! How far the making of a playbook is.

/// How far the making of a playbook is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PlaybookProgress {
    /// States are proved.
    Proving {
        /// The number of states that were searched so far, each as often as it was.
        nodes: u64,
    },
    /// States are explored.
    Exploring {
        /// The number of states explored for one side.
        states: u64,
    },
    /// The search tries to make the book smaller. If it is stopped now, it returns the best book so
    /// far.
    Searching {
        /// The number of entries of the smallest book so far, for one side.
        states: u64,
        /// The share of the search that is done, `0.0..=1.0`.
        part: f64,
    },
}
