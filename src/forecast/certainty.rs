//! How reliable a forecast is.

/// How reliable the forecast number of states is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// All states were enumerated.
    Exact,
    /// An estimate. It is within a factor of two of the true number, and nearly always within a
    /// quarter.
    Estimate,
    /// A rough estimate. It may be wrong by a factor of two, or of ten for a game of 10^12 states,
    /// because the sample found too few states from more than one parent.
    Rough,
    /// A lower bound, because the count stopped at a limit. This happens in a large game that is
    /// loopy, has no [tiers](crate::Game::tier), or has so many tiers that the count does not come
    /// to the last tier.
    AtLeast,
    /// An upper bound, namely the number of ranks of a [dense](crate::index::Dense) index. The
    /// functions of this module never return this variant. It is for callers who have such an
    /// index.
    AtMost,
}
