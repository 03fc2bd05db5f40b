//! The line of best play.

use core::iter;

use crate::solved::{Solved, StateOf, lawful_analysis};
use perfectplay_core::{Game, Move, score_of_move};

/// The line of best play from a state on, in the field's words the principal variation:
/// each best move with the state that it leads to, up to the end of the game.
///
/// Where several moves are best, it takes the first, so there is one line. The line has as
/// many moves as the [`distance`](crate::Analysis::distance) says. In a draw that can be
/// ended, it takes the way to the nearest end; in one that cannot, it never ends. There is
/// no line from a state that no game reaches, and a line ends where the rules contradict the
/// table.
///
/// ```
/// use perfectplay::{principal_variation, state, tictactoe::TicTacToe};
///
/// let line = principal_variation(&TicTacToe, state!(X . O / . . . / . . .));
/// assert!(line.map(|(mv, _)| mv.index()).eq([3, 6, 4, 1, 5]));
/// ```
pub fn principal_variation<T: Solved + ?Sized>(
    solved: &T,
    state: StateOf<T>,
) -> impl Iterator<Item = (Move, StateOf<T>)> {
    let mut state = state;
    iter::from_fn(move || {
        let analysis = lawful_analysis(solved, state)?;
        let score = analysis.score();
        // Not every best move of a draw leads to the nearest end.
        let on_the_way = |mv: &Move| {
            let after = solved.game().play(state, *mv);
            let found = solved.analysis(after);
            found.is_some_and(|found| {
                score_of_move(solved.game(), state, after, found.score()) == score
            })
        };
        let mv = analysis.best.iter().find(on_the_way)?;
        state = solved.game().play(state, mv);
        Some((mv, state))
    })
}
