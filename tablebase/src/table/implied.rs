//! What scores imply for the states before them, by words and not by numbers.

use perfectplay::Value;
use perfectplay::game::Score;

/// What the scores after the moves of a state imply for it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Implied {
    /// Plies to the nearest end after which the opponent is lost.
    win: Option<u32>,
    /// Plies to the nearest drawn end.
    draw: Option<u32>,
    endless: bool,
    /// Plies to the farthest end after which the opponent has won.
    loss: Option<u32>,
    /// Whether a state after a move has no score.
    gap: bool,
}

impl Implied {
    /// One more move leads to this score of the opponent, or of the same player who moves
    /// again.
    pub fn add(&mut self, score: Option<Score>, again: bool) {
        let told = |score: Score| {
            let value = match score.value() {
                Value::Loss if again => Value::Win,
                Value::Win if again => Value::Loss,
                value => value,
            };
            (value, score.distance())
        };
        match score.map(told) {
            Some((Value::Loss, Some(plies))) => {
                self.win = Some(self.win.map_or(plies, |nearest| nearest.min(plies)));
            }
            Some((Value::Draw, Some(plies))) => {
                self.draw = Some(self.draw.map_or(plies, |nearest| nearest.min(plies)));
            }
            Some((Value::Win, Some(plies))) => self.loss = self.loss.max(Some(plies)),
            Some((_, None)) => self.endless = true,
            None => self.gap = true,
        }
    }

    /// The score of the state; `None` if that is not known.
    pub fn score(self) -> Option<Score> {
        let (value, plies) = match self {
            Self { gap: true, .. } => return None,
            Self {
                win: Some(plies), ..
            } => (Value::Win, plies),
            Self {
                draw: Some(plies), ..
            } => (Value::Draw, plies),
            Self { endless: true, .. } => return Some(Score::ENDLESS),
            Self { loss, .. } => (Value::Loss, loss?),
        };
        Some(Score::new(value, Some(plies + 1)))
    }
}
