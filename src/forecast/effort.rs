//! How much work a forecast may be.

/// How much work a forecast may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many states are enumerated. A game that has no more is forecast exactly; of
    /// one that has, a quarter of this number represents every further layer.
    pub states: u32,
    /// Which of many possible samples is drawn. The same one gives the same forecast, on
    /// every machine.
    pub seed: u64,
}

impl Default for Effort {
    /// 200,000 states: well under a second.
    fn default() -> Self {
        Self {
            states: 200_000,
            seed: 0,
        }
    }
}
