//! The data of playbooks. A playbook maps the key of a state to the rank of a move, which is the
//! index of the move among the legal moves.

use core::fmt;

use super::by_rules::ByRules;
use super::error::PlaybookError;
use super::function::{Bits, Function, Width, field, number};
use super::layout::MAX_LENGTH;
use crate::table::{TableError, compare_checksum};
use perfectplay_core::{MOVE_LIMIT, Player};

pub(crate) const LABEL: &[u8; 3] = b"ppb";
pub(crate) const VERSION: u8 = 1;
pub(crate) const VERSION_BY_RULES: u8 = 3;
const CHECKSUM_BYTES: usize = size_of::<u32>();
/// If only one rank occurs, its code word is empty. The header then stores `EMPTY` as the length of
/// this code word, because 0 stands for a rank without a code word.
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
    function: Function<'a>,
    code: Code,
    by_rules: Option<ByRules<'a>>,
}

#[derive(Clone, Copy)]
struct Code {
    /// For each *n*, `counts[n]` ranks have a code word of *n* bits.
    counts: [u8; MAX_LENGTH as usize + 1],
    /// The ranks in the order of their code words.
    ranks: [u8; MOVE_LIMIT as usize],
}

pub(crate) mod flags {
    pub(crate) const FIRST: u8 = 1;
    pub(crate) const SECOND: u8 = 2;
    pub(crate) const SYMMETRY: u8 = 4;
    pub(crate) const KEEP: u8 = 3 << KEEP_SHIFT;
    pub(crate) const KEEP_SHIFT: u32 = 3;
    pub(crate) const CHECK_SHIFT: u32 = 5;
}

/// What each move of a playbook must preserve, for example the value of the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Keep {
    /// Each move keeps the value of its state. So the player takes every win that the opponent
    /// allows.
    #[default]
    Value,
    /// Each move keeps the value and the distance. So the player wins as fast as possible and loses
    /// as late as possible. Any neutral move is allowed.
    Distance,
    /// No move lets the value fall below the value of the start. So the player never gets less than
    /// the value of the game, but need not punish the opponent's mistakes.
    Start,
}

impl Keep {
    pub(crate) const ALL: [Self; 3] = [Self::Value, Self::Distance, Self::Start];
}

impl<'a> PlaybookData<'a> {
    /// Reads the header. Only [`validate`](Self::validate) looks for damage in the bytes after the
    /// header. Even damaged bytes never cause a panic.
    ///
    /// # Errors
    /// Fails when the header is not that of a playbook, or the bytes end too early.
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
        if version != VERSION && version != VERSION_BY_RULES {
            return Err(PlaybookError::Version {
                expected: [VERSION, VERSION_BY_RULES],
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
        let Some(content) = rest.len().checked_sub(CHECKSUM_BYTES) else {
            return short;
        };
        let (content, _) = rest.split_at(content);
        let (by_rules, width, content) = if version == VERSION {
            (None, Width::Three, content)
        } else {
            match ByRules::read(content) {
                Ok(Some((by_rules, rest))) => (Some(by_rules), Width::Two, rest),
                Ok(None) => return short,
                Err(error) => return Err(error),
            }
        };
        let function = match Function::read(content, width) {
            Ok(Some(function)) => function,
            Ok(None) => return short,
            Err(error) => return Err(error),
        };
        Ok(Self {
            bytes,
            fingerprint: u64::from_le_bytes(fingerprint),
            flags,
            states,
            function,
            code,
            by_rules,
        })
    }

    /// Checks all bytes of the playbook: the checksum must be right, and every field must have a
    /// possible value.
    ///
    /// # Errors
    /// Fails when the checksum is wrong, or a field has an impossible value.
    pub fn validate(&self) -> Result<(), PlaybookError> {
        if let Err(TableError::Checksum { expected, found }) = compare_checksum(self.bytes) {
            return Err(PlaybookError::Checksum { expected, found });
        }
        if self.sides().next().is_none() {
            return Err(field("set of sides", 0));
        }
        if let Some(by_rules) = &self.by_rules {
            by_rules.validate()?;
        }
        if self.function.buckets > 0 && self.code.counts == [0; MAX_LENGTH as usize + 1] {
            return Err(field("number of ranks", 0));
        }
        self.function.validate()
    }

    /// Returns the [`fingerprint`](crate::table::fingerprint) of the rules that the playbook
    /// was made from.
    #[must_use]
    pub const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Returns whether the playbook plays this side.
    #[must_use]
    pub const fn plays(&self, side: Player) -> bool {
        let flag = match side {
            Player::First => flags::FIRST,
            Player::Second => flags::SECOND,
        };
        self.flags & flag != 0
    }

    /// Returns the sides that the playbook plays, the first player before the second.
    pub fn sides(&self) -> impl Iterator<Item = Player> + use<> {
        let sides = Player::BOTH.map(|side| self.plays(side).then_some(side));
        sides.into_iter().flatten()
    }

    /// Returns whether symmetric states share an entry.
    #[must_use]
    pub const fn uses_symmetry(&self) -> bool {
        self.flags & flags::SYMMETRY != 0
    }

    /// Returns what each move keeps.
    #[must_use]
    pub const fn keep(&self) -> Keep {
        Keep::ALL[((self.flags & flags::KEEP) >> flags::KEEP_SHIFT) as usize]
    }

    /// Returns the number of check bits, at most 7. With *n* check bits, a state outside the
    /// playbook is mistaken for a state of the playbook with probability 2⁻ⁿ.
    #[must_use]
    pub const fn check_bits(&self) -> u32 {
        (self.flags >> flags::CHECK_SHIFT) as u32
    }

    /// Returns whether this is a playbook *by rules*. A playbook by rules stores weights for the
    /// [features](crate::game::Hints) of moves. Rules and weights order the moves of a state. A
    /// state has an entry only if the first move in this order is not the move of the book.
    #[must_use]
    pub const fn is_by_rules(&self) -> bool {
        self.by_rules.is_some()
    }

    /// Returns the number of entries. Each state of the book with more than one legal move has an
    /// entry, with two exceptions. A state has no entry if the book was baked with a rule of yours,
    /// and this rule chooses the move. In a playbook [by rules](Self::is_by_rules), a state has no
    /// entry if the rules and weights put the book's move first.
    #[must_use]
    pub const fn states(&self) -> u32 {
        self.states
    }

    /// Returns the size in bytes.
    #[must_use]
    pub const fn byte_len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the number of bytes from which a program computes moves. The result counts all bytes
    /// except the label, the version, the fingerprint and the checksum.
    #[must_use]
    #[doc(hidden)]
    pub const fn content_len(&self) -> usize {
        self.bytes.len() - LABEL.len() - 1 - size_of::<u64>() - CHECKSUM_BYTES
    }

    /// Returns the rank of the book's move in the state with the key `key`. The rank is the index
    /// of the move among the legal moves. If the state is outside the playbook and the check bits
    /// show this, the result is `None`. If the check bits do not show it, the result is an
    /// arbitrary rank.
    #[inline]
    pub(super) fn rank(&self, key: u64) -> Option<u32> {
        let bits = self.function.bits(key);
        for check in 0..self.check_bits() {
            if bits.bit(check) != 0 {
                return None;
            }
        }
        self.code.rank(bits, self.check_bits())
    }

    /// Returns the data that only a playbook by rules contains, such as the weights; `None` for
    /// other playbooks.
    #[inline]
    pub(crate) const fn by_rules(&self) -> Option<&ByRules<'a>> {
        self.by_rules.as_ref()
    }

    /// Returns the parts of the playbook that are written into source code in another language. The
    /// playbook must be valid.
    #[cfg(feature = "bake")]
    pub(crate) fn parts(&self) -> PlaybookParts<'a> {
        let Code { counts, ranks } = match self.code {
            // Two code words of one bit for the same rank give the same answers as an empty code
            // word, without a special case.
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
        PlaybookParts {
            starts: self.function.starts(),
            seeds: self.function.seeds,
            arrays: self.function.arrays,
            counts,
            ranks,
        }
    }
}

#[cfg(feature = "bake")]
pub(crate) struct PlaybookParts<'a> {
    /// The offset of each bucket's array, and the end of the last array.
    pub(crate) starts: alloc::vec::Vec<usize>,
    pub(crate) seeds: &'a [u8],
    pub(crate) arrays: &'a [u8],
    /// For each *n*, `counts[n]` ranks have a code word of *n* bits.
    pub(crate) counts: [u8; MAX_LENGTH as usize + 1],
    /// The ranks in the order of their code words.
    pub(crate) ranks: [u8; MOVE_LIMIT as usize],
}

#[cfg(feature = "bake")]
impl PlaybookParts<'_> {
    pub(crate) fn longest(&self) -> usize {
        let longest = self.counts.iter().rposition(|&count| count > 0);
        longest.unwrap_or(0)
    }
}

impl Code {
    /// Creates the code whose code words have the given lengths. Each byte of `lengths` contains
    /// the lengths for two ranks, the first in the low four bits.
    const fn new(lengths: &[u8]) -> Result<Self, PlaybookError> {
        let mut code = Self {
            counts: [0; MAX_LENGTH as usize + 1],
            ranks: [0; MOVE_LIMIT as usize],
        };
        let (mut length, mut found) = (0, 0);
        // The share of all code words that is still free, in units of 2^-14.
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
        // Without ranks, there is no code. Otherwise every sequence of bits must begin with a code
        // word.
        if left != 0 && found > 0 {
            return Err(field("code of ranks", found as u32));
        }
        Ok(code)
    }

    /// Returns the rank whose code word begins at bit `from` of `bits`.
    #[inline]
    fn rank(&self, bits: Bits, from: u32) -> Option<u32> {
        // The next code word of this length, and the number of shorter code words.
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
