//! Notakto: tic-tac-toe in which both players set X (Cipra and others, 2010; Plambeck and
//! Whitehead, The secrets of Notakto, 2013).
//!
//! There are one to three boards of 3 by 3. The players take turns to set an X in an empty cell of
//! a board that has no line. A board with a line of three is dead. The player who completes a line
//! on the last board that is not dead loses.
//!
//! The marks of a dead board stay part of the state. So on *n* boards, there are 450 to the power
//! of *n* reachable states, including finished states. On one board the first player wins in 6
//! plies: the opponent is forced to complete a line with the sixth mark. On two boards the second
//! player wins. On three boards, the first player wins with any first move, but wins fastest with
//! the centre of a board.

use core::fmt;

use perfectplay::game::{Hints, ParseStateError};
use perfectplay::index::{Dense, Sparse, Tier, Walk};
use perfectplay::tictactoe::{BOARD, CELLS, Line};
use perfectplay::{Game, Move, Moves, Player, Value};

use crate::board::BoardSize;
use crate::lines::lines_of_three;
use crate::listed::{Listed, Visitor};
use crate::parameters::number;
use crate::show::{Grid, Place, Square, SquareLine};
use crate::subsets;

/// The rules of Notakto on one to three boards. The boards, and the cells of each board, are
/// numbered from 0. The index of a move is 9 times the board, plus the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Notakto {
    boards: u8,
}

impl Notakto {
    const MOST_BOARDS: u8 = 3;

    /// Creates the game on `boards` boards. `None` unless `boards` is 1 to 3.
    #[must_use]
    pub fn new(boards: u8) -> Option<Self> {
        (1..=Self::MOST_BOARDS)
            .contains(&boards)
            .then_some(Self { boards })
    }

    /// Returns the cells of one board that have an X.
    const fn board(state: u32, board: u8) -> u16 {
        (state >> (board * CELLS)) as u16 & BOARD
    }

    fn image_of_cell(&self, symmetry: u32, cell: u8) -> u8 {
        let (board, cell) = (cell / CELLS, cell % CELLS);
        let board = (board + (symmetry / 8) as u8) % self.boards;
        board * CELLS + BoardSize::THREE.image(symmetry % 8, cell)
    }
}

impl Game for Notakto {
    type State = u32;

    crate::listed::describe_as_text!();

    fn move_count(&self) -> u32 {
        u32::from(self.boards * CELLS)
    }

    fn start(&self) -> u32 {
        0
    }

    fn outcome(&self, state: u32) -> Option<Value> {
        self.legal(state).is_empty().then_some(Value::Win)
    }

    fn legal(&self, state: u32) -> Moves {
        let open = |board| {
            let marks = Self::board(state, board);
            let open = if Line::held_by(marks) {
                0
            } else {
                BOARD & !marks
            };
            Moves::from_bits(u64::from(open) << (board * CELLS))
        };
        (0..self.boards).map(open).fold(Moves::EMPTY, Moves::union)
    }

    fn play(&self, state: u32, mv: Move) -> u32 {
        state | 1 << mv.index()
    }

    fn key(&self, state: u32) -> u64 {
        state.into()
    }

    fn to_move(&self, state: u32) -> Option<Player> {
        Some(Player::after_plies(state.count_ones()))
    }

    fn last_mover_may_lose(&self) -> bool {
        true
    }

    fn tier(&self, state: u32) -> Option<u32> {
        Some(state.count_ones())
    }
}

impl Sparse for Notakto {
    fn last_tier(&self) -> u32 {
        self.move_count()
    }

    fn state_of_key(&self, key: u64) -> Option<u32> {
        u32::try_from(key).ok()
    }
}

/// The tier is the number of marks. The rank of a state is the rank of its set of marked cells
/// among all sets of the same size.
impl Dense for Notakto {
    fn tier_count(&self) -> u64 {
        u64::from(self.move_count()) + 1
    }

    fn tier_size(&self, tier: Tier) -> u64 {
        subsets::count(self.move_count(), tier.number() as u32)
    }

    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = Tier> {
        (tier.number() + 1..self.tier_count())
            .take(1)
            .map(Tier::new)
    }

    fn rank(&self, state: u32) -> Option<(Tier, u64)> {
        let cells = Moves::from_bits(state.into());
        let tier = Tier::new(state.count_ones().into());
        let is_on_board = cells.is_subset(Moves::first_n(self.move_count()));
        is_on_board.then(|| (tier, subsets::rank(state.into())))
    }

    fn unrank(&self, tier: Tier, rank: u64) -> u32 {
        subsets::unrank(self.move_count(), tier.number() as u32, rank) as u32
    }

    fn walk(&self, tier: Tier, rank: u64) -> impl Walk<State = u32> {
        NotaktoWalk::new(self.unrank(tier, rank), self.move_count(), rank)
    }
}

/// Visits the states with the same number of marks, in the order of their ranks.
#[derive(Clone, Copy, Debug)]
struct NotaktoWalk {
    state: u32,
    cells: u32,
    rank: u64,
    /// For each move, the rank of the state after this move.
    after: [u64; (Notakto::MOST_BOARDS * CELLS) as usize],
}

impl NotaktoWalk {
    fn new(state: u32, cells: u32, rank: u64) -> Self {
        let mut after = [0; (Notakto::MOST_BOARDS * CELLS) as usize];
        subsets::with_one_more(state.into(), cells, |cell, rank| {
            after[cell as usize] = rank
        });
        Self {
            state,
            cells,
            rank,
            after,
        }
    }
}

impl Walk for NotaktoWalk {
    type State = u32;

    fn state(&self) -> u32 {
        self.state
    }

    fn step(&mut self) {
        if let Some(next) = subsets::next(self.state.into()) {
            *self = Self::new(next as u32, self.cells, self.rank + 1);
        }
    }

    fn skip(&mut self, ranks: u64) {
        let rank = self.rank + ranks;
        let state = subsets::unrank(self.cells, self.state.count_ones(), rank);
        *self = Self::new(state as u32, self.cells, rank);
    }

    fn after(&self, mv: Move) -> Option<(Tier, u64)> {
        let tier = Tier::new(u64::from(self.state.count_ones()) + 1);
        Some((tier, self.after[usize::from(mv.index())]))
    }
}

impl Hints for Notakto {
    /// Returns the number of symmetries. A symmetry turns or mirrors all boards in the same way,
    /// and then rotates the order of the boards.
    //
    // No symmetry turns a single board, or puts the boards in an arbitrary order. Otherwise, three
    // boards would have 3,072 images, and finding the least image would take longer than it saves.
    fn symmetries(&self) -> u32 {
        8 * u32::from(self.boards)
    }

    fn image(&self, symmetry: u32, state: u32) -> u32 {
        let cells = Moves::from_bits(state.into()).iter();
        cells.fold(0, |image, cell| {
            image | 1 << self.image_of_cell(symmetry, cell.index())
        })
    }

    fn image_of_move(&self, symmetry: u32, _state: Self::State, mv: Move) -> Move {
        mv.map(|cell| self.image_of_cell(symmetry, cell))
    }
}

impl Listed for Notakto {
    const NAME: &'static str = "notakto";
    const TITLE: &'static str = "Notakto";
    const RULES: &'static str =
        "Both players set X. A board with a line is dead; whoever kills the last board loses.";
    const PARAMETERS: &'static str = "BOARDS: 1, 2 or 3";
    const STATES: &'static str = "the rows from the top, one board after the other, \
        such as X.X/.X./... .../.../..X";
    const KEY: &'static str = "Bit 9 * b + c is set if cell c of board b has a mark. Boards are numbered from the left, and \
        cells row by row from the top left.";
    const SAMPLES: &'static [&'static str] = &["1"];
    const KEYS_TELL_STATES: bool = true;

    fn with_parameters(text: &str) -> Option<Self> {
        Self::new(number(text)?)
    }

    fn write_parameters(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", self.boards)
    }

    fn of_key(&self, key: u64) -> Option<u32> {
        self.state_of_key(key)
    }

    fn accept<V: Visitor>(self, visitor: V) -> V::Output {
        visitor.visit_dense(self)
    }

    /// Writes the boards with a space between them: `X.X/.X./... .../.../..X`.
    fn write_state(&self, state: u32, out: &mut dyn fmt::Write) -> fmt::Result {
        for board in 0..self.boards {
            if board > 0 {
                out.write_char(' ')?;
            }
            let marks = Self::board(state, board);
            BoardSize::THREE
                .write_cells(out, |cell| if marks >> cell & 1 == 1 { 'X' } else { '.' })?;
        }
        Ok(())
    }

    fn read_state(&self, text: &str) -> Result<u32, ParseStateError> {
        // The boards are read as one tall board, as if they stood below each other. A space may
        // stand between any two rows.
        let rows = BoardSize {
            columns: 3,
            rows: 3 * self.boards,
        };
        let mut state = 0;
        rows.read_cells(text, "a cell (X or .)", |cell, found| {
            state |= u32::from(found == 'X') << cell;
            matches!(found, 'X' | '.')
        })?;
        Ok(state)
    }

    /// Writes the cell as in chess, `b2`. If the game has several boards, the number of the board
    /// comes first: `1b2`.
    fn write_move(&self, _state: u32, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        self.write_square(mv.index(), out)
    }

    fn grid(&self) -> Option<Grid> {
        Some(Grid::from_board(BoardSize::THREE).times(self.boards))
    }

    fn square(&self, state: u32, square: u8) -> Square {
        if state >> square & 1 == 1 {
            Square::Common('X')
        } else {
            Square::Empty
        }
    }

    fn characters(&self) -> impl Iterator<Item = (Square, char)> {
        [(Square::Empty, '.'), (Square::Common('X'), 'X')].into_iter()
    }

    fn place(&self, _state: u32, mv: Move) -> Place {
        Place::Square(mv.index())
    }

    /// Returns the lines of the dead boards.
    fn lines(&self, state: u32) -> impl Iterator<Item = SquareLine> {
        (0..self.boards).flat_map(move |board| {
            lines_of_three([Self::board(state, board)]).map(move |line| SquareLine {
                first: line.first + board * CELLS,
                ..line
            })
        })
    }
}
