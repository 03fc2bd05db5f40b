//! The checksum CRC-32 (IEEE 802.3), computed byte by byte.
//!
//! The library computes the checksum without a dependency, because a program that reads a table may
//! have neither `std` nor an allocator.

use super::error::TableError;
use super::header::CHECKSUM_BYTES;

/// The generator polynomial with its bits in reverse.
const POLYNOMIAL: u32 = 0xedb8_8320;

/// For each value of a byte, the number that [`checksum`] XORs into the sum.
const STEPS: [u32; 256] = {
    let mut steps = [0; 256];
    let mut byte = 0;
    while byte < steps.len() {
        let mut step = byte as u32;
        let mut bit = 0;
        while bit < u8::BITS {
            step = (step >> 1) ^ ((step & 1) * POLYNOMIAL);
            bit += 1;
        }
        steps[byte] = step;
        byte += 1;
    }
    steps
};

/// Returns the checksum of the bytes.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, byte| {
        let [low, ..] = sum.to_le_bytes();
        (sum >> 8) ^ STEPS[usize::from(low ^ byte)]
    })
}

/// Compares the checksum at the end of a table with the checksum of all bytes before it. All
/// versions of the table format have this checksum.
pub(crate) fn compare_checksum(bytes: &[u8]) -> Result<(), TableError> {
    let Some((content, expected)) = bytes.split_last_chunk::<CHECKSUM_BYTES>() else {
        return Ok(());
    };
    let (expected, found) = (u32::from_le_bytes(*expected), checksum(content));
    if expected == found {
        Ok(())
    } else {
        Err(TableError::Checksum { expected, found })
    }
}
