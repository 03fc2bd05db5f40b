//! The record of a state, packed into 32 bits.

use core::fmt;

use super::board::CELLS;
use super::state::State;
use crate::{Analysis, AnalysisParts, Moves, Score, Value};

/// Everything that the table knows about a state of tic-tac-toe, packed into a `u32`.
///
/// ```
/// use perfectplay::tictactoe::state;
/// use perfectplay::{Value, lookup};
///
/// let record = lookup(state!(X . O / . . . / . . .)).expect("a reachable position");
/// assert_eq!(record.value(), Value::Win);
/// assert_eq!(record.distance(), 5);
/// assert_eq!(record.winning().bits(), 0b101_001_000);
/// assert_eq!(record.best().bits(), 0b101_001_000);
/// assert_eq!(record.legal().len(), 7);
/// ```
//
// Four sets of nine moves, a value and a distance would take 42 bits. But the sets depend on each
// other. If the occupied cells and the value are known, two bits for each cell are enough:
//
//     hi lo    Win             Draw            Loss
//      0  0    neutral         neutral, best   losing, best
//      0  1    losing          losing          losing
//      1  0    winning
//      1  1    winning, best
//
// The bits, from the top: 9 occupied, 5 score, 9 hi, 9 lo, where score = 3 x distance +
// value. The occupied cells are stored for finished games too, although no move is legal
// there, because `lookup` compares them (`is_of`).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(try_from = "RecordParts", into = "RecordParts")
)]
pub struct Record(u32);

impl Record {
    const PLANE: u32 = CELLS as u32;
    const PLANE_MASK: u64 = (1 << Self::PLANE) - 1;
    const SCORE_SHIFT: u32 = 2 * Self::PLANE;
    const SCORE_MASK: u32 = (1 << (State::OCCUPIED_SHIFT - Self::SCORE_SHIFT)) - 1;
    const VALUES: u32 = 3;

    /// Packs the analysis of a board on which the cells in `occupied` are marked.
    ///
    /// # Errors
    /// Fails when no record can hold the analysis. For example, no record can hold sets that
    /// overlap or contradict the value, or a distance of more than nine plies.
    pub fn pack(analysis: &Analysis, occupied: Moves) -> Result<Self, PackError> {
        let AnalysisParts {
            winning,
            losing,
            best,
            value,
            distance,
            ..
        } = analysis.parts();
        let (hi, lo) = match value {
            Value::Win => (winning, losing | best),
            Value::Draw => (Moves::EMPTY, losing),
            Value::Loss => (Moves::EMPTY, losing - best),
        };
        let score = distance
            .and_then(|distance| distance.checked_mul(Self::VALUES))
            .and_then(|score| score.checked_add(value as u32))
            .filter(|&score| score <= Self::SCORE_MASK);
        let record = match score {
            Some(score) if occupied.bits() & !Self::PLANE_MASK == 0 => Self(
                (occupied.bits() as u32) << State::OCCUPIED_SHIFT
                    | score << Self::SCORE_SHIFT
                    | (hi.bits() as u32) << Self::PLANE
                    | lo.bits() as u32,
            ),
            _ => return Err(PackError),
        };
        // Every unfinished state has a best move. With this condition, unpacking returns exactly
        // the packed analysis. A record has no moves beyond the board, so an analysis that has some
        // is refused.
        if best.is_empty() == (distance == Some(0)) && record.analysis() == *analysis {
            Ok(record)
        } else {
            Err(PackError)
        }
    }

    /// Creates a record from `bits`, which must be the bits of a record that [`pack`](Self::pack)
    /// returned.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Returns the bits of the record. The layout of the bits may change between versions.
    #[must_use]
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// Returns whether the record belongs to a state with the same occupied cells as `state`. A
    /// record and a state both store the occupied cells in their topmost nine bits.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn is_of(self, state: State) -> bool {
        (self.0 ^ state.to_bits()) >> State::OCCUPIED_SHIFT == 0
    }

    /// Returns the moves after which the opponent loses.
    #[must_use]
    #[inline]
    pub const fn winning(self) -> Moves {
        self.hi()
    }

    /// Returns the moves after which the opponent wins.
    #[must_use]
    #[inline]
    pub const fn losing(self) -> Moves {
        match self.value() {
            Value::Loss => self.legal(),
            Value::Draw | Value::Win => self.lo().difference(self.hi()),
        }
    }

    /// Returns the legal moves that are neither winning nor losing.
    #[must_use]
    #[inline]
    pub const fn neutral(self) -> Moves {
        match self.value() {
            Value::Loss => Moves::EMPTY,
            Value::Draw | Value::Win => self.legal().difference(self.lo()).difference(self.hi()),
        }
    }

    /// Returns the best moves. If there are winning moves, the best moves are the fastest wins. If
    /// there is no winning move, all neutral moves are best moves. If all moves lose, the best
    /// moves are the slowest losses.
    #[must_use]
    #[inline]
    pub const fn best(self) -> Moves {
        match self.value() {
            Value::Win => self.hi().intersection(self.lo()),
            Value::Draw | Value::Loss => self.legal().difference(self.lo()),
        }
    }

    /// Returns the legal moves; empty if the game is over.
    #[must_use]
    #[inline]
    pub const fn legal(self) -> Moves {
        if self.distance() == 0 {
            Moves::EMPTY
        } else {
            Moves::from_bits(Self::PLANE_MASK).difference(self.occupied())
        }
    }

    /// Returns the cells that are not empty, whether or not the game is over.
    #[must_use]
    #[inline]
    pub const fn occupied(self) -> Moves {
        Moves::from_bits((self.0 >> State::OCCUPIED_SHIFT) as u64)
    }

    /// Returns the value of the state for the player to move.
    #[must_use]
    #[inline]
    pub const fn value(self) -> Value {
        match self.packed_score() % Self::VALUES {
            0 => Value::Loss,
            1 => Value::Draw,
            _ => Value::Win,
        }
    }

    /// Returns the distance, `0..=9`, which is the number of plies to the end of the game. In a won
    /// or lost state, the winner is assumed to win as soon as possible, and the loser to delay the
    /// loss for as long as possible. A drawn game ends with a full board. A finished state has
    /// distance 0.
    #[must_use]
    #[inline]
    pub const fn distance(self) -> u8 {
        (self.packed_score() / Self::VALUES) as u8
    }

    /// Returns the value and the distance, combined in one [`Score`].
    #[must_use]
    #[inline]
    pub const fn score(self) -> Score {
        Score::new(self.value(), Some(self.distance() as u32))
    }

    /// Returns the moves that turn a win into a draw or a loss, or a draw into a loss.
    #[must_use]
    #[inline]
    pub const fn mistakes(self) -> Moves {
        self.analysis().mistakes()
    }

    /// Returns the moves of one kind: the winning moves for [`Value::Win`], the neutral moves for
    /// [`Value::Draw`], and the losing moves for [`Value::Loss`].
    #[must_use]
    #[inline]
    pub const fn of_kind(self, value: Value) -> Moves {
        self.analysis().of_kind(value)
    }

    /// Returns the whole record as an [`Analysis`].
    #[must_use]
    pub const fn analysis(self) -> Analysis {
        AnalysisParts {
            winning: self.winning(),
            losing: self.losing(),
            neutral: self.neutral(),
            best: self.best(),
            value: self.value(),
            distance: Some(self.distance() as u32),
        }
        .analysis()
    }

    #[inline]
    const fn packed_score(self) -> u32 {
        self.0 >> Self::SCORE_SHIFT & Self::SCORE_MASK
    }

    #[inline]
    const fn hi(self) -> Moves {
        Moves::from_bits((self.0 >> Self::PLANE) as u64 & Self::PLANE_MASK)
    }

    #[inline]
    const fn lo(self) -> Moves {
        Moves::from_bits(self.0 as u64 & Self::PLANE_MASK)
    }
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Record")
            .field("value", &self.value())
            .field("distance", &self.distance())
            .field("winning", &self.winning())
            .field("losing", &self.losing())
            .field("neutral", &self.neutral())
            .field("best", &self.best())
            .field("occupied", &self.occupied())
            .finish()
    }
}

/// A [`Record`] as `serde` writes and reads it, with a field for each set of moves, the value and
/// the distance.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Record", deny_unknown_fields)]
struct RecordParts {
    value: Value,
    distance: u8,
    winning: Moves,
    losing: Moves,
    neutral: Moves,
    best: Moves,
    occupied: Moves,
}

#[cfg(feature = "serde")]
impl From<Record> for RecordParts {
    fn from(record: Record) -> Self {
        Self {
            value: record.value(),
            distance: record.distance(),
            winning: record.winning(),
            losing: record.losing(),
            neutral: record.neutral(),
            best: record.best(),
            occupied: record.occupied(),
        }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<RecordParts> for Record {
    type Error = PackError;

    fn try_from(parts: RecordParts) -> Result<Self, PackError> {
        let analysis = AnalysisParts {
            winning: parts.winning,
            losing: parts.losing,
            neutral: parts.neutral,
            best: parts.best,
            value: parts.value,
            distance: Some(parts.distance.into()),
        }
        .analysis();
        Self::pack(&analysis, parts.occupied)
    }
}

/// The error for an analysis that no record can hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PackError;

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected disjoint sets of {CELLS} moves that agree with the value, \
             and a distance of at most {CELLS}"
        )
    }
}

crate::debug_as_display!([] PackError);

impl core::error::Error for PackError {}
