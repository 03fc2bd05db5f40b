//! The transposition table, which stores bounds of scores. Its memory is bounded, and all threads
//! share it.

use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU64, Ordering};

use super::bound::{Bound, WIN};

/// A map from the keys of states to bounds of their scores. When the table is full, new bounds
/// replace old bounds whose search visited few states.
//
// A bucket is one cache line. Each entry has two words: the data, and the key XORed with the
// scrambled data. A thread may read the first word of an entry before another thread changes the
// entry, and the second word after that. Then the entry matches no key, except with a chance of
// 2^-64.
//
// The system supplies the words as zeros, and takes memory for a page only when the page is first
// written.
pub(super) struct ProofTable {
    words: Vec<AtomicU64>,
    /// The number of unused words at the beginning of `words`. The first bucket begins after these
    /// words, at the start of a cache line.
    skipped: usize,
    buckets: usize,
}

/// The two words of an entry. `[0]` is the key XORed with the scrambled data, and `[1]` is the
/// data.
type Slot = [AtomicU64; 2];

const SLOTS: usize = 4;
const BUCKET: usize = 2 * SLOTS;
const LINE: usize = BUCKET * size_of::<u64>();

/// Returns a vector of zeros. The system supplies the memory of each page when the page is first
/// written. Returns `None` if the system refuses this much memory.
pub(crate) fn zeros(words: usize) -> Option<Vec<u64>> {
    // `vec!` aborts if there is not enough memory, so ask for it first.
    Vec::<u64>::new().try_reserve_exact(words).ok()?;
    Some(vec![0; words])
}

/// The known bounds of a state. The score of the state is at least `lower` and at most `upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofEntry {
    pub lower: Bound,
    pub upper: Bound,
    /// The index of the move to try first. The index 63 is ambiguous: either no move is stored, or
    /// the move with the index 63 is stored.
    pub mv: u8,
    /// The binary logarithm of the number of states that were searched for this entry.
    pub effort: u8,
}

/// The number of bits of a bound in a packed entry. A packed bound is never negative.
const BOUND_BITS: u32 = 26;
const SIX_BITS: u64 = (1 << 6) - 1;

impl ProofEntry {
    /// Packs the entry. A packed entry is never 0, because `upper` is packed as a positive number.
    /// 0 marks a free slot.
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

impl ProofEntry {
    /// Returns whether `data` can be a packed entry. A packed entry is not 0, its bounds do not
    /// contradict each other, and they do not exceed the bound of a win.
    #[cfg(feature = "bake")]
    pub const fn can_be_stored(data: u64) -> bool {
        let Self { lower, upper, .. } = Self::unpack(data);
        data != 0 && lower <= upper && upper <= WIN
    }
}

impl ProofTable {
    /// Creates a table of at most `bytes` bytes, but with at least one bucket. Returns `None` if
    /// the system does not give that much memory.
    pub fn new(bytes: usize) -> Option<Self> {
        let buckets = (bytes / LINE).max(1);
        // Ask for one more bucket, because the memory may begin within a cache line.
        let words = zeros((buckets + 1) * BUCKET)?;
        // The compiler turns this into no code, because only the type changes.
        let words: Vec<AtomicU64> = words.into_iter().map(AtomicU64::new).collect();
        let skipped = words.as_ptr().align_offset(LINE).min(BUCKET);
        Some(Self {
            words,
            skipped,
            buckets,
        })
    }

    pub const fn bytes(&self) -> usize {
        self.buckets * LINE
    }

    #[inline]
    fn slots(words: &[AtomicU64]) -> impl Iterator<Item = &Slot> {
        words.chunks_exact(2).filter_map(<[_]>::first_chunk)
    }

    #[inline]
    fn bucket(&self, key: u64) -> impl Iterator<Item = &Slot> {
        let product = u128::from(scrambled(key)) * self.buckets as u128;
        let from = self.skipped + (product >> u64::BITS) as usize * BUCKET;
        Self::slots(&self.words[from..from + BUCKET])
    }

    fn all_slots(&self) -> impl Iterator<Item = &Slot> {
        let words = &self.words[self.skipped..];
        Self::slots(&words[..self.buckets * BUCKET])
    }

    #[inline]
    pub fn find(&self, key: u64) -> Option<ProofEntry> {
        self.bucket(key).find_map(|[stored, data]| {
            let data = data.load(Ordering::Relaxed);
            let stored = stored.load(Ordering::Relaxed);
            (data != 0 && stored ^ scrambled(data) == key).then(|| ProofEntry::unpack(data))
        })
    }

    /// Returns the key and the packed entry of each state whose search visited at least 2^`effort`
    /// states.
    #[cfg(feature = "bake")]
    pub fn entries(&self, effort: u8) -> impl Iterator<Item = [u64; 2]> {
        self.all_slots().filter_map(move |[key, data]| {
            let data = data.load(Ordering::Relaxed);
            let key = key.load(Ordering::Relaxed) ^ scrambled(data);
            (data != 0 && ProofEntry::unpack(data).effort >= effort).then_some([key, data])
        })
    }

    /// Adds an entry that [`entries`](Self::entries) has returned.
    #[cfg(feature = "bake")]
    pub fn add(&self, [key, data]: [u64; 2]) {
        self.insert(key, ProofEntry::unpack(data));
    }

    pub fn clear(&self) {
        for [_, data] in self.all_slots() {
            // Skip zeros, so that a page that was never written takes no memory.
            if data.load(Ordering::Relaxed) != 0 {
                data.store(0, Ordering::Relaxed);
            }
        }
    }

    /// Stores an entry. If the table already stores an entry for the same state, combines the two
    /// entries. Otherwise, uses a free slot of the bucket. If no slot is free, replaces the entry
    /// whose search visited the fewest states.
    #[inline]
    pub fn insert(&self, key: u64, mut entry: ProofEntry) {
        let (mut place, mut least) = (None, u64::MAX);
        for slot @ [stored, data] in self.bucket(key) {
            let data = data.load(Ordering::Relaxed);
            let stored = stored.load(Ordering::Relaxed);
            if data != 0 && stored ^ scrambled(data) == key {
                let known = ProofEntry::unpack(data);
                entry.lower = entry.lower.max(known.lower);
                entry.upper = entry.upper.min(known.upper);
                entry.effort = entry.effort.max(known.effort);
                place = Some(slot);
                break;
            }
            // The highest bits hold the effort. A free slot comes first.
            let effort = data >> (2 * BOUND_BITS + 6);
            let rank = if data == 0 { 0 } else { effort + 1 };
            if rank < least {
                (place, least) = (Some(slot), rank);
            }
        }
        let packed = entry.pack();
        if let Some([stored, data]) = place {
            data.store(packed, Ordering::Relaxed);
            stored.store(key ^ scrambled(packed), Ordering::Relaxed);
        }
    }
}

/// Scrambles a number. Every bit of the result depends on all bits of `number`. Different numbers
/// give different results.
#[inline]
pub(super) const fn scrambled(number: u64) -> u64 {
    let number = (number ^ number >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let number = (number ^ number >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    number ^ number >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: ProofEntry = ProofEntry {
        lower: 1 - WIN,
        upper: WIN,
        mv: 5,
        effort: 0,
    };

    #[test]
    fn entries_survive_packing() {
        for bounds in [[-WIN, -WIN], [-WIN, WIN], [0, 0], [WIN, WIN], [-7, 9]] {
            for number in [0, 1, 63] {
                let entry = ProofEntry {
                    lower: bounds[0],
                    upper: bounds[1],
                    mv: number,
                    effort: number,
                };
                assert_ne!(entry.pack(), 0);
                assert_eq!(ProofEntry::unpack(entry.pack()), entry);
            }
        }
    }

    #[test]
    fn bounds_of_a_state_are_put_together() {
        let table = ProofTable::new(0).expect("a table");
        assert_eq!(table.bytes(), 64);
        table.insert(7, ProofEntry { lower: 3, ..OPEN });
        table.insert(7, ProofEntry { upper: 8, ..OPEN });
        let known = ProofEntry {
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
        let table = ProofTable::new(64).expect("a table");
        for key in 0..=SLOTS as u64 {
            table.insert(
                key,
                ProofEntry {
                    effort: 9 - key as u8,
                    ..OPEN
                },
            );
        }
        let is_known = |key| table.find(key).is_some();
        assert!((0..3).all(is_known) && !is_known(3) && is_known(4));
    }
}
