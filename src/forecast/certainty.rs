//! How good a forecast is.

/// How much a forecast of the number of states is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// All states were enumerated.
    Exact,
    /// The number is right within a factor of two, and nearly always within a fifth.
    Estimate,
    /// The number may well be wrong by a factor of two, or of ten for a game of 10^12
    /// states: too few states were seen twice. Or states come back or have no tier, so
    /// that old ones cannot be told from new ones; then it is rather too small.
    Rough,
    /// There are more: the game is too long to be looked at to the end.
    AtLeast,
}
