//! Three men's morris and its relatives: tapatan, achi, the smaller merels, nine holes.
//!
//! The board of 3 by 3 cells is empty at the start, and each player has three or four pieces. X
//! moves first.
//!
//! - First, the players take turns to set a piece on any empty cell, until all pieces are set.
//! - Then the players take turns to move a piece to an empty cell. There are three rules for moving
//!   a piece. With *lines*, pieces move along the lines of the board. The lines join neighbours in
//!   a row or a column, and the centre with every corner. With *sides*, pieces move only to
//!   neighbours in a row or a column. With *anywhere*, pieces move to any empty cell.
//! - A player who has three pieces in a line, by setting or moving, wins at once. With *8* lines,
//!   the three rows, the three columns and the two diagonals win. With *6* lines, only the rows and
//!   the columns win.
//! - There are also three rules for a player who cannot move any piece. The player *loses*, the
//!   game is a *draw*, or the player *passes*.
//! - Play without end is a draw. There is no limit to the number of moves, and states may be
//!   repeated.
//!
//! | game | pieces, moves, lines, without a move | reachable states | result |
//! | --- | --- | --- | --- |
//! | tapatan (Philippines) | 3, lines, 8: nobody is ever without one | 5,390 | X in 9 |
//! | the smaller merels (H. J. R. Murray, A History of Chess, 1913, p. 614) | 3, sides, 8: the same | 5,390 | X in 9 |
//! | nine holes (Murray, the same) | 3, anywhere, 8: the same | 5,390 | draw |
//! | achi (Ghana) | 4, lines, 8, loses | 5,716 | X in 11 |
//!
//! The sources disagree about what happens in achi to a player who cannot move, so this game offers
//! all three rules. The counts include finished states. The player to move is part of a state,
//! because it does not follow from the board once all pieces are set. Whether pieces are still to
//! be set follows from the board.

use core::fmt;

use perfectplay::game::{Hints, ParseStateError};
use perfectplay::tictactoe::{CELLS, Line};
use perfectplay::{Game, Move, Moves, Player, Value};

use crate::board::BoardSize;
use crate::lines::line_of_three;
use crate::listed::Listed;
use crate::parameters::number;
use crate::pieces::Pieces;
use crate::show::{Grid, Place, Square, SquareLine};

const BOARD: BoardSize = BoardSize {
    columns: 3,
    rows: 3,
};
const CENTRE: u8 = 4;
const PAIRS: [(u8, u8); (CELLS * (CELLS - 1) / 2) as usize] = {
    let mut pairs = [(0, 0); (CELLS * (CELLS - 1) / 2) as usize];
    let (mut low, mut high, mut i) = (0, 1, 0);
    while high < CELLS {
        pairs[i] = (low, high);
        i += 1;
        low += 1;
        if low == high {
            (low, high) = (0, high + 1);
        }
    }
    pairs
};
const PASS: u8 = CELLS + PAIRS.len() as u8;

/// The rule that tells to which empty cells a piece may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// A piece moves to a neighbour in its row or column, from the centre to a corner, or from a
    /// corner to the centre.
    Lines,
    /// Neighbours in row and column.
    Sides,
    /// Any cell.
    Anywhere,
}

/// The rule that tells what happens to a player who cannot move any piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stuck {
    /// That player loses.
    Loses,
    /// The game is a draw.
    Draws,
    /// It is the opponent's turn.
    Passes,
}

/// The rules of three men's morris or one of its relatives.
///
/// Moves 0 to 8 set a piece: move *i* sets it on cell *i*. Moves 9 to 44 move a piece between two
/// cells. Move 9 is for cells 0 and 1, 10 for 0 and 2, 11 for 1 and 2, 12 for 0 and 3, and so on up
/// to 44 for 7 and 8. The same move covers both directions between two cells, because only one of
/// the two cells is empty. Move 45 passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Morris {
    pieces: u8,
    reach: Reach,
    diagonals: bool,
    stuck: Stuck,
}

impl Morris {
    /// Creates the game with `pieces` pieces for each player. `diagonals` tells whether lines on
    /// diagonals count. Returns `None` unless `pieces` is 3 or 4.
    #[must_use]
    pub fn new(pieces: u8, reach: Reach, diagonals: bool, stuck: Stuck) -> Option<Self> {
        matches!(pieces, 3 | 4).then_some(Self {
            pieces,
            reach,
            diagonals,
            stuck,
        })
    }

    fn has_line(&self, held: u32) -> bool {
        self.lines_of(held).next().is_some()
    }

    /// Returns each line in `held` that wins by these rules.
    fn lines_of(&self, held: u32) -> impl Iterator<Item = Line> {
        let held = Moves::from_bits(held.into());
        Line::all().filter(move |line| {
            let [end, middle, _] = line.cells();
            let diagonal = middle == CENTRE && end % 2 == 0;
            (self.diagonals || !diagonal) && line.moves().is_subset(held)
        })
    }

    /// Returns the cell that a piece leaves (`.0`) and the cell that it reaches (`.1`) in a move
    /// between two cells.
    fn shift(state: Pieces, mv: Move) -> (u8, u8) {
        let (a, b) = PAIRS[usize::from(mv.index() - CELLS)];
        let a_moves = state.mine() >> a & 1 == 1;
        if a_moves { (a, b) } else { (b, a) }
    }

    /// Returns whether a piece may move from one of the cells to the other.
    fn joins(&self, (a, b): (u8, u8)) -> bool {
        let ((row, column), (other_row, other_column)) = (BOARD.place(a), BOARD.place(b));
        let (rows, columns) = (row.abs_diff(other_row), column.abs_diff(other_column));
        let side = rows + columns == 1;
        match self.reach {
            // The centre is a neighbour of every cell.
            Reach::Lines => side || a == CENTRE || b == CENTRE,
            Reach::Sides => side,
            Reach::Anywhere => true,
        }
    }

    /// Returns the legal moves that move a piece on the board.
    fn shifts(&self, state: Pieces) -> Moves {
        let (mine, occupied) = (state.mine(), state.occupied());
        let may = |pair: (u8, u8)| {
            let cells = 1 << pair.0 | 1 << pair.1;
            (mine & cells).is_power_of_two() && occupied & cells == mine & cells && self.joins(pair)
        };
        let moves = PAIRS.iter().zip(CELLS..).filter(|&(&pair, _)| may(pair));
        moves.filter_map(|(_, index)| Move::new(index)).collect()
    }
}

impl Game for Morris {
    crate::pieces::play_with_pieces!();

    fn move_count(&self) -> u32 {
        u32::from(PASS) + 1
    }

    fn start(&self) -> Pieces {
        Pieces::start(0, 0)
    }

    fn outcome(&self, state: Pieces) -> Option<Value> {
        if self.has_line(state.theirs()) {
            return Some(Value::Loss);
        }
        if self.has_line(state.mine()) {
            return Some(Value::Win);
        }
        let stuck = match self.stuck {
            Stuck::Loses => Value::Loss,
            Stuck::Draws => Value::Draw,
            Stuck::Passes => return None,
        };
        self.legal(state).is_empty().then_some(stuck)
    }

    fn legal(&self, state: Pieces) -> Moves {
        if state.occupied().count_ones() < 2 * u32::from(self.pieces) {
            return Moves::first_n(CELLS.into()) - Moves::from_bits(state.occupied().into());
        }
        let shifts = self.shifts(state);
        if shifts.is_empty() && self.stuck == Stuck::Passes {
            return Move::new(PASS).map_or(shifts, Moves::from);
        }
        shifts
    }

    fn play(&self, state: Pieces, mv: Move) -> Pieces {
        let change = match mv.index() {
            PASS.. => 0,
            cell @ ..CELLS => 1 << cell,
            pair => {
                let (a, b) = PAIRS[usize::from(pair - CELLS)];
                1 << a | 1 << b
            }
        };
        state.after(state.mine() ^ change, state.theirs())
    }

    fn is_loopy(&self) -> bool {
        Self::IS_LOOPY
    }
}

impl Hints for Morris {
    fn symmetries(&self) -> u32 {
        8
    }

    fn image(&self, symmetry: u32, state: Pieces) -> Pieces {
        state.map(|cell| BoardSize::THREE.image(symmetry, cell))
    }

    fn image_of_move(&self, symmetry: u32, _state: Self::State, mv: Move) -> Move {
        mv.map(|index| match index {
            PASS.. => PASS,
            cell @ ..CELLS => BoardSize::THREE.image(symmetry, cell),
            pair => {
                let (a, b) = PAIRS[usize::from(pair - CELLS)];
                let (a, b) = (
                    BoardSize::THREE.image(symmetry, a),
                    BoardSize::THREE.image(symmetry, b),
                );
                let (low, high) = (a.min(b), a.max(b));
                // The pairs whose higher cell is lower than `high` come first. Their number is 0 +
                // 1 + 2 + …
                CELLS + high * (high - 1) / 2 + low
            }
        })
    }
}

impl Listed for Morris {
    const NAME: &'static str = "morris";
    const TITLE: &'static str = "Men’s morris";
    const RULES: &'static str = "Set three or four pieces on a board of 3 by 3, \
        then move them; three in a line win.";
    const PARAMETERS: &'static str = "tapatan, achi, or PIECES,MOVES,LINES,STUCK; \
        PIECES is 3 or 4; MOVES is lines, sides or anywhere; \
        LINES is 8, or 6 without the diagonals; \
        STUCK is loses, draws or passes, for a player without a move";
    const STATES: &'static str = "the rows from the top and the player to move, \
        such as X.O/.X./..O X";
    const KEY: &'static str = Pieces::ABOUT_KEY;
    const SAMPLES: &'static [&'static str] = &[
        "tapatan",
        "achi",
        "3,sides,8,loses",
        "3,anywhere,8,loses",
        "4,lines,8,draws",
        "4,sides,6,passes",
    ];
    const IS_LOOPY: bool = true;
    const KEYS_TELL_STATES: bool = true;

    fn with_parameters(text: &str) -> Option<Self> {
        let text = match text {
            "tapatan" => "3,lines,8,loses",
            "achi" => "4,lines,8,loses",
            other => other,
        };
        let mut words = text.split(',');
        let game = Self::new(
            number(words.next()?)?,
            named(&REACHES, words.next()?)?,
            named(&LINES, words.next()?)?,
            named(&STUCK, words.next()?)?,
        );
        game.filter(|_| words.next().is_none())
    }

    fn write_parameters(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let reach = name(&REACHES, self.reach);
        let lines = name(&LINES, self.diagonals);
        let stuck = name(&STUCK, self.stuck);
        write!(out, "{},{reach},{lines},{stuck}", self.pieces)
    }

    fn of_key(&self, key: u64) -> Option<Pieces> {
        Some(Pieces::from_key(key))
    }

    /// Writes the name of the game, or its parameters if this variant has no name.
    fn write_title(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        match (self.pieces, self.reach, self.diagonals, self.stuck) {
            (3, Reach::Lines, true, Stuck::Loses) => out.write_str("Tapatan"),
            (4, Reach::Lines, true, Stuck::Loses) => out.write_str("Achi"),
            (pieces, ..) => {
                let reach = name(&REACHES, self.reach);
                let stuck = name(&STUCK, self.stuck);
                let lines = name(&LINES, self.diagonals);
                write!(out, "{} {pieces}, {reach}, {lines}, {stuck}", Self::TITLE)
            }
        }
    }

    fn write_state(&self, state: Pieces, out: &mut dyn fmt::Write) -> fmt::Result {
        state.write(BOARD, out)
    }

    fn read_state(&self, text: &str) -> Result<Pieces, ParseStateError> {
        Pieces::read(BOARD, text)
    }

    /// Writes a move: `b2` sets a piece, `b2-c3` moves a piece, and `pass` passes.
    fn write_move(&self, state: Pieces, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        match mv.index() {
            PASS.. => out.write_str("pass"),
            cell @ ..CELLS => write!(out, "{}", BOARD.name(cell)),
            _ => {
                let (from, to) = Self::shift(state, mv);
                write!(out, "{}-{}", BOARD.name(from), BOARD.name(to))
            }
        }
    }

    fn grid(&self) -> Option<Grid> {
        Some(Grid::from_board(BOARD).lettered())
    }

    fn square(&self, state: Pieces, square: u8) -> Square {
        state.square(square)
    }

    fn place(&self, state: Pieces, mv: Move) -> Place {
        match mv.index() {
            PASS.. => Place::OffBoard,
            cell @ ..CELLS => Place::Square(cell),
            _ => {
                let (from, to) = Self::shift(state, mv);
                Place::Step { from, to }
            }
        }
    }

    fn lines(&self, state: Pieces) -> impl Iterator<Item = SquareLine> {
        let lines = Player::BOTH
            .into_iter()
            .flat_map(move |player| self.lines_of(state.held_by(player)));
        lines.map(line_of_three)
    }

    /// Returns the lines along which pieces move. Returns no lines if pieces may move to any empty
    /// cell.
    fn edges(&self) -> impl Iterator<Item = [u8; 2]> {
        let pairs = PAIRS.into_iter();
        let joined = pairs.filter(|&pair| self.reach != Reach::Anywhere && self.joins(pair));
        joined.map(|(from, to)| [from, to])
    }
}

/// The possible values of a parameter. In each pair, `.0` is a word, and `.1` is the value that the
/// word stands for.
type Words<T, const N: usize> = [(&'static str, T); N];

const REACHES: Words<Reach, 3> = [
    ("lines", Reach::Lines),
    ("sides", Reach::Sides),
    ("anywhere", Reach::Anywhere),
];
const LINES: Words<bool, 2> = [("8", true), ("6", false)];
const STUCK: Words<Stuck, 3> = [
    ("loses", Stuck::Loses),
    ("draws", Stuck::Draws),
    ("passes", Stuck::Passes),
];

fn named<T: Copy, const N: usize>(words: &Words<T, N>, word: &str) -> Option<T> {
    words
        .iter()
        .find(|entry| entry.0 == word)
        .map(|entry| entry.1)
}

fn name<T: PartialEq, const N: usize>(words: &Words<T, N>, meant: T) -> &'static str {
    words
        .iter()
        .find(|entry| entry.1 == meant)
        .map_or("", |entry| entry.0)
}
