//! m,n,k-games: tic-tac-toe on any board, and Connect Four.
//!
//! Two players mark the cells of a board of *width* by *height* in turn, X first, each with
//! an own mark. Who first has *length* marks in a row, column or diagonal wins; in misère
//! play, loses. A full board without such a line is a draw. A line is tested before a full
//! board.
//!
//! With gravity a mark falls to the lowest empty cell of its column, so that a move is a
//! column: Connect Four (H. Wexler and N. Strongin, 1974) has gravity and length 4.
//!
//! Reachable states, finished ones among them and colours kept apart: 3,3,3 has 5,478 and
//! is a draw; 4,3,3 111,973, and X wins in 7; 4,4,3 6,036,001, X in 5; 4,4,4 9,722,011, a
//! draw. Connect Four has 161,029 on 4x4, 3,945,711 on 5x4 and 1,706,255 on 4x5 (width by
//! height), all drawn, and 94,910,577 on 6x4, where O wins in 24.

use core::fmt;

use super::board::Board;
use super::tictactoe::Player;
use super::{misere_option, strip_misere};
use crate::game::{Game, MOVE_LIMIT, Move, Moves, Value};
use crate::games::Listed;
use crate::notation::{Notation, ReadError};

/// m,n,k-games without gravity.
pub type Marks = Mnk<false>;
/// m,n,k-games with gravity: Connect Four and its like.
pub type Connect = Mnk<true>;

/// The rules of an m,n,k-game. A move is the cell, row by row from the top left; with
/// gravity, the column from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mnk<const GRAVITY: bool> {
    board: Board,
    length: u8,
    misere: bool,
}

/// Who has marked what: X's cells and O's, as masks.
//
// Bits go up the columns, from the bottom left, with one that stays empty above each
// column. So a shift by one leads up, by a whole column to the right, and by one more or
// less along a diagonal, and no line goes round a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    x: u64,
    o: u64,
}

impl Grid {
    const fn occupied(self) -> u64 {
        self.x | self.o
    }

    const fn marks(self) -> u32 {
        self.occupied().count_ones()
    }

    const fn to_move(self) -> Player {
        if self.x.count_ones() > self.o.count_ones() {
            Player::O
        } else {
            Player::X
        }
    }

    const fn with(self, player: Player, mark: u64) -> Self {
        let Self { x, o } = self;
        match player {
            Player::X => Self { x: x | mark, o },
            Player::O => Self { x, o: o | mark },
        }
    }
}

impl<const GRAVITY: bool> Mnk<GRAVITY> {
    /// The game on a board of this size. `None` if no line of this length fits, or there
    /// is no key of 64 bits for each state: a column and one cell more must fit them for
    /// each column, and without gravity there must be 40 cells at most.
    #[must_use]
    pub fn new(width: u8, height: u8, length: u8, misere: bool) -> Option<Self> {
        let board = Board::new(width, height)?;
        let bits = u32::from(width) * (u32::from(height) + 1);
        let keyed = GRAVITY || 3_u64.checked_pow(board.cells().into()).is_some();
        let line_fits = length >= 1 && length <= width.max(height);
        (bits <= u64::BITS && keyed && line_fits).then_some(Self {
            board,
            length,
            misere,
        })
    }

    /// How many bits a column takes.
    const fn column_bits(&self) -> u8 {
        self.board.rows + 1
    }

    /// The bit of a cell.
    const fn bit(&self, cell: u8) -> u64 {
        let (row, column) = self.board.place(cell);
        1 << (column * self.column_bits() + self.board.rows - 1 - row)
    }

    /// The lowest cell of each column.
    fn bottom(&self) -> u64 {
        (0..self.board.columns).fold(0, |mask, column| mask | 1 << (column * self.column_bits()))
    }

    /// Every cell of the board.
    fn all(&self) -> u64 {
        let column = (1 << self.board.rows) - 1;
        self.bottom() * column
    }

    fn cells(&self) -> impl Iterator<Item = u8> {
        0..self.board.cells()
    }

    /// Whether some marks hold a line.
    fn has_line(&self, marks: u64) -> bool {
        let column = u32::from(self.column_bits());
        [1, column, column - 1, column + 1].into_iter().any(|step| {
            let mut starts = marks;
            for _ in 1..self.length {
                starts &= starts.checked_shr(step).unwrap_or(0);
                starts &= marks;
            }
            starts != 0
        })
    }

    /// The cell that a symmetry takes a cell to: bit 0 mirrors the columns, bit 1 the
    /// rows, and bit 2 then exchanges both.
    fn image_of_cell(&self, symmetry: u32, cell: u8) -> u8 {
        let Board { columns, rows } = self.board;
        let (mut row, mut column) = self.board.place(cell);
        if symmetry & 1 != 0 {
            column = columns - 1 - column;
        }
        if symmetry & 2 != 0 {
            row = rows - 1 - row;
        }
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        row * columns + column
    }

    /// What stands in a cell.
    fn mark(&self, state: Grid, cell: u8) -> char {
        let bit = self.bit(cell);
        if state.x & bit != 0 {
            'X'
        } else if state.o & bit != 0 {
            'O'
        } else {
            '.'
        }
    }
}

impl<const GRAVITY: bool> Game for Mnk<GRAVITY> {
    type State = Grid;

    fn move_count(&self) -> u32 {
        u32::from(if GRAVITY {
            self.board.columns
        } else {
            self.board.cells()
        })
    }

    fn start(&self) -> Grid {
        Grid { x: 0, o: 0 }
    }

    fn outcome(&self, state: Grid) -> Option<Value> {
        // Only who has moved last can have a line.
        let last = match state.to_move() {
            Player::X => state.o,
            Player::O => state.x,
        };
        if self.has_line(last) {
            Some(if self.misere { Value::Win } else { Value::Loss })
        } else {
            (state.occupied() == self.all()).then_some(Value::Draw)
        }
    }

    fn legal(&self, state: Grid) -> Moves {
        let open = |cell: &u8| state.occupied() & self.bit(*cell) == 0;
        // With gravity the topmost cells, which come first, are open if their column is.
        let cells = self.cells().take(self.move_count() as usize);
        cells.filter(open).filter_map(Move::new).collect()
    }

    fn play(&self, state: Grid, mv: Move) -> Grid {
        let mark = if GRAVITY {
            // One more than a column's marks carries up to its lowest empty cell.
            let shift = mv.index() * self.column_bits();
            let column = ((1 << self.column_bits()) - 1) << shift;
            (state.occupied() + (1 << shift)) & column & !state.occupied()
        } else {
            self.bit(mv.index())
        };
        state.with(state.to_move(), mark)
    }

    fn key(&self, state: Grid) -> u64 {
        let bits = u32::from(self.board.columns * self.column_bits());
        if GRAVITY {
            // A bit on top of each column's marks, and below it those of X.
            (state.occupied() + self.bottom()) | state.x
        } else if 2 * bits <= u64::BITS {
            state.x | state.o << bits
        } else {
            self.cells().fold(0, |key, cell| {
                let digit = match self.mark(state, cell) {
                    'X' => 1,
                    'O' => 2,
                    _ => 0,
                };
                3 * key + digit
            })
        }
    }

    fn tier(&self, state: Grid) -> Option<u32> {
        Some(state.marks())
    }

    fn symmetries(&self) -> u32 {
        match self.board {
            _ if GRAVITY => 2,
            Board { columns, rows } if columns == rows => 8,
            _ => 4,
        }
    }

    fn image(&self, symmetry: u32, state: Grid) -> Grid {
        let map = |mask: u64| {
            self.cells()
                .filter(|&cell| mask & self.bit(cell) != 0)
                .fold(0, |image, cell| {
                    image | self.bit(self.image_of_cell(symmetry, cell))
                })
        };
        Grid {
            x: map(state.x),
            o: map(state.o),
        }
    }

    fn image_of_move(&self, symmetry: u32, mv: Move) -> Move {
        Move::new(self.image_of_cell(symmetry, mv.index())).unwrap_or(mv)
    }
}

impl<const GRAVITY: bool> Notation for Mnk<GRAVITY> {
    fn write_state(&self, state: Grid, out: &mut dyn fmt::Write) -> fmt::Result {
        self.board.write_cells(out, |cell| self.mark(state, cell))
    }

    fn read_state(&self, text: &str) -> Result<Grid, ReadError> {
        let mut state = self.start();
        let expected = if GRAVITY {
            "a cell (one of X O ., and . only above all marks of its column)"
        } else {
            "a cell (one of X O .)"
        };
        self.board.read_cells(text, expected, |cell, found| {
            let player = match found {
                'X' => Player::X,
                'O' => Player::O,
                '.' => {
                    let above = cell.checked_sub(self.board.columns);
                    let floats = above.is_some_and(|above| self.mark(state, above) != '.');
                    return !(GRAVITY && floats);
                }
                _ => return false,
            };
            state = state.with(player, self.bit(cell));
            true
        })?;
        Ok(state)
    }

    /// A cell as in chess, `a1` at the bottom left; with gravity the column alone.
    fn write_move(&self, _state: Grid, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        if GRAVITY {
            out.write_char(char::from(b'a' + mv.index()))
        } else {
            write!(out, "{}", self.board.name(mv.index()))
        }
    }
}

impl Listed for Marks {
    const NAME: &'static str = "mnk";
    const RULES: &'static str = "Mark cells of any board in turn; so many in a line win.";
    const PARAMETERS: &'static str = "WIDTH,HEIGHT,LENGTH[,misere], such as 4,4,4: \
        at most 40 cells, WIDTH x (HEIGHT + 1) at most 64, and LENGTH no more than either side";
    const SAMPLES: &'static [&'static str] =
        &["3,3,3", "4,3,3", "3,3,3,misere", "2,2,2", "3,2,3", "5,2,3"];

    fn with_parameters(text: &str) -> Option<Self> {
        let (text, misere) = strip_misere(text);
        let mut numbers = text.split(',').map(|number| number.parse().ok());
        let mut next = || numbers.next().flatten();
        let game = Self::new(next()?, next()?, next()?, misere)?;
        numbers.next().is_none().then_some(game)
    }

    fn write_parameters(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let Board { columns, rows } = self.board;
        let misere = misere_option(self.misere);
        write!(out, "{columns},{rows},{}{misere}", self.length)
    }
}

impl Listed for Connect {
    const NAME: &'static str = "connect";
    const RULES: &'static str = "Drop marks into columns in turn; four in a line win.";
    const PARAMETERS: &'static str = "WIDTHxHEIGHT[,LENGTH][,misere], such as 5x4: \
        WIDTH x (HEIGHT + 1) at most 64, and LENGTH (4 unless given) no more than either side";
    const SAMPLES: &'static [&'static str] = &["4x4", "3x4", "3x3,3", "3x3,3,misere", "5x2,3"];

    fn with_parameters(text: &str) -> Option<Self> {
        let (text, misere) = strip_misere(text);
        let (size, length) = text.split_once(',').unwrap_or((text, "4"));
        let Board { columns, rows } = Board::from_size(size)?;
        Self::new(columns, rows, length.parse().ok()?, misere)
    }

    fn write_parameters(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let Board { columns, rows } = self.board;
        let misere = misere_option(self.misere);
        write!(out, "{columns}x{rows},{}{misere}", self.length)
    }
}

const _: () = assert!(
    u64::BITS <= MOVE_LIMIT,
    "a move for every cell that can be keyed"
);
