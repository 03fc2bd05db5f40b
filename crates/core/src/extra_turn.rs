//! Extra turns: whose turn it is after a move.

use crate::{Game, Score};

/// Returns whether a move gives an extra turn: the player to move is the same before and after it.
/// Always `false` in a game whose [turns alternate](Game::TURNS_ALTERNATE).
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

/// Returns the score of a move for the player who makes it. `score` is the score of the state after
/// the move, for the player to move there. All solvers and tables use this function to carry a
/// score back over a move.
#[inline]
pub fn score_of_move<G: Game>(game: &G, before: G::State, after: G::State, score: Score) -> Score {
    score.of_move(is_extra_turn(game, before, after))
}
