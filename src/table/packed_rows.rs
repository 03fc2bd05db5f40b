//! PackedRows of equal length, with numbers in them: all that a table is made of.
//!
//! A row has whole bytes, so that it begins with one; within it a number has as many bits
//! as it needs. The first bit is the lowest one of the first byte.

#[cfg(feature = "bake")]
use alloc::vec::Vec;

/// A number within a row: at most 57 bits wide, or up to 64 where the row begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    byte: usize,
    shift: u32,
    mask: u64,
    /// At which bit it begins, if it lies within the first eight bytes.
    within_first: Option<u32>,
}

impl Field {
    /// The widest number that lies within eight bytes wherever it begins.
    pub(crate) const WIDEST: u32 = u64::BITS - 7;

    /// The number of so many bits that begins at this bit of a row.
    pub(crate) const fn new(bit: u32, width: u32) -> Self {
        Self {
            byte: (bit / u8::BITS) as usize,
            shift: bit % u8::BITS,
            mask: low_bits(width),
            within_first: if bit + width <= u64::BITS && bit < u64::BITS {
                Some(bit)
            } else {
                None
            },
        }
    }
}

/// PackedRows to be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PackedRows<'a> {
    /// The rows, and what follows them.
    bytes: &'a [u8],
    length: usize,
}

impl<'a> PackedRows<'a> {
    /// How many bytes follow the last row, so that a number can be read as part of a
    /// larger one.
    pub(crate) const PADDING: usize = size_of::<u64>();

    /// PackedRows of so many bits each, which take whole bytes.
    pub(crate) const fn new(bytes: &'a [u8], bits: u32) -> Self {
        Self {
            bytes,
            length: row_bytes(bits) as usize,
        }
    }

    /// A number of a row; `None` behind the end.
    #[inline(always)]
    pub(crate) fn get(&self, row: u32, field: Field) -> Option<u64> {
        Some(self.word(row, field.byte)? >> field.shift & field.mask)
    }

    /// Two numbers of a row, of which the first one begins it: in one step if it can be.
    #[inline(always)]
    pub(crate) fn pair(&self, row: u32, first: Field, second: Field) -> Option<(u64, u64)> {
        let word = self.word(row, 0)?;
        let second = match second.within_first {
            Some(shift) => word >> shift & second.mask,
            None => self.get(row, second)?,
        };
        Some((word & first.mask, second))
    }

    /// Eight bytes of a row, and of what follows it.
    #[inline(always)]
    fn word(&self, row: u32, byte: usize) -> Option<u64> {
        let at = (row as usize).wrapping_mul(self.length).wrapping_add(byte);
        // Seen from a wider number than a row's, the end is not before the beginning.
        let bytes = self.bytes.get(at..at.wrapping_add(size_of::<u64>()))?;
        Some(u64::from_le_bytes(*bytes.first_chunk()?))
    }
}

/// How many bytes a row of so many bits takes.
pub(crate) const fn row_bytes(bits: u32) -> u64 {
    bits.div_ceil(u8::BITS) as u64
}

/// The mask of so many low bits, `0..=64`.
pub(crate) const fn low_bits(width: u32) -> u64 {
    if width < u64::BITS {
        (1 << width) - 1
    } else {
        u64::MAX
    }
}

/// How many bits the number takes: 0 for 0.
pub(crate) const fn width_of(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

/// Adds a row of numbers, each with its width.
#[cfg(feature = "bake")]
pub(crate) fn push_row(bytes: &mut Vec<u8>, numbers: impl IntoIterator<Item = (u64, u32)>) {
    // What is not a whole byte yet.
    let (mut rest, mut rest_bits) = (0_u128, 0);
    for (number, width) in numbers {
        rest |= u128::from(number) << rest_bits;
        rest_bits += width;
        while rest_bits >= u8::BITS {
            bytes.push(rest as u8);
            rest >>= u8::BITS;
            rest_bits -= u8::BITS;
        }
    }
    if rest_bits > 0 {
        bytes.push(rest as u8);
    }
}
