//! How reliable a forecast is.

/// How reliable the forecast of the number of states is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// All states were enumerated.
    Exact,
    /// The number is right within a factor of two, and nearly always within a quarter.
    Estimate,
    /// The number may be wrong by a factor of two, or of ten for a game of 10^12 states,
    /// because too few states were seen twice. The same holds if states may repeat or have no
    /// tier: then known states cannot be told from new ones, and the number is more likely too
    /// small.
    Rough,
    /// A lower bound: the game is too long to be followed to its end, or the forecast was
    /// stopped.
    AtLeast,
}
