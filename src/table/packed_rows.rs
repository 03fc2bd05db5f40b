//! Packs numbers into rows of bytes. A table file consists of several arrays of such rows. One
//! array holds the records of states, one holds sets of moves, and two belong to the hash function
//! that finds the record of a state. All rows of an array have the same length.
//!
//! A row takes whole bytes. Within a row, a number takes only the bits that it needs, from the
//! lowest bit of the first byte on.

#[cfg(feature = "bake")]
use alloc::vec::Vec;

/// The location of a number within a row. The number has at most 57 bits, or 64 bits if it is the
/// first number of the row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    byte: usize,
    shift: u32,
    mask: u64,
    /// The bit of the row at which the number begins. `None` unless the whole number is within the
    /// first eight bytes of the row.
    within_first: Option<u32>,
}

impl Field {
    /// The greatest width of a number in bits. A number of this width fits into eight bytes, even
    /// if it begins at the last bit of the first byte.
    pub(crate) const WIDEST: u32 = u64::BITS - 7;

    /// Creates the field for a number of `width` bits that begins at bit `bit` of a row.
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

#[derive(Clone, Copy, Debug)]
pub(crate) struct PackedRows<'a> {
    /// The rows, followed by at least [`PADDING`](PackedRows::PADDING) more bytes.
    bytes: &'a [u8],
    length: usize,
}

impl<'a> PackedRows<'a> {
    /// The number of bytes that a table has after its last row. With this padding, a load of eight
    /// bytes never reaches beyond the table, even if the load begins at the last number.
    pub(crate) const PADDING: usize = size_of::<u64>();

    /// Creates rows from their bytes. Each row takes `bits` bits, rounded up to whole bytes.
    pub(crate) const fn new(bytes: &'a [u8], bits: u32) -> Self {
        Self {
            bytes,
            length: row_bytes(bits) as usize,
        }
    }

    /// Returns the number in a field of a row; `None` beyond the end.
    #[inline(always)]
    pub(crate) fn get(&self, row: u32, field: Field) -> Option<u64> {
        Some(self.word(row, field.byte)? >> field.shift & field.mask)
    }

    /// Returns the numbers in two fields of a row, with one load if possible. The first field must
    /// be the first number of the row.
    #[inline(always)]
    pub(crate) fn pair(&self, row: u32, first: Field, second: Field) -> Option<(u64, u64)> {
        let word = self.word(row, 0)?;
        let second = match second.within_first {
            Some(shift) => word >> shift & second.mask,
            None => self.get(row, second)?,
        };
        Some((word & first.mask, second))
    }

    /// Reads eight bytes as one number, beginning with byte `byte` of a row. The eight bytes may
    /// extend beyond the row.
    #[inline(always)]
    fn word(&self, row: u32, byte: usize) -> Option<u64> {
        let at = (row as usize).wrapping_mul(self.length).wrapping_add(byte);
        // Nothing wraps if `usize` is wide enough. Otherwise the range may end before it begins,
        // and `get` rejects such a range.
        let bytes = self.bytes.get(at..at.wrapping_add(size_of::<u64>()))?;
        Some(u64::from_le_bytes(*bytes.first_chunk()?))
    }
}

pub(crate) const fn row_bytes(bits: u32) -> u64 {
    bits.div_ceil(u8::BITS) as u64
}

/// Returns a mask of the `width` lowest bits. `width` is at most 64.
pub(crate) const fn low_bits(width: u32) -> u64 {
    if width < u64::BITS {
        (1 << width) - 1
    } else {
        u64::MAX
    }
}

/// Returns how many bits `number` has without leading zeros; 0 for the number 0.
pub(crate) const fn width_of(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

/// Appends a row of numbers. Each item of `numbers` consists of a number (`.0`) and its width in
/// bits (`.1`).
#[cfg(feature = "bake")]
pub(crate) fn push_row(bytes: &mut Vec<u8>, numbers: impl IntoIterator<Item = (u64, u32)>) {
    // The bits that do not yet fill a byte, and their number.
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
