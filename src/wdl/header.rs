//! The header of a win/draw/loss table.

#[cfg(feature = "bake")]
use alloc::vec::Vec;

use super::fuse_filter::{Fuse, FuseWindow};
use crate::table::{CHECKSUM_BYTES, LABEL, TableError, split_version};
use perfectplay_core::{MOVE_LIMIT, Value};

/// The size of the header before the name, in bytes.
const FIXED: usize = LABEL.len() + 2 + 8 + 3 + 3 + 2 * 8 + 4 + 4 + 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeptPlies {
    All,
    Even,
    Odd,
    /// The table stores only the values of the states that are `.0` plies from the start. Symmetric
    /// states share one stored value.
    After(u8),
}

impl KeptPlies {
    /// Returns whether the table stores the values of states in this tier.
    #[inline]
    pub(crate) const fn keeps(self, tier: Option<u32>) -> bool {
        match (self, tier) {
            (Self::After(_), _) => false,
            (Self::All, _) | (_, None) => true,
            (Self::Even, Some(tier)) => tier % 2 == 0,
            (Self::Odd, Some(tier)) => tier % 2 == 1,
        }
    }
}

/// The stored values, the most frequent value first. The codes of the three values are 0, 1 and 3,
/// in this order. So the low bit is 0 only for the first value, and the high bit is 1 only for the
/// third.
pub(crate) type Order = [Option<Value>; 3];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WdlHeader<'a> {
    pub(crate) fingerprint: u64,
    pub(crate) moves: u32,
    pub(crate) keep: KeptPlies,
    pub(crate) order: Order,
    pub(crate) states: u64,
    /// The number of states whose value is stored.
    pub(crate) kept: u64,
    pub(crate) fuse: Fuse,
    pub(crate) name: &'a str,
}

impl<'a> WdlHeader<'a> {
    /// The version number of a table that gives the values of all states.
    pub(crate) const WHOLE: u16 = 4;
    /// The version number of a table that stores only states a fixed number of plies from the
    /// start.
    pub(crate) const OPENING: u16 = 5;

    pub(crate) const fn len(&self) -> usize {
        FIXED + self.name.len()
    }

    pub(crate) const fn end(&self) -> u64 {
        self.len() as u64
            + self.fuse.bits().div_ceil(8)
            + FuseWindow::PADDING
            + CHECKSUM_BYTES as u64
    }

    /// Reads the header at the beginning of the bytes.
    pub(crate) const fn read(bytes: &'a [u8]) -> Result<Self, TableError> {
        let short = Err(TableError::Header { found: bytes.len() });
        let (version, rest) = match split_version(bytes) {
            Ok(found) => found,
            Err(error) => return Err(error),
        };
        if version != Self::WHOLE && version != Self::OPENING {
            return Err(TableError::Version {
                expected: Self::WHOLE,
                found: version,
            });
        }
        let Some((&fingerprint, rest)) = rest.split_first_chunk() else {
            return short;
        };
        let Some(([moves, keep, segment_bits], rest)) = rest.split_first_chunk() else {
            return short;
        };
        let Some((&values, rest)) = rest.split_first_chunk::<3>() else {
            return short;
        };
        let Some((&states, rest)) = rest.split_first_chunk() else {
            return short;
        };
        let Some((&kept, rest)) = rest.split_first_chunk() else {
            return short;
        };
        let Some((&seed, rest)) = rest.split_first_chunk() else {
            return short;
        };
        let Some((&segments, rest)) = rest.split_first_chunk() else {
            return short;
        };
        let [name_len, rest @ ..] = rest else {
            return short;
        };
        let Some((name, _)) = rest.split_at_checked(*name_len as usize) else {
            return short;
        };
        let mut order = [None; 3];
        let mut i = 0;
        while i < order.len() {
            order[i] = match values[i] {
                0 => Some(Value::Loss),
                1 => Some(Value::Draw),
                2 => Some(Value::Win),
                3 => None,
                found => return Err(field("value", found as u64)),
            };
            i += 1;
        }
        let keep = match (version, keep) {
            (Self::OPENING, plies) => KeptPlies::After(*plies),
            (_, 0) => KeptPlies::All,
            (_, 1) => KeptPlies::Even,
            (_, 2) => KeptPlies::Odd,
            (_, found) => return Err(field("choice of tiers", *found as u64)),
        };
        let header = Self {
            fingerprint: u64::from_le_bytes(fingerprint),
            moves: *moves as u32,
            keep,
            order,
            states: u64::from_le_bytes(states),
            kept: u64::from_le_bytes(kept),
            fuse: Fuse {
                seed: u32::from_le_bytes(seed),
                segment_bits: *segment_bits as u32,
                segments: u32::from_le_bytes(segments),
            },
            name: match core::str::from_utf8(name) {
                Ok(name) => name,
                Err(error) => return Err(field("UTF-8 name", name[error.valid_up_to()] as u64)),
            },
        };
        header.validated()
    }

    const fn validated(self) -> Result<Self, TableError> {
        Err(if self.moves > MOVE_LIMIT {
            field("number of moves", self.moves as u64)
        } else if self.states == 0 && !matches!(self.keep, KeptPlies::After(_)) {
            field("number of states", self.states)
        } else if self.kept > self.states {
            field("number of kept states", self.kept)
        } else if self.fuse.segment_bits > Fuse::SEGMENT_BITS {
            field("length of a segment", self.fuse.segment_bits as u64)
        } else {
            return Ok(self);
        })
    }

    /// Appends the header to `bytes`, so that [`read`](Self::read) can read it. The name must be at
    /// most 255 bytes long.
    #[cfg(feature = "bake")]
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(LABEL);
        let (version, keep) = match self.keep {
            KeptPlies::All => (Self::WHOLE, 0),
            KeptPlies::Even => (Self::WHOLE, 1),
            KeptPlies::Odd => (Self::WHOLE, 2),
            KeptPlies::After(plies) => (Self::OPENING, plies),
        };
        bytes.extend(version.to_le_bytes());
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.extend([self.moves as u8, keep, self.fuse.segment_bits as u8]);
        bytes.extend(self.order.map(|value| match value {
            Some(Value::Loss) => 0,
            Some(Value::Draw) => 1,
            Some(Value::Win) => 2,
            None => 3_u8,
        }));
        bytes.extend(self.states.to_le_bytes());
        bytes.extend(self.kept.to_le_bytes());
        bytes.extend(self.fuse.seed.to_le_bytes());
        bytes.extend(self.fuse.segments.to_le_bytes());
        bytes.push(self.name.len() as u8);
        bytes.extend(self.name.as_bytes());
    }
}

const fn field(name: &'static str, found: u64) -> TableError {
    TableError::Field { name, found }
}
