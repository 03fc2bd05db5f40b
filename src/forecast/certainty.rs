//! How reliable a forecast is.

/// How reliable the number of states in a forecast is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// All states were enumerated.
    Exact,
    /// The number is right within a factor of two, and nearly always within a quarter.
    Estimate,
    /// The number may be wrong by a factor of two, or of ten for a game of 10^12 states, because
    /// too few states were seen twice.
    Rough,
    /// A lower bound. The states of a game that is loopy or has no [tiers](crate::Game::tier) are only
    /// counted, and a game may be too long to be followed to its end.
    AtLeast,
    /// An upper bound: the number of ranks of a [dense](crate::index::Dense) game. The library
    /// leaves it to callers who have an index.
    AtMost,
}
