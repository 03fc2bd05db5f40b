//! The line of best play.

use core::iter;

use crate::game::{Game, Move};
use crate::games::tictactoe::{State, TicTacToe};
use crate::solved::{Solved, StateOf};

/// What both players do from a state on if neither errs: each best move with the state
/// that it leads to, up to the end of the game. The field calls it the principal
/// variation. Of several best moves it takes the first, so that there is one.
///
/// It has as many moves as the record says in [`distance`](crate::Record::distance), and
/// none from a state that no game reaches.
///
/// ```
/// use perfectplay::{principal_variation, state};
///
/// let cells = principal_variation(state!(X . O / . . . / . . .)).map(|(mv, _)| mv.index());
/// assert!(cells.eq([3, 6, 4, 1, 5]));
/// ```
pub fn principal_variation(state: State) -> impl Iterator<Item = (Move, State)> {
    principal_variation_in(&TicTacToe, state)
}

/// [`principal_variation`] in any solved game. In a draw that can be ended it takes the
/// way to the nearest end; in one that cannot it never ends.
pub fn principal_variation_in<T: Solved>(
    solved: &T,
    state: StateOf<T>,
) -> impl Iterator<Item = (Move, StateOf<T>)> {
    let mut state = state;
    iter::from_fn(move || {
        let analysis = solved.analysis(state)?;
        let score = analysis.score();
        // Not every best move of a draw leads to the nearest end.
        let on_the_way = |mv: &Move| {
            let after = solved.analysis(solved.game().play(state, *mv));
            after.is_some_and(|after| after.score().before() == score)
        };
        let mv = analysis.best.iter().find(on_the_way)?;
        state = solved.game().play(state, mv);
        Some((mv, state))
    })
}
