//! Rows of equal length that hold numbers. A table consists of such rows.
//!
//! A row takes whole bytes. Within a row, a number takes only the bits that it needs,
//! starting at the lowest bit of the first byte.

#[cfg(feature = "bake")]
use alloc::vec::Vec;

/// The location of a number within a row. A number has at most 57 bits, or 64 if it begins the
/// row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    byte: usize,
    shift: u32,
    mask: u64,
    /// The bit at which the number begins, if it lies within the first eight bytes.
    within_first: Option<u32>,
}

impl Field {
    /// The greatest width that fits into eight bytes wherever the number begins.
    pub(crate) const WIDEST: u32 = u64::BITS - 7;

    /// Creates the field for a number of `width` bits that begins at this bit of a row.
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

/// Packed rows to read from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PackedRows<'a> {
    /// The rows, and what follows them.
    bytes: &'a [u8],
    length: usize,
}

impl<'a> PackedRows<'a> {
    /// The number of bytes after the last row, so that every number can be read as part of
    /// eight bytes.
    pub(crate) const PADDING: usize = size_of::<u64>();

    /// Creates rows of `bits` bits each, rounded up to whole bytes.
    pub(crate) const fn new(bytes: &'a [u8], bits: u32) -> Self {
        Self {
            bytes,
            length: row_bytes(bits) as usize,
        }
    }

    /// Returns a number of a row; `None` beyond the end.
    #[inline(always)]
    pub(crate) fn get(&self, row: u32, field: Field) -> Option<u64> {
        Some(self.word(row, field.byte)? >> field.shift & field.mask)
    }

    /// Returns two numbers of a row, if possible with one load. The first number begins the row.
    #[inline(always)]
    pub(crate) fn pair(&self, row: u32, first: Field, second: Field) -> Option<(u64, u64)> {
        let word = self.word(row, 0)?;
        let second = match second.within_first {
            Some(shift) => word >> shift & second.mask,
            None => self.get(row, second)?,
        };
        Some((word & first.mask, second))
    }

    /// Returns eight bytes of a row and of what follows it.
    #[inline(always)]
    fn word(&self, row: u32, byte: usize) -> Option<u64> {
        let at = (row as usize).wrapping_mul(self.length).wrapping_add(byte);
        // Nothing wraps if `usize` is wide enough. Otherwise `get` rejects a range that ends
        // before it begins.
        let bytes = self.bytes.get(at..at.wrapping_add(size_of::<u64>()))?;
        Some(u64::from_le_bytes(*bytes.first_chunk()?))
    }
}

/// Returns the size in bytes of a row of `bits` bits.
pub(crate) const fn row_bytes(bits: u32) -> u64 {
    bits.div_ceil(u8::BITS) as u64
}

/// Returns the mask of the `width` lowest bits, `0..=64`.
pub(crate) const fn low_bits(width: u32) -> u64 {
    if width < u64::BITS {
        (1 << width) - 1
    } else {
        u64::MAX
    }
}

/// Returns the number of bits that a number needs: 0 for 0.
pub(crate) const fn width_of(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

/// Appends a row of numbers, each with its width.
#[cfg(feature = "bake")]
pub(crate) fn push_row(bytes: &mut Vec<u8>, numbers: impl IntoIterator<Item = (u64, u32)>) {
    // Bits that do not make a whole byte yet.
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
