//! Views a board as nine cells, for programs that draw boards.

use core::ops::Index;

use super::board::CELLS;
use super::state::State;
use crate::{Move, Player};

impl State {
    /// Returns the content of each cell, row by row.
    ///
    /// ```
    /// use perfectplay::Player::{First as X, Second as O};
    /// use perfectplay::tictactoe::{State, state};
    ///
    /// let cells = state!(X . O / . X . / . . .).cells();
    /// assert_eq!(cells, [Some(X), None, Some(O), None, Some(X), None, None, None, None]);
    /// assert_eq!(State::from(cells)[4], Some(X));
    /// ```
    #[must_use]
    pub const fn cells(self) -> [Option<Player>; CELLS as usize] {
        let mut cells = [None; CELLS as usize];
        let mut cell = 0;
        while cell < CELLS {
            cells[cell as usize] = self.cell(cell);
            cell += 1;
        }
        cells
    }
}

impl From<State> for [Option<Player>; CELLS as usize] {
    fn from(state: State) -> Self {
        state.cells()
    }
}

impl From<[Option<Player>; CELLS as usize]> for State {
    fn from(cells: [Option<Player>; CELLS as usize]) -> Self {
        let filled = (0..CELLS).zip(cells);
        filled.fold(Self::EMPTY, |state, (cell, held)| match held {
            Some(player) => state.with(player, cell),
            None => state,
        })
    }
}

/// Returns the content of a cell.
///
/// # Panics
/// When the number is above 8, as with an array. [`State::cell`] accepts every number.
impl Index<usize> for State {
    type Output = Option<Player>;

    fn index(&self, cell: usize) -> &Option<Player> {
        assert!(cell < CELLS.into(), "there is no cell {cell}");
        match self.cell(cell as u8) {
            None => &None,
            Some(Player::First) => &Some(Player::First),
            Some(Player::Second) => &Some(Player::Second),
        }
    }
}

/// Returns the content of the cell that a move marks.
///
/// # Panics
/// When the move marks no cell.
impl Index<Move> for State {
    type Output = Option<Player>;

    fn index(&self, mv: Move) -> &Option<Player> {
        &self[usize::from(mv)]
    }
}
