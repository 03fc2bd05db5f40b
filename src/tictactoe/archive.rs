//! The whole table of tic-tac-toe as bytes, with a label, counts and a checksum.

use alloc::vec::Vec;
use core::fmt;

use bincode::config::{self, Config};
use bincode::error::{DecodeError, EncodeError};
use serde::{Deserialize, Serialize};

use super::lookup::records;
use crate::table::checksum;
use perfectplay_core::Value;
use perfectplay_core::tictactoe::{Record, State};

/// A table of tic-tac-toe that can be written as bytes and read again.
///
/// [`from_bytes`](Self::from_bytes) never trusts its bytes. If the bytes are truncated, altered or
/// invented, `from_bytes` returns an [`ArchiveError`]. For any bytes, `from_bytes` never panics,
/// never allocates much memory, and never returns a table that contradicts itself.
///
/// ```
/// use perfectplay::tictactoe::Archive;
/// use perfectplay::tictactoe::state;
/// use perfectplay::lookup;
///
/// let bytes = Archive::baked().to_bytes()?;
/// let archive = Archive::from_bytes(&bytes)?;
/// let state = state!(X . O / . . . / . . .);
/// assert_eq!(archive.get(state), lookup(state));
/// assert!(Archive::from_bytes(&bytes[1..]).is_err());
/// # Ok::<(), perfectplay::tictactoe::ArchiveError>(())
/// ```
///
/// # Format
/// The format of the archive has version 1. The crate `bincode` encodes the bytes in its standard
/// configuration, so numbers are little-endian and have a variable length. Only the label and the
/// checksum have a fixed length.
///
/// | part | content |
/// | --- | --- |
/// | label | the 11 bytes `perfectplay` |
/// | version | 1 |
/// | counts | the numbers of records that are wins, draws and losses |
/// | records | their number, then for each: x, o, value (0 loss, 1 draw, 2 win), distance, and the masks winning, losing, neutral, best, occupied; in ascending order of states |
/// | checksum | CRC-32 (IEEE) of all bytes before it, in 4 bytes |
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archive {
    records: Vec<(State, Record)>,
}

const VERSION: u16 = 1;
const CHECKSUM_BYTES: usize = size_of::<u32>();

/// The greatest number of bytes that a reader allocates. This limit is enough for all 19,683
/// boards, because a board takes at most 64 bytes, in memory or encoded.
const LIMIT: usize = 19_683 * 64;

const fn configuration() -> impl Config {
    config::standard().with_limit::<LIMIT>()
}

#[derive(Serialize, Deserialize)]
struct ArchiveHeader {
    label: [u8; Archive::LABEL.len()],
    version: u16,
    counts: Totals,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Totals {
    wins: u32,
    draws: u32,
    losses: u32,
}

impl Totals {
    fn new(records: &[(State, Record)]) -> Self {
        let mut counts = Self::default();
        for (_, record) in records {
            *match record.value() {
                Value::Win => &mut counts.wins,
                Value::Draw => &mut counts.draws,
                Value::Loss => &mut counts.losses,
            } += 1;
        }
        counts
    }
}

impl Archive {
    /// The bytes with which every archive begins.
    const LABEL: [u8; 11] = *b"perfectplay";

    /// Returns the table that was baked into this crate.
    #[must_use]
    pub fn baked() -> Self {
        Self {
            records: records().collect(),
        }
    }

    /// Returns the record of a state; `None` if the archive contains no record of the state.
    #[must_use]
    pub fn get(&self, state: State) -> Option<Record> {
        let at = self
            .records
            .binary_search_by_key(&state, |&(state, _)| state)
            .ok()?;
        Some(self.records[at].1)
    }

    /// Returns the states and their records, in ascending order of states.
    #[must_use]
    pub fn records(&self) -> &[(State, Record)] {
        &self.records
    }

    /// Returns the archive in bytes. The same records always give the same bytes.
    ///
    /// # Errors
    /// Fails when the encoder fails, which should never happen.
    pub fn to_bytes(&self) -> Result<Vec<u8>, ArchiveError> {
        let header = ArchiveHeader {
            label: Self::LABEL,
            version: VERSION,
            counts: Totals::new(&self.records),
        };
        let encoded = (header, &self.records);
        let mut bytes = bincode::serde::encode_to_vec(encoded, configuration())
            .map_err(ArchiveError::Encode)?;
        bytes.extend(checksum(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Reads an archive.
    ///
    /// # Errors
    /// Fails when the bytes are not an archive. The records are not compared with the rules of the
    /// game.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ArchiveError> {
        if !bytes.starts_with(&Self::LABEL) {
            return Err(ArchiveError::Label);
        }
        let (content, last) = bytes
            .split_last_chunk::<CHECKSUM_BYTES>()
            .ok_or(ArchiveError::Label)?;
        let (expected, found) = (u32::from_le_bytes(*last), checksum(content));
        if expected != found {
            return Err(ArchiveError::Checksum { expected, found });
        }

        let (header, header_bytes) =
            bincode::serde::decode_from_slice::<ArchiveHeader, _>(content, configuration())
                .map_err(ArchiveError::Decode)?;
        if header.version != VERSION {
            return Err(ArchiveError::Version {
                found: header.version,
            });
        }
        let (records, record_bytes) = bincode::serde::decode_from_slice::<Vec<(State, Record)>, _>(
            &content[header_bytes..],
            configuration(),
        )
        .map_err(ArchiveError::Decode)?;
        let end = header_bytes + record_bytes;
        if end != content.len() {
            return Err(ArchiveError::Trailing { at: end });
        }
        if Totals::new(&records) != header.counts {
            return Err(ArchiveError::Counts);
        }
        Self::from_records(records)
    }

    /// Creates an archive of these records, which must be in ascending order of states.
    ///
    /// # Errors
    /// Fails when the states are not in strictly ascending order, or when a record and its state
    /// have different occupied cells.
    pub fn from_records(records: Vec<(State, Record)>) -> Result<Self, ArchiveError> {
        if let Some(at) = records.windows(2).position(|pair| pair[0].0 >= pair[1].0) {
            return Err(ArchiveError::Order { index: at + 1 });
        }
        if let Some(index) = records
            .iter()
            .position(|(state, record)| !record.is_of(*state))
        {
            return Err(ArchiveError::Record { index });
        }
        Ok(Self { records })
    }
}

/// The reason why bytes are not an archive.
#[non_exhaustive]
pub enum ArchiveError {
    /// The bytes do not begin with the label of an archive.
    Label,
    /// The archive has another version.
    Version {
        /// The version found.
        found: u16,
    },
    /// The bytes are damaged.
    Checksum {
        /// The checksum at the end.
        expected: u32,
        /// The checksum that was computed from the bytes.
        found: u32,
    },
    /// The bytes cannot be decoded as a header and records.
    Decode(DecodeError),
    /// There are surplus bytes between the records and the checksum.
    Trailing {
        /// The offset of the first surplus byte.
        at: usize,
    },
    /// The records contain other numbers of wins, draws and losses than the header says.
    Counts,
    /// The states are not in ascending order, or a state occurs twice.
    Order {
        /// The index of the record, from 0.
        index: usize,
    },
    /// A record and its state have different occupied cells.
    Record {
        /// The index of the record, from 0.
        index: usize,
    },
    /// The encoder failed.
    Encode(EncodeError),
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Label => {
                f.write_str("expected a table that begins with \"perfectplay\", found other bytes")
            }
            Self::Version { found } => write!(f, "expected version {VERSION}, found {found}"),
            Self::Checksum { expected, found } => {
                write!(
                    f,
                    "expected the checksum {expected:08x}, found {found:08x}: the table is damaged or cut short"
                )
            }
            Self::Decode(error) => write!(f, "expected a header and records, but: {error}"),
            Self::Trailing { at } => {
                write!(f, "expected the checksum at byte {at}, found more bytes")
            }
            Self::Counts => f.write_str(
                "expected as many wins, draws and losses as the header says, found other numbers",
            ),
            Self::Order { index } => write!(
                f,
                "expected states in ascending order, found record {index} out of order"
            ),
            Self::Record { index } => write!(
                f,
                "expected every record to match its state, but record {index} belongs to another board"
            ),
            Self::Encode(error) => write!(f, "cannot encode the table: {error}"),
        }
    }
}

perfectplay_core::debug_as_display!([] ArchiveError);

impl core::error::Error for ArchiveError {}
