//! The value of every move of a state.

use core::array;
use core::cmp::Reverse;
use core::iter::Flatten;

use perfectplay_core::{MOVE_LIMIT, Move, Score, Value};

/// A legal move, the state after it, and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EvaluatedMove<S> {
    /// The move.
    pub mv: Move,
    /// The state after the move.
    pub after: S,
    /// The value of the move for the player who makes it.
    pub value: Value,
    /// The number of plies to the end if both play perfectly after the move. The move itself counts
    /// as one ply. `None` if the game never ends or the distance is unknown.
    pub distance: Option<u32>,
    /// Whether the move is one of the [best](crate::Analysis::best) moves.
    pub is_best: bool,
}

impl<S> EvaluatedMove<S> {
    /// Returns the score by which moves are sorted. Fast wins come first, then slow wins, near
    /// draws, far draws, slow losses and fast losses.
    const fn score(&self) -> Score {
        Score::new(self.value, self.distance)
    }
}

/// An iterator over the legal moves of a state with their values. The best moves come first. Moves
/// with the same score are in the order of their indexes. [`Solved::moves`](crate::Solved::moves)
/// returns it.
pub type EvaluatedMoves<S> =
    Flatten<array::IntoIter<Option<EvaluatedMove<S>>, { MOVE_LIMIT as usize }>>;

/// Sorts the moves of a state. There are at most [`MOVE_LIMIT`].
pub(crate) fn best_first<S: Copy>(
    moves: impl Iterator<Item = EvaluatedMove<S>>,
) -> EvaluatedMoves<S> {
    let mut found = [None; MOVE_LIMIT as usize];
    let mut order = [(Reverse(Score::ENDLESS), Move::FIRST, 0); MOVE_LIMIT as usize];
    let mut count = 0;
    for (evaluated, place) in moves.zip(0..MOVE_LIMIT as u8) {
        found[count] = Some(evaluated);
        order[count] = (Reverse(evaluated.score()), evaluated.mv, place);
        count += 1;
    }
    sort(&mut order[..count]);
    let mut sorted = [None; MOVE_LIMIT as usize];
    for (slot, &(_, _, place)) in sorted.iter_mut().zip(&order[..count]) {
        *slot = found[usize::from(place)];
    }
    sorted.into_iter().flatten()
}

/// Sorts by score and move. The items have the same type in every game, so this code is compiled
/// only once.
#[inline(never)]
fn sort(order: &mut [(Reverse<Score>, Move, u8)]) {
    order.sort_unstable();
}
