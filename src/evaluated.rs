//! The value of every move of a state.

use core::array;
use core::cmp::Reverse;
use core::iter::Flatten;

use perfectplay_core::{MOVE_LIMIT, Move, Score, Value};

/// A legal move, and what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvaluatedMove<S> {
    /// The move.
    pub mv: Move,
    /// The state after it.
    pub after: S,
    /// The value of the move for the player who makes it.
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

/// The legal moves of a state with their values, the best first; moves of equal score by
/// their index. Made by [`Solved::moves`](crate::Solved::moves).
pub type EvaluatedMoves<S> =
    Flatten<array::IntoIter<Option<EvaluatedMove<S>>, { MOVE_LIMIT as usize }>>;

/// Sorts moves, of which there are at most [`MOVE_LIMIT`].
pub(crate) fn best_first<S: Copy>(
    moves: impl Iterator<Item = EvaluatedMove<S>>,
) -> EvaluatedMoves<S> {
    let mut sorted = [None; MOVE_LIMIT as usize];
    let mut count = 0;
    for (slot, evaluated) in sorted.iter_mut().zip(moves) {
        *slot = Some(evaluated);
        count += 1;
    }
    sorted[..count].sort_unstable_by_key(|evaluated| {
        evaluated.map(|evaluated| (Reverse(evaluated.score()), evaluated.mv))
    });
    sorted.into_iter().flatten()
}
