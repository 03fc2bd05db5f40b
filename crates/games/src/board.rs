//! The size of a rectangular board. Functions name, rotate and mirror its cells, and read and write
//! boards as text.

use core::fmt::{self, Write};

use perfectplay::Player;
use perfectplay::game::{MOVE_LIMIT, ParseStateError};

use crate::parameters::number;

/// The size of a board. Cells are numbered row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BoardSize {
    pub columns: u8,
    pub rows: u8,
}

impl BoardSize {
    /// The board of tic-tac-toe.
    pub const THREE: Self = Self {
        columns: 3,
        rows: 3,
    };

    /// Creates a board with 1 to 64 cells; `None` for other sizes.
    pub fn new(columns: u8, rows: u8) -> Option<Self> {
        let cells = u32::from(columns) * u32::from(rows);
        (1..=MOVE_LIMIT)
            .contains(&cells)
            .then_some(Self { columns, rows })
    }

    /// Parses a size such as `5x4`, which has 5 columns and 4 rows.
    pub fn from_size(text: &str) -> Option<Self> {
        let (columns, rows) = text.split_once('x')?;
        Self::new(number(columns)?, number(rows)?)
    }

    pub const fn cells(self) -> u8 {
        self.columns * self.rows
    }

    pub const fn place(self, cell: u8) -> (u8, u8) {
        match self.columns {
            // A shift takes much less time than a division.
            8 => (cell / 8, cell % 8),
            columns => (cell / columns, cell % columns),
        }
    }

    /// Returns the number of symmetries: eight for a square, four for any other rectangle.
    pub const fn symmetries(self) -> u32 {
        if self.columns == self.rows { 8 } else { 4 }
    }

    /// Returns the image of a cell under a symmetry of the board. `symmetry` is less than
    /// [`symmetries`](Self::symmetries).
    //
    // A symmetry has three bits. Bit 0 exchanges row and column, then bit 1 mirrors the
    // columns, then bit 2 mirrors the rows. Only a square board has bit 0.
    pub const fn image(self, symmetry: u32, cell: u8) -> u8 {
        let bits = symmetry << (self.columns != self.rows) as u32;
        let (mut row, mut column) = self.place(cell);
        if bits & 1 != 0 {
            (row, column) = (column, row);
        }
        if bits & 2 != 0 {
            column = self.columns - 1 - column;
        }
        if bits & 4 != 0 {
            row = self.rows - 1 - row;
        }
        row * self.columns + column
    }

    /// Returns the cell in a row and a column, if it is on the board.
    pub fn cell(self, row: u8, column: u8) -> Option<u8> {
        (row < self.rows && column < self.columns).then(|| row * self.columns + column)
    }

    /// Returns the name of a cell, as in chess: `a1` is at the bottom left.
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

    /// Writes the cells, then the player to move: `X.O/.X./..O X`.
    pub fn write(
        self,
        out: &mut dyn Write,
        to_move: Player,
        mark: impl Fn(u8) -> char,
    ) -> fmt::Result {
        self.write_cells(out, mark)?;
        write_to_move(out, to_move)
    }

    /// Parses the form that [`write_cells`](Self::write_cells) writes. `put` receives each cell and
    /// the character written there, and returns whether the character is valid. `expected`
    /// describes the valid characters.
    ///
    /// Letters may be in upper or lower case, and `-` or `_` may stand for an empty cell. Spaces,
    /// line ends, or one `/` or `|` may separate rows. If any two rows are separated, all rows must
    /// be separated.
    pub fn read_cells(
        self,
        text: &str,
        expected: &'static str,
        put: impl FnMut(u8, char) -> bool,
    ) -> Result<(), ParseStateError> {
        let mut reader = TextReader::new(text);
        reader.rows(self, expected, put)?;
        reader.end("the end after the last cell")
    }

    /// Parses the form that [`write`](Self::write) writes, and returns the player to move.
    pub fn read(
        self,
        text: &str,
        expected: &'static str,
        put: impl FnMut(u8, char) -> bool,
    ) -> Result<Player, ParseStateError> {
        let mut reader = TextReader::new(text);
        reader.rows(self, expected, put)?;
        let to_move = reader.player()?;
        reader.end("the end after the player to move")?;
        Ok(to_move)
    }
}

/// Writes the player to move and the points of both players. For example, ` X 3:1` says that X is
/// to move, X has 3 points, and O has 1.
pub(crate) fn write_points(out: &mut dyn Write, to_move: Player, [x, o]: [u8; 2]) -> fmt::Result {
    write_to_move(out, to_move)?;
    write!(out, " {x}:{o}")
}

fn write_to_move(out: &mut dyn Write, to_move: Player) -> fmt::Result {
    out.write_str(match to_move {
        Player::First => " X",
        Player::Second => " O",
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RowSeparator {
    None,
    Space,
    Bar,
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

/// The name of a column. The first 26 columns are named by one letter, and all further columns by
/// two letters: `z`, `aa`, `ab`.
pub(crate) struct ColumnName(pub u8);

impl fmt::Display for ColumnName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LETTERS: u8 = 26;
        if let Some(first) = (self.0 / LETTERS).checked_sub(1) {
            f.write_char(char::from(b'a' + first))?;
        }
        f.write_char(char::from(b'a' + self.0 % LETTERS))
    }
}

fn other_case(letter: char) -> Option<char> {
    let other = if letter.is_ascii_lowercase() {
        letter.to_ascii_uppercase()
    } else {
        letter.to_ascii_lowercase()
    };
    (other != letter).then_some(other)
}

/// A text, and how many of its characters have been read. All characters that have been read are
/// ASCII.
pub(crate) struct TextReader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> TextReader<'a> {
    pub const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Reads the next character. Fails unless `accept` returns `true` for the character, or for the
    /// same letter in the other case.
    pub fn next(
        &mut self,
        expected: &'static str,
        mut accept: impl FnMut(char) -> bool,
    ) -> Result<(), ParseStateError> {
        let accepted = self.peek().is_some_and(|found| {
            let found = match found {
                '-' | '_' => '.',
                other => other,
            };
            accept(found) || other_case(found).is_some_and(accept)
        });
        if !accepted {
            return Err(self.error(expected));
        }
        self.at += 1;
        Ok(())
    }

    /// Reads a number up to 255.
    pub fn number(&mut self, expected: &'static str) -> Result<u8, ParseStateError> {
        let digits = self.text[self.at..].bytes();
        let digits = digits.take_while(u8::is_ascii_digit).count();
        let number = self.text[self.at..self.at + digits].parse();
        let number = number.map_err(|_| self.error(expected))?;
        self.at += digits;
        Ok(number)
    }

    /// Reads the player to move, as [`BoardSize::write`] writes it.
    pub fn player(&mut self) -> Result<Player, ParseStateError> {
        let expected = "a space and the player to move (X or O)";
        self.next(expected, |found| matches!(found, ' ' | '\n' | '\r'))?;
        let mut to_move = Player::First;
        self.next(expected, |found| {
            if found == 'O' {
                to_move = Player::Second;
            }
            matches!(found, 'X' | 'O')
        })?;
        Ok(to_move)
    }

    /// Reads the player to move and the points, as [`write_points`] writes them, up to the end of
    /// the text. `fit` returns whether the points of X (`[0]`) and of O (`[1]`) are possible.
    pub fn points(
        &mut self,
        expected: &'static str,
        fit: impl FnOnce([u8; 2]) -> bool,
    ) -> Result<(Player, [u8; 2]), ParseStateError> {
        let to_move = self.player()?;
        self.next(expected, |found| found == ' ')?;
        let start = self.at;
        let x = self.number(expected)?;
        self.next(expected, |found| found == ':')?;
        let o = self.number(expected)?;
        self.end("the end after two numbers")?;
        if !fit([x, o]) {
            self.at = start;
            return Err(self.error(expected));
        }
        Ok((to_move, [x, o]))
    }

    /// Reads all rows of a board. If any two rows are separated, all rows must be separated.
    pub fn rows(
        &mut self,
        board: BoardSize,
        expected: &'static str,
        mut put: impl FnMut(u8, char) -> bool,
    ) -> Result<(), ParseStateError> {
        let mut joins = None;
        for cell in 0..board.cells() {
            let row_begins = cell > 0 && board.place(cell).1 == 0;
            let mut expected = expected;
            if row_begins {
                let gap = self.gap();
                let is_joined = gap == RowSeparator::None;
                if is_joined {
                    expected = "the next row, after / or a space";
                }
                if *joins.get_or_insert(is_joined) != is_joined {
                    let joined = "the next row after nothing, as the rows before";
                    return Err(self.error(if is_joined { expected } else { joined }));
                }
            }
            self.next(expected, |found| put(cell, found))?;
        }
        Ok(())
    }

    /// Reads the separator between two rows. The separator may be empty, spaces, or one bar (`/` or
    /// `|`) with or without spaces around it.
    fn gap(&mut self) -> RowSeparator {
        let mut gap = RowSeparator::None;
        loop {
            match (self.peek(), gap) {
                (Some('/' | '|'), RowSeparator::None | RowSeparator::Space) => {
                    gap = RowSeparator::Bar
                }
                (Some(' ' | '\n' | '\r'), RowSeparator::None) => gap = RowSeparator::Space,
                (Some(' ' | '\n' | '\r'), _) => {}
                _ => return gap,
            }
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    pub fn is_at_end(&self) -> bool {
        self.peek().is_none()
    }

    pub fn end(&self, expected: &'static str) -> Result<(), ParseStateError> {
        if self.is_at_end() {
            Ok(())
        } else {
            Err(self.error(expected))
        }
    }

    fn error(&self, expected: &'static str) -> ParseStateError {
        ParseStateError::at(self.text, self.at, expected)
    }
}
