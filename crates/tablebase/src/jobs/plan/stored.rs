//! Stores plans as bytes. A plan divides the work on a game into jobs. For a game with many tiers,
//! reading a stored plan takes much less time than making the plan.
//!
//! | bytes | content |
//! | --- | --- |
//! | 17 | `perfectplay plan` and a line feed |
//! | 2 | version, 1 |
//! | 4 | fingerprint of the game and its index |
//! | 8 | the number of ranks in a shard if tiers are cut, otherwise 0 |
//! | 8 | the number of tiers of the game |
//! | 1 | 1 if every move leads to the next level, otherwise 0 |
//! | | seven lists; the number of items comes before each list, in 8 bytes: |
//! | 4 each | the tiers, level by level |
//! | 4 each | the mirror tier of each tier, or 2^32 - 1 if there is none |
//! | 8 each | the number of ranks of each tier |
//! | 8 each | the number of tiers up to the end of each level |
//! | 8 each | for each shard: the number of ranks that are examined to find its states, the number of shards that follow it, and the number of shards that come before it |
//! | 4 each | the shards that follow each shard |
//! | 4 each | the shards that come before each shard |
//! | 4 | a checksum of all bytes before it |
//!
//! Numbers are stored with the low byte first.

use super::{Plan, Shard, codes_of_levels};
use crate::index::{ErasedIndex, Form};
use crate::jobs::sharding::Sharding;

const LABEL: &[u8; 17] = b"perfectplay plan\n";
const VERSION: u16 = 1;
/// The list of mirror tiers contains this number for a tier without a mirror tier.
const NONE: u32 = u32::MAX;
/// The number of integers that describe a shard.
const OF_SHARD: usize = 3;

impl Plan {
    /// A plan is stored only if the game has at least this number of tiers. Making the plan of a
    /// smaller game takes at most a millisecond.
    const LEAST_STORED: usize = 1 << 11;

    /// Returns the plan as bytes. Returns `None` if the game has few tiers, because making its plan
    /// again takes hardly any time.
    pub(crate) fn to_bytes(&self, rules: &dyn ErasedIndex) -> Option<Vec<u8>> {
        if self.canonical.len() < Self::LEAST_STORED {
            return None;
        }
        let mut bytes = header(rules, self.sharding);
        bytes.push(self.is_even.into());
        let tiers = &self.tiers;
        put(
            &mut bytes,
            tiers.iter().map(|tier| (tier.tier as u32).to_le_bytes()),
        );
        let mirror = |mirror: Option<u64>| mirror.map_or(NONE, |mirror| mirror as u32);
        put(
            &mut bytes,
            tiers.iter().map(|tier| mirror(tier.mirror).to_le_bytes()),
        );
        put(&mut bytes, tiers.iter().map(|tier| tier.size.to_le_bytes()));
        let levels = 0..tiers.last().map_or(0, |tier| tier.level + 1);
        let ends = levels.map(|level| tiers.partition_point(|tier| tier.level <= level) as u64);
        put(&mut bytes, ends.map(u64::to_le_bytes));
        let shards = self.shards.iter().flat_map(|shard| {
            let [next, previous] = [&shard.next, &shard.previous].map(|some| some.len() as u64);
            [shard.looks, next, previous].map(u64::to_le_bytes)
        });
        put(&mut bytes, shards.collect::<Vec<_>>().into_iter());
        put(
            &mut bytes,
            self.next.iter().map(|shard| shard.to_le_bytes()),
        );
        put(
            &mut bytes,
            self.previous.iter().map(|shard| shard.to_le_bytes()),
        );
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Some(bytes)
    }

    /// Reads a plan. Returns `None` if the plan is damaged, or was made for another game or another
    /// sharding.
    pub(crate) fn from_bytes(
        bytes: &[u8],
        rules: &dyn ErasedIndex,
        sharding: Sharding,
    ) -> Option<Self> {
        let (bytes, checksum) = bytes.split_last_chunk()?;
        if crc32fast::hash(bytes).to_le_bytes() != *checksum {
            return None;
        }
        let rest = bytes.strip_prefix(&header(rules, sharding)[..])?;
        let (&is_even, mut rest) = rest.split_first()?;
        let rest = &mut rest;
        let tiers = take(rest, u32::from_le_bytes)?;
        let mirrors = take(rest, u32::from_le_bytes)?;
        let sizes = take(rest, u64::from_le_bytes)?;
        let ends = take(rest, u64::from_le_bytes)?;
        let of_shards = take(rest, u64::from_le_bytes)?;
        let (next, previous) = (
            take(rest, u32::from_le_bytes)?,
            take(rest, u32::from_le_bytes)?,
        );
        let count = rules.tier_count();
        let known = |&tier: &u32| u64::from(tier) < count;
        let mirrored = |tier: &u32| *tier == NONE || known(tier);
        let fits = rest.is_empty()
            && count <= Self::MOST_TIERS
            && [mirrors.len(), sizes.len()] == [tiers.len(); 2]
            && ends.last() == Some(&(tiers.len() as u64))
            && ends.is_sorted_by(|a, b| a < b)
            && tiers.iter().all(known)
            && mirrors.iter().all(mirrored);
        if !fits {
            return None;
        }
        let mut plan = Self {
            form: Form::Dense,
            codes: codes_of_levels(rules, ends.len()).ok()?,
            sharding,
            levels: Vec::with_capacity(ends.len()),
            shards: Vec::with_capacity(of_shards.len() / OF_SHARD),
            next,
            previous,
            tiers: Vec::with_capacity(tiers.len()),
            canonical: vec![Self::NONE; count as usize],
            spread: [0, count - 1, 1],
            is_even: is_even != 0,
        };
        let (mut start, mut place) = (0, 0);
        for end in ends {
            let own = start..end as usize;
            let sized = tiers[own.clone()].iter().zip(&sizes[own]);
            let sized = sized.map(|(&tier, &size)| (tier.into(), size));
            plan.push_level(sized, &mut place).ok()?;
            start = end as usize;
        }
        for (at, &mirror) in mirrors.iter().enumerate() {
            if mirror != NONE {
                plan.canonical[mirror as usize] = at as u32;
                plan.tiers[at].mirror = Some(mirror.into());
            }
        }
        plan.put_levels_together();
        plan.note_loops(rules);
        plan.join_as(&of_shards)?;
        Some(plan)
    }

    /// Reads from the stored lists which shards follow each shard, and which shards come before
    /// each shard. Returns `None` if the lists contradict each other.
    fn join_as(&mut self, of_shards: &[u64]) -> Option<()> {
        let count = self.shards.len();
        if of_shards.len() != OF_SHARD * count {
            return None;
        }
        let (mut next, mut previous) = (0, 0);
        for (at, (shard, own)) in self
            .shards
            .iter_mut()
            .zip(of_shards.chunks_exact(OF_SHARD))
            .enumerate()
        {
            let Shard {
                looks,
                next: own_next,
                previous: own_previous,
                ..
            } = shard;
            *looks = own[0];
            *own_next = next..usize::try_from(own[1]).ok()?.checked_add(next)?;
            *own_previous = previous..usize::try_from(own[2]).ok()?.checked_add(previous)?;
            (next, previous) = (own_next.end, own_previous.end);
            let later = self.next.get(own_next.clone())?;
            let earlier = self.previous.get(own_previous.clone())?;
            let fits = later
                .iter()
                .all(|&later| (at + 1..count).contains(&(later as usize)))
                && earlier.iter().all(|&earlier| (earlier as usize) < at);
            if !fits {
                return None;
            }
        }
        ([next, previous] == [self.next.len(), self.previous.len()]).then_some(())
    }
}

fn header(rules: &dyn ErasedIndex, sharding: Sharding) -> Vec<u8> {
    let mut bytes = LABEL.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(rules.fingerprint().to_le_bytes());
    bytes.extend(sharding.ranks().unwrap_or(0).to_le_bytes());
    bytes.extend(rules.tier_count().to_le_bytes());
    bytes
}

fn put<const N: usize>(bytes: &mut Vec<u8>, items: impl ExactSizeIterator<Item = [u8; N]>) {
    bytes.extend((items.len() as u64).to_le_bytes());
    bytes.reserve(N * items.len());
    for item in items {
        bytes.extend(item);
    }
}

fn take<const N: usize, T>(bytes: &mut &[u8], read: impl Fn([u8; N]) -> T) -> Option<Vec<T>> {
    let (&len, rest) = bytes.split_first_chunk()?;
    let len = usize::try_from(u64::from_le_bytes(len)).ok()?;
    let (items, rest) = rest.split_at_checked(len.checked_mul(N)?)?;
    *bytes = rest;
    let items = items.chunks_exact(N);
    Some(
        items
            .map(|item| read(item.try_into().expect("as many bytes")))
            .collect(),
    )
}
