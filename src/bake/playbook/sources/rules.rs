//! The rules in the source code of a playbook.

use alloc::string::ToString;
use alloc::vec::Vec;

use crate::bake::template::Values;

/// The rules that source code contains beside the playbook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SourceRules {
    /// No rules: a function takes a key and returns the rank of a move.
    Keys {
        /// The bits of the greatest key, at most 64.
        bits: u32,
    },
    /// The rules of [tic-tac-toe](crate::tictactoe::TicTacToe).
    TicTacToe,
    /// The rules of a game like Connect Four: marks fall to the lowest empty cell of a column, and
    /// the first line wins. The width times one more than the height is at most 64.
    Connect {
        /// The width of the board, at least 1.
        columns: u8,
        /// Its height, at least 1.
        rows: u8,
        /// The length of a line, at least 2.
        length: u8,
    },
}

impl SourceRules {
    /// The bits of the greatest key.
    pub(super) fn key_bits(self) -> u32 {
        match self {
            Self::Keys { bits } => bits,
            Self::TicTacToe => 18,
            Self::Connect { columns, rows, .. } => u32::from(columns) * (u32::from(rows) + 1),
        }
    }
}

/// A board on which marks fall to the lowest empty cell of a column. A set of cells is a mask. Each
/// column takes one bit more than it has cells, and the first column takes the lowest bits.
#[derive(Clone, Copy)]
pub(super) struct Board {
    columns: u8,
    rows: u8,
    length: u8,
}

impl Board {
    /// Returns the board of some rules; `None` if they have no such board.
    pub const fn new(rules: SourceRules) -> Option<Self> {
        match rules {
            SourceRules::Connect {
                columns,
                rows,
                length,
            } => Some(Self {
                columns,
                rows,
                length,
            }),
            _ => None,
        }
    }

    /// Returns the values of the board in a template: the number of columns, the bits of a column
    /// with the one above it, and masks.
    pub fn values(self) -> Values<'static> {
        let column = (1 << self.rows) - 1;
        Vec::from(
            [
                ("columns", u64::from(self.columns)),
                ("height", self.height().into()),
                // The lowest cells, and all cells.
                ("bottom", self.in_each(1)),
                ("all", self.in_each(column)),
                // Of the first column: its cells, the highest of them, and all its bits.
                ("full", column),
                ("top", 1 << (self.rows - 1)),
                ("column", 2 * column + 1),
            ]
            .map(|(name, value)| (name, value.to_string())),
        )
    }

    /// The bits of a column.
    fn height(self) -> u32 {
        u32::from(self.rows) + 1
    }

    /// A mask with the same bits in each column.
    fn in_each(self, bits: u64) -> u64 {
        (0..u32::from(self.columns)).fold(0, |mask, column| mask | bits << (column * self.height()))
    }

    /// Returns the shifts that find lines, for each of four directions. A mask is shifted right by
    /// each of them in turn, and intersected with itself. One bit of each line is left.
    pub fn shifts(self) -> [Vec<u32>; 4] {
        let (rows, length) = (u32::from(self.rows), u32::from(self.length));
        [1, rows, rows + 1, rows + 2].map(|step| {
            let mut shifts = Vec::new();
            let mut long = 1;
            while long < length {
                let more = long.min(length - long);
                shifts.push(more * step);
                long += more;
            }
            shifts
        })
    }
}
