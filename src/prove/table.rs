//! The transposition table: bounds of scores, in bounded memory that threads share.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicU64, Ordering};

use super::bound::{Bound, WIN};

/// Bounds of the scores of states, by their keys. When the table is full, the states that took
/// the least effort are replaced.
//
// A bucket is one cache line. Each entry has two words: the data, and the key XORed with the
// scrambled data. If a thread reads one word of an entry before another thread writes the other
// word, the result matches no key, except with a chance of 2^-64.
pub(super) struct Table {
    buckets: Vec<Bucket>,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

/// The key, and the data.
#[derive(Default)]
struct Slot {
    key: AtomicU64,
    data: AtomicU64,
}

const SLOTS: usize = 4;

/// The known bounds of a state: its score is at least `lower` and at most `upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub lower: Bound,
    pub upper: Bound,
    /// The move to try first. 63 if there is none, but move 63 may also be meant.
    pub mv: u8,
    /// The logarithm of the number of states that were searched for this entry.
    pub effort: u8,
}

/// The number of bits of a bound. A stored bound is never negative.
const BOUND_BITS: u32 = 26;
const SIX_BITS: u64 = (1 << 6) - 1;

impl Entry {
    /// Packs the entry. The result is never 0, which marks a free slot: `upper` is above the
    /// least bound.
    const fn pack(self) -> u64 {
        let [lower, upper] = [(self.lower + WIN) as u64, (self.upper + WIN + 1) as u64];
        lower
            | upper << BOUND_BITS
            | (self.mv as u64 & SIX_BITS) << (2 * BOUND_BITS)
            | (self.effort as u64 & SIX_BITS) << (2 * BOUND_BITS + 6)
    }

    const fn unpack(data: u64) -> Self {
        const BOUND: u64 = (1 << BOUND_BITS) - 1;
        Self {
            lower: (data & BOUND) as Bound - WIN,
            upper: (data >> BOUND_BITS & BOUND) as Bound - WIN - 1,
            mv: (data >> (2 * BOUND_BITS) & SIX_BITS) as u8,
            effort: (data >> (2 * BOUND_BITS + 6)) as u8,
        }
    }
}

impl Table {
    /// Creates a table of at most this number of bytes, but with at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        let mut table = Self {
            buckets: Vec::new(),
        };
        table.buckets.resize_with(buckets, Bucket::default);
        table
    }

    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let product = u128::from(scrambled(key)) * self.buckets.len() as u128;
        &self.buckets[(product >> u64::BITS) as usize]
    }

    /// Returns the entry of the state with this key.
    #[inline]
    pub fn find(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let stored = slot.key.load(Ordering::Relaxed);
            (data != 0 && stored ^ scrambled(data) == key).then(|| Entry::unpack(data))
        })
    }

    /// Returns the entries of states for which at least 2^`effort` states were searched: keys and
    /// packed entries.
    pub fn entries(&self, effort: u8) -> impl Iterator<Item = [u64; 2]> {
        let slots = self.buckets.iter().flat_map(|bucket| &bucket.0);
        slots.filter_map(move |slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let key = slot.key.load(Ordering::Relaxed) ^ scrambled(data);
            (data != 0 && Entry::unpack(data).effort >= effort).then_some([key, data])
        })
    }

    /// Adds an entry that [`entries`](Self::entries) has returned.
    pub fn add(&self, [key, data]: [u64; 2]) {
        self.insert(key, Entry::unpack(data));
    }

    /// Removes all entries.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.data.store(0, Ordering::Relaxed);
        }
    }

    /// Combines an entry with the stored entry of the same state.
    #[inline]
    pub fn insert(&self, key: u64, mut entry: Entry) {
        let slots = &self.bucket(key).0;
        let (mut place, mut least) = (&slots[0], u64::MAX);
        for slot in slots {
            let data = slot.data.load(Ordering::Relaxed);
            let stored = slot.key.load(Ordering::Relaxed);
            if data != 0 && stored ^ scrambled(data) == key {
                let known = Entry::unpack(data);
                entry.lower = entry.lower.max(known.lower);
                entry.upper = entry.upper.min(known.upper);
                entry.effort = entry.effort.max(known.effort);
                place = slot;
                break;
            }
            // The effort is in the highest bits, and is 0 in a free slot.
            let effort = data >> (2 * BOUND_BITS + 6);
            let rank = if data == 0 { 0 } else { effort + 1 };
            if rank < least {
                (place, least) = (slot, rank);
            }
        }
        let data = entry.pack();
        place.data.store(data, Ordering::Relaxed);
        place.key.store(key ^ scrambled(data), Ordering::Relaxed);
    }
}

/// Scrambles a number: all bits of the result depend on all bits of the number, and no two
/// numbers have the same result.
#[inline]
pub(super) const fn scrambled(number: u64) -> u64 {
    let number = (number ^ number >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let number = (number ^ number >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    number ^ number >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: Entry = Entry {
        lower: 1 - WIN,
        upper: WIN,
        mv: 5,
        effort: 0,
    };

    #[test]
    fn entries_survive_packing() {
        for bounds in [[-WIN, -WIN], [-WIN, WIN], [0, 0], [WIN, WIN], [-7, 9]] {
            for number in [0, 1, 63] {
                let entry = Entry {
                    lower: bounds[0],
                    upper: bounds[1],
                    mv: number,
                    effort: number,
                };
                assert_ne!(entry.pack(), 0);
                assert_eq!(Entry::unpack(entry.pack()), entry);
            }
        }
    }

    #[test]
    fn bounds_of_a_state_are_put_together() {
        let table = Table::new(0);
        assert_eq!(table.bytes(), 64);
        table.insert(7, Entry { lower: 3, ..OPEN });
        table.insert(7, Entry { upper: 8, ..OPEN });
        let known = Entry {
            lower: 3,
            upper: 8,
            ..OPEN
        };
        assert_eq!(table.find(7), Some(known));
        assert_eq!(table.find(0), None);
        table.clear();
        assert_eq!(table.find(7), None);
        assert_eq!(table.entries(0).count(), 0);
    }

    #[test]
    fn what_took_the_least_effort_is_forgotten() {
        let table = Table::new(64);
        for key in 0..=SLOTS as u64 {
            table.insert(
                key,
                Entry {
                    effort: 9 - key as u8,
                    ..OPEN
                },
            );
        }
        let is_known = |key| table.find(key).is_some();
        assert!((0..3).all(is_known) && !is_known(3) && is_known(4));
    }
}
