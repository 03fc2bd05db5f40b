//! How reliable a forecast is.

/// How reliable the forecast number of states is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// All states were enumerated.
    Exact,
    /// An estimate. The estimate differs from the true number by a factor of at most two. In nearly
    /// all games, the estimate differs from the true number by at most a quarter.
    Estimate,
    /// A rough estimate, because the survey had too few data. To extrapolate, the survey needs
    /// states that it has reached from at least two sampled states. The estimate may be wrong by a
    /// factor of two, and in a game of 10^12 states by a factor of ten.
    Rough,
    /// A lower bound, because the count stopped at a limit. If a game is loopy or has no
    /// [tiers](crate::Game::tier), the count stops at the number of states that the effort allows.
    /// If a game has tiers and is not loopy, the count stops early only if there are very many
    /// tiers.
    AtLeast,
    /// An upper bound, namely the number of ranks of a [dense](crate::index::Dense) index. The
    /// functions of this module never return this variant. Use this variant if you have a dense
    /// index and know its number of ranks.
    AtMost,
}
