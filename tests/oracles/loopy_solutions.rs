//! The solutions of two loopy games. All tests share one solution of each game.

use std::sync::LazyLock;

use perfectplay::solve;
use perfectplay::solve::Solution;
use perfectplay_any::AnyGame;

use crate::games::registry::game;

/// The solution of a morris game in which pieces go to any free cell. The game is a draw.
pub static DRAWN: LazyLock<Solution<AnyGame>> =
    LazyLock::new(|| solve(game("morris:3,anywhere,8,loses")).expect("a solution"));

/// The solution of tapatan. The first player wins in nine plies.
pub static WON: LazyLock<Solution<AnyGame>> =
    LazyLock::new(|| solve(game("morris:tapatan")).expect("a solution"));
