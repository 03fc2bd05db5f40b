//! The status of a game of tic-tac-toe.

use crate::Player;

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// The game is not over.
    Ongoing,
    /// This player has a line.
    Won(Player),
    /// The board is full and nobody has a line.
    Drawn,
}

impl Status {
    /// Returns whether the game has ended.
    #[must_use]
    #[inline]
    pub const fn is_over(self) -> bool {
        !matches!(self, Self::Ongoing)
    }
}
