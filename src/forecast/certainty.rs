//! How reliable a forecast is.

/// How reliable the forecast number of states is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// All states were enumerated.
    Exact,
    /// An estimate, which differs from the true number by a factor of at most two, and nearly
    /// always by at most a quarter.
    Estimate,
    /// A rough estimate, because too few states were reached from more than one sampled state. The
    /// estimate may be wrong by a factor of two, and in a game of 10^12 states by a factor of ten.
    Rough,
    /// A lower bound, because the count stopped at a limit. This happens only in a large game.
    /// Either the game is loopy or has no [tiers](crate::Game::tier), or the count does not reach
    /// the last tier, because there are too many tiers.
    AtLeast,
    /// An upper bound, namely the number of ranks of a [dense](crate::index::Dense) index. The
    /// functions of this module never return this variant. The variant is for callers who have a
    /// dense index, and know the number of its ranks.
    AtMost,
}
