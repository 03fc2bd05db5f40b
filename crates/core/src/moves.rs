//! A move, and a set of moves.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};
use core::str::FromStr;

/// The greatest number of legal moves in a state. This is the number of bits of a [`Moves`].
pub const MOVE_LIMIT: u32 = u64::BITS;

/// A move, identified by its index, `0..64`.
///
/// Each game defines what the index means. In tic-tac-toe, it is the number of the cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct Move(u8);

impl Move {
    /// Move 0.
    pub const FIRST: Self = Self(0);

    /// Creates the move with the index `index`; `None` if `index` is 64 or more.
    #[must_use]
    #[inline]
    pub const fn new(index: u8) -> Option<Self> {
        if (index as u32) < MOVE_LIMIT {
            Some(Self(index))
        } else {
            None
        }
    }

    /// Returns the index, `0..64`.
    #[must_use]
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns the move whose index is `image(self.index())`, for example the mirror image of this
    /// move. Symmetries use this method.
    ///
    /// No move has an index of 64 or more. If `image` returns such an index, this method returns
    /// `self` unchanged, and `check` later reports that the rules and the symmetry disagree.
    ///
    /// ```
    /// use perfectplay::Move;
    ///
    /// let mirrored = Move::FIRST.map(|column| 6 - column);
    /// assert_eq!(mirrored.index(), 6);
    /// ```
    #[must_use]
    #[inline]
    pub fn map(self, image: impl FnOnce(u8) -> u8) -> Self {
        Self::new(image(self.0)).unwrap_or(self)
    }
}

impl From<Move> for u8 {
    #[inline]
    fn from(mv: Move) -> Self {
        mv.index()
    }
}

impl From<Move> for usize {
    #[inline]
    fn from(mv: Move) -> Self {
        mv.index().into()
    }
}

impl TryFrom<u8> for Move {
    type Error = MoveError;

    #[inline]
    fn try_from(index: u8) -> Result<Self, MoveError> {
        Self::new(index).ok_or(MoveError {
            found: index.into(),
        })
    }
}

/// Parses the index of a move, in the form that `Display` writes.
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        text.parse().ok().and_then(Self::new).ok_or(ParseMoveError)
    }
}

/// A move, given by a [`Move`] or by its index, a `u8`. Only [`Move`] and `u8` implement this
/// trait.
//
// With `Into<u8>` instead, integer literals would need a suffix.
pub trait MoveIndex: Copy + Into<u8> + sealed::Sealed {
    /// Returns the index, which may be 64 or more.
    #[inline]
    fn number(self) -> u8 {
        self.into()
    }
}

impl MoveIndex for u8 {}
impl MoveIndex for Move {}

mod sealed {
    pub trait Sealed {}

    impl Sealed for u8 {}
    impl Sealed for super::Move {}
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// The error for an integer that is not the index of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveError {
    /// The integer.
    pub found: u32,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected a move below {MOVE_LIMIT}, found {}",
            self.found
        )
    }
}

crate::debug_as_display!([] MoveError);

impl core::error::Error for MoveError {}

/// The error for a text that is not the index of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ParseMoveError;

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a number below {MOVE_LIMIT}")
    }
}

crate::debug_as_display!([] ParseMoveError);

impl core::error::Error for ParseMoveError {}

/// A set of moves as a bit mask: if bit *i* is 1, move *i* is in the set.
///
/// ```
/// use perfectplay::Moves;
///
/// let moves = Moves::from_bits(0b101_001_000);
/// assert_eq!(moves.len(), 3);
/// assert!(moves.iter().map(|mv| mv.index()).eq([3, 6, 8]));
/// assert_eq!(moves.to_string(), "{3, 6, 8}");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moves(u64);

impl Moves {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Creates a set from a bit mask: if bit *i* is 1, move *i* is in the set.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Creates the set that contains only this move.
    #[inline]
    pub(crate) const fn from_move(mv: Move) -> Self {
        Self(1 << mv.0)
    }

    /// Creates the set of the moves `0..count`; all 64 moves if `count` is 64 or more.
    #[must_use]
    #[inline]
    pub const fn first_n(count: u32) -> Self {
        if count < MOVE_LIMIT {
            Self((1 << count) - 1)
        } else {
            Self(u64::MAX)
        }
    }

    /// Returns the set as a bit mask.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the number of moves in the set, `0..=64`.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set is empty.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the move is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, mv: Move) -> bool {
        self.0 >> mv.0 & 1 == 1
    }

    /// Returns whether every move of this set is in `other`.
    #[must_use]
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Adds a move, and returns `true` if the set did not contain it before.
    #[inline]
    pub const fn insert(&mut self, mv: Move) -> bool {
        let is_new = !self.contains(mv);
        self.0 |= 1 << mv.0;
        is_new
    }

    /// Takes out a move, and returns whether it was in the set.
    #[inline]
    pub const fn remove(&mut self, mv: Move) -> bool {
        let was_there = self.contains(mv);
        self.0 &= !(1 << mv.0);
        was_there
    }

    /// Returns the move with the lowest index.
    #[must_use]
    #[inline]
    pub const fn first(self) -> Option<Move> {
        // For an empty set the index is 64, which is not a move.
        Move::new(self.0.trailing_zeros() as u8)
    }

    /// Returns move number `n` of the set, counted from 0 in ascending order. Returns `None` if the
    /// set has at most `n` moves.
    #[must_use]
    #[inline]
    pub const fn nth(self, n: u32) -> Option<Move> {
        let mut rest = self.0;
        let mut below = n;
        while below > 0 && rest != 0 {
            rest &= rest - 1;
            below -= 1;
        }
        Self(rest).first()
    }

    /// Returns the moves that are in this set or in `other`.
    #[must_use]
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the moves that are in this set and in `other`.
    #[must_use]
    #[inline]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the moves of this set that are not in `other`.
    #[must_use]
    #[inline]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the moves, in ascending order.
    #[must_use]
    #[inline]
    pub const fn iter(self) -> MovesIter {
        MovesIter(self)
    }
}

impl BitOr for Moves {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl BitOrAssign for Moves {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = self.union(other);
    }
}

impl BitAnd for Moves {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.intersection(other)
    }
}

impl BitAndAssign for Moves {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = self.intersection(other);
    }
}

impl Sub for Moves {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.difference(other)
    }
}

impl SubAssign for Moves {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = self.difference(other);
    }
}

/// Returns the moves of `0..64` that are not in this set.
impl Not for Moves {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl From<Move> for Moves {
    #[inline]
    fn from(mv: Move) -> Self {
        Self::from_move(mv)
    }
}

impl FromIterator<Move> for Moves {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        moves
            .into_iter()
            .fold(Self::EMPTY, |set, mv| set.union(Self::from_move(mv)))
    }
}

impl Extend<Move> for Moves {
    #[inline]
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        *self = self.union(moves.into_iter().collect());
    }
}

impl IntoIterator for Moves {
    type Item = Move;
    type IntoIter = MovesIter;

    #[inline]
    fn into_iter(self) -> MovesIter {
        self.iter()
    }
}

impl fmt::Debug for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Writes the indexes in ascending order: `{3, 6, 8}`.
impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (place, mv) in self.iter().enumerate() {
            let separator = if place > 0 { ", " } else { "" };
            write!(f, "{separator}{mv}")?;
        }
        f.write_str("}")
    }
}

impl fmt::Binary for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Binary::fmt(&self.0, f)
    }
}

/// An iterator over the moves of a [`Moves`], in ascending order.
#[derive(Clone, Debug)]
pub struct MovesIter(Moves);

impl Iterator for MovesIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let first = self.0.first()?;
        self.0 = self.0.difference(Moves::from_move(first));
        Some(first)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl DoubleEndedIterator for MovesIter {
    #[inline]
    fn next_back(&mut self) -> Option<Move> {
        let last = Move::new(self.0.0.checked_ilog2()? as u8)?;
        self.0.remove(last);
        Some(last)
    }
}

impl ExactSizeIterator for MovesIter {}
impl FusedIterator for MovesIter {}
