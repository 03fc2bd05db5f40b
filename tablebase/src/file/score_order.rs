//! What scores imply for the states before them: the order of what a player prefers, apart from
//! the codes, whose order it is as well.

use perfectplay::Value;
use perfectplay::game::Score;

/// What a move is worth to who makes it. The greatest of all moves is that of the state before
/// them: the nearest win, then the nearest drawn end, then play without an end, then the farthest
/// loss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Implied(u32);

impl Implied {
    /// More plies than any score has.
    const FAR: u32 = 1 << 24;

    /// What no move is worth.
    pub const NOTHING: Self = Self(u32::MAX);

    /// Returns what a move is worth that leads to this score, where the opponent is to move, or
    /// the same player again.
    pub fn new(after: Score, again: bool) -> Self {
        let value = match after.value() {
            Value::Loss if !again => Value::Win,
            Value::Win if !again => Value::Loss,
            value => value,
        };
        Self::worth(value, after.distance().map(|plies| plies + 1))
    }

    /// Returns what the best move is worth from a state with this score, if it has one.
    pub fn from_score(score: Score) -> Self {
        Self::worth(score.value(), score.distance())
    }

    fn worth(value: Value, plies: Option<u32>) -> Self {
        Self(match (value, plies) {
            (Value::Win, Some(plies)) => 4 * Self::FAR - plies,
            (Value::Draw, Some(plies)) => 3 * Self::FAR - plies,
            (_, None) => Self::FAR,
            (Value::Loss, Some(plies)) => 1 + plies,
        })
    }

    /// Returns the score of the state before the move; `None` if there is no move.
    pub fn score(self) -> Option<Score> {
        let (value, plies) = match self.0 {
            0 => return None,
            Self::FAR => return Some(Score::ENDLESS),
            worth if worth > 3 * Self::FAR => (Value::Win, 4 * Self::FAR - worth),
            worth if worth > 2 * Self::FAR => (Value::Draw, 3 * Self::FAR - worth),
            worth => (Value::Loss, worth - 1),
        };
        Some(Score::new(value, Some(plies)))
    }
}
