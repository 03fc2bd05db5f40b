//! How reliable a forecast is.

/// How reliable the forecast number of states is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// All states were enumerated.
    Exact,
    /// The number is within a factor of two of the truth, and nearly always within a quarter.
    Estimate,
    /// The number may be wrong by a factor of two, or by a factor of ten for a game of 10^12
    /// states, because the sample found too few states twice.
    Rough,
    /// A lower bound. If a game is loopy or has no [tiers](crate::Game::tier), its states are only
    /// counted, up to a limit. A game with tiers may be too long to follow to its end.
    AtLeast,
    /// An upper bound: the number of ranks of a [dense](crate::index::Dense) index. A
    /// forecast of the library is never `AtMost`: callers who have such an index may use this variant.
    AtMost,
}
