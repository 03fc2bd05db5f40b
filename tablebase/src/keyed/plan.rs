//! How the work on a game without ranks is cut up.

use std::ops::RangeInclusive;

use perfectplay::Game;
use perfectplay::game::starts;

use crate::code::Codes;
use crate::error::Error;

/// How the work on a game without ranks is cut up: into batches of tiers, and each of these
/// into parts. It follows from the game and the number of parts alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    first: u32,
    last: u32,
    tiers_a_batch: u32,
    parts: u32,
    codes: Codes,
}

impl Plan {
    /// The most batches, unless there are parts: many games have many tiers that are small.
    const MOST_BATCHES: u32 = 64;

    /// The plan with so many parts, at least one.
    pub fn new<G: Game>(game: &G, parts: u32) -> Result<Self, Error> {
        let mut first = u32::MAX;
        for start in starts(game) {
            first = first.min(tier_of(game, start)?);
            let key = game.key(start);
            if game.state_of_key(key) != Some(start) {
                return Err(Error::Key { key });
            }
        }
        let last = game.last_tier().ok_or(Error::NoLastTier)?;
        if first > last {
            return Err(Error::LastTier { last, found: first });
        }
        let (longest, parts) = (last - first, parts.max(1));
        // What is sent to another part of the same batch would come too late.
        let tiers_a_batch = match parts {
            1 => longest / Self::MOST_BATCHES + 1,
            _ => 1,
        };
        Ok(Self {
            first,
            last,
            tiers_a_batch,
            parts,
            codes: Codes::new(longest).ok_or(Error::TooLong { found: longest })?,
        })
    }

    pub const fn codes(&self) -> Codes {
        self.codes
    }

    pub const fn parts(&self) -> u32 {
        self.parts
    }

    pub const fn last_tier(&self) -> u32 {
        self.last
    }

    pub const fn batches(&self) -> u32 {
        (self.last - self.first) / self.tiers_a_batch + 1
    }

    /// The tiers of a batch.
    pub fn tiers(&self, batch: u32) -> RangeInclusive<u32> {
        let first = self.first + batch * self.tiers_a_batch;
        first..=self.last.min(first + (self.tiers_a_batch - 1))
    }

    /// The batch of a tier; `None` if there is no such tier.
    pub fn batch_of(&self, tier: u32) -> Option<u32> {
        let is_planned = (self.first..=self.last).contains(&tier);
        is_planned.then(|| (tier - self.first) / self.tiers_a_batch)
    }

    /// The part that a key belongs to.
    #[inline]
    pub fn part_of(&self, key: u64) -> u32 {
        if self.parts == 1 {
            return 0;
        }
        ((u128::from(spread(key)) * u128::from(self.parts)) >> u64::BITS) as u32
    }
}

/// The tier of a state, which it must have.
pub(super) fn tier_of<G: Game>(game: &G, state: G::State) -> Result<u32, Error> {
    game.tier(state).ok_or_else(|| Error::NoTier {
        state: format!("{state:?}"),
    })
}

/// Spreads keys over parts: the finishing step of SplitMix64 (G. L. Steele, D. Lea and
/// C. H. Flood, 2014), with the constants of D. Stafford.
const fn spread(key: u64) -> u64 {
    let z = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
