//! What is known of the tiers that follow one.

use crate::jobs::plan::{Plan, Reach};

/// Something for each of the tiers that follow one.
pub(crate) struct NextTiers<T> {
    tiers: Vec<(u64, T)>,
    /// Behind where the last one was found: the moves from a state lead to one after another, and
    /// so do those from the next state.
    at: usize,
}

impl<T> NextTiers<T> {
    pub fn new(tiers: impl Iterator<Item = (u64, T)>) -> Self {
        Self {
            tiers: tiers.collect(),
            at: 0,
        }
    }

    /// One more tier.
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

/// With a dense index, something for each of the ranks to which moves may lead.
pub(crate) struct Ranks<'a, T> {
    /// That of the places of the shards that have these ranks.
    shards: Vec<&'a [T]>,
    shard_bits: u32,
    /// What makes a rank the number of a place, counted from the first shard's first.
    offset: u64,
    /// How many ranks the tier has.
    size: u64,
}

impl<'a, T> Ranks<'a, T> {
    /// `held` tells what is held of a shard.
    pub fn new(plan: &Plan, reach: &Reach, held: impl Fn(usize) -> &'a [T]) -> Self {
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

    /// Returns that of a rank, if it is held.
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
