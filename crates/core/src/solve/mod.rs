//! The solvers compute the value of every reachable state from the rules of a game.
//!
//! [`solve`] chooses the solver by what the game declares:
//!
//! | the game | solver |
//! | --- | --- |
//! | is [loopy](Game::is_loopy) | [`retrograde`]: backwards from the ends |
//! | never repeats a state | [`depth_first`]: along every line of play, each state once |
//!
//! If both solvers fit a game, their results are the same.

mod depth_first;
mod error;
mod progress;
mod retrograde;
mod rules;
mod solution;

use core::ops::ControlFlow;

use crate::Game;
use crate::watch::Progress;

pub use depth_first::depth_first;
#[doc(hidden)]
pub use depth_first::depth_first_in_form;
#[doc(hidden)]
pub use error::Problem;
pub use error::SolveError;
pub use retrograde::retrograde;
#[doc(hidden)]
pub use retrograde::retrograde_in_form;
#[doc(hidden)]
pub use rules::{declared, legal, tells_turn, within_count, within_declared};
pub use solution::Solution;

/// Solves a game: finds every state that is reachable from a start, and its value. The solution
/// owns the game. To let the solution borrow the game, pass a reference.
///
/// ```
/// use perfectplay::{Value, solve, tictactoe::TicTacToe};
///
/// let solution = solve(&TicTacToe)?;
/// assert_eq!(solution.len(), 5478);
/// assert_eq!(solution.start().value(), Value::Draw);
/// # Ok::<(), perfectplay::solve::SolveError>(())
/// ```
///
/// # Errors
/// When the rules have a [`Fault`](crate::Fault): the game is not finite, has more than 64 moves in
/// a state, gives two states one key, or contradicts what it declares about itself. Also when there
/// are more states than the solver can count.
pub fn solve<G: Game>(game: G) -> Result<Solution<G>, SolveError> {
    solve_watched(game, |_| ControlFlow::Continue(()))
}

/// Does the same as [`solve`], but reports its progress many times a second, and can be stopped.
/// The depth-first solver finds and solves states at the same time, and reports only how many it
/// has found.
///
/// # Errors
/// As for [`solve`], and [`SolveError::Stopped`] soon after `watch` returned
/// [`ControlFlow::Break`].
pub fn solve_watched<G: Game>(
    game: G,
    watch: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Solution<G>, SolveError> {
    if game.is_loopy() {
        retrograde(game, watch)
    } else {
        depth_first(game, watch)
    }
}
