//! Blocks: 64 KiB at a time, compressed and with a checksum.

use std::io;

use crate::code::Width;

/// How many bytes a block has before it is compressed; the last one may have fewer.
pub(crate) const BLOCK: usize = 1 << 16;

/// How hard to compress.
const LEVEL: i32 = 3;

/// Compresses a block.
pub(crate) fn pack(plain: &[u8]) -> io::Result<Vec<u8>> {
    zstd::bulk::compress(plain, LEVEL)
}

/// The bytes of a block that has so many.
pub(crate) fn unpack(packed: &[u8], len: usize) -> io::Result<Vec<u8>> {
    let plain = zstd::bulk::decompress(packed, len)?;
    if plain.len() == len {
        Ok(plain)
    } else {
        Err(io::ErrorKind::InvalidData.into())
    }
}

/// The checksum of a block, which also tells blocks in each other's place.
pub(crate) fn checksum(number: u64, packed: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(packed);
    hasher.finalize()
}

/// How many codes there are in a block.
pub(crate) const fn codes_in_block(width: usize) -> usize {
    BLOCK / width
}

/// Codes as bytes, the low byte first.
pub(crate) fn to_bytes<W: Width>(codes: &[W]) -> Vec<u8> {
    let bytes = codes.iter().map(|code| code.number().to_le_bytes());
    if W::BYTES == 1 {
        bytes.map(|bytes| bytes[0]).collect()
    } else {
        bytes.flat_map(|bytes| [bytes[0], bytes[1]]).collect()
    }
}

/// What [`to_bytes`] made of codes.
pub(crate) fn from_bytes<W: Width>(bytes: &[u8], codes: &mut [W]) {
    for (code, bytes) in codes.iter_mut().zip(bytes.chunks_exact(W::BYTES)) {
        let high = bytes.get(1).copied().unwrap_or(0);
        *code = W::new(u16::from_le_bytes([bytes[0], high]).into());
    }
}
