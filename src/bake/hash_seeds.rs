//! Searches for a perfect hash. The keys are divided into buckets. For each bucket, the search
//! finds a number, the pilot, which shifts all keys of the bucket to free slots.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::error::BakeError;
use crate::entropy::{GOLDEN_GAMMA, mix};
use crate::table::{PerfectHash, width_of};

/// A perfect hash of the keys, which [`place`] returns.
pub(super) struct Placed {
    pub(super) key_bits: u32,
    pub(super) multiplier: u64,
    pub(super) hash: PerfectHash,
    pub(super) shifts: Shifts,
}

/// Tells by how much the keys of each bucket are shifted, and which key each slot holds.
pub(super) struct Shifts {
    pub(super) pilots: Vec<u32>,
    /// One pair for each slot. `.0` is the remainder of the slot's key (see `PerfectHash`), and
    /// `.1` is the index of this key in the list of keys.
    pub(super) slots: Vec<(u64, u32)>,
}

/// The greatest number of multipliers that the search tries for the hash. With many keys, the
/// search succeeds for about one multiplier in twelve. With very few keys, it succeeds for only one
/// multiplier in a few hundred.
const ATTEMPTS: u64 = 1 << 16;

/// The number of keys between two reports of the progress.
pub(super) const STEP: usize = 1 << 12;

/// Finds a slot for every key. There must be at least one key. Calls `watch` with the number of
/// keys that have a slot so far. This number falls back to 0 when the search tries another
/// multiplier.
pub(super) fn place(keys: &[u64], mut watch: impl FnMut(u64)) -> Result<Placed, BakeError> {
    let found = keys.len();
    let count = u32::try_from(found).map_err(|_| BakeError::TooManyStates { found })?;
    let key_bits = width_of(keys.iter().fold(1, |all, key| all | key));
    (0..ATTEMPTS)
        .find_map(|attempt| {
            watch(0);
            let multiplier = odd(attempt);
            let hash = PerfectHash::new(count, key_bits, multiplier);
            Some(Placed {
                key_bits,
                multiplier,
                hash,
                shifts: Buckets::new(keys, &hash)?.shifts(&hash, &mut watch)?,
            })
        })
        .ok_or(BakeError::NoPlaces)
}

/// Returns a pseudo-random odd number for each attempt, from the generator SplitMix64.
const fn odd(attempt: u64) -> u64 {
    mix(attempt.wrapping_mul(GOLDEN_GAMMA)) | 1
}

#[derive(Clone, Copy, Default)]
struct Member {
    start: u32,
    remainder: u64,
    key: u32,
}

struct Buckets {
    members: Vec<Member>,
    /// For each bucket, the index of its first member in `members`. The last element is the number
    /// of all members.
    begins: Vec<usize>,
}

impl Buckets {
    /// Sorts the keys into buckets. `hash` gives each key a bucket and a start. The slot of the key
    /// is its start, moved by the shift of its bucket. Returns `None` if two keys of a bucket have
    /// the same start, because every shift moves both to the same slot.
    fn new(keys: &[u64], hash: &PerfectHash) -> Option<Self> {
        let hashed = |key| hash.hash(key).expect("a key no wider than `key_bits`");
        let mut begins = vec![0; hash.buckets as usize + 1];
        for &key in keys {
            begins[hashed(key).bucket as usize] += 1;
        }
        let mut sum = 0;
        for begin in &mut begins {
            sum += *begin;
            *begin = sum;
        }
        let mut members = vec![Member::default(); keys.len()];
        // `begins` holds the end of each bucket now. Adding members from the back turns each end
        // into a beginning.
        for (i, &key) in keys.iter().enumerate().rev() {
            let hashed = hashed(key);
            let begin = &mut begins[hashed.bucket as usize];
            *begin -= 1;
            members[*begin] = Member {
                start: hashed.start,
                remainder: hashed.remainder,
                key: i as u32,
            };
        }
        let buckets = Self { members, begins };
        (0..hash.buckets)
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
        &self.members[self.begins[bucket]..self.begins[bucket + 1]]
    }

    /// Finds a shift for each bucket, so that no two keys get the same slot. Returns `None` if
    /// there is a bucket for which no shift works.
    fn shifts(&self, hash: &PerfectHash, mut watch: impl FnMut(u64)) -> Option<Shifts> {
        // Buckets with the most keys come first, while most slots are free.
        let mut order: Vec<u32> = (0..hash.buckets).collect();
        order.sort_by_key(|&bucket| Reverse(self.get(bucket).len()));

        let mut pilots = vec![0; order.len()];
        let mut slots = vec![(0, 0); hash.count as usize];
        let mut free = Free::all(hash.count);
        for bucket in order {
            let members = self.get(bucket);
            let Some((first, others)) = members.split_first() else {
                break;
            };
            // Try only pilots that move the first key to a free slot.
            let mut candidates = free.slots.iter().map(|&slot| {
                // Modulo `count`, adding `count - start` subtracts `start`.
                hash.slot(slot, hash.count - first.start) as u32
            });
            let pilot = candidates.find(|&pilot| {
                let mut others = others.iter();
                others.all(|member| free.has(hash.slot(member.start, pilot)))
            })?;
            pilots[bucket as usize] = pilot;
            for member in members {
                let slot = hash.slot(member.start, pilot);
                free.take(slot);
                slots[slot as usize] = (member.remainder, member.key);
            }
            let placed = slots.len() - free.slots.len();
            if placed / STEP > (placed - members.len()) / STEP {
                watch(placed as u64);
            }
        }
        Some(Shifts { pilots, slots })
    }
}

struct Free {
    slots: Vec<u32>,
    /// Maps each free slot of the hash to its index in the list `slots`, and each other slot to
    /// `TAKEN`.
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
