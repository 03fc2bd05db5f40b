//! The solutions of large loopy games. All tests share one solution of each game, because solving
//! takes long.

use std::sync::LazyLock;

use perfectplay::solve;
use perfectplay::solve::Solution;
use perfectplay_games::vanishing::Vanishing;

/// The solution of a variant of vanishing tic-tac-toe. A mark vanishes before the next mark is
/// made. The game is a draw.
pub static BEFORE: LazyLock<Solution<Vanishing>> =
    LazyLock::new(|| solve(Vanishing::Before).expect("a solution"));

/// The solution of a variant of vanishing tic-tac-toe. A mark vanishes after the next mark is made.
/// The first player wins.
pub static AFTER: LazyLock<Solution<Vanishing>> =
    LazyLock::new(|| solve(Vanishing::After).expect("a solution"));
