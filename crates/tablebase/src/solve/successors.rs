//! Data about the next tiers of a tier.

use crate::jobs::plan::{Plan, RankReach};

/// A value for each tier that moves from one tier lead to.
pub(crate) struct NextTiers<T> {
    tiers: Vec<(u64, T)>,
    /// The position where the next search begins, which is after the tier that was found last.
    /// Successive states often have moves to the same tiers, in the same order.
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

/// A value for each rank of a tier that moves may lead to. Used with a dense index.
pub(crate) struct RankValues<'a, T> {
    /// The values of all places of each shard that contains some of the ranks.
    shards: Vec<&'a [T]>,
    shard_bits: u32,
    /// A rank plus this offset is the position of the rank's place, counted from the first place of
    /// the first shard.
    offset: u64,
    /// The number of ranks of the tier.
    size: u64,
}

impl<'a, T> RankValues<'a, T> {
    /// Creates the values for the ranks of `reach`. `held` returns the values of a shard that are in
    /// memory.
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
