//! What is known of a state under perfect play.

use super::{Move, Moves, Score, Value};

/// Everything that is known of a state under perfect play, spelled out: what the solver
/// finds and what a table answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Analysis {
    /// The moves after which the opponent is lost.
    pub winning: Moves,
    /// The moves after which the opponent wins.
    pub losing: Moves,
    /// The other legal moves.
    pub neutral: Moves,
    /// The fastest wins; else every neutral move, however far its end is; else the slowest
    /// losses.
    pub best: Moves,
    /// What the state is worth to the player to move.
    pub value: Value,
    /// Plies to the end when the winner hurries and the loser delays; to the nearest
    /// drawn end, in a draw. Nought when the game is over; `None` for a draw that has no
    /// end, because a state comes back.
    pub distance: Option<u32>,
}

#[cfg_attr(not(baked), expect(dead_code, reason = "for users of the crate"))]
impl Analysis {
    /// That of a finished state.
    #[must_use]
    pub const fn finished(value: Value) -> Self {
        Self {
            winning: Moves::EMPTY,
            losing: Moves::EMPTY,
            neutral: Moves::EMPTY,
            best: Moves::EMPTY,
            value,
            distance: Some(0),
        }
    }

    /// That of a state whose moves have these scores.
    ///
    /// # Panics
    /// When there is no move.
    #[must_use]
    pub fn of_moves(moves: impl IntoIterator<Item = (Move, Score)>) -> Self {
        let mut analysis = Self::finished(Value::Draw);
        let mut best = None;
        for (mv, score) in moves {
            let kind = match score.value() {
                Value::Win => &mut analysis.winning,
                Value::Draw => &mut analysis.neutral,
                Value::Loss => &mut analysis.losing,
            };
            *kind = *kind | mv.into();
            if best < Some(score) {
                analysis.best = Moves::EMPTY;
                best = Some(score);
            }
            if best == Some(score) {
                analysis.best = analysis.best | mv.into();
            }
        }
        let best = best.expect("a move, as of every state that goes on");
        analysis.value = best.value();
        analysis.distance = best.distance();
        if analysis.value == Value::Draw {
            analysis.best = analysis.neutral;
        }
        analysis
    }

    /// Value and distance as one number.
    #[must_use]
    pub const fn score(&self) -> Score {
        Score::new(self.value, self.distance)
    }

    /// The legal moves; none when the game is over.
    #[must_use]
    pub const fn legal(&self) -> Moves {
        self.winning.union(self.losing).union(self.neutral)
    }

    /// The moves that turn a win into less, or a draw into a loss.
    #[must_use]
    pub const fn mistakes(&self) -> Moves {
        match self.value {
            Value::Win => self.losing.union(self.neutral),
            Value::Draw => self.losing,
            Value::Loss => Moves::EMPTY,
        }
    }
}
