//! Locates the bits that a static function stores for a key. The layout is a compressed static
//! function (Genuzio and Vigna, Engineering compressed static functions, DCC 2018), adapted to
//! small sets and small processors.
//!
//! An array of bits determines the code word of each key. The key's hash selects two pairs of bytes
//! in the array, and a mask of 32 bits for these four bytes. To compute bit *i* of the code word,
//! rotate the mask to the left by *i*. Then AND the rotated mask with the four bytes. Bit *i* is
//! the parity of the result. The baker chooses the array so that all keys get the right code words.
//! Each bit of a code word gives one linear equation modulo 2. The array needs hardly more bits
//! than there are equations.
//!
//! ```text
//!     bytes    │ · · │ ■ ■ │ · · │ · · │ ■ ■ │ · · │
//!                    first             second
//! ```
//!
//! If there are more than a few hundred keys, the keys are divided into buckets by their hashes.
//! Each bucket has its own array and seed, so that the equations of a bucket are few and take
//! little time to solve.
//!
//! All arithmetic is on 32 bits, and all shifts are by whole bytes. So an 8-bit processor hashes a
//! key in some two hundred cycles.

/// The greatest length of a code word.
pub(crate) const MAX_LENGTH: u8 = 14;

/// The least number of bytes in the array of a bucket.
pub(crate) const LEAST_BYTES: usize = 2;

/// The greatest number of bytes in the array of a bucket.
pub(crate) const MOST_BYTES: usize = u16::MAX as usize;

/// Mixes 32 bits. Different numbers have different results. The function is Thomas Mueller's.
const fn mix(number: u32) -> u32 {
    let number = (number ^ number >> 16).wrapping_mul(0x045d_9f3b);
    let number = (number ^ number >> 16).wrapping_mul(0x045d_9f3b);
    number ^ number >> 16
}

/// The hash of a key, before its bucket is known.
#[derive(Clone, Copy)]
pub(crate) struct Hash {
    lane: u32,
    high: u32,
}

impl Hash {
    #[inline]
    pub(crate) const fn new(key: u64) -> Self {
        let high = (key >> u32::BITS) as u32;
        Self {
            lane: mix(key as u32 ^ mix(high)),
            high,
        }
    }

    /// Returns the bucket of the key. There are at most 2^16 buckets.
    #[inline]
    pub(crate) const fn bucket(self, buckets: u32) -> u32 {
        ((self.lane >> 16) * buckets) >> 16
    }

    /// Returns the bits that a playbook by rules stores as the check bits of a key. These bits
    /// depend on the key. If they were 0 for all keys, the array could consist of zeros only, and
    /// every key would pass the check.
    #[inline]
    pub(crate) const fn mark(self) -> u32 {
        mix(self.lane ^ self.high.wrapping_mul(0x85eb_ca6b) ^ 0x9e37_79b1)
    }

    /// Returns the places of the key's two pairs of bytes in an array of `bytes` bytes, and the
    /// key's mask for these four bytes.
    #[inline]
    pub(crate) const fn places(self, seed: u8, bytes: u32) -> Places {
        let spread = (self.lane ^ seed as u32).wrapping_mul(0x9e37_79b1);
        let spread = spread ^ spread >> 16;
        let mask = (spread ^ self.high.wrapping_mul(0x85eb_ca6b)).wrapping_mul(0xc2b2_ae35);
        Places {
            first: ((spread >> 16) * (bytes - 1)) >> 16,
            second: ((spread & 0xffff) * (bytes - 1)) >> 16,
            mask: mask ^ mask >> 16,
        }
    }
}

/// The places of two pairs of bytes in the array of a bucket, and a mask for these four bytes. The
/// bytes and the mask determine the bits of a key.
#[derive(Clone, Copy)]
pub(crate) struct Places {
    /// The index of the first byte of the first pair.
    pub(crate) first: u32,
    /// The index of the first byte of the second pair, which may overlap the first pair.
    pub(crate) second: u32,
    /// The mask for bit 0 of the code word. The low half of the mask belongs to the first pair.
    pub(crate) mask: u32,
}

impl Places {
    /// Returns the mask for bit `bit` of the code word.
    #[inline]
    pub(crate) const fn mask(self, bit: u32) -> u32 {
        self.mask.rotate_left(bit)
    }
}
