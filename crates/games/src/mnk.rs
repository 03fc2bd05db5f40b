//! m,n,k-games: tic-tac-toe on any board, and Connect Four.
//!
//! Two players take turns to mark the empty cells of a board of *width* by *height*, each with a
//! mark of their own. X is first. The first player with *length* marks in a row, column or diagonal
//! wins, or loses in misère play. A full board without such a line is a draw. If the last mark
//! completes a line and fills the board, the line counts.
//!
//! With gravity, a mark falls to the lowest empty cell of its column, so a move names only a
//! column. Connect Four (Wexler and Strongin, 1974) has gravity and length 4.
//!
//! The following counts of reachable states include finished states. States that differ only in
//! their colours are counted separately. Three numbers such as 4,3,3 are the width, the height and
//! the length. 4,3,3 has 111,973 states, and X wins in 7 plies. 4,4,3 has 6,036,001 states, and X
//! wins in 5 plies. 3,3,3 has 5,478 states and is a draw; 4,4,4 has 9,722,011 states and is a draw.
//!
//! Connect Four is a draw on 4x4 (161,029 states), 5x4 (3,945,711) and 4x5 (1,706,255), where the
//! width comes first. Connect Four on 6x4 has 94,910,577 states, and O wins in 24 plies.

mod dense;
mod features;
mod follow_up;
mod hints;
mod proof;

use core::fmt;

#[cfg(feature = "formats")]
use perfectplay::bake::SourceRules;
use perfectplay::game::ParseStateError;
use perfectplay::index::Sparse;
use perfectplay::tictactoe::Unreachable;
use perfectplay::{Game, Move, Moves, Player, Value};

use crate::board::{BoardSize, ColumnName};
use crate::listed::{Listed, Visitor};
use crate::misere::{misere_option, strip_misere};
use crate::parameters::number;
use crate::show::{Grid as Squares, Place, Square, SquareLine, Threat};

/// m,n,k-games without gravity.
pub type Marks = Mnk<false>;
/// m,n,k-games with gravity: Connect Four and similar games.
pub type Connect = Mnk<true>;

/// The rules of an m,n,k-game. Without gravity, the index of a move is the number of the cell.
/// Cells are numbered row by row from the top left. With gravity, the index of a move is the number
/// of the column, counted from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mnk<const GRAVITY: bool> {
    board: BoardSize,
    length: u8,
    misere: bool,
    /// The bits of all cells.
    all: u64,
    /// With gravity, the lowest bit of each column; otherwise 0.
    bottom: u64,
    /// The lines along rows, columns and both diagonals.
    lines: LineShifts,
    /// Used only with gravity. `.0` is a factor: in the product of a mask and this factor, the
    /// lowest bits of all columns stand side by side. The first of these bits is bit `.1` of the
    /// product. `.0` is 0 if no multiplication can do this.
    gather: (u64, u32),
}

/// A state, which consists of masks of marked cells. X is to move if the number of marked cells is
/// even.
//
// A state holds the cells of the player who moved last, because only that player can have a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MnkState {
    /// The cells of the player who moved last.
    last: u64,
    occupied: u64,
}

impl MnkState {
    #[inline]
    const fn x(self) -> u64 {
        if self.occupied.count_ones() % 2 == 1 {
            self.last
        } else {
            self.occupied ^ self.last
        }
    }

    /// Returns the state after the player to move has marked `cell`.
    #[inline]
    const fn marked(self, cell: u64) -> Self {
        Self {
            last: self.occupied ^ self.last | cell,
            occupied: self.occupied | cell,
        }
    }

    const fn held_by(self, player: Player) -> u64 {
        match player {
            Player::First => self.x(),
            Player::Second => self.occupied ^ self.x(),
        }
    }
}

/// Finds lines of marks in all four directions at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct LineShifts {
    /// The shifts that find lines, in the order in which they are applied. To find lines in a
    /// direction, shift *i* moves the mask by `shifts[i][direction]` bits.
    shifts: [[u8; 4]; Self::MOST_SHIFTS],
    count: u8,
    /// For each direction, a mask with the lowest bit of every line for which the board has room.
    starts: [u64; 4],
}

impl LineShifts {
    /// The greatest number of shifts. With *i* shifts, runs of up to 2^*i* marks can be found.
    const MOST_SHIFTS: usize = 6;
}

// The bit of each cell, on a board of 4 by 3:
//
//     0  1  2  3       with gravity:   2  6 10 14
//     4  5  6  7                       1  5  9 13
//     8  9 10 11                       0  4  8 12
//
// Without gravity, the bit is also the index of the move. With gravity, one bit above each column
// stays empty, so that adding to the marks of a column never carries into the next column.
impl<const GRAVITY: bool> Mnk<GRAVITY> {
    /// The greatest number of cells of a game without gravity. A 64-bit key has room for only 40
    /// digits in base 3.
    const KEYED: u8 = 40;

    /// Creates the game on a board of this size. `None` if no line of this length fits, or if the
    /// board is too large for 64-bit keys. Without gravity, the board may have up to 40 cells. With
    /// gravity, the number of cells plus the number of columns may be up to 64.
    #[must_use]
    pub fn new(width: u8, height: u8, length: u8, misere: bool) -> Option<Self> {
        let board = BoardSize::new(width, height)?;
        let keyed = if GRAVITY {
            BoardSize::new(width, height + 1).is_some()
        } else {
            board.cells() <= Self::KEYED
        };
        if !keyed || !(1..=width.max(height)).contains(&length) {
            return None;
        }
        let mut game = Self {
            board,
            length,
            misere,
            all: 0,
            bottom: 0,
            lines: LineShifts::default(),
            gather: (0, 0),
        };
        game.all = game.cells().fold(0, |all, cell| all | 1 << game.bit(cell));
        if GRAVITY {
            let columns = 0..width;
            game.bottom = columns.fold(0, |bits, column| bits | 1 << game.foot(column));
            game.gather = game.gather();
        }
        game.lines = game.lines();
        Some(game)
    }

    fn cells(&self) -> impl Iterator<Item = u8> {
        0..self.board.cells()
    }

    /// Returns the position of the bit that stands for a cell.
    const fn bit(&self, cell: u8) -> u8 {
        if GRAVITY {
            let (row, column) = self.board.place(cell);
            self.foot(column) + self.board.rows - 1 - row
        } else {
            cell
        }
    }

    /// Returns the position of the bit that stands for the lowest cell of a column. Used only with
    /// gravity.
    const fn foot(&self, column: u8) -> u8 {
        column * (self.board.rows + 1)
    }

    fn lines(&self) -> LineShifts {
        let mut lines = LineShifts::default();
        let mut steps = [0; 4];
        let ways: [(u8, i8); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
        for (way, (down, right)) in ways.into_iter().enumerate() {
            let length = self.length - 1;
            for cell in self.cells() {
                let (row, column) = self.board.place(cell);
                let end = column
                    .checked_add_signed(right * length as i8)
                    .and_then(|column| self.board.cell(row + down * length, column));
                if let Some(end) = end {
                    let (a, b) = (self.bit(cell), self.bit(end));
                    lines.starts[way] |= 1 << a.min(b);
                    // A line of one cell has no step.
                    steps[way] = a.abs_diff(b) / length.max(1);
                }
            }
        }
        let mut long = 1;
        while long < self.length {
            let more = long.min(self.length - long);
            lines.shifts[usize::from(lines.count)] = steps.map(|step| more * step);
            lines.count += 1;
            long += more;
        }
        lines
    }

    /// Computes the field `gather`.
    //
    // The product of the bit of column k and the bit of the factor for column j is at a bit of
    // its own, j + (k - j) d, where d is the distance of two columns. If there are at most d
    // columns, no two products coincide, and those with k = j are next to each other.
    fn gather(&self) -> (u64, u32) {
        let (columns, apart) = (
            u32::from(self.board.columns),
            u32::from(self.board.rows) + 1,
        );
        let first = (columns - 1) * (apart - 1);
        if columns > apart || first + columns > u64::BITS {
            return (0, 0);
        }
        let bits = (0..columns).map(|column| 1 << (first - column * (apart - 1)));
        (bits.fold(0, |factor: u64, bit: u64| factor | bit), first)
    }

    /// Returns every line for which the board has room, in the form that displays use. A line
    /// begins at its left end, or at its top if it is part of a column.
    fn shown_lines(&self) -> impl Iterator<Item = SquareLine> {
        // In a line of one cell, all directions are the same.
        let directions = if self.length == 1 { 1 } else { 4 };
        let ways = [(0, 1), (1, 0), (1, 1), (-1, 1)];
        let ways = ways.into_iter().take(directions);
        ways.flat_map(move |(down, right): (i8, i8)| {
            self.cells().filter_map(move |first| {
                let (row, column) = self.board.place(first);
                let steps = self.length as i8 - 1;
                let row = row.checked_add_signed(down * steps)?;
                self.board
                    .cell(row, column.checked_add_signed(right * steps)?)?;
                Some(SquareLine {
                    first,
                    step: down * self.board.columns as i8 + right,
                    length: self.length,
                })
            })
        })
    }

    /// Plays from the start in the columns that `text` lists, and returns the state. Each digit is
    /// the number of a column, counted from 1.
    fn read_columns(&self, text: &str) -> Result<MnkState, ParseStateError> {
        let mut state = self.start();
        for (index, column) in text.chars().enumerate() {
            let column = column.to_digit(10).unwrap_or(0) as u8;
            let mv = column.checked_sub(1).and_then(Move::new);
            let error = |expected| ParseStateError::at(text, index, expected);
            if self.outcome(state).is_some() {
                return Err(error("the end, as the game is over after these moves"));
            }
            let mv = mv.filter(|&mv| self.legal(state).contains(mv));
            let mv = mv.ok_or_else(|| error("the number of a column that is not full"))?;
            state = self.play(state, mv);
        }
        Ok(state)
    }

    fn mask(&self, line: SquareLine) -> u64 {
        line.squares()
            .fold(0, |mask, cell| mask | 1 << self.bit(cell))
    }

    #[inline]
    fn has_line(&self, marks: u64) -> bool {
        let [rows, columns, falling, rising] = self.lines_in(marks);
        rows | columns | falling | rising != 0
    }

    /// For each of the four directions, returns the lowest bit of every line that lies in `marks`.
    #[inline]
    fn lines_in(&self, marks: u64) -> [u64; 4] {
        // The marks that begin runs of 1, 2, 4, … marks. All directions are tested together,
        // because the direction of a line is hard to predict.
        let mut runs = [marks; 4];
        for shifts in &self.lines.shifts[..usize::from(self.lines.count)] {
            for (direction, runs) in runs.iter_mut().enumerate() {
                *runs &= *runs >> shifts[direction];
            }
        }
        for (direction, runs) in runs.iter_mut().enumerate() {
            *runs &= self.lines.starts[direction];
        }
        runs
    }
}

impl<const GRAVITY: bool> Game for Mnk<GRAVITY> {
    type State = MnkState;

    crate::listed::describe_as_text!();

    fn move_count(&self) -> u32 {
        u32::from(if GRAVITY {
            self.board.columns
        } else {
            self.board.cells()
        })
    }

    fn start(&self) -> MnkState {
        MnkState {
            last: 0,
            occupied: 0,
        }
    }

    #[inline]
    fn outcome(&self, state: MnkState) -> Option<Value> {
        if self.has_line(state.last) {
            Some(if self.misere { Value::Win } else { Value::Loss })
        } else {
            (state.occupied == self.all).then_some(Value::Draw)
        }
    }

    #[inline]
    fn legal(&self, state: MnkState) -> Moves {
        let empty = self.all & !state.occupied;
        if GRAVITY {
            // A column is open if its topmost cell is empty.
            return self.gathered(empty >> (self.board.rows - 1) & self.bottom);
        }
        Moves::from_bits(empty)
    }

    fn play(&self, state: MnkState, mv: Move) -> MnkState {
        let mark = if GRAVITY {
            // Adding one to a column's marks carries up to its lowest empty cell.
            (state.occupied + self.bottom) & self.column_of(mv)
        } else {
            1 << mv.index()
        };
        state.marked(mark)
    }

    #[inline]
    fn key(&self, state: MnkState) -> u64 {
        let MnkState { last, occupied } = state;
        let cells = self.board.cells();
        if GRAVITY {
            // Each column has the bit above its marks set, and below this bit the marks of the
            // player who moved last (J. Tromp's encoding of Connect Four).
            occupied + self.bottom + last
        } else if 2 * u32::from(cells) <= u64::BITS {
            occupied << cells | last
        } else {
            // This key takes longer, which slows solvers down, but it has room for more cells.
            in_base_3(occupied) + in_base_3(last)
        }
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["X", "O"]
    }

    fn to_move(&self, state: MnkState) -> Option<Player> {
        Some(Player::after_plies(state.occupied.count_ones()))
    }

    fn last_mover_may_lose(&self) -> bool {
        self.misere
    }

    fn tier(&self, state: MnkState) -> Option<u32> {
        Some(state.occupied.count_ones())
    }
}

impl<const GRAVITY: bool> Sparse for Mnk<GRAVITY> {
    fn last_tier(&self) -> u32 {
        self.board.cells().into()
    }

    fn state_of_key(&self, key: u64) -> Option<MnkState> {
        let cells = self.board.cells();
        let (mut last, mut occupied) = (0, 0);
        if GRAVITY {
            for foot in (0..self.board.columns).map(|column| self.foot(column)) {
                let column = key >> foot & (u64::MAX >> (63 - self.board.rows));
                let height = 1 << column.checked_ilog2()?;
                last |= (column ^ height) << foot;
                occupied |= (height - 1) << foot;
            }
        } else if 2 * u32::from(cells) <= u64::BITS {
            (last, occupied) = (key & self.all, key >> cells);
        } else {
            let mut rest = key;
            for bit in 0..cells {
                occupied |= u64::from(rest % 3 > 0) << bit;
                last |= u64::from(rest % 3 > 1) << bit;
                rest /= 3;
            }
        }
        Some(MnkState { last, occupied })
    }
}

/// Reads the bits of a mask as digits in base 3, and returns this number. The mask has at most 40
/// bits.
fn in_base_3(mask: u64) -> u64 {
    let bits = Moves::from_bits(mask).iter();
    bits.map(|bit| 3_u64.pow(bit.index().into())).sum()
}

impl<const GRAVITY: bool> Listed for Mnk<GRAVITY> {
    const NAME: &'static str = if GRAVITY { "connect" } else { "mnk" };
    const TITLE: &'static str = if GRAVITY {
        "Connect Four"
    } else {
        "Marks in a row"
    };
    const RULES: &'static str = if GRAVITY {
        "Drop marks into columns in turn; four in a line win."
    } else {
        "Mark cells of any board in turn; a line of LENGTH marks wins."
    };
    const PARAMETERS: &'static str = if GRAVITY {
        "WIDTHxHEIGHT[,LENGTH][,misere], such as 5x4: \
        WIDTH x (HEIGHT + 1) at most 64, and LENGTH (4 unless given) no more than the longer side"
    } else {
        "WIDTH,HEIGHT,LENGTH[,misere], such as 4,4,4: \
        at most 40 cells, and LENGTH no more than the longer side"
    };
    const STATES: &'static str = if GRAVITY {
        "the rows from the top, such as ..../..../.X../XO.., or the columns of all moves, such as 122"
    } else {
        "the rows from the top, such as X.O/.X./..O"
    };
    const MOVES: &'static str = if GRAVITY {
        "the letter or the number of its column, such as b or 2"
    } else {
        ""
    };
    const SAMPLES: &'static [&'static str] = if GRAVITY {
        &["4x4", "3x4", "3x3,3", "3x3,3,misere", "5x2,3"]
    } else {
        &["3,3,3", "4,3,3", "3,3,3,misere", "2,2,2", "3,2,3", "5,2,3"]
    };
    const PROVES_WITH_TYPE: bool = true;
    const KEY: &'static str = if GRAVITY {
        "A column has one bit more than it has cells, the lowest cell first, and the first column has the \
            lowest bits. The key is the sum of the cells with a mark, of the cells of the player who has \
            moved last, and of the lowest cell of each column."
    } else {
        "Cell i is bit i, row by row from the top left. On up to 32 cells: the cells of the player who has \
            moved last, and above them, from the bit after the last cell on, all cells with a mark. On \
            more cells: the sum of 3^i over all cells with a mark, plus the same over the cells of the \
            player who has moved last."
    };
    const KEYS_TELL_STATES: bool = true;

    fn with_parameters(text: &str) -> Option<Self> {
        let (text, misere) = strip_misere(text);
        if GRAVITY {
            let (size, length) = text.split_once(',').unwrap_or((text, "4"));
            let BoardSize { columns, rows } = BoardSize::from_size(size)?;
            return Self::new(columns, rows, number(length)?, misere);
        }
        let mut numbers = text.split(',').map(number);
        let mut next = || numbers.next().flatten();
        let game = Self::new(next()?, next()?, next()?, misere)?;
        numbers.next().is_none().then_some(game)
    }

    fn opening(&self) -> Option<&'static [u8]> {
        // perfectplay solve --game connect:7x6 --plies 8 -o crates/games/src/mnk/connect-7x6.opening
        const REAL_GAME: &[u8] = include_bytes!("mnk/connect-7x6.opening");
        let is_real = GRAVITY && (self.board.columns, self.board.rows, self.length) == (7, 6, 4);
        (is_real && !self.misere).then_some(REAL_GAME)
    }

    fn write_parameters(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let BoardSize { columns, rows } = self.board;
        let between = if GRAVITY { 'x' } else { ',' };
        let misere = misere_option(self.misere);
        write!(out, "{columns}{between}{rows},{}{misere}", self.length)
    }

    fn write_rules(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(if GRAVITY {
            "Drop marks into columns in turn; "
        } else {
            "Mark cells in turn; "
        })?;
        let verb = if self.misere { "lose" } else { "win" };
        write!(out, "{} in a line {verb}.", self.length)
    }

    /// Writes a title such as `3 in a row on 4×3`, `Connect Four 4×4`, or `Connect 3 on 5×2`.
    fn write_title(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        match self.length {
            length if !GRAVITY => write!(out, "{length} in a row on ")?,
            4 => write!(out, "{} ", Self::TITLE)?,
            length => write!(out, "Connect {length} on ")?,
        }
        let BoardSize { columns, rows } = self.board;
        let misere = if self.misere { ", misère" } else { "" };
        write!(out, "{columns}×{rows}{misere}")
    }

    #[inline]
    fn of_key(&self, key: u64) -> Option<MnkState> {
        self.state_of_key(key)
    }

    #[cfg(feature = "formats")]
    fn source_rules(&self) -> SourceRules {
        let BoardSize { columns, rows } = self.board;
        if GRAVITY && !self.misere && self.length > 1 {
            SourceRules::Connect {
                columns,
                rows,
                length: self.length,
            }
        } else {
            SourceRules::Keys {
                bits: u64::BITS,
                about: Self::KEY,
            }
        }
    }

    fn accept<V: Visitor>(self, visitor: V) -> V::Output {
        visitor.visit_dense(self)
    }

    fn write_state(&self, state: MnkState, out: &mut dyn fmt::Write) -> fmt::Result {
        self.board.write_cells(out, |cell| {
            let bit = 1 << self.bit(cell);
            if state.occupied & bit == 0 {
                '.'
            } else if state.x() & bit != 0 {
                'X'
            } else {
                'O'
            }
        })
    }

    /// Parses the rows of the board. With gravity, also parses the columns of all moves from the
    /// start, as the literature writes them: `32164625`.
    fn read_state(&self, text: &str) -> Result<MnkState, ParseStateError> {
        if GRAVITY && text.starts_with(|first: char| first.is_ascii_digit()) {
            return self.read_columns(text);
        }
        let (mut x, mut occupied) = (0, 0);
        let expected = if GRAVITY {
            "a cell (one of X O ., and . only above all marks of its column)"
        } else {
            "a cell (one of X O .)"
        };
        self.board.read_cells(text, expected, |cell, found| {
            let bit = 1_u64 << self.bit(cell);
            match found {
                'X' => x |= bit,
                'O' => {}
                _ => return found == '.' && !(GRAVITY && occupied & bit << 1 != 0),
            }
            occupied |= bit;
            true
        })?;
        // The conversion from the last player's cells to X's cells is its own inverse.
        let last = MnkState { last: x, occupied }.x();
        Ok(MnkState { last, occupied })
    }

    /// Writes a cell as in chess, with `a1` at the bottom left. With gravity, writes only the
    /// letter of the column.
    fn write_move(&self, _state: MnkState, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        if GRAVITY {
            write!(out, "{}", ColumnName(mv.index()))
        } else {
            write!(out, "{}", self.board.name(mv.index()))
        }
    }

    /// Returns the move in the column that has this number, counted from 1.
    fn read_move(&self, _state: MnkState, text: &str) -> Option<Move> {
        let column = number::<u8>(text)?.checked_sub(1)?;
        Move::new(column).filter(|_| GRAVITY && column < self.board.columns)
    }

    fn grid(&self) -> Option<Squares> {
        Some(Squares::from_board(self.board).lettered())
    }

    fn square(&self, state: MnkState, square: u8) -> Square {
        let bit = 1 << self.bit(square);
        let holds = |player: &Player| state.held_by(*player) & bit != 0;
        let owner = Player::BOTH.into_iter().find(holds);
        owner.map_or(Square::Empty, Square::piece)
    }

    fn place(&self, _state: MnkState, mv: Move) -> Place {
        if GRAVITY {
            Place::Column(mv.index())
        } else {
            Place::Square(mv.index())
        }
    }

    fn lines(&self, state: MnkState) -> impl Iterator<Item = SquareLine> {
        self.shown_lines().filter(move |&line| {
            let mask = self.mask(line);
            Player::BOTH
                .iter()
                .any(|&player| state.held_by(player) & mask == mask)
        })
    }

    fn threats(&self, state: MnkState, player: Player) -> impl Iterator<Item = Threat> {
        let marks = state.held_by(player);
        let open = self.open(state);
        let lines = self.shown_lines().filter(|_| !self.misere);
        lines.filter_map(move |line| {
            let missing = self.mask(line) & !marks;
            let is_threat = missing.is_power_of_two() && missing & open != 0;
            let bit = |square: &u8| missing >> self.bit(*square) & 1 == 1;
            let square = line.squares().find(bit).filter(|_| is_threat)?;
            Some(Threat { square, line })
        })
    }

    fn why_unreachable(&self, state: MnkState) -> Option<impl fmt::Display> {
        let [x, o] = Player::BOTH.map(|player| state.held_by(player));
        let lines = [x, o].map(|marks| self.has_line(marks) && !self.misere);
        Unreachable::from_marks([x, o].map(u64::count_ones), lines)
    }
}
