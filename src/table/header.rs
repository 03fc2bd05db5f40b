//! The header of a table.

#[cfg(feature = "bake")]
use alloc::vec::Vec;

use super::error::TableError;
use super::index::{pilot_bytes, slot_bytes};
use super::packed_rows::{Field, PackedRows, width_of};
use super::perfect_hash::PerfectHash;
use super::records::{Layout, RecordCounts};
use perfectplay_core::{MOVE_LIMIT, Score};

/// How many bits the greatest distance of a [`Score`] takes.
const DISTANCE_BITS: u32 = width_of(Score::MAX_DISTANCE as u64);
/// The first bytes of every table, in every version of the format.
pub(crate) const LABEL: &[u8] = b"perfectplay table\n";
/// The version number in the header of a [`Table`](super::Table). A file of `perfectplay-tablebase`
/// has version 2, and a [`Wdl`](crate::Wdl) has version 4.
pub(crate) const VERSION: u16 = 3;
pub(crate) const CHECKSUM_BYTES: usize = size_of::<u32>();
/// The number of bytes of the header before the name.
const FIXED: usize = LABEL.len()
    + size_of::<u16>()
    + size_of::<[u8; 3]>()
    + size_of::<[u32; 6]>()
    + 2 * size_of::<u64>()
    + size_of::<u8>();

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableHeader<'a> {
    pub(crate) layout: Layout,
    /// How many bits the greatest key takes; at least one.
    pub(crate) key_bits: u32,
    pub(crate) states: u32,
    /// The numbers of distinct records for losses, draws, endless draws and wins. At least one of
    /// these numbers is not 0.
    pub(crate) counts: RecordCounts,
    /// The odd multiplier of the hash function.
    pub(crate) multiplier: u64,
    pub(crate) fingerprint: u64,
    pub(crate) name: &'a str,
}

/// The offset of each part of a table, in bytes.
pub(crate) struct TableParts {
    pub(crate) pilots: u64,
    pub(crate) slots: u64,
    pub(crate) records: u64,
    pub(crate) masks: u64,
    /// The length of the whole table.
    pub(crate) end: u64,
}

/// Reads the label and the version number of a table. Accepts every version number. Returns the
/// version (`.0`), and the bytes after it (`.1`).
pub(crate) const fn split_version(bytes: &[u8]) -> Result<(u16, &[u8]), TableError> {
    let mut rest = bytes;
    let mut i = 0;
    while i < LABEL.len() {
        rest = match rest {
            [byte, rest @ ..] if *byte == LABEL[i] => rest,
            _ => return Err(TableError::Label),
        };
        i += 1;
    }
    match rest.split_first_chunk() {
        Some((&version, rest)) => Ok((u16::from_le_bytes(version), rest)),
        None => Err(TableError::Header { found: bytes.len() }),
    }
}

impl<'a> TableHeader<'a> {
    pub(crate) const LONGEST: usize = FIXED + u8::MAX as usize;

    pub(crate) const fn len(&self) -> usize {
        FIXED + self.name.len()
    }

    /// Returns the offsets of the parts after the header.
    pub(crate) const fn parts(&self) -> TableParts {
        let hash = self.perfect_hash();
        let pilots = self.len() as u64;
        let slots = pilots + pilot_bytes(&hash);
        let records = slots + slot_bytes(&hash, self.records());
        let masks = records + self.layout.record_bytes(self.records());
        let padding = masks + self.layout.mask_bytes();
        TableParts {
            pilots,
            slots,
            records,
            masks,
            end: padding + (PackedRows::PADDING + CHECKSUM_BYTES) as u64,
        }
    }

    pub(crate) const fn records(&self) -> u32 {
        self.counts.sum() as u32
    }

    pub(crate) const fn perfect_hash(&self) -> PerfectHash {
        PerfectHash::new(self.states, self.key_bits, self.multiplier)
    }

    /// Reads the header at the beginning of the bytes.
    pub(crate) const fn read(bytes: &'a [u8]) -> Result<Self, TableError> {
        let short = Err(TableError::Header { found: bytes.len() });
        let (version, rest) = match split_version(bytes) {
            Ok(found) => found,
            Err(error) => return Err(error),
        };
        if version != VERSION {
            return Err(TableError::Version {
                expected: VERSION,
                found: version,
            });
        }
        let Some((&[moves, distance_bits, key_bits], rest)) = rest.split_first_chunk() else {
            return short;
        };
        let mut numbers = [0; 6];
        let mut rest = rest;
        let mut i = 0;
        while i < numbers.len() {
            let Some((&number, behind)) = rest.split_first_chunk() else {
                return short;
            };
            numbers[i] = u32::from_le_bytes(number);
            rest = behind;
            i += 1;
        }
        let [states, masks, losses, draws, endless, wins] = numbers;
        let Some((&multiplier, rest)) = rest.split_first_chunk() else {
            return short;
        };
        let Some((&fingerprint, rest)) = rest.split_first_chunk() else {
            return short;
        };
        let [name_len, rest @ ..] = rest else {
            return short;
        };
        let Some((name, _)) = rest.split_at_checked(*name_len as usize) else {
            return short;
        };
        let header = Self {
            layout: Layout {
                moves: moves as u32,
                distance_bits: distance_bits as u32,
                masks,
            },
            key_bits: key_bits as u32,
            states,
            counts: RecordCounts {
                losses,
                draws,
                endless,
                wins,
            },
            multiplier: u64::from_le_bytes(multiplier),
            fingerprint: u64::from_le_bytes(fingerprint),
            name: match core::str::from_utf8(name) {
                Ok(name) => name,
                Err(error) => {
                    return Err(TableError::Field {
                        name: "UTF-8 name",
                        found: name[error.valid_up_to()] as u64,
                    });
                }
            },
        };
        header.validated()
    }

    const fn validated(self) -> Result<Self, TableError> {
        let (name, found) = if self.layout.moves > MOVE_LIMIT {
            ("number of moves", self.layout.moves as u64)
        } else if self.layout.distance_bits > DISTANCE_BITS {
            ("width of a distance", self.layout.distance_bits as u64)
        } else if self.key_bits == 0 || self.key_bits > u64::BITS {
            ("width of a key", self.key_bits as u64)
        } else if self.states == 0 {
            ("number of states", self.states as u64)
        } else if self.counts.sum() == 0 || self.counts.sum() > self.states as u64 {
            ("number of records", self.counts.sum())
        } else if self.layout.set_bits() > Field::WIDEST {
            ("number of masks", self.layout.masks as u64)
        } else if self.multiplier % 2 == 0 {
            ("multiplier", self.multiplier)
        } else {
            return Ok(self);
        };
        Err(TableError::Field { name, found })
    }

    /// Appends the header to `bytes`, so that [`read`](Self::read) can read it. The name must be at
    /// most 255 bytes long.
    #[cfg(feature = "bake")]
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(LABEL);
        bytes.extend(VERSION.to_le_bytes());
        let Layout {
            moves,
            distance_bits,
            masks,
        } = self.layout;
        bytes.extend([moves, distance_bits, self.key_bits].map(|number| number as u8));
        let RecordCounts {
            losses,
            draws,
            endless,
            wins,
        } = self.counts;
        for number in [self.states, masks, losses, draws, endless, wins] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.multiplier.to_le_bytes());
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.push(self.name.len() as u8);
        bytes.extend(self.name.as_bytes());
    }
}
