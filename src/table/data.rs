//! A table without its rules: keys and what they stand for.

use core::fmt;

use super::checksum::checksum;
use super::error::TableError;
use super::header::{CHECKSUM_BYTES, Header, Parts};
use super::index::SlotIndex;
use super::records::Records;
use crate::kernel::Analysis;

/// A table without the rules of its game: from the key of a state to what is known of it.
///
/// [`Table`](super::Table) adds the rules.
///
/// # Format
/// Version 1. Numbers are little-endian. What is said to be rows is packed: each row has
/// as many bits as its numbers, the first in the lowest bits of the first byte, and then
/// takes whole bytes.
///
/// | part | content |
/// | --- | --- |
/// | label | the 18 bytes `perfectplay table` and a line feed |
/// | version | 2 bytes: 1 |
/// | widths | 3 bytes: the number *m* of moves; the bits of the greatest distance; the bits of the greatest key |
/// | counts | how many states (*n*), masks, and records of losses, draws, draws without an end, and wins: 4 bytes each |
/// | multiplier | 8 bytes: an odd number that spreads the keys |
/// | name | its length in a byte, and so many bytes of UTF-8 |
/// | pilots | a row for each bucket: how far its keys are shifted, in as many bits as *n* - 1 |
/// | slots | *n* rows: the remainder of a key, and the number of its record in as many bits as the greatest |
/// | records | a row for each different record, in the order of the counts: distance, and three sets: winning or neutral moves, losing or neutral moves, best moves |
/// | masks | a row for each different set of moves: *m* bits. In the records their numbers stand for them, in as many bits as the greatest. If there are none, the sets themselves are in the records |
/// | padding | 8 bytes: 0 |
/// | checksum | 4 bytes: CRC-32 (IEEE) of all that stands before |
///
/// A key is spread over *k* bits: times the multiplier, the upper half of the bits added
/// to the lower one without carry, and times the multiplier again. Its start is the
/// spread key times *n* / 2^*k*, rounded down, and its remainder the low *c* bits, of
/// which the topmost are its bucket. Its slot is its start and its bucket's pilot added
/// up, modulo *n*. With *p* the bits of *n* - 1, there are as many buckets as the power of
/// two that is not less than 4 *n* / *p*, where *p* counts for 20 at most, and for 1 at
/// least; two at least. *k* is the bits of the greatest key, or of a pilot and a bucket
/// if that is more; and *c* is the least with which 2^*c* is not less than 2^*k* / *n*.
///
/// Where the bits of a key are said to be 0 there are no pilots and slots, and the
/// multiplier is 0: these are the records of a table that is a `phf` map in source.
#[derive(Clone, Copy)]
pub struct TableData<'a> {
    bytes: &'a [u8],
    header: Header<'a>,
    index: Index<'a>,
    records: Records<'a>,
}

#[derive(Clone, Copy)]
enum Index<'a> {
    SlotIndex(SlotIndex<'a>),
    Map(&'a phf::Map<u64, u32>),
}

impl<'a> TableData<'a> {
    /// Reads the header, and finds what it tells about. The rest is taken on trust until
    /// [`validate`](Self::validate) has read it; whatever it is, nothing panics.
    ///
    /// # Errors
    /// When the header is not that of a table, or the length another than it says.
    pub const fn from_bytes(bytes: &'a [u8]) -> Result<Self, TableError> {
        Self::read(bytes, None)
    }

    /// The table of which a map tells the records.
    pub(crate) const fn with_map(
        bytes: &'a [u8],
        map: &'a phf::Map<u64, u32>,
    ) -> Result<Self, TableError> {
        Self::read(bytes, Some(map))
    }

    const fn read(
        bytes: &'a [u8],
        map: Option<&'a phf::Map<u64, u32>>,
    ) -> Result<Self, TableError> {
        let header = match Header::read(bytes) {
            Ok(header) => header,
            Err(error) => return Err(error),
        };
        let Parts {
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
        let index = match (map, header.places()) {
            (Some(map), _) => Index::Map(map),
            (None, None) => return Err(TableError::NoIndex),
            (None, Some(places)) => Index::SlotIndex(SlotIndex::new(
                places,
                header.records(),
                bytes_from(bytes, pilots),
                bytes_from(bytes, slots),
            )),
        };
        Ok(Self {
            bytes,
            index,
            records: Records::new(
                header.layout,
                header.counts,
                bytes_from(bytes, records),
                bytes_from(bytes, masks),
            ),
            header,
        })
    }

    /// Reads everything, and compares the checksum.
    ///
    /// # Errors
    /// When these are not the bytes that were written.
    pub fn validate(&self) -> Result<(), TableError> {
        let Some((content, expected)) = self.bytes.split_last_chunk::<CHECKSUM_BYTES>() else {
            return Ok(());
        };
        let (expected, found) = (u32::from_le_bytes(*expected), checksum(content));
        if expected == found {
            Ok(())
        } else {
            Err(TableError::Checksum { expected, found })
        }
    }

    /// The name under which the table was baked.
    #[must_use]
    pub const fn name(&self) -> &'a str {
        self.header.name
    }

    /// How many moves the game has.
    #[must_use]
    pub const fn move_count(&self) -> u32 {
        self.header.layout.moves
    }

    /// How many states there are.
    #[must_use]
    pub const fn len(&self) -> u32 {
        self.header.states
    }

    /// Whether there is none; never so.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.header.states == 0
    }

    /// How many bytes the table takes; without its map, if it has one.
    #[must_use]
    pub const fn byte_len(&self) -> usize {
        self.bytes.len()
    }

    /// What is known of the state with this key; `None` if no game reaches it.
    #[must_use]
    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<Analysis> {
        let number = match &self.index {
            Index::SlotIndex(slots) => slots.find(key)?,
            Index::Map(map) => *map.get(&key)?,
        };
        self.records.get(number)
    }

    /// [`get`](Self::get) for who wants all of it: one code, whatever is asked.
    pub(super) fn analysis(&self, key: u64) -> Option<Analysis> {
        self.get(key)
    }

    /// Every key and what is known of its state, in an order that means nothing but is
    /// the same for the same table.
    pub fn iter(&self) -> impl Iterator<Item = (u64, Analysis)> + use<'a> {
        let (slots, map) = match self.index {
            Index::SlotIndex(slots) => (Some(slots), None),
            Index::Map(map) => (None, Some(map)),
        };
        let slots = slots.into_iter().flat_map(SlotIndex::entries);
        let map = map.into_iter().flat_map(phf::Map::entries);
        let records = self.records;
        slots
            .chain(map.map(|(&key, &number)| (key, number)))
            .filter_map(move |(key, number)| Some((key, records.get(number)?)))
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

/// The bytes from there on. What follows a part does not matter.
const fn bytes_from(bytes: &[u8], from: u64) -> &[u8] {
    // It is at most the length, which was compared.
    match bytes.split_at_checked(from as usize) {
        Some((_, bytes)) => bytes,
        None => &[],
    }
}
