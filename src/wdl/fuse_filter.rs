//! Locates the bits that give the value of a key. The layout is that of a binary fuse filter (Graf
//! and Lemire, Binary fuse filters: fast and smaller than Xor filters, ACM Journal of Experimental
//! Algorithmics 27, 2022). Here it serves as a static function, which maps keys to values (Genuzio,
//! Ottaviano and Vigna, Fast scalable construction of (minimal perfect hash) functions, SEA 2016).
//!
//! An array of bits is divided into segments. The hash of a key points to one bit in each of three
//! successive segments. The exclusive or of these three bits is the value of the key. The baker
//! chooses the bits so that the value is right for all keys. This is possible if there are an
//! eighth more bits than keys.
//!
//! ```text
//!     segments   │ · · · · │ · · ■ · │ · ■ · · │ ■ · · · │ · · · · │
//!     hash                      first    second  third
//! ```
//!
//! A value may have two bits instead of one. The first bit is the exclusive or of the three bits to
//! which the hash points. The second bit is the exclusive or of the three bits that directly follow
//! those bits in the array (after Genuzio and Vigna, Engineering compressed static functions, DCC
//! 2018).

use crate::entropy::mix;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fuse {
    /// The seed, which selects one of many hash functions.
    pub(crate) seed: u32,
    /// The binary logarithm of the length of a segment in bits.
    pub(crate) segment_bits: u32,
    /// The number of segments in which the first of a key's three bits can be; 0 if the array is
    /// empty. The array has two more segments for the other two bits.
    pub(crate) segments: u32,
}

impl Fuse {
    /// The greatest value of `segment_bits`. If segments were longer, the hash would have too few
    /// bits to choose the three places of a key.
    pub(crate) const SEGMENT_BITS: u32 = 18;

    /// Returns the number of bits of the array. One of these bits is after the last segment,
    /// because the second bit of a value may be there.
    pub(crate) const fn bits(self) -> u64 {
        match self.segments {
            0 => 0,
            segments => ((segments as u64 + 2) << self.segment_bits) + 1,
        }
    }

    /// Returns the hash of a key. If keys are sorted by their hashes, the places of their first
    /// bits are also in rising order.
    #[inline]
    pub(crate) const fn hash(self, key: u64) -> u64 {
        mix(key ^ mix(self.seed as u64))
    }

    /// Returns the places of the three bits of a key, in rising order.
    #[inline]
    pub(crate) const fn places(self, key: u64) -> [u64; 3] {
        let hash = self.hash(key);
        let length = 1 << self.segment_bits;
        let firsts = (self.segments as u64) << self.segment_bits;
        let first = ((hash as u128 * firsts as u128) >> u64::BITS) as u64;
        let within = length - 1;
        // The first place uses the high bits of the hash, and the other two places use the low
        // bits.
        let second = (first + length) ^ (hash >> Self::SEGMENT_BITS & within);
        let third = (first + 2 * length) ^ (hash & within);
        [first, second, third]
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct FuseWindow<'a> {
    /// The bits, the lowest bit of each byte first, followed by at least one more byte.
    bytes: &'a [u8],
}

impl<'a> FuseWindow<'a> {
    /// The number of padding bytes after the bits. With this padding, two bits can always be read
    /// from two bytes.
    pub(crate) const PADDING: u64 = 1;

    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// Returns a number whose bit 0 is the bit at `place`, and whose bit 1 is the next bit. Returns
    /// 0 if `place` is beyond the end.
    #[inline]
    pub(crate) fn two(self, place: u64) -> u8 {
        let at = (place / 8) as usize;
        match self.bytes.get(at..) {
            Some([low, high, ..]) => (u16::from_le_bytes([*low, *high]) >> (place % 8)) as u8 & 3,
            _ => 0,
        }
    }
}
