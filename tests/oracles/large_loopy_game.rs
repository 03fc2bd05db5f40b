//! Large loopy games, each solved once for all tests.

use std::sync::LazyLock;

use perfectplay::solve;
use perfectplay::solve::Solution;
use perfectplay_games::vanishing::Vanishing;

/// Vanishing tic-tac-toe in which a mark vanishes before the next mark is made: a draw.
pub static BEFORE: LazyLock<Solution<Vanishing>> =
    LazyLock::new(|| solve(Vanishing::Before).expect("a solution"));

/// Vanishing tic-tac-toe in which a mark vanishes after the next mark is made: a win.
pub static AFTER: LazyLock<Solution<Vanishing>> =
    LazyLock::new(|| solve(Vanishing::After).expect("a solution"));
