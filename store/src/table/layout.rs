//! What stands where in a table file.

use crate::code::Codes;

/// What every table begins with, whatever its version.
const LABEL: &[u8; 18] = b"perfectplay table\n";
/// Versions 1 and 3 are those of `perfectplay::Table`.
const VERSION: u16 = 2;

/// What a table says of itself before its blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// Of the rules and ranks.
    pub fingerprint: u32,
    pub codes: Codes,
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
        bytes.extend((crate::block::BLOCK as u32).to_le_bytes());
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
        if u32::from_le_bytes(block) != crate::block::BLOCK as u32 {
            return Err(Foreign::Header);
        }
        let header = Self {
            fingerprint: u32::from_le_bytes(fingerprint),
            codes: Codes::new(u32::from_le_bytes(horizon)).ok_or(Foreign::Header)?,
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
}

impl BlockEntry {
    pub const BYTES: u64 = 16;

    pub fn to_bytes(self) -> [u8; Self::BYTES as usize] {
        let mut bytes = [0; Self::BYTES as usize];
        bytes[..8].copy_from_slice(&self.offset.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.len.to_le_bytes());
        bytes[12..].copy_from_slice(&self.checksum.to_le_bytes());
        bytes
    }

    pub fn from_bytes(bytes: [u8; Self::BYTES as usize]) -> Self {
        Self {
            offset: u64_at(&bytes, 0),
            len: u32_at(&bytes, 8),
            checksum: u32_at(&bytes, 12),
        }
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
    pub fn counts(self, header: u64, end: u64) -> Option<(u64, u64)> {
        let blocks = self.tiers_at.checked_sub(self.blocks_at)?;
        let tiers = self.counts_at.checked_sub(self.tiers_at)?;
        let fits = self.blocks_at >= header
            && self.counts_at <= end
            && blocks % BlockEntry::BYTES == 0
            && tiers % TierEntry::BYTES == 0;
        fits.then_some((blocks / BlockEntry::BYTES, tiers / TierEntry::BYTES))
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}
