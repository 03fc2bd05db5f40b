//! A win/draw/loss table without the rules of its game.

use core::fmt;

use super::fuse_filter::FuseWindow;
use super::header::{KeptPlies, WdlHeader};
use crate::table::{TableError, compare_checksum};
use perfectplay_core::Value;

/// A [`Wdl`](super::Wdl) without the rules of its game. It maps the key of a state to the state's
/// value.
///
/// # Format
/// A win/draw/loss table is a table file whose version number is 4. Numbers are little-endian.
///
/// | bytes | content |
/// | --- | --- |
/// | 18 | label: `perfectplay table` and a line feed |
/// | 2 | version: 4 |
/// | 8 | the [`fingerprint`](crate::table::fingerprint) of the rules |
/// | 1 | the number of moves |
/// | 1 | the tiers whose values are stored: 0 all, 1 the even ones, 2 the odd ones |
/// | 1 | *s*, the binary logarithm of the length of a segment, at most 18 |
/// | 3 | the stored values, the most frequent first: 0 loss, 1 draw, 2 win, 3 for none |
/// | 8 | the number of reachable states |
/// | 8 | the number of states whose value is stored |
/// | 4 | seed |
/// | 4 | *n*, the number of segments in which the first bit of a key may be |
/// | 1 | the number of bytes of the name |
/// | | the name, in UTF-8 |
/// | | (*n* + 2) 2^*s* + 1 bits, the first as the lowest bit of the first byte, filled up to whole bytes; none if *n* is 0 |
/// | 1 | 0 |
/// | 4 | CRC-32 (IEEE) of all bytes before it |
///
/// The header tells which tiers are stored. The value of each reachable state in these tiers is stored, unless [one ply
/// decides](super::Wdl#stored-values) the state. If all stored values are the same, the field *n* is 0, and the table
/// contains no bits for keys. The value of a key *k* is computed in three steps:
///
/// 1. The hash is `mix(k ^ mix(seed))`, where `mix` is a step of SplitMix64, modulo 2^64. To
///    compute `mix(z)`, do the following in turn: add `9e3779b97f4a7c15` to `z`; XOR `z` with `z >>
///    30`; multiply `z` by `bf58476d1ce4e5b9`; XOR `z` with `z >> 27`; multiply `z` by
///    `94d049bb133111eb`; XOR `z` with `z >> 31`.
/// 2. The place *a* is the hash times *n* 2^*s* / 2^64, rounded down. For the place *b*, compute
///    *a* + 2^*s*, and XOR its low *s* bits with the low *s* bits of `hash >> 18`. For the place
///    *c*, compute *a* + 2 · 2^*s*, and XOR its low *s* bits with the low *s* bits of the hash.
/// 3. If the XOR of the bits at *a*, *b* and *c* is 0, the value is the first of the stored values
///    in the header. Otherwise, the value is the second or the third of the stored values. If there
///    are three stored values, the value is the third if the XOR of the bits at *a* + 1, *b* + 1
///    and *c* + 1 is 1.
#[derive(Clone, Copy)]
pub struct WdlData<'a> {
    bytes: &'a [u8],
    header: WdlHeader<'a>,
    bits: FuseWindow<'a>,
    /// The value for each code of two bits. The codes 0 and 2 always have the same value. The codes 1 and 3 have
    /// different values only if the table stores three values.
    values: [Value; 4],
}

impl<'a> WdlData<'a> {
    /// Reads the header. Only [`validate`](Self::validate) checks the bytes after the header, but
    /// unchecked bytes never cause a panic.
    ///
    /// # Errors
    /// Fails when the header is not that of a win/draw/loss table, or when `bytes` does not have
    /// the length that the header gives.
    pub const fn from_bytes(bytes: &'a [u8]) -> Result<Self, TableError> {
        let data = match Self::read(bytes) {
            Ok(data) => data,
            Err(error) => return Err(error),
        };
        match data.plies() {
            None => Ok(data),
            Some(_) => Err(TableError::Version {
                expected: WdlHeader::WHOLE,
                found: WdlHeader::OPENING,
            }),
        }
    }

    /// Reads the header of a table. The table may be for all states, or only for the states that
    /// are a fixed number of plies from the start.
    pub(crate) const fn read(bytes: &'a [u8]) -> Result<Self, TableError> {
        let header = match WdlHeader::read(bytes) {
            Ok(header) => header,
            Err(error) => return Err(error),
        };
        let expected = header.end();
        if bytes.len() as u64 != expected {
            return Err(TableError::Length {
                expected,
                found: bytes.len(),
            });
        }
        let (_, bits) = bytes.split_at(header.len());
        let first = match header.order[0] {
            Some(value) => value,
            None => Value::Draw,
        };
        let second = match header.order[1] {
            Some(value) => value,
            None => first,
        };
        let third = match header.order[2] {
            Some(value) => value,
            None => second,
        };
        Ok(Self {
            bytes,
            bits: FuseWindow::new(bits),
            values: [first, second, first, third],
            header,
        })
    }

    /// Computes the checksum of all bytes, and compares it with the stored checksum.
    ///
    /// # Errors
    /// Fails when the bytes are damaged.
    pub fn validate(&self) -> Result<(), TableError> {
        compare_checksum(self.bytes)
    }

    /// Returns the name under which the table was baked.
    #[must_use]
    pub const fn name(&self) -> &'a str {
        self.header.name
    }

    /// Returns the number of moves of the game.
    #[must_use]
    pub const fn move_count(&self) -> u32 {
        self.header.moves
    }

    /// Returns the number of reachable states.
    #[must_use]
    pub const fn states(&self) -> u64 {
        self.header.states
    }

    /// Returns the number of states whose value is stored. The values of other states follow from the rules and the
    /// stored values. To find the value of a state that is not stored, it is enough to look one or two plies ahead.
    #[must_use]
    pub const fn kept(&self) -> u64 {
        self.header.kept
    }

    /// Returns the size in bytes.
    #[must_use]
    pub const fn byte_len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the [`fingerprint`](crate::table::fingerprint) of the rules that the table was
    /// made from.
    #[must_use]
    pub const fn fingerprint(&self) -> u64 {
        self.header.fingerprint
    }

    /// Returns *n* if the table stores only states that are *n* plies from the start, and `None` otherwise.
    pub(crate) const fn plies(&self) -> Option<u8> {
        match self.header.keep {
            KeptPlies::After(plies) => Some(plies),
            _ => None,
        }
    }

    /// Returns whether the table stores the values of states in this tier.
    #[inline]
    pub(super) const fn keeps(&self, tier: Option<u32>) -> bool {
        self.header.keep.keeps(tier)
    }

    /// Returns the value of the state with this key if the value is stored; otherwise, returns an
    /// arbitrary value.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Value {
        let places = self.header.fuse.places(key);
        let code = places
            .iter()
            .fold(0, |code, &place| code ^ self.bits.two(place));
        self.values[usize::from(code)]
    }
}

impl fmt::Debug for WdlData<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WdlData")
            .field("name", &self.name())
            .field("states", &self.states())
            .field("kept", &self.kept())
            .finish_non_exhaustive()
    }
}
