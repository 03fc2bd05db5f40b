//! What the author of a game can tell about a state without a search.

use crate::{Game, Moves, Score, Value};

/// What the author of a game can tell about a state without a search. If a score in an outlook is a
/// draw, the library ignores the distance in this score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// The score of the state is known.
    Known(Score),
    /// The state must be searched.
    Open {
        /// The moves to search, which include a best move. A legal move may be missing if it loses
        /// at once, or if a move in `moves` is at least as good.
        moves: Moves,
        /// A lower bound of the score. For example, if nobody can win in fewer than four plies, the
        /// bound may be a loss in four plies.
        least: Score,
        /// An upper bound of the score.
        most: Score,
    },
}

impl Outlook {
    /// Returns the outlook that follows from the rules alone. The outlook is `Known` for a finished
    /// state, and otherwise `Open` with all legal moves. [`Hints::outlook`](crate::Hints::outlook)
    /// returns this outlook by default.
    #[inline]
    pub(crate) fn of_rules<G: Game + ?Sized>(game: &G, state: G::State) -> Self {
        match game.outcome(state) {
            Some(value) => Self::Known(Score::finished(value)),
            None => Self::Open {
                moves: game.legal(state),
                least: Score::new(Value::Loss, Some(1)),
                most: Score::new(Value::Win, Some(1)),
            },
        }
    }
}
