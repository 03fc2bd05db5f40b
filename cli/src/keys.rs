//! How cells are named for people.

use perfectplay::Moves;
use perfectplay::tictactoe::CELLS;

/// Which numbers the cells have.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
pub enum Keys {
    /// 0 to 8, row by row from the top
    #[default]
    Rows,
    /// 1 to 9, as on a keypad: 7 8 9 at the top
    Numpad,
}

impl Keys {
    /// The number that the cell is shown with.
    pub const fn label(self, cell: u8) -> u8 {
        match self {
            Self::Rows => cell,
            Self::Numpad => upside_down(cell) + 1,
        }
    }

    /// The cell that somebody names: by its number, or by a letter for the row from the
    /// top and a digit for the column from the left.
    pub fn cell(self, text: &str) -> Option<u8> {
        match *text.to_ascii_lowercase().as_bytes() {
            [row @ b'a'..=b'c', column @ b'1'..=b'3'] => Some(3 * (row - b'a') + (column - b'1')),
            [digit @ b'0'..=b'9'] => (0..CELLS).find(|&cell| self.label(cell) == digit - b'0'),
            _ => None,
        }
    }

    /// The numbers of some cells.
    pub fn list(self, cells: Moves) -> String {
        let labels = cells
            .iter()
            .map(|cell| self.label(cell.index()).to_string());
        labels.collect::<Vec<_>>().join(" ")
    }

    /// The numbers, in words.
    pub const fn range(self) -> &'static str {
        match self {
            Self::Rows => "0 to 8",
            Self::Numpad => "1 to 9",
        }
    }
}

/// The cell of the same column, with the rows counted from the bottom.
const fn upside_down(cell: u8) -> u8 {
    3 * (2 - cell / 3) + cell % 3
}
