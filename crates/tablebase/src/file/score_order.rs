//! Tells which move a player prefers, from the scores of the states after the moves. The codes of
//! scores are in the same order. But the verifier compares scores and not codes, because it must
//! not rely on the codes.

use perfectplay::Value;
use perfectplay::game::Score;

/// What a move is worth to the player who makes it. A state is worth as much as its best move. The
/// greatest values are wins, the nearest first. Then come draws at an end of the game, the nearest
/// first. Endless play follows, and then losses, the farthest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Implied(u32);

impl Implied {
    /// A number of plies that is greater than the distance of any score.
    const FAR: u32 = 1 << 24;

    /// A value that no move has.
    pub const NOTHING: Self = Self(u32::MAX);

    /// Returns the value of a move that leads to a state with the score `after`. `again` tells
    /// whether the same player is to move in that state.
    pub fn new(after: Score, again: bool) -> Self {
        let value = match after.value() {
            Value::Loss if !again => Value::Win,
            Value::Win if !again => Value::Loss,
            value => value,
        };
        Self::worth(value, after.distance().map(|plies| plies + 1))
    }

    /// Returns the value that the best move must have in a state with this score.
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

    /// Returns the score of a state whose best move has this value; `None` if the state has no
    /// move.
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
