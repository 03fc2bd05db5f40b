//! A table without the rules of its game.

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

/// A table without the rules of its game. The table maps the key of a state to the state's
/// [`Analysis`].
///
/// [`Table`](super::Table) adds the rules.
///
/// The bytes are a table file of version 3. `docs/table-file.md` describes this format to the byte,
/// and `docs/read_table.py` reads it in Python. Version 2 is the format of the package
/// `perfectplay-tablebase`, which is for large games. Version 4 is the format of a
/// [`Wdl`](crate::Wdl).
#[derive(Clone, Copy)]
pub struct TableData<'a> {
    bytes: &'a [u8],
    header: TableHeader<'a>,
    index: SlotIndex<'a>,
    records: Records<'a>,
}

impl<'a> TableData<'a> {
    /// Reads the header of the table in `bytes`. Only [`validate`](Self::validate) checks the bytes
    /// after the header, but unchecked bytes never cause a panic.
    ///
    /// # Errors
    /// Fails when the header is not that of a table, or when `bytes` does not have the length that
    /// the header gives.
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

    /// Returns the length in bytes of a whole table, as the header at the beginning of `bytes`
    /// gives it. The first [`LONGEST_HEADER`](Self::LONGEST_HEADER) bytes are enough, so a program
    /// can check the length of a file before it reads the whole file.
    ///
    /// # Errors
    /// Fails when the header is not that of a table.
    #[doc(hidden)]
    pub const fn byte_len_from_header(bytes: &[u8]) -> Result<u64, TableError> {
        match TableHeader::read(bytes) {
            Ok(header) => Ok(header.parts().end),
            Err(error) => Err(error),
        }
    }

    /// Reads all bytes and compares the checksum. This detects accidental damage. The checksum does
    /// not prove who wrote the table, or that its answers are right, because anybody can compute a
    /// checksum. [`verify`](crate::verify()) proves the answers.
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

    /// Returns `false`, because a table has at least one state.
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

    /// Returns the analysis of the state with this key, as [`get`](Self::get) does. This method is
    /// not inlined, so a program contains its code only once. This method is for callers that use
    /// the whole analysis, because inlining does not make them faster.
    pub(super) fn analysis(&self, key: u64) -> Option<Analysis> {
        self.get(key)
    }

    /// Returns the header (`.0`), and the bytes between the header and the padding (`.1`).
    #[cfg(feature = "bake")]
    pub(crate) fn parts(&self) -> (TableHeader<'a>, &'a [u8]) {
        let from = bytes_from(self.bytes, self.header.parts().pilots);
        let end = from.len() - PackedRows::PADDING - CHECKSUM_BYTES;
        (self.header, &from[..end])
    }

    /// Returns the key and the analysis of every state. The order has no meaning, but is the same
    /// in every call.
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

/// Returns the bytes from the offset `from` to the end of the table.
const fn bytes_from(bytes: &[u8], from: u64) -> &[u8] {
    // The offset is at most the length of the table, which was checked before.
    match bytes.split_at_checked(from as usize) {
        Some((_, bytes)) => bytes,
        None => &[],
    }
}
