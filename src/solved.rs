//! A game of which every state is known, however it is kept.

use crate::analysis::Analysis;
use crate::game::Game;
#[cfg(feature = "solve")]
use crate::solve::Solution;

/// All reachable states of a game, with what they are worth.
///
/// What plays, audits and verifies asks this trait, and does not know whether it asks a
/// baked table, a file or a solution in memory. [`TicTacToe`](crate::tictactoe::TicTacToe)
/// itself is solved: its table is in this crate.
pub trait Solved {
    /// The rules.
    type Game: Game;

    /// The game that was solved.
    fn game(&self) -> &Self::Game;

    /// Everything about a state; `None` exactly for a state that no game reaches.
    fn analysis(&self, state: <Self::Game as Game>::State) -> Option<Analysis>;

    /// How many reachable states there are.
    fn states(&self) -> u64;
}

/// The states of a solved game.
pub type StateOf<T> = <<T as Solved>::Game as Game>::State;

impl<T: Solved + ?Sized> Solved for &T {
    type Game = T::Game;

    fn game(&self) -> &T::Game {
        (**self).game()
    }

    fn analysis(&self, state: <T::Game as Game>::State) -> Option<Analysis> {
        (**self).analysis(state)
    }

    fn states(&self) -> u64 {
        (**self).states()
    }
}

#[cfg(feature = "solve")]
impl<G: Game> Solved for Solution<'_, G> {
    type Game = G;

    fn game(&self) -> &G {
        Solution::game(self)
    }

    fn analysis(&self, state: G::State) -> Option<Analysis> {
        self.get(state)
    }

    fn states(&self) -> u64 {
        self.len() as u64
    }
}
