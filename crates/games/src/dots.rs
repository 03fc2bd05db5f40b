//! Dots and Boxes (Lucas, L'arithmétique amusante, 1895, as *la pipopipette*).
//!
//! There are *width* by *height* boxes between the dots of a grid. X moves first.
//!
//! - The players take turns to draw a line between two dots that are neighbours in a row or a
//!   column.
//! - A player who draws the fourth side of a box owns the box, and moves again. One line may
//!   complete two boxes. Nobody has to complete a box.
//! - When all lines are drawn, the player with more boxes wins. Equal numbers are a draw.
//!
//! | boxes | reachable states | result |
//! | --- | --- | --- |
//! | 1x1 | 16 | O wins: X has to draw the third side |
//! | 2x1 | 142 | draw |
//! | 3x1 | 1,238 | O wins |
//! | 2x2 | 5,349 | X wins if the first line is on the rim; else it is a draw |
//! | 4x1 | 10,612 | draw |
//! | 3x2 | 194,754 | O wins |
//! | 3x3 | 29,598,523 | O wins |
//!
//! The largest board that has been solved, though not by this crate, is 4x5. The 4x5 board is a
//! draw (Barker and Korf, Solving Dots-and-Boxes, AAAI 2012).
//!
//! A state tells how many boxes each player owns, but not which boxes. Play ends only when all
//! lines are drawn, so the distance of a state is the number of missing lines.

use core::fmt;

use perfectplay::game::{Hints, Outlook, ParseStateError, Score, canonical};
use perfectplay::index::Sparse;
use perfectplay::{Game, Move, Moves, Player, Value};

use crate::board::{BoardSize, TextReader, write_points};
use crate::listed::{Listed, Visitor};
use crate::parameters::number;
use crate::show::{Grid, Place, Square};

/// A state: the lines that are drawn, the number of boxes that X owns, and the player to move. All
/// complete boxes that X does not own belong to O.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Drawing {
    lines: u32,
    boxes_of_x: u8,
    to_move: Player,
}

/// The rules of Dots and Boxes.
///
/// A move draws one line, and the index of the move is the number of this line. The horizontal
/// lines come first, row by row from the top. The vertical lines follow, also row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DotsAndBoxes {
    width: u8,
    height: u8,
}

impl DotsAndBoxes {
    /// The greatest number of lines in a game. A state stores one bit for each line in a `u32`. The
    /// highest bit of the `u32` stays free, because computing the mask of all lines needs one more
    /// bit.
    const MOST_LINES: u32 = 31;

    /// Creates the game with `width` by `height` boxes. `None` unless there is at least one box,
    /// and at most 31 lines.
    #[must_use]
    pub fn new(width: u8, height: u8) -> Option<Self> {
        let boxes = u32::from(width) * u32::from(height);
        let lines = 2 * boxes + u32::from(width) + u32::from(height);
        let fits = boxes > 0 && lines <= Self::MOST_LINES;
        fits.then_some(Self { width, height })
    }

    const fn boxes(&self) -> u8 {
        self.width * self.height
    }

    const fn horizontal(&self) -> u8 {
        self.width * (self.height + 1)
    }

    const fn lines(&self) -> u8 {
        self.horizontal() + self.height * (self.width + 1)
    }

    const fn all_lines(&self) -> u32 {
        (1 << self.lines()) - 1
    }

    const fn sides(&self, number: u8) -> u32 {
        let (row, column) = (number / self.width, number % self.width);
        let top = row * self.width + column;
        let left = self.horizontal() + row * (self.width + 1) + column;
        1 << top | 1 << (top + self.width) | 1 << left | 1 << (left + 1)
    }

    fn complete(&self, lines: u32) -> u8 {
        let sides = (0..self.boxes()).map(|number| self.sides(number));
        sides.filter(|sides| lines & sides == *sides).count() as u8
    }

    /// Returns the size of a grid in which each dot, each line and each box is a cell. Rows and
    /// columns count from 0. If the row and the column of a cell are both even, the cell is a dot.
    /// If both are odd, the cell is a box. All other cells are lines.
    const fn board(&self) -> BoardSize {
        BoardSize {
            columns: 2 * self.width + 1,
            rows: 2 * self.height + 1,
        }
    }

    /// Returns the cell of [`board`](Self::board) that shows a line.
    const fn cell(&self, line: u8) -> u8 {
        let (row, column) = match line.checked_sub(self.horizontal()) {
            None => (2 * (line / self.width), 2 * (line % self.width) + 1),
            Some(line) => (
                2 * (line / (self.width + 1)) + 1,
                2 * (line % (self.width + 1)),
            ),
        };
        row * self.board().columns + column
    }

    /// Returns the line that a cell of [`board`](Self::board) shows. `None` if the cell shows a dot
    /// or a box.
    const fn line(&self, cell: u8) -> Option<u8> {
        let (row, column) = self.board().place(cell);
        match (row % 2, column % 2) {
            (0, 1) => Some(row / 2 * self.width + column / 2),
            (1, 0) => Some(self.horizontal() + row / 2 * (self.width + 1) + column / 2),
            _ => None,
        }
    }

    /// Returns how many columns and how many rows of dots there are.
    const fn dots(&self) -> BoardSize {
        BoardSize {
            columns: self.width + 1,
            rows: self.height + 1,
        }
    }

    /// Writes the name of a cell. A dot has a name like `a1`. A line is named after the dots at its
    /// ends, such as `a1-a2`. A box is named after the dots at two opposite corners, such as
    /// `a1-b2`.
    fn write_cell(&self, cell: u8, out: &mut dyn fmt::Write) -> fmt::Result {
        let dots = self.dots();
        let (row, column) = self.board().place(cell);
        let dot = |row: u8, column: u8| dots.name(row / 2 * dots.columns + column / 2);
        // The lower or left dot comes first.
        write!(out, "{}", dot(row + row % 2, column))?;
        if row % 2 == 1 || column % 2 == 1 {
            write!(out, "-{}", dot(row, column + column % 2))?;
        }
        Ok(())
    }

    fn image_of_line(&self, symmetry: u32, line: u8) -> u8 {
        let image = self.board().image(symmetry, self.cell(line));
        self.line(image).unwrap_or(line)
    }

    /// Returns how many boxes X owns (`[0]`), and how many boxes O owns (`[1]`).
    fn owned(&self, state: Drawing) -> [u8; 2] {
        let of_o = self.complete(state.lines) - state.boxes_of_x;
        [state.boxes_of_x, of_o]
    }
}

impl Game for DotsAndBoxes {
    type State = Drawing;

    crate::listed::describe_as_text!();

    const TURNS_ALTERNATE: bool = false;

    fn move_count(&self) -> u32 {
        self.lines().into()
    }

    fn start(&self) -> Drawing {
        Drawing {
            lines: 0,
            boxes_of_x: 0,
            to_move: Player::First,
        }
    }

    fn outcome(&self, state: Drawing) -> Option<Value> {
        if state.lines != self.all_lines() {
            return None;
        }
        let [mut mine, mut theirs] = self.owned(state);
        if state.to_move == Player::Second {
            (mine, theirs) = (theirs, mine);
        }
        Some(mine.cmp(&theirs).into())
    }

    fn legal(&self, state: Drawing) -> Moves {
        Moves::from_bits((self.all_lines() & !state.lines).into())
    }

    fn play(&self, state: Drawing, mv: Move) -> Drawing {
        let lines = state.lines | 1 << mv.index();
        let won = self.complete(lines) - self.complete(state.lines);
        let (of_x, to_move) = match (won, state.to_move) {
            (0, player) => (0, player.other()),
            (won, Player::First) => (won, Player::First),
            (_, Player::Second) => (0, Player::Second),
        };
        Drawing {
            lines,
            boxes_of_x: state.boxes_of_x + of_x,
            to_move,
        }
    }

    /// Packs the drawn lines, the number of boxes that X owns, and the player to move into one
    /// number.
    fn key(&self, state: Drawing) -> u64 {
        let numbers = u64::from(self.boxes()) + 1;
        let owned = u64::from(state.lines) * numbers + u64::from(state.boxes_of_x);
        owned << 1 | state.to_move as u64
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["X", "O"]
    }

    fn to_move(&self, state: Drawing) -> Option<Player> {
        Some(state.to_move)
    }

    fn last_mover_may_lose(&self) -> bool {
        true
    }

    fn tier(&self, state: Drawing) -> Option<u32> {
        Some(state.lines.count_ones())
    }
}

impl Sparse for DotsAndBoxes {
    fn last_tier(&self) -> u32 {
        self.lines().into()
    }

    fn state_of_key(&self, key: u64) -> Option<Drawing> {
        let numbers = u64::from(self.boxes()) + 1;
        let owned = key >> 1;
        Some(Drawing {
            lines: (owned / numbers) as u32,
            boxes_of_x: (owned % numbers) as u8,
            to_move: Player::after_plies(key as u32 & 1),
        })
    }
}

impl Hints for DotsAndBoxes {
    fn symmetries(&self) -> u32 {
        self.board().symmetries()
    }

    fn image(&self, symmetry: u32, state: Drawing) -> Drawing {
        let lines = Moves::from_bits(state.lines.into()).iter();
        Drawing {
            lines: lines.fold(0, |image, line| {
                image | 1 << self.image_of_line(symmetry, line.index())
            }),
            ..state
        }
    }

    fn image_of_move(&self, symmetry: u32, _state: Drawing, mv: Move) -> Move {
        mv.map(|line| self.image_of_line(symmetry, line))
    }

    /// Returns the result if it does not depend on who gets the remaining boxes. If the remaining
    /// boxes can change the result, returns the legal moves, and bounds of the score.
    #[inline]
    fn outlook(&self, state: Drawing) -> Outlook {
        let left = u32::from(self.lines()) - state.lines.count_ones();
        let [mut mine, mut theirs] = self.owned(state);
        if state.to_move == Player::Second {
            (mine, theirs) = (theirs, mine);
        }
        let open = self.boxes() - mine - theirs;
        // Play ends only when all lines are drawn.
        let score = |mine: u8, theirs: u8| Score::new(mine.cmp(&theirs).into(), Some(left));
        let [least, most] = [score(mine, theirs + open), score(mine + open, theirs)];
        if least == most {
            return Outlook::Known(least);
        }
        let moves = self.legal(state);
        Outlook::Open { moves, least, most }
    }

    /// Moves that complete a box come first. Moves after which the opponent can complete a box come
    /// last.
    #[inline]
    fn promise(&self, state: Drawing, mv: Move) -> u32 {
        let lines = state.lines | 1 << mv.index();
        if self.complete(lines) > self.complete(state.lines) {
            2
        } else {
            u32::from(!self.has_open_box(lines))
        }
    }

    #[inline]
    fn proof_key(&self, state: Drawing) -> Option<u64> {
        Some(if state.lines.count_ones() > Self::LINES_OF_IMAGES {
            self.key(state)
        } else {
            self.key(canonical(self, state).0)
        })
    }
}

impl DotsAndBoxes {
    /// If at most this many lines are drawn, symmetric states share one entry of the transposition
    /// table. If more lines are drawn, symmetric states have separate entries.
    const LINES_OF_IMAGES: u32 = 8;

    /// Returns whether exactly three sides of some box are drawn.
    fn has_open_box(&self, lines: u32) -> bool {
        let mut sides = (0..self.boxes()).map(|number| self.sides(number));
        sides.any(|sides| (lines & sides).count_ones() == 3)
    }
}

impl Listed for DotsAndBoxes {
    const NAME: &'static str = "dots";
    const TITLE: &'static str = "Dots and Boxes";
    const RULES: &'static str = "Draw lines between dots; to complete a box is to own it \
        and to move again. More boxes win.";
    const PARAMETERS: &'static str = "WIDTHxHEIGHT in boxes, such as 2x2: at most 31 lines";
    const STATES: &'static str = "rows of dots and of boxes in turn, # for lines, the player to \
        move, and the boxes of X and O, such as +#+/#.#/+.+ X 0:0";
    const KEY: &'static str = "2 * (lines * (boxes + 1) + boxes of X), plus 1 if O is to move. In lines, bit i is set if line i \
        is drawn: first come the horizontal lines, row by row from the top, then the vertical ones, row \
        by row. boxes is the number of boxes of the board.";
    const SAMPLES: &'static [&'static str] = &["2x2", "1x1", "2x1", "3x1"];
    const KEYS_TELL_STATES: bool = true;

    fn with_parameters(text: &str) -> Option<Self> {
        let (width, height) = text.split_once('x')?;
        Self::new(number(width)?, number(height)?)
    }

    fn write_parameters(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}x{}", self.width, self.height)
    }

    fn of_key(&self, key: u64) -> Option<Drawing> {
        self.state_of_key(key)
    }

    fn accept<V: Visitor>(self, visitor: V) -> V::Output {
        visitor.visit_sparse(self)
    }

    /// Writes rows of dots and rows of boxes in turn, with `#` for a line and `.` for no line. The
    /// player to move and the numbers of boxes of X and O follow: `+#+.+/#...#/+.+#+ O 0:0`.
    fn write_state(&self, state: Drawing, out: &mut dyn fmt::Write) -> fmt::Result {
        self.board().write_cells(out, |cell| {
            let drawn = |line: u8| state.lines >> line & 1 == 1;
            let (row, column) = self.board().place(cell);
            if self.line(cell).is_some_and(drawn) {
                '#'
            } else if row % 2 == 0 && column % 2 == 0 {
                '+'
            } else {
                '.'
            }
        })?;
        write_points(out, state.to_move, self.owned(state))
    }

    fn read_state(&self, text: &str) -> Result<Drawing, ParseStateError> {
        let mut lines = 0;
        let mut reader = TextReader::new(text);
        let expected = "a dot (+), a line (#), or . for none";
        reader.rows(self.board(), expected, |cell, found| {
            let (row, column) = self.board().place(cell);
            match (self.line(cell), found) {
                (Some(line), '#') => {
                    lines |= 1 << line;
                    true
                }
                (None, '+') => row % 2 == 0,
                _ => found == '.' && (row % 2 == 1 || column % 2 == 1),
            }
        })?;
        let expected = "the boxes of X and O, such as 2:1, as many as are complete";
        let (to_move, [boxes_of_x, _]) = reader.points(expected, |[x, o]| {
            x.checked_add(o) == Some(self.complete(lines))
        })?;
        Ok(Drawing {
            lines,
            boxes_of_x,
            to_move,
        })
    }

    /// Writes the dots at both ends of the line. Dots are named like the cells of a chessboard:
    /// `a1-a2`.
    fn write_move(&self, _state: Drawing, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        self.write_cell(self.cell(mv.index()), out)
    }

    fn grid(&self) -> Option<Grid> {
        Some(Grid::from_board(self.board()).lattice())
    }

    /// Returns `+` for a dot, and `#` for a line that is drawn or a box that is complete. The state
    /// does not tell who owns a box.
    fn square(&self, state: Drawing, square: u8) -> Square {
        let (row, column) = self.board().place(square);
        match self.line(square) {
            Some(line) if state.lines >> line & 1 == 1 => Square::Common('#'),
            Some(_) => Square::Empty,
            None if row % 2 == 0 => Square::Common('+'),
            None => {
                let sides = self.sides(row / 2 * self.width + column / 2);
                if state.lines & sides == sides {
                    Square::Common('#')
                } else {
                    Square::Absent
                }
            }
        }
    }

    fn points(&self, state: Drawing) -> Option<[u32; 2]> {
        Some(self.owned(state).map(u32::from))
    }

    fn place(&self, _state: Drawing, mv: Move) -> Place {
        Place::Square(self.cell(mv.index()))
    }

    fn write_square(&self, square: u8, out: &mut dyn fmt::Write) -> fmt::Result {
        self.write_cell(square, out)
    }
}
