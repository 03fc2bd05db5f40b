//! A static function, which returns the right bits for each key of a set, and arbitrary bits for
//! all other keys.

use super::error::PlaybookError;
use super::layout::{Hash, LEAST_BYTES, MOST_BYTES, Places};

/// A static function from keys to bits, whose keys are divided into buckets.
#[derive(Clone, Copy)]
pub(crate) struct Function<'a> {
    pub buckets: u32,
    /// For each bucket except the first, the stored offset of its array.
    offsets: &'a [u8],
    width: Width,
    pub seeds: &'a [u8],
    pub arrays: &'a [u8],
}

/// The number of bytes of a stored offset.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Width {
    /// Two bytes store, as a signed number, how far the offset is above the [`even_share`].
    Two = 2,
    Three,
}

impl<'a> Function<'a> {
    /// Reads the number of buckets, the offsets and the seeds. All other bytes are the arrays.
    /// Returns `None` if the bytes end too early.
    pub const fn read(bytes: &'a [u8], width: Width) -> Result<Option<Self>, PlaybookError> {
        let Some((buckets, rest)) = number(bytes) else {
            return Ok(None);
        };
        if buckets > 1 << 16 {
            return Err(field("number of buckets", buckets));
        }
        // A small machine may be unable to index all bytes.
        let count = buckets as usize;
        let offsets = match count.saturating_sub(1).checked_mul(width as usize) {
            Some(offsets) if count as u32 == buckets => offsets,
            _ => return Ok(None),
        };
        let Some((offsets, rest)) = rest.split_at_checked(offsets) else {
            return Ok(None);
        };
        let Some((seeds, arrays)) = rest.split_at_checked(count) else {
            return Ok(None);
        };
        Ok(Some(Self {
            buckets,
            offsets,
            width,
            seeds,
            arrays,
        }))
    }

    /// Checks that every bucket has a possible size.
    pub fn validate(&self) -> Result<(), PlaybookError> {
        if self.buckets == 0 && !self.arrays.is_empty() {
            return Err(field("number of buckets", 0));
        }
        for bucket in 0..self.buckets {
            let (from, to) = (
                self.offset(bucket as usize),
                self.offset(bucket as usize + 1),
            );
            let length = to.checked_sub(from).filter(|_| to <= self.arrays.len());
            if !length.is_some_and(|length| (LEAST_BYTES..=MOST_BYTES).contains(&length)) {
                return Err(PlaybookError::Bucket { bucket, from, to });
            }
        }
        Ok(())
    }

    /// Returns the bits that the function gives for a key. All bits are 0 if the bucket of the key
    /// is not valid.
    #[inline]
    pub fn bits(&self, key: u64) -> Bits {
        let hash = Hash::new(key);
        let bucket = hash.bucket(self.buckets) as usize;
        let (Some(&seed), from, to) = (
            self.seeds.get(bucket),
            self.offset(bucket),
            self.offset(bucket + 1),
        ) else {
            return Bits::NONE;
        };
        let array = self.arrays.get(from..to).unwrap_or(&[]);
        if array.len() < LEAST_BYTES || array.len() > MOST_BYTES {
            return Bits::NONE;
        }
        let places = hash.places(seed, array.len() as u32);
        let pair = |place: u32| match array.get(place as usize..) {
            Some([low, high, ..]) => u32::from(u16::from_le_bytes([*low, *high])),
            _ => 0,
        };
        Bits {
            word: pair(places.first) | pair(places.second) << 16,
            places,
        }
    }

    /// Returns the offset of a bucket's array. If `bucket` is the number of buckets, returns the
    /// end of the last array.
    #[inline]
    pub fn offset(&self, bucket: usize) -> usize {
        let Some(number) = bucket.checked_sub(1) else {
            return 0;
        };
        match (self.width, self.offsets.get(self.width as usize * number..)) {
            (Width::Three, Some(&[a, b, c, ..])) => u32::from_le_bytes([a, b, c, 0]) as usize,
            (Width::Two, Some(&[a, b, ..])) => {
                let even = even_share(self.arrays.len(), bucket as u32, self.buckets);
                even.saturating_add_signed(i16::from_le_bytes([a, b]).into())
            }
            _ => self.arrays.len(),
        }
    }
}

#[cfg(feature = "bake")]
impl Function<'_> {
    /// Returns the offset of each bucket's array, and the end of the last array.
    pub(crate) fn starts(&self) -> alloc::vec::Vec<usize> {
        let buckets = 0..=self.buckets as usize;
        buckets.map(|bucket| self.offset(bucket)).collect()
    }
}

/// Returns the offset that a bucket's array would have if all arrays had the same size.
pub(crate) const fn even_share(bytes: usize, bucket: u32, buckets: u32) -> usize {
    (bytes as u64 * bucket as u64 / buckets as u64) as usize
}

#[derive(Clone, Copy)]
pub(crate) struct Bits {
    /// Two pairs of bytes from the bucket's array. The key's hash selects the place of each pair.
    word: u32,
    places: Places,
}

impl Bits {
    const NONE: Self = Self {
        word: 0,
        places: Hash::new(0).places(0, LEAST_BYTES as u32),
    };

    #[inline]
    pub const fn bit(self, number: u32) -> u32 {
        (self.word & self.places.mask(number)).count_ones() & 1
    }
}

/// Reads a number that is stored with seven bits in each byte, the lowest bits first. The eighth
/// bit of a byte is 1 if more bytes follow. Returns the number, and the bytes after it.
pub(super) const fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (mut number, mut shift, mut rest) = (0_u64, 0, bytes);
    while let [byte, behind @ ..] = rest {
        number |= ((*byte & 127) as u64) << shift;
        (rest, shift) = (behind, shift + 7);
        if *byte < 128 && number <= u32::MAX as u64 {
            return Some((number as u32, rest));
        }
        if shift > u32::BITS {
            break;
        }
    }
    None
}

pub(super) const fn field(name: &'static str, found: u32) -> PlaybookError {
    PlaybookError::Field { name, found }
}
