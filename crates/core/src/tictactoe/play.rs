//! Playing moves on the board.

use core::fmt;

use super::board::CELLS;
use super::state::State;
use super::status::Status;
use super::text::mark;
use crate::{MoveIndex, Player};

impl State {
    /// Returns the state after the player to move has marked a cell. The cell is given by its
    /// number or by the move that marks it.
    ///
    /// ```
    /// use perfectplay::tictactoe::{State, TicTacToe, state};
    /// use perfectplay::Level;
    ///
    /// let state = State::EMPTY.play(0)?;
    /// let reply = Level::Perfect.choose(&TicTacToe, state, 7).expect("a reply");
    /// assert_eq!(state.play(reply)?, state!(X . . / . O . / . . .));
    /// # Ok::<(), perfectplay::tictactoe::PlayError>(())
    /// ```
    ///
    /// # Errors
    /// Fails when the cell is not on the board, the game is over, or the cell is occupied. The
    /// method reports a cell that is not on the board first, then a finished game, then an occupied
    /// cell.
    pub fn play(self, cell: impl MoveIndex) -> Result<Self, PlayError> {
        self.play_at(cell.number())
    }

    /// Returns the state after the player to move has marked the cell with the number `cell`.
    /// Unlike [`play`](Self::play), this function can be called in a constant.
    ///
    /// ```
    /// use perfectplay::tictactoe::{State, state};
    ///
    /// const OPENED: State = match State::EMPTY.play_at(4) {
    ///     Ok(state) => state,
    ///     Err(_) => panic!("an empty board"),
    /// };
    /// assert_eq!(OPENED, state!(. . . / . X . / . . .));
    /// ```
    ///
    /// # Errors
    /// Fails in the same cases as [`play`](Self::play).
    pub const fn play_at(self, cell: u8) -> Result<Self, PlayError> {
        if cell >= CELLS {
            return Err(PlayError::OffBoard { cell });
        }
        let status = self.status();
        if status.is_over() {
            return Err(PlayError::GameOver { status });
        }
        if let Some(by) = self.cell(cell) {
            return Err(PlayError::Occupied { cell, by });
        }
        Ok(self.with(self.to_move(), cell))
    }
}

/// The reason why a move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// The board has no such cell.
    OffBoard {
        /// The number of the cell.
        cell: u8,
    },
    /// The cell is not empty.
    Occupied {
        /// The number of the cell.
        cell: u8,
        /// The player who holds the cell.
        by: Player,
    },
    /// The game is over.
    GameOver {
        /// The result of the game.
        status: Status,
    },
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard { cell } => {
                write!(f, "there is no cell {cell}, only 0 to {}", CELLS - 1)
            }
            Self::Occupied { cell, by } => {
                write!(f, "{} holds cell {cell}", mark(*by))
            }
            Self::GameOver { status } => {
                write!(f, "the game is over: {status}")
            }
        }
    }
}

crate::debug_as_display!([] PlayError);

impl core::error::Error for PlayError {}
