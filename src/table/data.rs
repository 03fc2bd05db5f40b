//! A table without its rules: it maps keys to analyses.

use core::fmt;

use super::checksum::compare_checksum;
use super::error::TableError;
#[cfg(feature = "bake")]
use super::header::CHECKSUM_BYTES;
use super::header::{TableHeader, TableParts};
use super::index::SlotIndex;
#[cfg(feature = "bake")]
use super::packed_rows::PackedRows;
use super::records::Records;
use perfectplay_core::Analysis;

/// A table without the rules of its game: it maps the key of a state to its [`Analysis`].
///
/// [`Table`](super::Table) adds the rules.
///
/// # Format
/// Version 3. Numbers are little-endian. *Rows* are packed: each number in a row takes only the
/// bits that it needs, from the lowest bit of the first byte on. Each row then takes whole bytes.
///
/// | part | content |
/// | --- | --- |
/// | label | the 18 bytes `perfectplay table` and a line feed |
/// | version | 2 bytes: 3 |
/// | widths | 3 bytes: the number *m* of moves; the bits of the greatest distance; the bits of the greatest key |
/// | counts | the number of states (*n*), of masks, and of records of losses, draws, endless draws, and wins: 4 bytes each |
/// | multiplier | 8 bytes: an odd number that spreads the keys |
/// | fingerprint | 8 bytes: the [`fingerprint`](super::fingerprint()) of the rules |
/// | name | its length in one byte, then that many bytes of UTF-8 |
/// | pilots | a row for each bucket: how far its keys are shifted, in as many bits as *n* - 1 has |
/// | slots | *n* rows: the remainder of a key, and the number of its record in as many bits as the greatest such number has |
/// | records | a row for each distinct record, in the order of the counts: the distance, and three sets: winning or neutral moves, losing or neutral moves, best moves |
/// | masks | a row of *m* bits for each distinct set of moves. A record then holds the numbers of its three masks, in as many bits as the greatest such number has. If the count of masks is 0, the records hold the sets themselves |
/// | padding | 8 bytes: 0 |
/// | checksum | 4 bytes: CRC-32 (IEEE) of all bytes before it |
///
/// A key is spread over *k* bits, modulo 2^*k*: it is multiplied by the multiplier, XORed with
/// itself shifted right by *k* / 2 bits (rounded up), and multiplied again. The *start* of the key
/// is the spread key times *n* / 2^*k*, rounded down. Its *remainder* is the low *c* bits of the
/// spread key, and its *bucket* is the topmost bits of the remainder. The slot of the key is its
/// start plus its bucket's pilot, modulo *n*.
///
/// Let *p* be the number of bits of *n* - 1, but at least 1 and at most 20. The number of buckets
/// is the least power of two that is not less than 4 *n* / *p*, and at least two. *k* is the number
/// of bits of the greatest key, or of a pilot and a bucket together if that is greater. *c* is the
/// least number for which 2^*c* is not less than 2^*k* / *n*.
///
/// Version 2 belongs to the package `perfectplay-tablebase`, which is for large games, and version
/// 4 to a [`Wdl`](crate::Wdl).
#[derive(Clone, Copy)]
pub struct TableData<'a> {
    bytes: &'a [u8],
    header: TableHeader<'a>,
    index: SlotIndex<'a>,
    records: Records<'a>,
}

impl<'a> TableData<'a> {
    /// Reads the header and locates the parts of the table. Only [`validate`](Self::validate)
    /// checks the content of the parts, but unchecked content never causes a panic.
    ///
    /// # Errors
    /// When the header is not that of a table, or gives another length than the bytes have.
    pub const fn from_bytes(bytes: &'a [u8]) -> Result<Self, TableError> {
        let header = match TableHeader::read(bytes) {
            Ok(header) => header,
            Err(error) => return Err(error),
        };
        let TableParts {
            pilots,
            slots,
            records,
            masks,
            end: expected,
        } = header.parts();
        if bytes.len() as u64 != expected {
            return Err(TableError::Length {
                expected,
                found: bytes.len(),
            });
        }
        Ok(Self {
            bytes,
            index: SlotIndex::new(
                header.perfect_hash(),
                header.records(),
                bytes_from(bytes, pilots),
                bytes_from(bytes, slots),
            ),
            records: Records::new(
                header.layout,
                header.counts,
                bytes_from(bytes, records),
                bytes_from(bytes, masks),
            ),
            header,
        })
    }

    /// The greatest number of bytes in the header of a table.
    #[doc(hidden)]
    pub const LONGEST_HEADER: usize = TableHeader::LONGEST;

    /// Returns the length in bytes of a table, from the header at the beginning of `bytes`. The
    /// first [`LONGEST_HEADER`](Self::LONGEST_HEADER) bytes are enough, so a program can check the
    /// length of a file before it reads the whole file.
    ///
    /// # Errors
    /// When the header is not that of a table.
    #[doc(hidden)]
    pub const fn byte_len_from_header(bytes: &[u8]) -> Result<u64, TableError> {
        match TableHeader::read(bytes) {
            Ok(header) => Ok(header.parts().end),
            Err(error) => Err(error),
        }
    }

    /// Reads all bytes and compares the checksum. This detects accidental damage. It does not prove
    /// who wrote the bytes, or that they are right, because anybody can compute a checksum.
    /// [`verify`](crate::verify()) proves the answers.
    ///
    /// # Errors
    /// When the bytes are damaged.
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
        self.header.layout.moves
    }

    /// Returns the [`fingerprint`](super::fingerprint()) of the rules that the table was made
    /// from.
    #[must_use]
    pub const fn fingerprint(&self) -> u64 {
        self.header.fingerprint
    }

    /// Returns the number of states.
    #[must_use]
    pub const fn len(&self) -> u32 {
        self.header.states
    }

    /// Returns `false`: a table has at least one state.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.header.states == 0
    }

    /// Returns the size of the table in bytes.
    #[must_use]
    pub const fn byte_len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the analysis of the state with this key; `None` if no reachable state has the key.
    #[must_use]
    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<Analysis> {
        self.records.get(self.index.find(key)?)
    }

    /// Does the same as [`get`](Self::get) for callers that use the whole analysis. It is not
    /// inlined, so the program has only one copy of its code.
    pub(super) fn analysis(&self, key: u64) -> Option<Analysis> {
        self.get(key)
    }

    /// Returns the header, and the bytes after it without padding and checksum.
    #[cfg(feature = "bake")]
    pub(crate) fn parts(&self) -> (TableHeader<'a>, &'a [u8]) {
        let from = bytes_from(self.bytes, self.header.parts().pilots);
        let end = from.len() - PackedRows::PADDING - CHECKSUM_BYTES;
        (self.header, &from[..end])
    }

    /// Returns the key and the analysis of every state. The order has no meaning, but is always the
    /// same for the same table.
    pub fn iter(&self) -> impl Iterator<Item = (u64, Analysis)> + use<'a> {
        let records = self.records;
        let entries = self.index.entries();
        entries.filter_map(move |(key, number)| Some((key, records.get(number)?)))
    }
}

impl fmt::Debug for TableData<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableData")
            .field("name", &self.name())
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}

/// Returns the bytes from an offset on. The reader of each part ignores the bytes after the part.
const fn bytes_from(bytes: &[u8], from: u64) -> &[u8] {
    // The offset is at most the length of the table, which was checked before.
    match bytes.split_at_checked(from as usize) {
        Some((_, bytes)) => bytes,
        None => &[],
    }
}
