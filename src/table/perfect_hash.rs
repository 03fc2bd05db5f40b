//! Where the record of a key is to be found: a minimal perfect hash that can be turned
//! round, so that the place of a key tells the better part of it.
//!
//! A key is spread, one to one, over *k* bits. The spread key says three things:
//!
//! ```text
//!  spread key, k bits    · · · · · · · · · · · · · · ·
//!  start                 ◄───────────────►                in proportion: one of n places
//!  remainder                           ◄─────────────►    c low bits
//!  bucket                              ◄─────►            the topmost of these
//! ```
//!
//! Keys with the same start are so near each other that their low *c* bits differ. Each
//! bucket has a pilot, which says how far all of its keys are shifted, round and round:
//! the slot of a key is `(start + pilot) mod n`. The baker looks for pilots that leave no
//! two keys in one slot (after D. Belazzougui, F. C. Botelho and M. Dietzfelbinger, Hash,
//! displace, and compress, ESA 2009).
//!
//! A slot and a remainder give back the bucket, so the pilot, so the start, and with the
//! remainder the key. A slot that holds the remainder therefore knows its key in full
//! from *c* bits where the key has *k*: about log2 *n* are saved, and no stranger passes.

use super::packed_rows::{low_bits, width_of};

/// The numbers by which keys are placed: what follows from the count, the width of the
/// keys and the multiplier, worked out beforehand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PerfectHash {
    /// How many keys there are, and how many slots.
    pub(crate) count: u32,
    pub(crate) buckets: u32,
    /// An odd number that spreads the keys.
    multiplier: u64,
    /// *k*: how many bits a spread key has.
    spread_bits: u32,
    /// Half of them, rounded up.
    half: u32,
    spread_mask: u64,
    /// *c*: how many bits a remainder has, at least one.
    pub(crate) remainder_bits: u32,
    remainder_mask: u64,
    /// What scales 2^*k* to *n* if it is divided by 2^64.
    to_start: u64,
    /// How many bits of a remainder do not tell its bucket.
    to_bucket: u32,
    pub(crate) pilot_bits: u32,
}

/// What a key says about its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HashedKey {
    pub(crate) bucket: u32,
    pub(crate) start: u32,
    pub(crate) remainder: u64,
}

impl PerfectHash {
    /// How many bits of pilots there are for each key, at least. Fewer, and so more keys to
    /// a bucket, would not often find a shift: of *n* shifts one in e^(2*b*) brings the last
    /// buckets of two to free slots, with *b* keys to a bucket on average; and there are
    /// as many bits to a pilot as to *n*.
    const PILOT_BITS_PER_KEY: u64 = 4;

    /// More keys to a bucket than this many bits of a pilot ask for would take too long to
    /// place.
    const PILOT_BITS_AT_MOST: u32 = 20;

    /// The places of `count` keys, at least one, of which the greatest has `key_bits`.
    pub(crate) const fn new(count: u32, key_bits: u32, multiplier: u64) -> Self {
        let pilot_bits = width_of(count as u64 - 1);
        let divisor = match pilot_bits {
            0 => 1,
            1..Self::PILOT_BITS_AT_MOST => pilot_bits,
            _ => Self::PILOT_BITS_AT_MOST,
        };
        // A power of two: then the topmost bits of a remainder are its bucket.
        let buckets = (count as u64 * Self::PILOT_BITS_PER_KEY).div_ceil(divisor as u64);
        let bucket_bits = width_of((buckets - 1) | 1);
        let least = pilot_bits + bucket_bits;
        let spread_bits = if key_bits < least { least } else { key_bits };
        // So many keys at most have one start.
        let crowd = (1_u128 << spread_bits).div_ceil(count as u128);
        let remainder_bits = u128::BITS - (crowd - 1).leading_zeros();
        Self {
            count,
            buckets: 1 << bucket_bits,
            multiplier,
            spread_bits,
            half: spread_bits.div_ceil(2),
            spread_mask: low_bits(spread_bits),
            remainder_bits,
            remainder_mask: low_bits(remainder_bits),
            to_start: (count as u64) << (u64::BITS - spread_bits),
            to_bucket: remainder_bits - bucket_bits,
            pilot_bits,
        }
    }

    /// Where to look for a key; `None` for a key greater than all that have a place.
    #[inline(always)]
    pub(crate) const fn of(&self, key: u64) -> Option<HashedKey> {
        if key > self.spread_mask {
            return None;
        }
        let spread = self.spread(key);
        let remainder = spread & self.remainder_mask;
        Some(HashedKey {
            bucket: self.bucket(remainder),
            start: ((spread as u128 * self.to_start as u128) >> u64::BITS) as u32,
            remainder,
        })
    }

    /// The slot of a key that starts here, in a bucket with this pilot.
    #[inline(always)]
    pub(crate) fn slot(&self, start: u32, pilot: u32) -> u64 {
        let slot = u64::from(start) + u64::from(pilot);
        // What goes below 0 is the greater one. Half of all keys go round, at random: a
        // branch would be guessed wrong too often.
        slot.min(slot.wrapping_sub(self.count.into()))
    }

    /// The bucket that a remainder chooses.
    #[inline(always)]
    pub(crate) const fn bucket(&self, remainder: u64) -> u32 {
        (remainder >> self.to_bucket) as u32
    }

    /// The key that has this slot and this remainder, if its bucket has this pilot.
    pub(crate) fn key(&self, slot: u32, pilot: u32, remainder: u64) -> u64 {
        let start = self.slot(slot, self.count.wrapping_sub(pilot)) as u128;
        // The least spread key with this start, and from there to the one with these low
        // bits.
        let least = (start << self.spread_bits).div_ceil(self.count.into()) as u64;
        let ahead = remainder.wrapping_sub(least) & self.remainder_mask;
        self.gather(least.wrapping_add(ahead))
    }

    /// The key, spread.
    #[inline(always)]
    const fn spread(&self, key: u64) -> u64 {
        // The topmost bits of a product depend on all bits below them. So the first one
        // brings what is low up, and the fold brings it down for the second.
        self.times(self.fold(self.times(key, self.multiplier)), self.multiplier)
    }

    /// Undoes [`spread`](Self::spread).
    const fn gather(&self, spread: u64) -> u64 {
        let inverse = inverse(self.multiplier);
        self.times(self.fold(self.times(spread, inverse)), inverse)
    }

    /// A product, in as many bits as a spread key has.
    #[inline(always)]
    const fn times(&self, spread: u64, factor: u64) -> u64 {
        spread.wrapping_mul(factor) & self.spread_mask
    }

    /// Adds the upper half to the lower one, bit by bit. Twice is as good as not at all.
    #[inline(always)]
    const fn fold(&self, spread: u64) -> u64 {
        spread ^ spread >> self.half
    }
}

/// What an odd number is to be multiplied by to give 1, modulo 2^64: by Newton's method,
/// which doubles the number of right bits with each step. There are three at first.
const fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    let mut right_bits = 3;
    while right_bits < u64::BITS {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)));
        right_bits *= 2;
    }
    inverse
}
