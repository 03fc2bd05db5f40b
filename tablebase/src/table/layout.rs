//! What stands where in a table file.

use std::fmt;

use crate::code::Codes;

/// What every table begins with, whatever its version.
const LABEL: &[u8; 18] = b"perfectplay table\n";
/// Versions 1 and 3 are those of `perfectplay::Table`.
const VERSION: u16 = 2;

/// How a table finds a state in its tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// By its rank.
    Ranks,
    /// By its key.
    Keys,
}

impl Form {
    /// How many states a full block has. It tells which form a table has, too.
    pub const fn block(self) -> usize {
        match self {
            Self::Ranks => crate::block::BLOCK,
            Self::Keys => crate::keyed::block::KEYS,
        }
    }

    /// How many bytes the directory has for each block.
    pub const fn entry_bytes(self) -> u64 {
        match self {
            Self::Ranks => BlockEntry::RANKS as u64,
            Self::Keys => BlockEntry::LONGEST as u64,
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ranks => "ranks",
            Self::Keys => "keys",
        })
    }
}

/// What a table says of itself before its blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// Of the rules and ranks.
    pub fingerprint: u32,
    pub codes: Codes,
    pub form: Form,
    /// The game and its parameters.
    pub name: String,
}

impl Header {
    /// The bytes before the name.
    pub const FIXED: usize = LABEL.len() + 2 + 4 + 4 + 4 + 2;
    /// The bytes of the longest header.
    pub const LONGEST: usize = Self::FIXED + u16::MAX as usize + 4;

    /// How many bytes the header has.
    pub fn len(&self) -> u64 {
        (Self::FIXED + self.name.len() + size_of::<u32>()) as u64
    }

    /// `None` for a name of more than 65,535 bytes.
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

    /// The header at the beginning of a file, and how long it is.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Self, usize), Foreign> {
        let rest = bytes.strip_prefix(LABEL).ok_or(Foreign::Label)?;
        let (&version, rest) = rest.split_first_chunk().ok_or(Foreign::Header)?;
        let version = u16::from_le_bytes(version);
        if version != VERSION {
            return Err(Foreign::Version(version));
        }
        let (&fingerprint, rest) = rest.split_first_chunk().ok_or(Foreign::Header)?;
        let (&horizon, rest) = rest.split_first_chunk().ok_or(Foreign::Header)?;
        let (&block, rest) = rest.split_first_chunk().ok_or(Foreign::Header)?;
        let (&name_len, rest) = rest.split_first_chunk().ok_or(Foreign::Header)?;
        let len = Self::FIXED + usize::from(u16::from_le_bytes(name_len));
        let name = rest.get(..len - Self::FIXED).ok_or(Foreign::Header)?;
        let checksum = bytes.get(len..len + 4).ok_or(Foreign::Header)?;
        if checksum != crc32fast::hash(&bytes[..len]).to_le_bytes() {
            return Err(Foreign::Header);
        }
        let form = [Form::Ranks, Form::Keys]
            .into_iter()
            .find(|form| u32::from_le_bytes(block) == form.block() as u32);
        let header = Self {
            fingerprint: u32::from_le_bytes(fingerprint),
            codes: Codes::new(u32::from_le_bytes(horizon)).ok_or(Foreign::Header)?,
            form: form.ok_or(Foreign::Header)?,
            name: String::from_utf8(name.to_vec()).map_err(|_| Foreign::Header)?,
        };
        Ok((header, len + 4))
    }
}

/// Why bytes are not the header of such a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Foreign {
    Label,
    Version(u16),
    Header,
}

/// Where a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockEntry {
    pub offset: u64,
    pub len: u32,
    pub checksum: u32,
    /// Its first key, in a table of keys.
    pub first_key: Option<u64>,
}

impl BlockEntry {
    /// How many bytes an entry has in a table of ranks.
    const RANKS: usize = 16;
    /// How many it has in one of keys. What decides which block is read has a checksum.
    pub const LONGEST: usize = Self::RANKS + 8 + 4;

    /// The entry of the block with this number.
    pub fn to_bytes(self, number: u64) -> Vec<u8> {
        let mut bytes = self.offset.to_le_bytes().to_vec();
        bytes.extend(self.len.to_le_bytes());
        bytes.extend(self.checksum.to_le_bytes());
        if let Some(key) = self.first_key {
            bytes.extend(key.to_le_bytes());
            bytes.extend(crate::block::checksum(number, &bytes).to_le_bytes());
        }
        bytes
    }

    /// `None` if they are seen not to be the bytes that were written for this block.
    pub fn from_bytes(bytes: &[u8], form: Form, number: u64) -> Option<Self> {
        let entry = Self {
            offset: u64_at(bytes, 0),
            len: u32_at(bytes, 8),
            checksum: u32_at(bytes, 12),
            first_key: (form == Form::Keys).then(|| u64_at(bytes, Self::RANKS)),
        };
        (entry.to_bytes(number) == bytes).then_some(entry)
    }
}

/// Where a tier is: the number of its first code, counting the codes of all blocks as if
/// each were full, and how many there are. Tiers that no moves lead to have no entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TierEntry {
    /// The number of the tier.
    pub tier: u64,
    pub first: u64,
    pub size: u64,
}

impl TierEntry {
    pub const BYTES: u64 = 28;

    /// The bytes of the entry with this number, counting from 0.
    pub fn to_bytes(self, number: u64) -> [u8; Self::BYTES as usize] {
        let mut bytes = [0; Self::BYTES as usize];
        bytes[..8].copy_from_slice(&self.tier.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.first.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.size.to_le_bytes());
        bytes[24..].copy_from_slice(&self.checksum(number).to_le_bytes());
        bytes
    }

    /// `None` if they are not the bytes that were written for this number.
    pub fn from_bytes(bytes: [u8; Self::BYTES as usize], number: u64) -> Option<Self> {
        let entry = Self {
            tier: u64_at(&bytes, 0),
            first: u64_at(&bytes, 8),
            size: u64_at(&bytes, 16),
        };
        (u32_at(&bytes, 24) == entry.checksum(number)).then_some(entry)
    }

    fn checksum(self, number: u64) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for number in [number, self.tier, self.first, self.size] {
            hasher.update(&number.to_le_bytes());
        }
        hasher.finalize()
    }
}

/// What stands at the end of a table, and tells where all else is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tail {
    /// Where the directory of blocks begins.
    pub blocks_at: u64,
    /// Where the directory of tiers begins.
    pub tiers_at: u64,
    /// Where the counts of the codes begin. They end where the tail begins.
    pub counts_at: u64,
}

impl Tail {
    pub const BYTES: u64 = 28;

    /// The tail, with a checksum of itself and of the counts before it.
    pub fn to_bytes(self, counts: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for number in [self.blocks_at, self.tiers_at, self.counts_at] {
            bytes.extend(number.to_le_bytes());
        }
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(counts);
        hasher.update(&bytes);
        bytes.extend(hasher.finalize().to_le_bytes());
        bytes
    }

    pub fn from_bytes(bytes: [u8; Self::BYTES as usize]) -> Self {
        Self {
            blocks_at: u64_at(&bytes, 0),
            tiers_at: u64_at(&bytes, 8),
            counts_at: u64_at(&bytes, 16),
        }
    }

    /// How many blocks and tiers there are, if the directories fit between header and
    /// tail.
    pub fn counts(self, form: Form, header: u64, end: u64) -> Option<(u64, u64)> {
        let blocks = self.tiers_at.checked_sub(self.blocks_at)?;
        let tiers = self.counts_at.checked_sub(self.tiers_at)?;
        let fits = self.blocks_at >= header
            && self.counts_at <= end
            && blocks % form.entry_bytes() == 0
            && tiers % TierEntry::BYTES == 0;
        fits.then_some((blocks / form.entry_bytes(), tiers / TierEntry::BYTES))
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}
