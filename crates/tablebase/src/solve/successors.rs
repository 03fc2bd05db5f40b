//! Stores values for the tiers and ranks to which moves from one tier lead.

use crate::jobs::plan::{Plan, RankReach};

/// For one tier, stores a value for each tier to which its moves lead.
pub(crate) struct NextTiers<T> {
    tiers: Vec<(u64, T)>,
    /// The index of the entry after the one that `get` found last. The next call of `get` begins its search here,
    /// because successive states often have moves to the same tiers, in the same order.
    at: usize,
}

impl<T> NextTiers<T> {
    pub fn new(tiers: impl Iterator<Item = (u64, T)>) -> Self {
        Self {
            tiers: tiers.collect(),
            at: 0,
        }
    }

    pub fn push(&mut self, tier: u64, next: T) {
        self.tiers.push((tier, next));
    }

    #[inline]
    pub fn get(&mut self, tier: u64) -> Option<&T> {
        for _ in 0..self.tiers.len() {
            let (found, next) = &self.tiers[self.at];
            self.at += 1;
            if self.at == self.tiers.len() {
                self.at = 0;
            }
            if *found == tier {
                return Some(next);
            }
        }
        None
    }
}

/// Looks up a value by rank in a tier to which moves may lead. Used with a dense index.
pub(crate) struct RankValues<'a, T> {
    /// The values of whole shards: for each shard that contains a rank to which a move may lead, the values of all its
    /// ranks.
    shards: Vec<&'a [T]>,
    shard_bits: u32,
    /// A rank plus this offset is the position of the rank's value, counted from the first value of the first
    /// shard in `shards`.
    offset: u64,
    /// The number of ranks of the tier.
    size: u64,
}

impl<'a, T> RankValues<'a, T> {
    /// Creates the look-up of values for the ranks in `reach`. `held` takes the index of a shard, and returns the
    /// values of the shard, which must be in memory.
    pub fn new(plan: &Plan, reach: &RankReach, held: impl Fn(usize) -> &'a [T]) -> Self {
        let shards = plan.shards_with(&reach.places());
        let first = plan.shards().get(shards.start);
        Self {
            offset: reach
                .into
                .place
                .wrapping_sub(first.map_or(0, |first| first.places.start)),
            shards: shards.map(held).collect(),
            shard_bits: plan.shard_bits(),
            size: reach.into.size,
        }
    }

    #[inline]
    pub fn get(&self, rank: u64) -> Option<&'a T> {
        if rank >= self.size {
            return None;
        }
        let number = rank.wrapping_add(self.offset);
        let shard = self.shards.get((number >> self.shard_bits) as usize)?;
        shard.get((number & ((1 << self.shard_bits) - 1)) as usize)
    }
}
