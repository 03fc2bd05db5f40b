//! The search for pilots: how far to shift each bucket of keys so that no two keys meet.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::BakeError;
use crate::entropy::{GOLDEN_GAMMA, mix};
use crate::table::layout::{PerfectHash, width_of};

/// A place for every key.
pub(super) struct Placed {
    pub(super) key_bits: u32,
    pub(super) multiplier: u64,
    pub(super) places: PerfectHash,
    pub(super) shifts: Shifts,
}

/// How far the buckets are shifted, and what comes of it.
pub(super) struct Shifts {
    pub(super) pilots: Vec<u32>,
    /// In each slot the remainder of its key, and which key it is.
    pub(super) slots: Vec<(u64, u32)>,
}

/// How many ways to spread the keys are tried. One in a dozen does for many keys, one in
/// some hundreds for very few.
const ATTEMPTS: u64 = 1 << 16;

/// PerfectHash all keys, of which there is one at least.
pub(super) fn place(keys: &[u64]) -> Result<Placed, BakeError> {
    let found = keys.len();
    let count = u32::try_from(found).map_err(|_| BakeError::TooManyStates { found })?;
    let key_bits = width_of(keys.iter().fold(1, |all, key| all | key));
    (0..ATTEMPTS)
        .find_map(|attempt| {
            let multiplier = odd(attempt);
            let places = PerfectHash::new(count, key_bits, multiplier);
            Some(Placed {
                key_bits,
                multiplier,
                places,
                shifts: Buckets::of(keys, &places)?.shifts(&places)?,
            })
        })
        .ok_or(BakeError::NoPlaces)
}

/// An odd number for each attempt, with bits in no pattern: the numbers that SplitMix64
/// generates.
const fn odd(attempt: u64) -> u64 {
    mix(attempt.wrapping_mul(GOLDEN_GAMMA)) | 1
}

/// A key in its bucket.
#[derive(Clone, Copy, Default)]
struct Member {
    start: u32,
    remainder: u64,
    /// Which key it is.
    key: u32,
}

/// The keys by bucket.
struct Buckets {
    members: Vec<Member>,
    /// Where each bucket begins among the members, and at last the end.
    ends: Vec<usize>,
}

impl Buckets {
    /// The buckets, if no two keys of one start at the same place. Such keys would meet
    /// however far they are shifted.
    fn of(keys: &[u64], places: &PerfectHash) -> Option<Self> {
        let place = |key| places.of(key).expect("keys of no more bits than counted");
        let mut ends = vec![0; places.buckets as usize + 1];
        for &key in keys {
            ends[place(key).bucket as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        let mut members = vec![Member::default(); keys.len()];
        // Backwards, so that what was the end of a bucket is its beginning at last.
        for (i, &key) in keys.iter().enumerate().rev() {
            let place = place(key);
            let end = &mut ends[place.bucket as usize];
            *end -= 1;
            members[*end] = Member {
                start: place.start,
                remainder: place.remainder,
                key: i as u32,
            };
        }
        let buckets = Self { members, ends };
        (0..places.buckets)
            .all(|bucket| {
                let members = buckets.get(bucket);
                members.iter().enumerate().all(|(i, member)| {
                    let others = &members[..i];
                    others.iter().all(|other| other.start != member.start)
                })
            })
            .then_some(buckets)
    }

    fn get(&self, bucket: u32) -> &[Member] {
        let bucket = bucket as usize;
        &self.members[self.ends[bucket]..self.ends[bucket + 1]]
    }

    /// Shifts that leave no two keys in one slot, if there are such.
    fn shifts(&self, places: &PerfectHash) -> Option<Shifts> {
        // The fullest first, while there is room.
        let mut order: Vec<u32> = (0..places.buckets).collect();
        order.sort_by_key(|&bucket| Reverse(self.get(bucket).len()));

        let mut pilots = vec![0; order.len()];
        let mut slots = vec![(0, 0); places.count as usize];
        let mut free = Free::all(places.count);
        for bucket in order {
            let members = self.get(bucket);
            let Some((first, others)) = members.split_first() else {
                break;
            };
            // Only pilots that bring the first key to a free slot are worth a try.
            let mut candidates = free.slots.iter().map(|&slot| {
                // Backwards is forwards by what is missing to a whole round.
                places.slot(slot, places.count - first.start) as u32
            });
            let pilot = candidates.find(|&pilot| {
                let mut others = others.iter();
                others.all(|member| free.has(places.slot(member.start, pilot)))
            })?;
            pilots[bucket as usize] = pilot;
            for member in members {
                let slot = places.slot(member.start, pilot);
                free.take(slot);
                slots[slot as usize] = (member.remainder, member.key);
            }
        }
        Some(Shifts { pilots, slots })
    }
}

/// The slots that are free.
struct Free {
    slots: Vec<u32>,
    /// Where each slot is among them.
    at: Vec<u32>,
}

impl Free {
    const TAKEN: u32 = u32::MAX;

    fn all(count: u32) -> Self {
        Self {
            slots: (0..count).collect(),
            at: (0..count).collect(),
        }
    }

    fn has(&self, slot: u64) -> bool {
        self.at[slot as usize] != Self::TAKEN
    }

    fn take(&mut self, slot: u64) {
        let at = self.at[slot as usize];
        self.slots.swap_remove(at as usize);
        if let Some(&moved) = self.slots.get(at as usize) {
            self.at[moved as usize] = at;
        }
        self.at[slot as usize] = Self::TAKEN;
    }
}
