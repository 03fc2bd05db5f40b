//! The ways to cut tiers into shards.

use std::fmt;
use std::str::FromStr;

/// The way in which tiers are cut into shards. If a tier is cut, several jobs work on it, and each
/// job needs less memory. The tablebase file has the same bytes for every sharding. A number that
/// is out of bounds, for example below [`LEAST_BITS`](Self::LEAST_BITS), is replaced by the nearest
/// bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharding {
    /// No tier is cut. Several small tiers form one shard.
    Whole,
    /// With a dense index, `Bits(n)` cuts tiers into shards of at most 2^`n` ranks.
    Bits(u32),
    /// With a sparse index, `Count(n)` cuts each tier into `n` shards. The hash of a key selects
    /// the shard of the key.
    Count(u32),
}

impl Sharding {
    /// The least number for [`Bits`](Self::Bits).
    pub const LEAST_BITS: u32 = 16;
    /// The greatest number for [`Bits`](Self::Bits).
    pub const MOST_BITS: u32 = 60;
    /// The greatest number of shards of a tier with a sparse index. The number of shards is limited
    /// because each job reads a result from every shard of an earlier or later tier.
    pub const MOST: u32 = 1000;

    /// Returns the sharding with at most `ranks` ranks in a shard. `ranks` is rounded down to a
    /// power of two, and then clamped to the range from 2^`LEAST_BITS` to 2^`MOST_BITS`.
    #[must_use]
    pub const fn from_ranks(ranks: u64) -> Self {
        let bits = ranks.saturating_add((ranks == 0) as u64).ilog2();
        Self::Bits(match bits {
            ..=Self::LEAST_BITS => Self::LEAST_BITS,
            Self::MOST_BITS.. => Self::MOST_BITS,
            bits => bits,
        })
    }

    /// Returns the same sharding, after clamping the number in the variant to its bounds.
    pub(super) fn within_bounds(self) -> Self {
        match self {
            Self::Whole => Self::Whole,
            Self::Bits(bits) => Self::Bits(bits.clamp(Self::LEAST_BITS, Self::MOST_BITS)),
            Self::Count(count) => Self::Count(count.clamp(1, Self::MOST)),
        }
    }

    /// Returns the greatest number of ranks in a shard; `None` if the sharding sets no limit for
    /// ranks.
    #[must_use]
    pub const fn ranks(self) -> Option<u64> {
        match self {
            Self::Bits(bits) => Some(1 << bits),
            _ => None,
        }
    }

    /// Returns the number of shards of each tier; `None` if the sharding does not set this number.
    #[must_use]
    pub const fn count(self) -> Option<u32> {
        match self {
            Self::Count(count) => Some(count),
            _ => None,
        }
    }
}

/// Writes the sharding as a result store records it, such as `whole`, `65536 ranks` or `4 shards`.
impl fmt::Display for Sharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("whole"),
            Self::Bits(bits) => write!(f, "{} ranks", 1_u64 << bits),
            Self::Count(count) => write!(f, "{count} shards"),
        }
    }
}

/// The error for a text that is not a sharding.
#[derive(Clone, Copy, PartialEq, Eq)]
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

perfectplay::debug_as_display!([] ParseShardingError);

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
