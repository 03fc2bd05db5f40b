//! Views a board as nine cells, for programs that draw boards.

use super::board::CELLS;
use super::state::State;
use crate::Player;

impl State {
    /// Returns the content of each cell, row by row.
    ///
    /// ```
    /// use perfectplay::Player::{First as X, Second as O};
    /// use perfectplay::tictactoe::{State, state};
    ///
    /// let cells = state!(X . O / . X . / . . .).cells();
    /// assert_eq!(cells, [Some(X), None, Some(O), None, Some(X), None, None, None, None]);
    /// assert_eq!(State::from(cells).cell(4), Some(X));
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

impl From<[Option<Player>; CELLS as usize]> for State {
    fn from(cells: [Option<Player>; CELLS as usize]) -> Self {
        let filled = (0..CELLS).zip(cells);
        filled.fold(Self::EMPTY, |state, (cell, held)| match held {
            Some(player) => state.with(player, cell),
            None => state,
        })
    }
}
