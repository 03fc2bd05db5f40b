//! Sets of places. Each place has one bit.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::array;
use crate::error::Error;

/// A set of places in one range. The place of a state is its rank plus the place of the first rank
/// of its tier. Several threads may add places to the set at the same time.
pub(crate) struct PlaceMarks {
    first: u64,
    words: Vec<AtomicU64>,
}

impl PlaceMarks {
    /// Creates an empty set for the places in the range `places`. Both ends of the range must be
    /// multiples of 64.
    ///
    /// # Errors
    /// Fails when the system has no memory left.
    pub fn new(places: Range<u64>) -> Result<Self, Error> {
        let len = ((places.end - places.start) / 64) as usize;
        let mut words = array::with_room(len)?;
        words.resize_with(len, AtomicU64::default);
        Ok(Self {
            first: places.start,
            words,
        })
    }

    /// Marks a place, if it is in the range.
    #[inline]
    pub fn mark(&self, place: u64) {
        let at = place.wrapping_sub(self.first);
        let (word, bit) = (self.words.get((at / 64) as usize), 1 << (at % 64));
        // Most states are reached from several others, and reading is faster than writing.
        if let Some(word) = word.filter(|word| word.load(Ordering::Relaxed) & bit == 0) {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    pub fn unmark(&self, place: u64) {
        let at = place - self.first;
        self.words[(at / 64) as usize].fetch_and(!(1 << (at % 64)), Ordering::Relaxed);
    }

    /// Removes all places in the range `places` from the set. Returns the removed places as a bit
    /// mask in 64-bit words. Both ends of `places` must be multiples of 64.
    pub fn take(&self, places: &Range<u64>) -> Vec<u64> {
        let [start, end] =
            [places.start, places.end].map(|place| ((place - self.first) / 64) as usize);
        let take = |word: &AtomicU64| match word.load(Ordering::Relaxed) {
            // Most words are empty, and reading is faster than writing.
            0 => 0,
            _ => word.swap(0, Ordering::Relaxed),
        };
        self.words[start..end].iter().map(take).collect()
    }

    /// Returns the part of the set in the range `places`. `.0` is a bit mask in 64-bit words, with
    /// a 1 bit for each place in the set. `.1` is the place for which the lowest bit of the first
    /// word stands.
    pub fn words_with(&self, places: &Range<u64>) -> (Vec<u64>, u64) {
        let at = |place: u64| ((place - self.first) / 64) as usize;
        let end = at(places.end.next_multiple_of(64)).min(self.words.len());
        let words = &self.words[at(places.start)..end];
        let words = words.iter().map(|word| word.load(Ordering::Relaxed));
        (words.collect(), places.start / 64 * 64)
    }

    pub fn into_words(self) -> Vec<u64> {
        self.words.into_iter().map(AtomicU64::into_inner).collect()
    }
}

/// Returns the positions of the 1 bits in `words`, and adds `add` to each position. Ignores bits
/// outside `range`.
pub(crate) fn ones(words: &[u64], range: Range<u64>, add: u64) -> Vec<u64> {
    let words = &words[(range.start / 64) as usize..range.end.div_ceil(64) as usize];
    let count: u32 = words.iter().map(|word| word.count_ones()).sum();
    let mut numbers = Vec::with_capacity(count as usize);
    let first = (range.start / 64 * 64).wrapping_add(add);
    let len = range.end - range.start / 64 * 64;
    for (at, &word) in (0..).step_by(64).zip(words) {
        // A tier may end within a word, and a forged file may have bits after the end.
        let mut rest = match len - at {
            left @ ..64 => word & ((1 << left) - 1),
            _ => word,
        };
        while rest != 0 {
            let bit = at + u64::from(rest.trailing_zeros());
            numbers.push(first.wrapping_add(bit));
            rest &= rest - 1;
        }
    }
    numbers
}
