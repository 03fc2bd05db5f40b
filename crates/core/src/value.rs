//! The value of a state.

use core::cmp::Ordering;
use core::fmt;

/// The value of a state for the player to move, if both sides play perfectly.
///
/// A value that is better for the player to move is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Value {
    /// The opponent wins against any play.
    Loss,
    /// Neither player can win against perfect play.
    Draw,
    /// The player to move can win against any defence.
    Win,
}

impl Value {
    /// Returns the value of the same state for the opponent.
    #[must_use]
    #[inline]
    pub const fn flip(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// Converts a comparison of points at the end of a game into a value. For the player to move, the
/// value is `own.cmp(&theirs).into()`, where `own` and `theirs` are the points of this player and
/// of the opponent.
impl From<Ordering> for Value {
    #[inline]
    fn from(own_to_theirs: Ordering) -> Self {
        match own_to_theirs {
            Ordering::Less => Self::Loss,
            Ordering::Equal => Self::Draw,
            Ordering::Greater => Self::Win,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}
