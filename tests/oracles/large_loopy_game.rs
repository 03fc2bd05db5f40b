//! A large loopy game, solved once for all tests.

use std::sync::LazyLock;

use perfectplay::solve;
use perfectplay::solve::Solution;
use perfectplay_games::vanishing::Vanishing;

/// Vanishing tic-tac-toe, in which a mark vanishes before the next is made: a draw.
pub static BEFORE: LazyLock<Solution<Vanishing>> =
    LazyLock::new(|| solve(Vanishing::Before).expect("a solution"));

/// The same game, except that the mark vanishes afterwards: a win.
pub static AFTER: LazyLock<Solution<Vanishing>> =
    LazyLock::new(|| solve(Vanishing::After).expect("a solution"));
