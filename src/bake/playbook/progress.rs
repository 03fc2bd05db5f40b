//! How far the making of a playbook is.

/// How far the making of a playbook is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Progress {
    /// States are explored.
    Exploring {
        /// How many, of one side.
        states: u64,
    },
    /// A smaller book is searched for. Who stops now gets the best so far.
    Searching {
        /// The least number of entries that was found for one side.
        states: u64,
        /// Which part of the search is done, `0.0..=1.0`.
        part: f64,
    },
}
