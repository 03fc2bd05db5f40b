//! Into how many shards tiers are cut.

use std::fmt;
use std::str::FromStr;

/// Into how many shards tiers are cut, on which several jobs work, each with less memory. The
/// tablebase file has the same bytes whatever it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharding {
    /// Large tiers are not cut, and small ones are put together.
    Whole,
    /// With a dense index: into shards of two to this power of ranks each.
    Bits(u32),
    /// With a sparse index: each tier into this number of shards, by hash of the key.
    Count(u32),
}

impl Sharding {
    /// The least power of two for [`Bits`](Self::Bits).
    pub const LEAST_BITS: u32 = 16;
    /// The greatest one.
    pub const MOST_BITS: u32 = 60;
    /// The most shards of a tier with a sparse index: a job reads a result of each shard of the
    /// tier before it.
    pub const MOST: u32 = 1000;

    /// Into shards of at most so many ranks: a power of two, and no less than the least.
    #[must_use]
    pub const fn from_ranks(ranks: u64) -> Self {
        let bits = ranks.saturating_add((ranks == 0) as u64).ilog2();
        Self::Bits(match bits {
            ..=Self::LEAST_BITS => Self::LEAST_BITS,
            Self::MOST_BITS.. => Self::MOST_BITS,
            bits => bits,
        })
    }

    /// Returns how many ranks a shard has, if it has so many.
    #[must_use]
    pub const fn ranks(self) -> Option<u64> {
        match self {
            Self::Bits(bits) => Some(1 << bits),
            _ => None,
        }
    }

    /// Into how many shards a tier is cut, if it is into as many as all others.
    #[must_use]
    pub const fn count(self) -> Option<u32> {
        match self {
            Self::Count(count) => Some(count),
            _ => None,
        }
    }
}

/// As results note it: `whole`, a number of `ranks`, or a number of `shards`.
impl fmt::Display for Sharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("whole"),
            Self::Bits(bits) => write!(f, "{} ranks", 1_u64 << bits),
            Self::Count(count) => write!(f, "{count} shards"),
        }
    }
}

/// A text that tells no sharding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseShardingError;

impl fmt::Display for ParseShardingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected `whole`, a power of two of `ranks` from {} on, or 2 to {} `shards`",
            1 << Sharding::LEAST_BITS,
            Sharding::MOST
        )
    }
}

impl std::error::Error for ParseShardingError {}

impl FromStr for Sharding {
    type Err = ParseShardingError;

    fn from_str(text: &str) -> Result<Self, ParseShardingError> {
        let sharding = match text.split_once(' ') {
            None if text == "whole" => Some(Self::Whole),
            Some((ranks, "ranks")) => ranks.parse().ok().map(Self::from_ranks),
            Some((count, "shards")) => count.parse().ok().map(Self::Count),
            _ => None,
        };
        let is_one = |sharding: &Self| {
            let is_few = sharding
                .count()
                .is_none_or(|count| (2..=Self::MOST).contains(&count));
            is_few && sharding.to_string() == text
        };
        sharding.filter(is_one).ok_or(ParseShardingError)
    }
}
