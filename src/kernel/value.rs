//! What a state is worth.

use core::fmt;

/// What a state is worth to the player to move, if both play perfectly.
///
/// Ordered by what that player prefers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The opponent wins whatever is played.
    Loss,
    /// Neither player can win against perfect play.
    Draw,
    /// There is a way to win against any defence.
    Win,
}

#[cfg_attr(not(baked), expect(dead_code, reason = "for users of the crate"))]
impl Value {
    /// The same state as the opponent values it.
    #[must_use]
    pub const fn flip(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
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
