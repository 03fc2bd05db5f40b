//! How a game of tic-tac-toe stands.

use super::super::Player;

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// The game goes on.
    Ongoing,
    /// This player has a line.
    Won(Player),
    /// The board is full and nobody has a line.
    Drawn,
}

impl Status {
    /// Whether no move is left to be made.
    #[must_use]
    pub const fn is_over(self) -> bool {
        !matches!(self, Self::Ongoing)
    }
}
