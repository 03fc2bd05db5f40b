//! Arranges the squares of a game as one board for a page.

use perfectplay_games::show::{Grid, Square};

use crate::info::Info;

/// One board of columns and rows. Several boards stand side by side on it, with a column of
/// absent squares between two of them. A game without a board has no layout.
#[derive(Debug)]
pub(crate) struct Layout {
    grid: Option<Grid>,
    pub columns: u8,
    pub rows: u8,
    pub lattice: bool,
}

impl Layout {
    pub fn new(info: &Info) -> Self {
        let grid = info.board.as_ref().map(|board| board.grid);
        let columns = grid.map_or(0, Grid::columns_together);
        Self {
            grid,
            columns,
            rows: grid.map_or(0, |grid| grid.rows),
            lattice: grid.is_some_and(|grid| grid.lattice),
        }
    }

    pub const fn is_empty(&self) -> bool {
        self.grid.is_none()
    }

    /// Returns the place of a square.
    pub fn place(&self, square: u8) -> u8 {
        let Some(grid) = self.grid else { return 0 };
        let (line, column) = (square / grid.columns, square % grid.columns);
        let (board, row) = (line / grid.rows, line % grid.rows);
        row * self.columns + board * (grid.columns + 1) + column
    }

    /// Returns the square at a place; `None` between two boards.
    fn square(&self, place: u8) -> Option<u8> {
        let grid = self.grid?;
        let (row, column) = (place / self.columns, place % self.columns);
        let (board, column) = (column / (grid.columns + 1), column % (grid.columns + 1));
        (column < grid.columns).then(|| grid.square(board, row, column))
    }

    fn places(&self) -> impl Iterator<Item = u8> {
        0..self.columns * self.rows
    }

    /// Returns the content of each place, from the content of the squares.
    pub fn squares(&self, squares: &[Square]) -> impl Iterator<Item = Square> {
        self.places().map(move |place| {
            let square = self.square(place);
            square.map_or(Square::Absent, |square| squares[usize::from(square)])
        })
    }

    /// Returns where a piece lands that is dropped into a column: the lowest empty place.
    pub fn landing(&self, squares: &[Square], column: u8) -> Vec<u8> {
        let places = (0..self.rows).map(|row| row * self.columns + column);
        let is_empty = |place: &u8| {
            let square = self.square(*place);
            square.is_some_and(|square| squares[usize::from(square)] == Square::Empty)
        };
        places.rev().find(is_empty).into_iter().collect()
    }

    /// Returns the names of the places. Those between two boards have none.
    pub fn names(&self, info: &Info) -> Vec<String> {
        let names = info.board.as_ref().map_or(&[][..], |board| &board.names);
        let name = |place| {
            let square = self.square(place);
            square.map_or_else(String::new, |square| names[usize::from(square)].clone())
        };
        self.places().map(name).collect()
    }
}
