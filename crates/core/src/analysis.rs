//! The analysis of a state under perfect play.

use crate::{Move, Moves, Score, Value};

/// Tells how a game goes on from a state if both players play perfectly. An analysis consists of
/// the kind of each move (winning, losing or neutral), the best moves, the value and the distance.
/// Solvers compute analyses, and tables return them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Analysis {
    winning: Moves,
    losing: Moves,
    neutral: Moves,
    best: Moves,
    value: Value,
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::serde::distance"))]
    distance: Option<u32>,
}

/// The fields of an [`Analysis`], made public for the other crates of this workspace.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct AnalysisParts {
    pub winning: Moves,
    pub losing: Moves,
    pub neutral: Moves,
    pub best: Moves,
    pub value: Value,
    pub distance: Option<u32>,
}

impl AnalysisParts {
    /// Converts the fields back into an [`Analysis`].
    #[must_use]
    #[inline]
    pub const fn analysis(self) -> Analysis {
        Analysis {
            winning: self.winning,
            losing: self.losing,
            neutral: self.neutral,
            best: self.best,
            value: self.value,
            distance: self.distance,
        }
    }
}

impl Analysis {
    /// Returns the winning moves: the moves after which the opponent loses. After a winning move
    /// that gives an [extra turn](crate::is_extra_turn), the same player is to move and wins.
    #[must_use]
    #[inline]
    pub const fn winning(&self) -> Moves {
        self.winning
    }

    /// Returns the losing moves: the moves after which the opponent wins. After a losing move that
    /// gives an extra turn, the same player is to move and loses.
    #[must_use]
    #[inline]
    pub const fn losing(&self) -> Moves {
        self.losing
    }

    /// Returns the neutral moves: the legal moves that are neither winning nor losing.
    #[must_use]
    #[inline]
    pub const fn neutral(&self) -> Moves {
        self.neutral
    }

    /// Returns the best moves. If there are winning moves, the best moves are the fastest wins. If
    /// there are neutral moves but no winning moves, each neutral move is a best move, whatever its
    /// distance. If all moves lose, the best moves are the slowest losses.
    #[must_use]
    #[inline]
    pub const fn best(&self) -> Moves {
        self.best
    }

    /// Returns the value of the state for the player to move.
    #[must_use]
    #[inline]
    pub const fn value(&self) -> Value {
        self.value
    }

    /// Returns the distance, which is the number of plies to the end of the game. In a won or lost
    /// state, the winner is assumed to win as soon as possible. The loser is assumed to delay the
    /// loss for as long as possible. In a drawn state, the distance is the number of plies to the
    /// nearest end that is a draw. Other programs call the distance remoteness, or depth to win. A
    /// finished state has distance 0. The distance is `None` if it is unknown, or if the state is a
    /// draw that never ends because states repeat.
    #[must_use]
    #[inline]
    pub const fn distance(&self) -> Option<u32> {
        self.distance
    }

    /// Returns all parts at once.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn parts(&self) -> AnalysisParts {
        AnalysisParts {
            winning: self.winning,
            losing: self.losing,
            neutral: self.neutral,
            best: self.best,
            value: self.value,
            distance: self.distance,
        }
    }

    /// Creates the analysis of a finished state.
    #[must_use]
    #[inline]
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

    /// Creates the analysis of a state from its moves and their scores. Each score must be computed
    /// for the player who makes the move; [`score_of_move`](crate::score_of_move) does so. If
    /// `moves` is empty, the result is a draw without a distance and without moves. No state has
    /// this analysis.
    #[must_use]
    #[inline]
    pub fn from_moves(moves: impl IntoIterator<Item = (Move, Score)>) -> Self {
        let mut analysis = Self::finished(Value::Draw);
        let mut best = None;
        for (mv, score) in moves {
            let kind = match score.value() {
                Value::Win => &mut analysis.winning,
                Value::Draw => &mut analysis.neutral,
                Value::Loss => &mut analysis.losing,
            };
            *kind |= mv.into();
            if best < Some(score) {
                analysis.best = Moves::EMPTY;
                best = Some(score);
            }
            if best == Some(score) {
                analysis.best |= mv.into();
            }
        }
        let best = best.unwrap_or(Score::ENDLESS);
        analysis.value = best.value();
        analysis.distance = best.distance();
        if analysis.value == Value::Draw {
            analysis.best = analysis.neutral;
        }
        analysis
    }

    /// Returns the value and the distance, combined in one [`Score`].
    #[must_use]
    #[inline]
    pub const fn score(&self) -> Score {
        Score::new(self.value, self.distance)
    }

    /// Returns the legal moves; empty if the game is over.
    #[must_use]
    #[inline]
    pub const fn legal(&self) -> Moves {
        self.winning.union(self.losing).union(self.neutral)
    }

    /// Returns the moves that turn a win into a draw or a loss, or a draw into a loss.
    #[must_use]
    #[inline]
    pub const fn mistakes(&self) -> Moves {
        match self.value {
            Value::Win => self.losing.union(self.neutral),
            Value::Draw => self.losing,
            Value::Loss => Moves::EMPTY,
        }
    }
    /// Returns the moves of one kind: the winning moves for [`Value::Win`], the neutral moves for
    /// [`Value::Draw`], and the losing moves for [`Value::Loss`].
    #[must_use]
    #[inline]
    pub const fn of_kind(&self, value: Value) -> Moves {
        match value {
            Value::Win => self.winning,
            Value::Draw => self.neutral,
            Value::Loss => self.losing,
        }
    }

    /// Returns whether this can be the analysis of an unfinished state with the legal moves
    /// `legal`. Each legal move must have exactly one kind. The value must be a win if there is a
    /// winning move, and a loss only if all moves lose. For a win, the best moves must be winning
    /// moves; for a draw, neutral moves; for a loss, losing moves. If `knows_distances`, the
    /// distance of a win or a loss must not be `None`.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn is_of_moves(&self, legal: Moves, knows_distances: bool) -> bool {
        let kinds = [self.winning, self.neutral, self.losing];
        let best_kind = kinds.into_iter().find(|kind| !kind.is_empty());
        let disjoint = kinds.iter().map(|kind| kind.len()).sum::<u32>() == self.legal().len();
        let is_distance_possible = match self.distance {
            Some(plies) => 0 < plies && plies <= Score::MAX_DISTANCE,
            None => self.value == Value::Draw || !knows_distances,
        };
        self.legal() == legal
            && disjoint
            && best_kind == Some(self.of_kind(self.value))
            && !self.best.is_empty()
            && self.best.is_subset(self.of_kind(self.value))
            && is_distance_possible
    }
}
