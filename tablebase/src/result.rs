//! The file with the result of a job.
//!
//! | bytes | what |
//! | --- | --- |
//! | 18 | `perfectplay tiers` and a line feed |
//! | 2 | version, 2 |
//! | 4 | fingerprint of the game |
//! | 1 | kind: 0 what was found, 1 scores, 2 keys that were found, 3 keys with scores |
//! | 8 | number of the batch's first tier |
//! | 8, 8 | the first of the batch's codes that the part has, and the first behind it; with keys, which part it is, and how many there are |
//! | | the blocks |
//! | 8 each | of each block its bytes and its checksum |
//! | 8 each | counts |
//! | 4, 4, 4 | how many blocks, how many counts, and a checksum of all but the blocks |
//!
//! Numbers have the low byte first.

use std::ops::Range;

use crate::block;
use crate::error::Error;
use crate::jobs::Status;
use crate::parallel;
use crate::store::Store;

const LABEL: &[u8; 18] = b"perfectplay tiers\n";
const VERSION: u16 = 2;
const HEADER: usize = LABEL.len() + 2 + 4 + 1 + 8 + 8 + 8;
const TAIL: usize = 12;

/// What a result is the result of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// Of which game.
    pub fingerprint: u32,
    pub kind: Kind,
    /// The first tier of the batch.
    pub tier: u64,
    /// The first of the batch's codes and the first behind them, or which part of how many.
    pub part: [u64; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Found,
    Scores,
    FoundKeys,
    KeysWithScores,
}

impl Origin {
    fn to_bytes(self) -> [u8; HEADER] {
        let mut bytes = Vec::with_capacity(HEADER);
        bytes.extend(LABEL);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.push(self.kind as u8);
        bytes.extend(self.tier.to_le_bytes());
        for number in self.part {
            bytes.extend(number.to_le_bytes());
        }
        bytes.try_into().expect("as many bytes as a header has")
    }
}

/// Writes the file with these compressed blocks and counts.
pub(crate) fn write(origin: Origin, blocks: &[Vec<u8>], counts: &[u64]) -> Vec<u8> {
    let mut bytes = origin.to_bytes().to_vec();
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&bytes);
    for block in blocks {
        bytes.extend(block);
    }
    let end = bytes.len();
    for (number, block) in (0..).zip(blocks) {
        bytes.extend((block.len() as u32).to_le_bytes());
        bytes.extend(block::checksum(number, block).to_le_bytes());
    }
    for count in counts {
        bytes.extend(count.to_le_bytes());
    }
    bytes.extend((blocks.len() as u32).to_le_bytes());
    bytes.extend((counts.len() as u32).to_le_bytes());
    checksum.update(&bytes[end..]);
    bytes.extend(checksum.finalize().to_le_bytes());
    bytes
}

/// Whether the result that a file should hold is in a store.
pub(crate) fn status(store: &dyn Store, file: &str, origin: Origin) -> Result<Status, Error> {
    let Some(bytes) = store.read(file)? else {
        return Ok(Status::Missing);
    };
    Ok(match JobResult::read(bytes, origin) {
        Some(result) if result.is_whole() => Status::Done,
        _ => Status::Damaged,
    })
}

/// The result of a job that was done before, in this file of a store.
pub(crate) fn read(store: &dyn Store, file: String, origin: Origin) -> Result<JobResult, Error> {
    let bytes = store.read(&file)?;
    let bytes = bytes.ok_or_else(|| Error::Missing { job: file.clone() })?;
    JobResult::read(bytes, origin).ok_or_else(|| damaged(store, &file))
}

/// The error for a result that is not what was written.
pub(crate) fn damaged(store: &dyn Store, file: &str) -> Error {
    Error::Damaged {
        path: store.path(file),
        what: "the result that was written",
    }
}

/// A file that [`write`] has written.
pub(crate) struct JobResult {
    bytes: Vec<u8>,
    blocks: Vec<Entry>,
    /// The counts that were written with it.
    pub counts: Vec<u64>,
}

/// Where a block is, and its checksum.
struct Entry {
    range: Range<usize>,
    checksum: u32,
}

impl JobResult {
    /// The result in a file; `None` unless it is the one expected, and nothing but its
    /// blocks can be damaged.
    pub(crate) fn read(bytes: Vec<u8>, origin: Origin) -> Option<Self> {
        let header = origin.to_bytes();
        let rest = bytes.strip_prefix(&header)?;
        let (_, &tail) = rest.split_last_chunk::<TAIL>()?;
        let word =
            |at: usize| u32::from_le_bytes([tail[at], tail[at + 1], tail[at + 2], tail[at + 3]]);
        let (blocks, counts, checksum) = (word(0) as usize, word(4) as usize, word(8));
        let directory = blocks
            .checked_add(counts)?
            .checked_mul(8)?
            .checked_add(TAIL)?;
        let index = rest.len().checked_sub(directory)?;
        let covered = &rest[index..rest.len() - 4];
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&header);
        hasher.update(covered);
        if hasher.finalize() != checksum {
            return None;
        }
        let mut words = covered
            .chunks_exact(8)
            .map(|word| u64::from_le_bytes(word.try_into().expect("a chunk of eight bytes")));
        let mut at = HEADER;
        let entries: Vec<Entry> = words
            .by_ref()
            .take(blocks)
            .map(|word| {
                let start = at;
                at += word as u32 as usize;
                Entry {
                    range: start..at,
                    checksum: (word >> 32) as u32,
                }
            })
            .collect();
        let counts = words.take(counts).collect();
        (at == HEADER + index).then_some(Self {
            bytes,
            blocks: entries,
            counts,
        })
    }

    /// How many blocks there are.
    pub(crate) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// A block as it is in the file, and its checksum; `None` if it is damaged.
    pub(crate) fn packed(&self, number: usize) -> Option<(&[u8], u32)> {
        let Entry { range, checksum } = &self.blocks[number];
        let packed = &self.bytes[range.clone()];
        (block::checksum(number as u64, packed) == *checksum).then_some((packed, *checksum))
    }

    /// Whether all blocks are as they were written.
    pub(crate) fn is_whole(&self) -> bool {
        let numbers = (0..self.blocks()).collect();
        parallel::try_map(numbers, |number| self.packed(number).map(|_| ()).ok_or(())).is_ok()
    }
}
