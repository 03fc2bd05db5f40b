//! The amount of work that a forecast may take.

/// The amount of work that a forecast may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The number of states to enumerate. The forecast of a game with at most `states` states is
    /// exact. In a larger game, the forecast enumerates `states` states, and then estimates the
    /// size of each remaining tier from a sample of `states / 4` states.
    pub states: u32,
    /// The seed of the samples. The same seed gives the same forecast on every machine.
    pub seed: u64,
}

impl Default for Effort {
    /// Returns an effort of 200,000 states, which takes well under a second.
    fn default() -> Self {
        Self {
            states: 200_000,
            seed: 0,
        }
    }
}
