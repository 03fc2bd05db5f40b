//! Blocks: some ten thousand codes, compressed and with a checksum.
//!
//! A block holds 4 bytes with the length of its first part, and then two parts, each
//! compressed by itself: a bit for each code, set if a game reaches the state, and the codes
//! of those states one after another. So a look-up counts bits, and does not have to fill in the
//! states that nothing reaches.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use crate::code::Width;

/// How many codes a block has; the last one of a batch may have fewer. With a quarter of
/// them a table is a sixth larger, and a look-up reads a quarter.
pub(crate) const BLOCK: usize = 1 << 16;

/// How hard scores are compressed: they stay for years.
pub(crate) const SMALL: Compression = Compression::new(6);
/// How hard that is compressed which is needed until the game is solved.
pub(crate) const QUICK: Compression = Compression::new(1);

/// Compresses codes, a multiple of 64 of them.
pub(crate) fn pack<W: Width>(codes: &[W]) -> Vec<u8> {
    let mut bits = vec![0; codes.len() / 8];
    let mut reached = Vec::with_capacity(codes.len() * W::BYTES);
    for (at, &code) in codes.iter().enumerate() {
        if code != W::default() {
            bits[at / 8] |= 1 << (at % 8);
            reached.extend_from_slice(&code.number().to_le_bytes()[..W::BYTES]);
        }
    }
    let bits = compress(&bits, SMALL);
    let reached = compress(&reached, SMALL);
    [&(bits.len() as u32).to_le_bytes()[..], &bits, &reached].concat()
}

/// Reads codes that were compressed.
pub(crate) fn unpack<W: Width>(packed: &[u8]) -> io::Result<Vec<W>> {
    let block = Block::read(packed, W::BYTES)?;
    let mut reached = block.codes.chunks_exact(W::BYTES);
    let mut codes = vec![W::default(); 64 * block.bits.len()];
    for (bits, codes) in block.bits.iter().zip(codes.chunks_exact_mut(64)) {
        let mut rest = *bits;
        while rest != 0 {
            let Some(bytes) = reached.next() else { break };
            let number = [bytes[0], bytes.get(1).copied().unwrap_or(0)];
            codes[rest.trailing_zeros() as usize] = W::new(u16::from_le_bytes(number).into());
            rest &= rest - 1;
        }
    }
    Ok(codes)
}

/// A block of which single codes are asked for.
#[derive(Debug)]
pub(crate) struct Block {
    bits: Vec<u64>,
    /// By word of bits, how many are set before it.
    before: Vec<u32>,
    /// The codes of the bits that are set, as bytes.
    codes: Vec<u8>,
    width: usize,
}

impl Block {
    /// Reads a block with codes of so many bytes.
    pub(crate) fn read(packed: &[u8], width: usize) -> io::Result<Self> {
        let broken = || io::Error::from(io::ErrorKind::InvalidData);
        let (&len, parts) = packed.split_first_chunk().ok_or_else(broken)?;
        let len = u32::from_le_bytes(len) as usize;
        let (bits, codes) = parts.split_at_checked(len).ok_or_else(broken)?;
        let bits = words(&decompress(bits, BLOCK / 8)?).ok_or_else(broken)?;
        let codes = decompress(codes, BLOCK * width)?;
        let mut set = 0;
        let before = bits.iter().map(|word| {
            let before = set;
            set += word.count_ones();
            before
        });
        let before = before.collect();
        if codes.len() != set as usize * width {
            return Err(broken());
        }
        Ok(Self {
            bits,
            before,
            codes,
            width,
        })
    }

    /// The code with this number; `None` if there is none.
    pub(crate) fn code(&self, number: usize) -> Option<u32> {
        let (word, bit) = (number / 64, number % 64);
        let bits = *self.bits.get(word)?;
        if bits >> bit & 1 == 0 {
            return Some(0);
        }
        let below = (bits & ((1 << bit) - 1)).count_ones();
        let at = (self.before[word] + below) as usize * self.width;
        let code = self.codes[at..at + self.width].iter().rev();
        Some(code.fold(0, |code, &byte| code << 8 | u32::from(byte)))
    }
}

/// Bytes as words of bits; `None` unless they are whole words.
fn words(bytes: &[u8]) -> Option<Vec<u64>> {
    let words = bytes.chunks_exact(8);
    words.remainder().is_empty().then(|| {
        words
            .map(|word| u64::from_le_bytes(word.try_into().expect("a chunk of eight bytes")))
            .collect()
    })
}

/// Compresses bits.
pub(crate) fn pack_bits(bits: &[u64]) -> Vec<u8> {
    let bytes: Vec<u8> = bits.iter().flat_map(|word| word.to_le_bytes()).collect();
    compress(&bytes, QUICK)
}

/// Reads bits that were compressed.
pub(crate) fn unpack_bits(packed: &[u8], bits: &mut [u64]) -> io::Result<()> {
    let read = words(&decompress(packed, size_of_val(bits))?);
    let read = read.filter(|read| read.len() == bits.len());
    bits.copy_from_slice(&read.ok_or(io::ErrorKind::InvalidData)?);
    Ok(())
}

/// Compresses bytes, so hard.
pub(crate) fn compress(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), level);
    encoder
        .write_all(bytes)
        .and_then(|()| encoder.finish())
        .expect("memory to write to")
}

/// What was compressed, if it was no more than so many bytes.
pub(crate) fn decompress(bytes: &[u8], most: usize) -> io::Result<Vec<u8>> {
    let mut plain = Vec::new();
    let read = ZlibDecoder::new(bytes)
        .take(most as u64 + 1)
        .read_to_end(&mut plain)?;
    if read <= most {
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
