//! How large tiers are cut into parts.

use std::fmt;

use perfectplay_tablebase::Plan;

use crate::words::Count;

/// How large tiers are cut into parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Into parts of at most this number of ranks.
    Ranks(u64),
    /// Each tier into this number of parts, by hash of the key.
    Parts(u32),
}

impl Cut {
    /// The most parts of a tier: a job reads a result of each part of the tier before it.
    pub const MOST_PARTS: u64 = 1000;

    /// The cut into parts of at most this number of ranks, about.
    #[must_use]
    pub const fn of_ranks(ranks: u64) -> Self {
        Self::Ranks(Plan::rounded_part(ranks))
    }

    /// The cut of a tier of this size into parts of a number of states each, about.
    ///
    /// # Errors
    /// The number of parts, if it is too large.
    pub fn of_states(tier: u64, part: u64) -> Result<Self, u64> {
        match tier.div_ceil(part).max(1) {
            parts @ ..=Self::MOST_PARTS => Ok(Self::Parts(parts as u32)),
            parts => Err(parts),
        }
    }

    /// What a store notes.
    #[must_use]
    pub fn note(self) -> String {
        match self {
            Self::Ranks(ranks) => format!("{ranks} ranks"),
            Self::Parts(parts) => format!("{parts} parts"),
        }
    }

    /// The cut that a store has noted.
    #[must_use]
    pub fn of_note(note: &str) -> Option<Self> {
        match note.split_once(' ')? {
            (ranks, "ranks") => Some(Self::Ranks(ranks.parse().ok()?)),
            (parts, "parts") => Some(Self::Parts(parts.parse().ok()?)),
            _ => None,
        }
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Ranks(ranks) => write!(f, "parts of {} ranks", Count(ranks)),
            Self::Parts(1) => f.write_str("tiers in 1 part"),
            Self::Parts(parts) => write!(f, "tiers in {parts} parts"),
        }
    }
}
