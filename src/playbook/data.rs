//! Playbooks without the rules: they map keys to ranks of moves.

use core::fmt;

use super::error::PlaybookError;
use super::layout::{Hash, LEAST_BYTES, MAX_LENGTH, MOST_BYTES, Places};
use crate::table::{TableError, compare_checksum};
use perfectplay_core::{MOVE_LIMIT, Player};

pub(crate) const LABEL: &[u8; 3] = b"ppb";
pub(crate) const VERSION: u8 = 1;
const CHECKSUM_BYTES: usize = size_of::<u32>();
/// The length that marks a code with a single rank, whose code word is empty.
pub(crate) const EMPTY: u8 = 15;

/// A [`Playbook`](super::Playbook) without the rules of its game.
///
/// `docs/playbooks.md` describes the bytes.
#[derive(Clone, Copy)]
pub struct PlaybookData<'a> {
    bytes: &'a [u8],
    fingerprint: u64,
    flags: u8,
    states: u32,
    buckets: u32,
    /// The offset of the array of each bucket except the first, in three bytes each.
    offsets: &'a [u8],
    seeds: &'a [u8],
    arrays: &'a [u8],
    code: Code,
}

/// A canonical prefix code.
#[derive(Clone, Copy)]
struct Code {
    /// For each length, the number of ranks with a code of this length.
    counts: [u8; MAX_LENGTH as usize + 1],
    /// The ranks in the order of their codes.
    ranks: [u8; MOVE_LIMIT as usize],
}

/// The bits of [`PlaybookData`]'s flags.
pub(crate) mod flags {
    pub(crate) const FIRST: u8 = 1;
    pub(crate) const SECOND: u8 = 2;
    pub(crate) const SYMMETRY: u8 = 4;
    pub(crate) const KEEP: u8 = 3 << KEEP_SHIFT;
    pub(crate) const KEEP_SHIFT: u32 = 3;
    pub(crate) const CHECK_SHIFT: u32 = 5;
}

/// What the moves of a playbook must keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Keep {
    /// The value of each state: the player wins whenever the opponent lets it.
    #[default]
    Value,
    /// The value and the distance: the player wins as fast and loses as late as possible. Any
    /// neutral move is allowed.
    Distance,
    /// The value of the start: the player never gets less than the value of the game, but need
    /// not punish mistakes.
    Start,
}

impl Keep {
    pub(crate) const ALL: [Self; 3] = [Self::Value, Self::Distance, Self::Start];
}

impl<'a> PlaybookData<'a> {
    /// Reads the header. The rest is checked by [`validate`](Self::validate); unchecked content
    /// never causes a panic.
    ///
    /// # Errors
    /// When the header is not that of a playbook, or the bytes end too early.
    pub const fn from_bytes(bytes: &'a [u8]) -> Result<Self, PlaybookError> {
        let short = Err(PlaybookError::Length { found: bytes.len() });
        let Some((label, rest)) = bytes.split_first_chunk::<3>() else {
            return Err(PlaybookError::Label);
        };
        if label[0] != LABEL[0] || label[1] != LABEL[1] || label[2] != LABEL[2] {
            return Err(PlaybookError::Label);
        }
        let Some((&[version], rest)) = rest.split_first_chunk() else {
            return short;
        };
        if version != VERSION {
            return Err(PlaybookError::Version {
                expected: VERSION,
                found: version,
            });
        }
        let Some((&fingerprint, rest)) = rest.split_first_chunk() else {
            return short;
        };
        let Some((&[flags, ranks], rest)) = rest.split_first_chunk() else {
            return short;
        };
        let keep = (flags & flags::KEEP) >> flags::KEEP_SHIFT;
        if keep as usize >= Keep::ALL.len() {
            return Err(field("choice of what is kept", keep as u32));
        }
        if ranks as u32 > MOVE_LIMIT {
            return Err(field("number of ranks", ranks as u32));
        }
        let Some((lengths, rest)) = rest.split_at_checked((ranks as usize).div_ceil(2)) else {
            return short;
        };
        let code = match Code::new(lengths) {
            Ok(code) => code,
            Err(error) => return Err(error),
        };
        let Some((states, rest)) = number(rest) else {
            return short;
        };
        let Some((buckets, rest)) = number(rest) else {
            return short;
        };
        if buckets > 1 << 16 {
            return Err(field("number of buckets", buckets));
        }
        // A small machine cannot hold more bytes than it can index.
        let count = buckets as usize;
        let offsets = match count.saturating_sub(1).checked_mul(3) {
            Some(offsets) if count as u32 == buckets => offsets,
            _ => return short,
        };
        let Some((offsets, rest)) = rest.split_at_checked(offsets) else {
            return short;
        };
        let Some((seeds, rest)) = rest.split_at_checked(count) else {
            return short;
        };
        let Some(arrays) = rest.len().checked_sub(CHECKSUM_BYTES) else {
            return short;
        };
        let (arrays, _) = rest.split_at(arrays);
        Ok(Self {
            bytes,
            fingerprint: u64::from_le_bytes(fingerprint),
            flags,
            states,
            buckets,
            offsets,
            seeds,
            arrays,
            code,
        })
    }

    /// Reads all bytes, compares the checksum, and checks that every part has a possible size.
    ///
    /// # Errors
    /// When the bytes are damaged, or a part has an impossible size.
    pub fn validate(&self) -> Result<(), PlaybookError> {
        if let Err(TableError::Checksum { expected, found }) = compare_checksum(self.bytes) {
            return Err(PlaybookError::Checksum { expected, found });
        }
        if !Player::BOTH.iter().any(|&side| self.plays(side)) {
            return Err(field("set of sides", 0));
        }
        if self.buckets == 0 && !self.arrays.is_empty() {
            return Err(field("number of buckets", 0));
        }
        if self.buckets > 0 && self.code.counts == [0; MAX_LENGTH as usize + 1] {
            return Err(field("number of ranks", 0));
        }
        for bucket in 0..self.buckets {
            let (from, to) = (
                self.offset(bucket as usize),
                self.offset(bucket as usize + 1),
            );
            let length = to.checked_sub(from).filter(|_| to <= self.arrays.len());
            if !length.is_some_and(|length| (LEAST_BYTES..=MOST_BYTES).contains(&length)) {
                return Err(PlaybookError::Bucket { bucket, from, to });
            }
        }
        Ok(())
    }

    /// Returns the [`fingerprint`](crate::table::fingerprint) of the rules that the playbook
    /// was made from.
    #[must_use]
    pub const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Returns whether the playbook is for a player on this side.
    #[must_use]
    pub const fn plays(&self, side: Player) -> bool {
        let flag = match side {
            Player::First => flags::FIRST,
            Player::Second => flags::SECOND,
        };
        self.flags & flag != 0
    }

    /// Returns whether symmetric states share an entry.
    #[must_use]
    pub const fn uses_symmetry(&self) -> bool {
        self.flags & flags::SYMMETRY != 0
    }

    /// Returns what the moves keep.
    #[must_use]
    pub const fn keep(&self) -> Keep {
        Keep::ALL[((self.flags & flags::KEEP) >> flags::KEEP_SHIFT) as usize]
    }

    /// Returns the number of check bits, at most 7. With n check bits, a state outside the
    /// playbook is taken for one of its states with probability 2⁻ⁿ.
    #[must_use]
    pub const fn check_bits(&self) -> u32 {
        (self.flags >> flags::CHECK_SHIFT) as u32
    }

    /// Returns the number of entries: the states with more than one legal move, except those
    /// that a rule of the user covers.
    #[must_use]
    pub const fn states(&self) -> u32 {
        self.states
    }

    /// Returns the size in bytes.
    #[must_use]
    pub const fn byte_len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the size in bytes without label, version, fingerprint and checksum: the bytes
    /// that a program needs to play.
    #[must_use]
    pub const fn content_len(&self) -> usize {
        self.bytes.len() - LABEL.len() - 1 - size_of::<u64>() - CHECKSUM_BYTES
    }

    /// Returns the rank of the move in the state with this key: its number among the legal
    /// moves. For a state outside the playbook, it returns an arbitrary number, or `None` if
    /// the check bits recognise the state.
    #[inline]
    pub(super) fn rank(&self, key: u64) -> Option<u32> {
        let bits = self.bits(key);
        for check in 0..self.check_bits() {
            if bits.bit(check) != 0 {
                return None;
            }
        }
        self.code.rank(bits, self.check_bits())
    }

    /// Returns the bits of a key. All are 0 if the bucket is not valid.
    #[inline]
    fn bits(&self, key: u64) -> Bits {
        let hash = Hash::new(key);
        let bucket = hash.bucket(self.buckets) as usize;
        let (Some(&seed), from, to) = (
            self.seeds.get(bucket),
            self.offset(bucket),
            self.offset(bucket + 1),
        ) else {
            return Bits::NONE;
        };
        let array = self.arrays.get(from..to).unwrap_or(&[]);
        if array.len() < LEAST_BYTES || array.len() > MOST_BYTES {
            return Bits::NONE;
        }
        let places = hash.places(seed, array.len() as u32);
        let pair = |place: u32| match array.get(place as usize..) {
            Some([low, high, ..]) => u32::from(u16::from_le_bytes([*low, *high])),
            _ => 0,
        };
        Bits {
            word: pair(places.first) | pair(places.second) << 16,
            places,
        }
    }

    /// Returns the offset of the array of a bucket. If `bucket` is the number of buckets, it
    /// returns the end of the last array.
    #[inline]
    fn offset(&self, bucket: usize) -> usize {
        let Some(number) = bucket.checked_sub(1) else {
            return 0;
        };
        match self.offsets.get(3 * number..) {
            Some(&[a, b, c, ..]) => u32::from_le_bytes([a, b, c, 0]) as usize,
            _ => self.arrays.len(),
        }
    }

    /// Returns the parts that a source in another language needs. The playbook must be valid.
    #[cfg(feature = "bake")]
    pub(crate) fn parts(&self) -> Parts<'a> {
        let Code { counts, ranks } = match self.code {
            // An empty code gives the same answers as two codes of one bit, and needs no
            // special case.
            Code { counts, mut ranks } if counts[0] > 0 => {
                ranks[1] = ranks[0];
                let mut twice = [0; MAX_LENGTH as usize + 1];
                twice[1] = 2;
                Code {
                    counts: twice,
                    ranks,
                }
            }
            code => code,
        };
        Parts {
            starts: (0..=self.buckets as usize)
                .map(|bucket| self.offset(bucket))
                .collect(),
            seeds: self.seeds,
            arrays: self.arrays,
            counts,
            ranks,
        }
    }
}

/// The parts of a playbook.
#[cfg(feature = "bake")]
pub(crate) struct Parts<'a> {
    /// The offset of the array of each bucket, and the end of the last.
    pub(crate) starts: alloc::vec::Vec<usize>,
    pub(crate) seeds: &'a [u8],
    pub(crate) arrays: &'a [u8],
    /// For each length, the number of ranks with a code of this length.
    pub(crate) counts: [u8; MAX_LENGTH as usize + 1],
    /// The ranks in the order of their codes.
    pub(crate) ranks: [u8; MOVE_LIMIT as usize],
}

/// The bits of a key.
#[derive(Clone, Copy)]
struct Bits {
    /// The four bytes at the two places.
    word: u32,
    places: Places,
}

#[cfg(feature = "bake")]
impl Parts<'_> {
    /// Returns the length of the longest code.
    pub(crate) fn longest(&self) -> usize {
        let longest = self.counts.iter().rposition(|&count| count > 0);
        longest.unwrap_or(0)
    }
}

impl Bits {
    /// All bits are 0.
    const NONE: Self = Self {
        word: 0,
        places: Hash::new(0).places(0, LEAST_BYTES as u32),
    };

    #[inline]
    const fn bit(self, number: u32) -> u32 {
        (self.word & self.places.mask(number)).count_ones() & 1
    }
}

impl Code {
    /// Reads the code with these lengths. Each byte has two, the first in the low bits.
    const fn new(lengths: &[u8]) -> Result<Self, PlaybookError> {
        let mut code = Self {
            counts: [0; MAX_LENGTH as usize + 1],
            ranks: [0; MOVE_LIMIT as usize],
        };
        let (mut length, mut found) = (0, 0);
        // The share of all codes that is left, in units of 2^-14.
        let mut left = 1_i32 << MAX_LENGTH;
        while length <= MAX_LENGTH {
            let mut rank = 0;
            while rank < 2 * lengths.len() && rank < code.ranks.len() {
                let of_rank = match lengths[rank / 2] >> (rank % 2 * 4) & 15 {
                    0 => None,
                    EMPTY => Some(0),
                    of_rank => Some(of_rank),
                };
                if matches!(of_rank, Some(of_rank) if of_rank == length) {
                    left -= 1 << (MAX_LENGTH - length);
                    code.counts[length as usize] += 1;
                    code.ranks[found] = rank as u8;
                    found += 1;
                }
                rank += 1;
            }
            length += 1;
        }
        // Without any rank, there is no code. Otherwise every sequence of bits must begin with
        // a code.
        if left != 0 && found > 0 {
            return Err(field("code of ranks", found as u32));
        }
        Ok(code)
    }

    /// Returns the rank whose code begins with these bits.
    #[inline]
    fn rank(&self, bits: Bits, from: u32) -> Option<u32> {
        // The next code of this length, and the number of shorter ones.
        let (mut value, mut first, mut shorter) = (0_u32, 0_u32, 0_u32);
        for (length, &count) in (0..).zip(&self.counts) {
            let count = u32::from(count);
            if length > 0 {
                value = value << 1 | bits.bit(from + length - 1);
                first <<= 1;
            }
            if value - first < count {
                let rank = self.ranks.get((shorter + value - first) as usize)?;
                return Some((*rank).into());
            }
            first += count;
            shorter += count;
        }
        None
    }
}

/// Reads a number in groups of seven bits, the lowest first. The eighth bit of a byte says that
/// another byte follows.
const fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (mut number, mut shift, mut rest) = (0_u64, 0, bytes);
    while let [byte, behind @ ..] = rest {
        number |= ((*byte & 127) as u64) << shift;
        (rest, shift) = (behind, shift + 7);
        if *byte < 128 && number <= u32::MAX as u64 {
            return Some((number as u32, rest));
        }
        if shift > u32::BITS {
            break;
        }
    }
    None
}

const fn field(name: &'static str, found: u32) -> PlaybookError {
    PlaybookError::Field { name, found }
}

impl fmt::Debug for PlaybookData<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlaybookData")
            .field("states", &self.states)
            .field("first", &self.plays(Player::First))
            .field("second", &self.plays(Player::Second))
            .field("symmetry", &self.uses_symmetry())
            .field("keep", &self.keep())
            .finish_non_exhaustive()
    }
}
