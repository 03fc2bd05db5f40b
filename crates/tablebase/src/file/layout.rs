//! The layout of a tablebase file.

use crate::file::block;
use crate::file::code::Codes;
use crate::index::Form;

/// The first bytes of every table, in all versions.
const LABEL: &[u8; 18] = b"perfectplay table\n";
/// The version of tablebase files. Other versions belong to `perfectplay::Table`.
pub(super) const VERSION: u16 = 2;

/// The header of a file, before its blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TablebaseHeader {
    /// The fingerprint of the game's rules and of its index, dense or sparse.
    pub fingerprint: u32,
    pub codes: Codes,
    pub form: Form,
    /// The name of the game with its parameters.
    pub name: String,
}

impl TablebaseHeader {
    const FIXED: usize = LABEL.len() + 2 + 4 + 4 + 4 + 2;
    /// The number of bytes that the reader reads first. These bytes contain the whole header,
    /// unless the name of the game is very long.
    pub const USUAL: usize = 1 << 10;
    pub const LONGEST: usize = Self::FIXED + u16::MAX as usize + 4;

    pub fn len(&self) -> u64 {
        (Self::FIXED + self.name.len() + size_of::<u32>()) as u64
    }

    /// Returns the bytes of the header; `None` if the name has more than 65,535 bytes.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let mut bytes = LABEL.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.extend(self.codes.horizon().to_le_bytes());
        bytes.extend((self.form.block() as u32).to_le_bytes());
        bytes.extend(u16::try_from(self.name.len()).ok()?.to_le_bytes());
        bytes.extend(self.name.as_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Some(bytes)
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Foreign> {
        let rest = bytes.strip_prefix(LABEL).ok_or(Foreign::Label)?;
        let (&version, rest) = rest.split_first_chunk().ok_or(Foreign::Header)?;
        let version = u16::from_le_bytes(version);
        if version != VERSION {
            return Err(Foreign::Version(version));
        }
        Self::after_version(bytes, rest).ok_or(Foreign::Header)
    }

    fn after_version(bytes: &[u8], rest: &[u8]) -> Option<Self> {
        let (&fingerprint, rest) = rest.split_first_chunk()?;
        let (&horizon, rest) = rest.split_first_chunk()?;
        let (&block, rest) = rest.split_first_chunk()?;
        let (&name_len, rest) = rest.split_first_chunk()?;
        let name_len = usize::from(u16::from_le_bytes(name_len));
        let (name, rest) = rest.split_at_checked(name_len)?;
        let (checked, _) = bytes.split_at(Self::FIXED + name_len);
        let (checksum, _) = rest.split_first_chunk()?;
        if *checksum != crc32fast::hash(checked).to_le_bytes() {
            return None;
        }
        let mut forms = [Form::Dense, Form::Sparse].into_iter();
        Some(Self {
            fingerprint: u32::from_le_bytes(fingerprint),
            codes: Codes::new(u32::from_le_bytes(horizon))?,
            form: forms.find(|form| u32::from_le_bytes(block) == form.block() as u32)?,
            name: String::from_utf8(name.to_vec()).ok()?,
        })
    }
}

/// The reason why bytes are not the header of a tablebase file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Foreign {
    Label,
    Version(u16),
    Header,
}

/// The entry of a block in the directory of blocks. The block begins at `offset`, and ends where
/// the next block or the directory begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BlockEntry {
    pub offset: u64,
    pub checksum: u32,
    /// With a sparse index, the first key of the block.
    pub first_key: Option<u64>,
}

impl BlockEntry {
    /// Returns the size of an entry in bytes. With a sparse index, an entry contains the first key
    /// of its block, and a checksum of the entry. Without this checksum, a damaged key could lead a
    /// reader to the wrong block.
    pub const fn bytes(form: Form) -> u64 {
        match form {
            Form::Dense => 12,
            Form::Sparse => 24,
        }
    }

    /// Returns the entry as bytes. `number` is the position of the block among all blocks of the
    /// file, counted from 0.
    pub fn to_bytes(self, number: u64) -> Vec<u8> {
        let mut bytes = self.offset.to_le_bytes().to_vec();
        bytes.extend(self.checksum.to_le_bytes());
        if let Some(key) = self.first_key {
            bytes.extend(key.to_le_bytes());
            bytes.extend(block::checksum(number, &bytes).to_le_bytes());
        }
        bytes
    }

    /// Reads an entry; with a sparse index, `None` if the checksum of the entry is wrong.
    pub fn from_bytes(bytes: &[u8], form: Form, number: u64) -> Option<Self> {
        let entry = Self {
            offset: u64_at(bytes, 0),
            checksum: u32_at(bytes, 8),
            first_key: (form == Form::Sparse).then(|| u64_at(bytes, 12)),
        };
        (entry.to_bytes(number) == bytes).then_some(entry)
    }
}

/// The entry of a tier in the directory of tiers. A tier that no move leads to has no entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TierEntry {
    pub tier: u64,
    /// The position of the tier's first rank or state in the file. Each earlier block counts as
    /// full, so the position divided by the size of a full block, rounded down, is the index of its
    /// block.
    pub first: u64,
    /// The number of the tier's ranks (dense index) or states (sparse index).
    pub size: u64,
}

impl TierEntry {
    pub const BYTES: u64 = 28;

    /// Returns the entry as bytes. `number` is the position of the entry in the directory, counted
    /// from 0.
    pub fn to_bytes(self, number: u64) -> Vec<u8> {
        let numbers = [self.tier, self.first, self.size];
        let mut bytes = numbers.map(u64::to_le_bytes).concat();
        bytes.extend(block::checksum(number, &bytes).to_le_bytes());
        bytes
    }

    /// Reads the entry at position `number` of the directory; `None` if the checksum of the entry
    /// is wrong.
    pub fn from_bytes(bytes: &[u8], number: u64) -> Option<Self> {
        let entry = Self {
            tier: u64_at(bytes, 0),
            first: u64_at(bytes, 8),
            size: u64_at(bytes, 16),
        };
        (entry.to_bytes(number) == bytes).then_some(entry)
    }
}

/// The end of a file. It locates all other parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tail {
    /// The offset of the directory of blocks.
    pub blocks_at: u64,
    /// The offset of the directory of tiers.
    pub tiers_at: u64,
    /// The offset of the counts. For each code of a score, a count tells how many states have this
    /// code. The list of counts ends where the tail begins.
    pub counts_at: u64,
}

impl Tail {
    pub const BYTES: u64 = 28;

    /// Returns the tail as bytes. The last four bytes are a checksum, computed from `counts` and
    /// then from the other bytes of the tail.
    pub fn to_bytes(self, counts: &[u8]) -> Vec<u8> {
        let numbers = [self.blocks_at, self.tiers_at, self.counts_at];
        let mut bytes = numbers.map(u64::to_le_bytes).concat();
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(counts);
        hasher.update(&bytes);
        bytes.extend(hasher.finalize().to_le_bytes());
        bytes
    }

    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self {
            blocks_at: u64_at(bytes, 0),
            tiers_at: u64_at(bytes, 8),
            counts_at: u64_at(bytes, 16),
        }
    }

    /// Returns the number of blocks and the number of tiers, if the directories fit between the
    /// header and the tail.
    pub fn counts(self, form: Form, header: u64, end: u64) -> Option<(u64, u64)> {
        let blocks = self.tiers_at.checked_sub(self.blocks_at)?;
        let tiers = self.counts_at.checked_sub(self.tiers_at)?;
        let entry = BlockEntry::bytes(form);
        let fits = self.blocks_at >= header
            && self.counts_at <= end
            && blocks % entry == 0
            && tiers % TierEntry::BYTES == 0;
        fits.then_some((blocks / entry, tiers / TierEntry::BYTES))
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

pub(super) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}
