//! An invertible minimal perfect hash of the keys. The slot of a key determines most bits of the
//! key.
//!
//! A one-to-one function turns each key into a *spread key* of *k* bits. The spread key determines
//! three numbers:
//!
//! ```text
//!  spread key, k bits    · · · · · · · · · · · · · · ·
//!  start                 ◄───────────────►                scaled to one of n places
//!  remainder                           ◄─────────────►    the low c bits
//!  bucket                              ◄─────►            the topmost bits of the remainder
//! ```
//!
//! All spread keys that have the same start are consecutive numbers, and there are at most 2^*c* of
//! them. So any two spread keys with the same start differ in their low *c* bits. Each bucket has a
//! *pilot*, a number that shifts all keys of the bucket. The slot of a key is
//! `(start + pilot) mod n`, where *n* is the number of keys. The baker searches for pilots that put
//! no two keys into the same slot (after Belazzougui, Botelho and Dietzfelbinger, Hash, displace,
//! and compress, ESA 2009).
//!
//! The hash can be inverted. The remainder gives the bucket, and the bucket gives the pilot. The
//! slot and the pilot give the start. The start and the remainder give the key. So the position of
//! a slot and the remainder together identify the key. That is why a slot stores only the
//! remainder. A remainder takes *c* bits instead of the *k* bits of a spread key. This saves about
//! log2 *n* bits for each key. A key that is not in the table is always recognised.

use super::packed_rows::{low_bits, width_of};

/// The parameters of the hash, computed from the number of keys, their width and the multiplier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PerfectHash {
    /// The number of keys, which is also the number of slots.
    pub(crate) count: u32,
    pub(crate) buckets: u32,
    /// The odd number by which keys are multiplied to spread them.
    pub(crate) multiplier: u64,
    /// *k*: the number of bits of a spread key.
    pub(crate) spread_bits: u32,
    pub(crate) half: u32,
    spread_mask: u64,
    /// *c*: the number of bits of a remainder, at least one.
    pub(crate) remainder_bits: u32,
    remainder_mask: u64,
    /// 2^64 times the factor that scales a spread key to a start. The factor is *n* / 2^*k*.
    to_start: u64,
    /// A right shift by this many bits turns a remainder into its bucket.
    pub(crate) to_bucket: u32,
    pub(crate) pilot_bits: u32,
}

/// The three numbers that a spread key determines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HashedKey {
    pub(crate) bucket: u32,
    pub(crate) start: u32,
    pub(crate) remainder: u64,
}

impl PerfectHash {
    /// All pilots together take at least this many bits for each key of the table. With fewer bits
    /// for pilots, there would be fewer buckets with more keys each, and the search for a pilot
    /// would fail too often. Let *b* be the average number of keys in a bucket. The last buckets
    /// get their pilots when few slots are free. If such a bucket has two keys, only about one
    /// shift in e^(2*b*) moves both keys to free slots. There are only *n* different shifts. A
    /// pilot takes log2 *n* bits, rounded up.
    const PILOT_BITS_PER_KEY: u64 = 4;

    /// The number of buckets depends on the width of a pilot. A pilot that is wider than this many
    /// bits counts as only this wide. Otherwise, there would be fewer and larger buckets, and the
    /// search for their pilots would take too long.
    const PILOT_BITS_AT_MOST: u32 = 20;

    /// Creates the hash of `count` keys. There must be at least one key. The greatest key has
    /// `key_bits` bits.
    pub(crate) const fn new(count: u32, key_bits: u32, multiplier: u64) -> Self {
        let pilot_bits = width_of(count as u64 - 1);
        let divisor = match pilot_bits {
            0 => 1,
            1..Self::PILOT_BITS_AT_MOST => pilot_bits,
            _ => Self::PILOT_BITS_AT_MOST,
        };
        // The number of buckets is rounded up to a power of two, so that the topmost bits of a
        // remainder are the number of the bucket.
        let buckets = (count as u64 * Self::PILOT_BITS_PER_KEY).div_ceil(divisor as u64);
        let bucket_bits = width_of((buckets - 1) | 1);
        let least = pilot_bits + bucket_bits;
        let spread_bits = if key_bits < least { least } else { key_bits };
        // The greatest number of spread keys with the same start.
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

    /// Returns the start, bucket and remainder of a key; `None` if the key is too wide to be in
    /// the table.
    #[inline(always)]
    pub(crate) const fn hash(&self, key: u64) -> Option<HashedKey> {
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

    /// Returns the slot of a key from its start and the pilot of its bucket.
    #[inline(always)]
    pub(crate) fn slot(&self, start: u32, pilot: u32) -> u64 {
        let slot = u64::from(start) + u64::from(pilot);
        // If the slot is less than *n*, the difference wraps to a large number. So the minimum is
        // the sum modulo *n*. A branch would be mispredicted too often, because half of all keys
        // wrap, at random.
        slot.min(slot.wrapping_sub(self.count.into()))
    }

    /// Returns the bucket of a key from its remainder.
    #[inline(always)]
    pub(crate) const fn bucket(&self, remainder: u64) -> u32 {
        (remainder >> self.to_bucket) as u32
    }

    /// Returns the key from its slot, its remainder and the pilot of its bucket.
    pub(crate) fn key(&self, slot: u32, pilot: u32, remainder: u64) -> u64 {
        let start = self.slot(slot, self.count.wrapping_sub(pilot)) as u128;
        // Find the least spread key with this start, and go on to the first spread key whose low
        // bits are the remainder.
        let least = (start << self.spread_bits).div_ceil(self.count.into()) as u64;
        let ahead = remainder.wrapping_sub(least) & self.remainder_mask;
        self.gather(least.wrapping_add(ahead))
    }

    #[inline(always)]
    const fn spread(&self, key: u64) -> u64 {
        // The topmost bits of a product depend on all lower bits. So the first product carries low
        // bits to the top, the fold brings them down again, and the second product spreads them
        // once more.
        self.times(self.fold(self.times(key, self.multiplier)), self.multiplier)
    }

    /// Inverts [`spread`](Self::spread).
    fn gather(&self, spread: u64) -> u64 {
        let inverse = inverse(self.multiplier);
        self.times(self.fold(self.times(spread, inverse)), inverse)
    }

    /// Returns the low *k* bits of the product of two numbers.
    #[inline(always)]
    const fn times(&self, spread: u64, factor: u64) -> u64 {
        spread.wrapping_mul(factor) & self.spread_mask
    }

    /// XORs the upper half of a number of *k* bits into its lower half. Doing so twice changes
    /// nothing.
    #[inline(always)]
    const fn fold(&self, spread: u64) -> u64 {
        spread ^ spread >> self.half
    }
}

/// Returns the inverse of an odd number modulo 2^64, by Newton's method. Each step of the method
/// doubles the number of correct bits. Three bits are correct before the first step, and all 64
/// bits after five steps.
fn inverse(odd: u64) -> u64 {
    (0..5).fold(odd, |inverse, _| {
        inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)))
    })
}
