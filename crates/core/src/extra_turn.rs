//! Tells which moves give an extra turn.

use crate::{Game, Score};

/// Returns whether the move from `before` to `after` gives an extra turn, so that the same player
/// is to move again. Always `false` in a game whose [turns alternate](Game::TURNS_ALTERNATE).
///
/// ```
/// use perfectplay_games::{Listed, dots::DotsAndBoxes};
/// use perfectplay::game::is_extra_turn;
/// use perfectplay::{Game, Move};
///
/// let one_box = DotsAndBoxes::with_parameters("1x1").expect("a size");
/// let mut state = one_box.start();
/// let mut again = Vec::new();
/// for side in (0..4).filter_map(Move::new) {
///     let after = one_box.play(state, side);
///     again.push(is_extra_turn(&one_box, state, after));
///     state = after;
/// }
/// assert_eq!(again, [false, false, false, true]); // the last side completes the box
/// ```
#[inline]
pub fn is_extra_turn<G: Game + ?Sized>(game: &G, before: G::State, after: G::State) -> bool {
    !G::TURNS_ALTERNATE
        && game
            .to_move(before)
            .is_some_and(|mover| game.to_move(after) == Some(mover))
}

/// Returns the score of the move from `before` to `after`, for the player who makes the move.
/// `score` is the score of `after`, for the player to move in `after`. All solvers and tables use
/// this function to compute the score of a move.
#[inline]
pub fn score_of_move<G: Game>(game: &G, before: G::State, after: G::State, score: Score) -> Score {
    score.of_move(is_extra_turn(game, before, after))
}
