//! Blocks of keys: some thousand that rise, compressed, and perhaps the codes of their states.
//!
//! A block holds 8 bytes with its first key, 4 bytes with the length of its first part, and
//! then two parts, each compressed by itself: the differences between keys, seven bits a
//! byte, the lowest first, with the eighth bit set in all bytes but the last of each; and the
//! codes, one after another.

use std::io;

use flate2::Compression;

use crate::block::{compress, decompress};
use crate::code::Width;

/// How many keys a block has; the last one of a tier may have fewer.
pub(crate) const KEYS: usize = 1 << 13;

/// The most bytes of a difference.
const LONGEST: usize = u64::BITS.div_ceil(7) as usize;
const HEADER: usize = 12;

/// Compresses keys that rise, at least one, and their codes; none, or one for each.
pub(crate) fn pack<W: Width>(keys: &[u64], codes: &[W], level: Compression) -> Vec<u8> {
    let mut differences = Vec::with_capacity(2 * keys.len());
    for pair in keys.windows(2) {
        let mut rest = pair[1] - pair[0];
        while rest >= 0x80 {
            differences.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        differences.push(rest as u8);
    }
    let codes: Vec<u8> = codes
        .iter()
        .flat_map(|code| code.number().to_le_bytes().into_iter().take(W::BYTES))
        .collect();
    let differences = compress(&differences, level);
    let mut packed = keys[0].to_le_bytes().to_vec();
    packed.extend((differences.len() as u32).to_le_bytes());
    packed.extend(differences);
    if !codes.is_empty() {
        packed.extend(compress(&codes, level));
    }
    packed
}

/// The first key of a block.
pub(crate) fn first_key(packed: &[u8]) -> io::Result<u64> {
    let key = packed.first_chunk().ok_or(io::ErrorKind::InvalidData)?;
    Ok(u64::from_le_bytes(*key))
}

/// The keys of a block, which rise, and the bytes of its codes.
fn read(packed: &[u8]) -> io::Result<(Vec<u64>, &[u8])> {
    let broken = || io::Error::from(io::ErrorKind::InvalidData);
    let mut last = first_key(packed)?;
    let (header, parts) = packed.split_at_checked(HEADER).ok_or_else(broken)?;
    let len = u32::from_le_bytes([header[8], header[9], header[10], header[11]]) as usize;
    let (differences, codes) = parts.split_at_checked(len).ok_or_else(broken)?;
    let differences = decompress(differences, LONGEST * (KEYS - 1))?;
    let mut keys = Vec::with_capacity(KEYS);
    keys.push(last);
    let (mut difference, mut shift) = (0, 0);
    for byte in differences {
        if shift >= u64::BITS {
            return Err(broken());
        }
        difference |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            last = match last.checked_add(difference) {
                Some(key) if difference > 0 => key,
                _ => return Err(broken()),
            };
            keys.push(last);
            (difference, shift) = (0, 0);
        }
    }
    if shift == 0 && keys.len() <= KEYS {
        Ok((keys, codes))
    } else {
        Err(broken())
    }
}

/// Reads keys that were compressed without codes.
pub(crate) fn unpack_keys(packed: &[u8]) -> io::Result<Vec<u64>> {
    match read(packed)? {
        (keys, []) => Ok(keys),
        _ => Err(io::ErrorKind::InvalidData.into()),
    }
}

/// Reads keys that were compressed with a code for each.
pub(crate) fn unpack<W: Width>(packed: &[u8]) -> io::Result<(Vec<u64>, Vec<W>)> {
    let (keys, codes) = read(packed)?;
    let codes = decompress(codes, keys.len() * W::BYTES)?;
    if codes.len() != keys.len() * W::BYTES {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let number = |bytes: &[u8]| {
        let number = [bytes[0], bytes.get(1).copied().unwrap_or(0)];
        W::new(u16::from_le_bytes(number).into())
    };
    Ok((keys, codes.chunks_exact(W::BYTES).map(number).collect()))
}
