//! The solvers compute the value of every reachable state from the rules of a game.
//!
//! [`solve`] chooses one of two solvers, depending on what the game declares:
//!
//! | the game | solver |
//! | --- | --- |
//! | is [loopy](Game::is_loopy) | [`retrograde`]: backwards from the ends |
//! | never repeats a state | [`depth_first`]: along every line of play, each state once |
//!
//! For a game in which no state repeats, both solvers return the same result.

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

/// Solves a game. Finds every state that is reachable from a start, and computes the score of each
/// of these states. The solution owns the game. If you pass a reference, the solution borrows the
/// game instead.
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
/// Fails when the rules have a [`Fault`](crate::Fault), for example if two states have the same
/// key. Also fails when the game has more states than the solver can count.
pub fn solve<G: Game>(game: G) -> Result<Solution<G>, SolveError> {
    solve_watched(game, |_| ControlFlow::Continue(()))
}

/// Does the same as [`solve`], but calls `watch` many times a second with the progress, and stops
/// if `watch` returns `Break`. The depth-first solver finds and solves states in a single phase,
/// and reports only how many states it has found.
///
/// # Errors
/// Returns the same errors as [`solve`]. Also fails with [`SolveError::Stopped`], soon after
/// `watch` returns [`ControlFlow::Break`].
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
