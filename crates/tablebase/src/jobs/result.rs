//! The results of jobs.
//!
//! | bytes | content |
//! | --- | --- |
//! | 19 | `perfectplay result` and a line feed |
//! | 2 | version, 1 |
//! | 4 | fingerprint of the game and its index |
//! | 1 | kind: 0 for reachable states, 1 for scores, 6 for scores after some rounds; with a sparse index, 2 for reachable states, 3 for scores |
//! | 8 | number of the level |
//! | 8, 8 | the shard: its first place, and the place after its last place; with a sparse index, its number in the level, and the number of shards in the level |
//! | | the blocks |
//! | 8 each | for each block, its number of bytes and its checksum |
//! | 8 each | counts |
//! | 4, 4, 4 | the number of blocks, the number of counts, and a checksum of everything except the blocks |
//!
//! Numbers are stored with the low byte first.

use std::ops::Range;

use crate::error::Error;
use crate::file::block::{self, Block};
use crate::file::code::Codes;
use crate::index::Form;
use crate::jobs::job::ResultId;
use crate::jobs::plan::Plan;
use crate::jobs::store::ResultStore;
use crate::parallel;

const LABEL: &[u8; 19] = b"perfectplay result\n";
const VERSION: u16 = 1;
const HEADER: usize = LABEL.len() + 2 + 4 + 1 + 8 + 8 + 8;
const TAIL: usize = 12;

/// The status of a job's result in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobStatus {
    /// The result exists and is undamaged.
    Done,
    /// The result does not exist.
    Missing,
    /// The result is incomplete or damaged, or something else is stored under its name.
    Damaged,
}

/// A reader of the results that the jobs of a plan have written to a store.
#[derive(Clone, Copy)]
pub(crate) struct StoredResults<'a> {
    pub plan: &'a Plan,
    pub fingerprint: u32,
    pub store: &'a dyn ResultStore,
}

impl StoredResults<'_> {
    /// Returns the header of a result: the bytes before its blocks.
    fn header(&self, result: ResultId) -> [u8; HEADER] {
        let number = result.shard();
        let kind = match result {
            ResultId::Found(_) => 0,
            ResultId::Scores(_) => 1,
            ResultId::Rounds(_) => 6,
        };
        let (shard, level) = (&self.plan.shards()[number], self.plan.level(number));
        let (form, part) = match self.plan.form() {
            Form::Dense => (0, [shard.places.start, shard.places.end]),
            Form::Sparse => (
                2,
                [number - level.start, level.len()].map(|part| part as u64),
            ),
        };
        let mut bytes = Vec::with_capacity(HEADER);
        bytes.extend(LABEL);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.push(kind + form);
        for number in [shard.level as u64, part[0], part[1]] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.try_into().expect("as many bytes as a header has")
    }

    /// Packs compressed blocks and counts into the bytes of a result.
    pub fn to_bytes(self, result: ResultId, blocks: &[Vec<u8>], counts: &[u64]) -> Vec<u8> {
        let mut bytes = self.header(result).to_vec();
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

    pub fn status(&self, result: ResultId) -> Result<JobStatus, Error> {
        let Some(bytes) = self.store.read(&self.plan.file_of(result))? else {
            return Ok(JobStatus::Missing);
        };
        Ok(match JobResult::from_bytes(bytes, self.header(result)) {
            Some(result) if result.is_whole() => JobStatus::Done,
            _ => JobStatus::Damaged,
        })
    }

    /// Reads a result, which must exist.
    pub fn read(&self, result: ResultId) -> Result<JobResult, Error> {
        let file = self.plan.file_of(result);
        match self.store.read(&file)? {
            Some(bytes) => self.with_bytes(result, bytes),
            None => Err(Error::Missing { job: file }),
        }
    }

    pub fn with_bytes(&self, result: ResultId, bytes: Vec<u8>) -> Result<JobResult, Error> {
        let read = JobResult::from_bytes(bytes, self.header(result));
        read.ok_or_else(|| self.damaged(result))
    }

    pub fn damaged(&self, result: ResultId) -> Error {
        Error::Damaged {
            path: self.store.path(&self.plan.file_of(result)),
            what: "the result that was written",
        }
    }
}

/// A result whose header and tail are whole, although its blocks may be damaged.
pub(crate) struct JobResult {
    bytes: Vec<u8>,
    blocks: Vec<ResultBlock>,
    pub counts: Vec<u64>,
}

struct ResultBlock {
    range: Range<usize>,
    checksum: u32,
}

impl JobResult {
    /// Reads a result; `None` if it does not begin with `header`, or if its tail is damaged.
    fn from_bytes(bytes: Vec<u8>, header: [u8; HEADER]) -> Option<Self> {
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
        let entries: Vec<ResultBlock> = words
            .by_ref()
            .take(blocks)
            .map(|word| {
                let start = at;
                at = at.saturating_add(word as u32 as usize);
                ResultBlock {
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

    /// Returns three sections of the result: the bytes before the blocks, the blocks, and the bytes
    /// after the blocks.
    pub fn parts(&self) -> [&[u8]; 3] {
        let end = self.blocks.last().map_or(HEADER, |block| block.range.end);
        let (before, rest) = self.bytes.split_at(HEADER);
        let (blocks, behind) = rest.split_at(end - HEADER);
        [before, blocks, behind]
    }

    /// Returns the mapping between codes and scores that a result with a dense index uses. The mapping follows from the
    /// number of codes. The result contains one count for each code. Returns `None` if no mapping has this number of
    /// codes.
    pub fn codes(&self) -> Option<Codes> {
        Codes::with_count(self.counts.len())
    }

    /// Returns the mapping between codes and scores that a checkpoint uses. The third count in the
    /// checkpoint is the greatest distance that a code can represent.
    pub fn codes_of_rounds(&self) -> Option<Codes> {
        let &[_, _, horizon] = &self.counts[..] else {
            return None;
        };
        Codes::new(u32::try_from(horizon).ok()?)
    }

    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Returns the bytes of a block; `None` if the block does not exist or is damaged.
    pub fn packed(&self, number: usize) -> Option<&[u8]> {
        let ResultBlock { range, checksum } = self.blocks.get(number)?;
        let packed = &self.bytes[range.clone()];
        (block::checksum(number as u64, packed) == *checksum).then_some(packed)
    }

    /// Unpacks the block with the index `number`, whose codes have `width` bytes. Ranks in a dense
    /// block are counted from `base`.
    pub fn block(&self, number: usize, form: Form, base: u64, width: usize) -> Option<Block> {
        block::unpack(self.packed(number)?, form, base, width)
    }

    /// Returns whether all blocks are undamaged.
    fn is_whole(&self) -> bool {
        let numbers = (0..self.blocks()).collect();
        parallel::try_map(numbers, |number| self.packed(number).map(|_| ()).ok_or(())).is_ok()
    }
}
