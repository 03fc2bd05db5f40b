//! The results of jobs whose blocks have moved into a tablebase file, so that the blocks are stored
//! only once.
//!
//! One file in the directory of results lists the results whose blocks have moved. This file is
//! always written as a whole:
//!
//! | bytes | content |
//! | --- | --- |
//! | 18 | `perfectplay moved` and a line feed |
//! | | for each result: the length of its name in 2 bytes, the name, the position of its blocks and their number of bytes in 8 bytes each; then the length of the bytes before the blocks in 4 bytes, those bytes, and the same for the bytes after the blocks |
//! | 4 | a checksum of all bytes before it |
//!
//! Numbers are stored with the low byte first.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

const LABEL: &[u8; 18] = b"perfectplay moved\n";

/// For each moved result, its name and the position of its blocks in the tablebase file.
#[derive(Debug, Default)]
pub(crate) struct MovedResults {
    parts: BTreeMap<String, StoredPart>,
}

/// A result whose blocks have moved into a tablebase file.
#[derive(Debug)]
pub(crate) struct StoredPart {
    at: u64,
    len: u64,
    before: Vec<u8>,
    behind: Vec<u8>,
}

impl StoredPart {
    /// Creates the entry for a result whose blocks begin at the position `at` in the file. The
    /// second argument is the whole result in three slices: the bytes before the blocks, the
    /// blocks, and the bytes after the blocks.
    pub fn new(at: u64, [before, blocks, behind]: [&[u8]; 3]) -> Self {
        Self {
            at,
            len: blocks.len() as u64,
            before: before.to_vec(),
            behind: behind.to_vec(),
        }
    }
}

impl MovedResults {
    pub const NAME: &'static str = "moved";

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    pub fn note(&mut self, name: String, part: StoredPart) {
        self.parts.insert(name, part);
    }

    /// Returns the bytes of a result. The blocks of the result are read from `file`. Returns `None`
    /// if the result has not moved, or if the file ends before the blocks of the result.
    pub fn read(
        &self,
        name: &str,
        file: &dyn Fn() -> io::Result<Option<File>>,
    ) -> io::Result<Option<Vec<u8>>> {
        let Some(part) = self.parts.get(name) else {
            return Ok(None);
        };
        let Some(mut file) = file()? else {
            return Ok(None);
        };
        if file.metadata()?.len().saturating_sub(part.at) < part.len {
            return Ok(None);
        }
        file.seek(SeekFrom::Start(part.at))?;
        let mut bytes = part.before.clone();
        bytes.reserve_exact(part.len as usize + part.behind.len());
        file.take(part.len).read_to_end(&mut bytes)?;
        bytes.extend(&part.behind);
        Ok(Some(bytes))
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = LABEL.to_vec();
        for (name, part) in &self.parts {
            bytes.extend((name.len() as u16).to_le_bytes());
            bytes.extend(name.as_bytes());
            bytes.extend(part.at.to_le_bytes());
            bytes.extend(part.len.to_le_bytes());
            for some in [&part.before, &part.behind] {
                bytes.extend((some.len() as u32).to_le_bytes());
                bytes.extend(some);
            }
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the record of moved results; `None` if `bytes` are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (noted, checksum) = bytes.split_last_chunk()?;
        if crc32fast::hash(noted).to_le_bytes() != *checksum {
            return None;
        }
        let mut rest = noted.strip_prefix(LABEL)?;
        let mut parts = BTreeMap::new();
        while !rest.is_empty() {
            let name_len = u16::from_le_bytes(*take(&mut rest)?);
            let name = String::from_utf8(some(&mut rest, name_len.into())?.to_vec()).ok()?;
            let [at, len] = [take(&mut rest)?, take(&mut rest)?].map(|at| u64::from_le_bytes(*at));
            let mut bytes = || {
                let len = u32::from_le_bytes(*take(&mut rest)?);
                Some(some(&mut rest, len as usize)?.to_vec())
            };
            let (before, behind) = (bytes()?, bytes()?);
            let part = StoredPart {
                at,
                len,
                before,
                behind,
            };
            parts.insert(name, part);
        }
        Some(Self { parts })
    }
}

fn take<'b, const N: usize>(bytes: &mut &'b [u8]) -> Option<&'b [u8; N]> {
    let (chunk, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(chunk)
}

fn some<'b>(bytes: &mut &'b [u8], len: usize) -> Option<&'b [u8]> {
    let (some, rest) = bytes.split_at_checked(len)?;
    *bytes = rest;
    Some(some)
}
