//! CRC-32 (IEEE 802.3), by the byte.
//!
//! Here rather than from a dependency, because who reads a table may have neither `std`
//! nor an allocator, and shall need nothing else.

/// The generator polynomial, its bits reversed.
const POLYNOMIAL: u32 = 0xedb8_8320;

/// What each byte does to the checksum.
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

/// The checksum of the bytes.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, byte| {
        let [low, ..] = sum.to_le_bytes();
        (sum >> 8) ^ STEPS[usize::from(low ^ byte)]
    })
}
