//! What games on a board of rows and columns have in common.

use core::fmt::{self, Write};

use super::tictactoe::{Player, Symmetry};
use crate::game::{MOVE_LIMIT, Moves};
use crate::notation::ReadError;

/// The size of a board. Cells are numbered row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    pub columns: u8,
    pub rows: u8,
}

impl Board {
    /// A board of 1 to 64 cells; of no other size.
    pub fn new(columns: u8, rows: u8) -> Option<Self> {
        let cells = u32::from(columns) * u32::from(rows);
        (1..=MOVE_LIMIT)
            .contains(&cells)
            .then_some(Self { columns, rows })
    }

    /// The board of a size such as `5x4`, 5 columns and 4 rows.
    pub fn from_size(text: &str) -> Option<Self> {
        let (columns, rows) = text.split_once('x')?;
        Self::new(columns.parse().ok()?, rows.parse().ok()?)
    }

    pub const fn cells(self) -> u8 {
        self.columns * self.rows
    }

    /// The row and the column of a cell.
    pub const fn place(self, cell: u8) -> (u8, u8) {
        (cell / self.columns, cell % self.columns)
    }

    /// The cell in this row and this column, if it is on the board.
    pub fn cell(self, row: u8, column: u8) -> Option<u8> {
        (row < self.rows && column < self.columns).then(|| row * self.columns + column)
    }

    /// The name of a cell as in chess, to be shown: `a1` is at the bottom left.
    pub fn name(self, cell: u8) -> impl fmt::Display {
        let (row, column) = self.place(cell);
        CellName {
            column: ColumnName(column),
            row: self.rows - row,
        }
    }

    /// Writes the cells row by row: `X.O/.X./..O`.
    pub fn write_cells(self, out: &mut dyn Write, mark: impl Fn(u8) -> char) -> fmt::Result {
        for cell in 0..self.cells() {
            if cell > 0 && self.place(cell).1 == 0 {
                out.write_char('/')?;
            }
            out.write_char(mark(cell))?;
        }
        Ok(())
    }

    /// Writes the cells, and behind them whose turn it is: `X.O/.X./..O X`.
    pub fn write(
        self,
        out: &mut dyn Write,
        to_move: Player,
        mark: impl Fn(u8) -> char,
    ) -> fmt::Result {
        self.write_cells(out, mark)?;
        write!(out, " {to_move}")
    }

    /// Reads what [`write_cells`](Self::write_cells) writes. What stands in a cell is
    /// given to `put`, which refuses all but what is `expected`.
    pub fn read_cells(
        self,
        text: &str,
        expected: &'static str,
        put: impl FnMut(u8, char) -> bool,
    ) -> Result<(), ReadError> {
        let mut reader = Reader { text, at: 0 };
        reader.rows(self, expected, put)?;
        reader.end("the end after the last cell")
    }

    /// Reads what [`write`](Self::write) writes, and tells whose turn it is.
    pub fn read(
        self,
        text: &str,
        expected: &'static str,
        put: impl FnMut(u8, char) -> bool,
    ) -> Result<Player, ReadError> {
        let mut reader = Reader { text, at: 0 };
        reader.rows(self, expected, put)?;
        reader.next("a space after the board", |found| found == ' ')?;
        let to_move = reader.next("the player to move (X or O)", |found| {
            matches!(found, 'X' | 'O')
        })?;
        reader.end("the end after the player to move")?;
        Ok(if to_move == 'X' { Player::X } else { Player::O })
    }
}

struct CellName {
    column: ColumnName,
    row: u8,
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.column, self.row)
    }
}

/// The name of a column, to be shown: a letter, and from the 27th on two: `z`, `aa`, `ab`.
pub(super) struct ColumnName(pub u8);

impl fmt::Display for ColumnName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LETTERS: u8 = 26;
        if let Some(first) = (self.0 / LETTERS).checked_sub(1) {
            f.write_char(char::from(b'a' + first))?;
        }
        f.write_char(char::from(b'a' + self.0 % LETTERS))
    }
}

/// A text, and how many of its characters are read.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    /// The next character, which must be one that is accepted.
    fn next(
        &mut self,
        expected: &'static str,
        accept: impl FnOnce(char) -> bool,
    ) -> Result<char, ReadError> {
        match self.text.chars().nth(self.at) {
            Some(found) if accept(found) => {
                self.at += 1;
                Ok(found)
            }
            _ => Err(self.error(expected)),
        }
    }

    /// All rows of a board.
    fn rows(
        &mut self,
        board: Board,
        expected: &'static str,
        mut put: impl FnMut(u8, char) -> bool,
    ) -> Result<(), ReadError> {
        for cell in 0..board.cells() {
            if cell > 0 && board.place(cell).1 == 0 {
                self.next("the next row, after /", |found| found == '/')?;
            }
            self.next(expected, |found| put(cell, found))?;
        }
        Ok(())
    }

    /// That the text ends here.
    fn end(&self, expected: &'static str) -> Result<(), ReadError> {
        match self.text.chars().nth(self.at) {
            None => Ok(()),
            Some(_) => Err(self.error(expected)),
        }
    }

    fn error(&self, expected: &'static str) -> ReadError {
        ReadError::in_text(self.text, self.at, expected)
    }
}

/// Where a symmetry of the board of 3 by 3, `0..8`, takes a cell.
pub(super) fn turn(symmetry: u32, cell: u8) -> u8 {
    Symmetry::all()
        .nth(symmetry as usize)
        .and_then(|symmetry| symmetry.cell(cell))
        .unwrap_or(cell)
}

/// A state of a game in which each player has pieces of one kind on a board of at most
/// 31 cells: who holds which cell, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pieces {
    x: u32,
    o: u32,
    to_move: Player,
}

impl Pieces {
    /// X to move, and who holds which cell: two masks without a common bit.
    pub(super) const fn start(x: u32, o: u32) -> Self {
        let to_move = Player::X;
        Self { x, o, to_move }
    }

    /// The cells that this player holds, as a mask: cell *i* is bit *i*.
    #[must_use]
    pub const fn held_by(self, player: Player) -> u32 {
        match player {
            Player::X => self.x,
            Player::O => self.o,
        }
    }

    /// The cells that somebody holds, as a mask.
    #[must_use]
    pub const fn occupied(self) -> u32 {
        self.x | self.o
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn to_move(self) -> Player {
        self.to_move
    }

    /// The cells of the player to move.
    pub(super) const fn mine(self) -> u32 {
        self.held_by(self.to_move)
    }

    /// The cells of the opponent.
    pub(super) const fn theirs(self) -> u32 {
        self.held_by(self.to_move.other())
    }

    /// The opponent's turn, with these cells of the player who has moved, and those of
    /// the opponent.
    pub(super) const fn after(self, mine: u32, theirs: u32) -> Self {
        let (x, o) = match self.to_move {
            Player::X => (mine, theirs),
            Player::O => (theirs, mine),
        };
        let to_move = self.to_move.other();
        Self { x, o, to_move }
    }

    /// A number that no other state has: x in bits 0 to 30, o in bits 31 to 61, and then
    /// whether O is to move.
    pub(super) const fn key(self) -> u64 {
        self.x as u64 | (self.o as u64) << 31 | (self.to_move as u64) << 62
    }

    /// The state with every piece taken to another cell.
    pub(super) fn map(self, image: impl Fn(u8) -> u8) -> Self {
        let map = |mask| cells(mask).fold(0, |mask, cell| mask | 1 << image(cell));
        Self {
            x: map(self.x),
            o: map(self.o),
            to_move: self.to_move,
        }
    }

    pub(super) fn write(self, board: Board, out: &mut dyn Write) -> fmt::Result {
        board.write(out, self.to_move, |cell| {
            if self.x >> cell & 1 == 1 {
                'X'
            } else if self.o >> cell & 1 == 1 {
                'O'
            } else {
                '.'
            }
        })
    }

    pub(super) fn read(board: Board, text: &str) -> Result<Self, ReadError> {
        let (mut x, mut o) = (0, 0);
        let to_move = board.read(text, "a cell (one of X O .)", |cell, found| {
            match found {
                'X' => x |= 1 << cell,
                'O' => o |= 1 << cell,
                _ => return found == '.',
            }
            true
        })?;
        Ok(Self { x, o, to_move })
    }
}

/// The cells of a mask.
pub(super) fn cells(mask: u32) -> impl Iterator<Item = u8> {
    Moves::from_bits(mask.into()).iter().map(|mv| mv.index())
}
