//! The line of best play, also called the principal variation.

use core::iter;

use crate::solved::{LookupError, LookupErrorOf, Solved, StateOf, known_score, lawful_analysis};
use perfectplay_core::{Game, Move, score_of_move};

/// Returns the line of best play from a state, also called the principal variation. Each item is a
/// best move and the state after it. The line goes on until the game ends.
///
/// If several moves are best, the line takes the first of these moves, so there is only one line.
/// The number of moves in the line is the [`distance`](crate::Analysis::distance) of the state.
/// From a drawn state, the line is the shortest way to a drawn end. If perfect play from the state
/// never ends, the line is infinite. From a state that no game reaches, the line is empty. If the
/// table cannot be read, lacks a state, or contradicts the rules, the last item of the line is the
/// error.
///
/// ```
/// use perfectplay::principal_variation;
/// use perfectplay::tictactoe::{TicTacToe, state};
///
/// let line = principal_variation(&TicTacToe, state!(X . O / . . . / . . .));
/// let cells: Vec<u8> = line.map(|ply| ply.map(|(mv, _)| mv.index())).collect::<Result<_, _>>()?;
/// assert_eq!(cells, [3, 6, 4, 1, 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn principal_variation<T: Solved + ?Sized>(
    solved: &T,
    state: StateOf<T>,
) -> impl Iterator<Item = Result<(Move, StateOf<T>), LookupErrorOf<T>>> {
    let mut at = Some(state);
    iter::from_fn(move || {
        let next = best_step(solved, at?).transpose();
        at = match next {
            Some(Ok((_, after))) => Some(after),
            _ => None,
        };
        next
    })
}

/// Returns the next move of the line, which is the first of the best moves, and the state after it.
/// In a drawn state, only moves on a shortest way to an end count as best. `None` if the game is
/// over or no game reaches the state.
fn best_step<T: Solved + ?Sized>(
    solved: &T,
    state: StateOf<T>,
) -> Result<Option<(Move, StateOf<T>)>, LookupErrorOf<T>> {
    let Some(analysis) = lawful_analysis(solved, state)? else {
        return Ok(None);
    };
    // Not every best move of a draw leads to the nearest end.
    for mv in analysis.best() {
        let after = solved.game().play(state, mv);
        // Without a distance, any best move will do.
        if analysis.distance().is_none() {
            return Ok(Some((mv, after)));
        }
        let score = known_score(solved, after)?;
        if score_of_move(solved.game(), state, after, score) == analysis.score() {
            return Ok(Some((mv, after)));
        }
    }
    if analysis.best().is_empty() {
        Ok(None)
    } else {
        Err(LookupError::Contradiction { state })
    }
}
