//! The value of every move of a state.

use core::array;
use core::cmp::Reverse;
use core::iter::Flatten;

use crate::{Game, MOVE_LIMIT, Move, Score, Solved, StateOf, Value};

/// A legal move, and what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvaluatedMove<S> {
    /// The move.
    pub mv: Move,
    /// The state after it.
    pub after: S,
    /// What the move is worth to the player who makes it.
    pub value: Value,
    /// Plies to the end, this move included, if both play perfectly after it; `None` if
    /// the game goes on for ever.
    pub distance: Option<u32>,
    /// Whether it is one of the [best](crate::Analysis::best) moves.
    pub is_best: bool,
}

impl<S> EvaluatedMove<S> {
    /// What sorts moves, the best first: fast wins, slow wins, near draws, far draws, slow
    /// losses, fast losses.
    const fn score(&self) -> Score {
        Score::new(self.value, self.distance)
    }
}

/// The legal moves of a state with their values, the best first; moves of equal worth by
/// their index. Made by [`Solved::moves`].
pub type EvaluatedMoves<S> =
    Flatten<array::IntoIter<Option<EvaluatedMove<S>>, { MOVE_LIMIT as usize }>>;

/// The moves of a state; none if the game is over, or if no game reaches the state.
pub(crate) fn evaluate<T: Solved + ?Sized>(
    solved: &T,
    state: StateOf<T>,
) -> EvaluatedMoves<StateOf<T>> {
    let mut moves = [None; MOVE_LIMIT as usize];
    let mut count = 0;
    if let Some(analysis) = solved.analysis(state) {
        for mv in analysis.legal() {
            let after = solved.game().play(state, mv);
            let Some(reply) = solved.analysis(after) else {
                continue;
            };
            let score = reply.score().before();
            moves[count] = Some(EvaluatedMove {
                mv,
                after,
                value: score.value(),
                distance: score.distance(),
                is_best: analysis.best.contains(mv),
            });
            count += 1;
        }
    }
    moves[..count].sort_unstable_by_key(|evaluated| {
        evaluated.map(|evaluated| (Reverse(evaluated.score()), evaluated.mv))
    });
    moves.into_iter().flatten()
}
