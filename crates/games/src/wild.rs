//! Wild tic-tac-toe, in which each player may set either mark.
//!
//! On a 3 by 3 board, the players take turns to set X or O, as they like, in an empty cell. A
//! player who completes a line of three equal marks wins, or loses in misère play. A full board
//! without a line is a draw.
//!
//! There are 18,753 reachable states, including finished states. States that differ only by an
//! exchange of X and O are counted separately. The first player wins in 7 plies, beginning with the
//! centre. Misère play is a draw.

use core::fmt;

use perfectplay::game::{Hints, ParseStateError};
use perfectplay::tictactoe::{BOARD, CELLS, Line};
use perfectplay::{Game, Move, Moves, Player, Value};

use crate::board::BoardSize;
use crate::lines::lines_of_three;
use crate::listed::Listed;
use crate::show::{Grid, Place, Square, SquareLine};

/// The rules of wild tic-tac-toe. The index of a move is the number of the cell, plus 9 if the mark
/// is O.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wild {
    misere: bool,
}

/// A board, as the mask of the cells with an X and the mask of the cells with an O. The number of
/// marks tells whose turn it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct WildBoard {
    x: u16,
    o: u16,
}

impl Wild {
    /// Creates the game, in its misère form if `misere` is true.
    #[must_use]
    pub const fn new(misere: bool) -> Self {
        Self { misere }
    }
}

impl Game for Wild {
    type State = WildBoard;

    crate::listed::describe_as_text!();

    fn move_count(&self) -> u32 {
        2 * u32::from(CELLS)
    }

    fn start(&self) -> WildBoard {
        WildBoard::default()
    }

    fn outcome(&self, state: WildBoard) -> Option<Value> {
        if Line::held_by(state.x) || Line::held_by(state.o) {
            Some(if self.misere { Value::Win } else { Value::Loss })
        } else {
            (state.x | state.o == BOARD).then_some(Value::Draw)
        }
    }

    fn legal(&self, state: WildBoard) -> Moves {
        let empty = u64::from(BOARD & !(state.x | state.o));
        Moves::from_bits(empty | empty << CELLS)
    }

    fn play(&self, state: WildBoard, mv: Move) -> WildBoard {
        let WildBoard { x, o } = state;
        match mv.index().checked_sub(CELLS) {
            None => WildBoard {
                x: x | 1 << mv.index(),
                o,
            },
            Some(cell) => WildBoard {
                x,
                o: o | 1 << cell,
            },
        }
    }

    fn key(&self, state: WildBoard) -> u64 {
        u64::from(state.x) | u64::from(state.o) << CELLS
    }

    fn to_move(&self, state: WildBoard) -> Option<Player> {
        Some(Player::after_plies((state.x | state.o).count_ones()))
    }

    fn last_mover_may_lose(&self) -> bool {
        self.misere
    }

    fn tier(&self, state: WildBoard) -> Option<u32> {
        Some((state.x | state.o).count_ones())
    }
}

impl Hints for Wild {
    /// Returns the number of symmetries. Symmetries 0 to 7 turn and mirror the board. Symmetries 8
    /// to 15 also exchange the marks.
    fn symmetries(&self) -> u32 {
        16
    }

    fn image(&self, symmetry: u32, state: WildBoard) -> WildBoard {
        let map = |mask: u16| {
            Moves::from_bits(mask.into()).iter().fold(0, |image, cell| {
                image | 1 << BoardSize::THREE.image(symmetry % 8, cell.index())
            })
        };
        let (x, o) = (map(state.x), map(state.o));
        if symmetry < 8 {
            WildBoard { x, o }
        } else {
            WildBoard { x: o, o: x }
        }
    }

    fn image_of_move(&self, symmetry: u32, _state: Self::State, mv: Move) -> Move {
        mv.map(|index| {
            let (mark, cell) = (index / CELLS, index % CELLS);
            let mark = if symmetry < 8 { mark } else { 1 - mark };
            mark * CELLS + BoardSize::THREE.image(symmetry % 8, cell)
        })
    }
}

impl Listed for Wild {
    const NAME: &'static str = "wild";
    const TITLE: &'static str = "Wild tic-tac-toe";
    const RULES: &'static str = "Tic-tac-toe in which each player sets X or O, as they like.";
    const PARAMETERS: &'static str = "normal or misere";
    const STATES: &'static str = "the rows from the top, such as X.O/.X./..X";
    const KEY: &'static str = "Bits 0 to 8 are the cells with an X, bits 9 to 17 those with an O. Cells are numbered row by row \
        from the top left.";
    const SAMPLES: &'static [&'static str] = &["normal", "misere"];
    const KEYS_TELL_STATES: bool = true;

    fn with_parameters(text: &str) -> Option<Self> {
        match text {
            "normal" => Some(Self::new(false)),
            "misere" => Some(Self::new(true)),
            _ => None,
        }
    }

    fn write_parameters(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(if self.misere { "misere" } else { "normal" })
    }

    fn of_key(&self, key: u64) -> Option<WildBoard> {
        Some(WildBoard {
            x: key as u16 & BOARD,
            o: (key >> CELLS) as u16 & BOARD,
        })
    }

    fn write_title(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(Self::TITLE)?;
        out.write_str(if self.misere { ", misère" } else { "" })
    }

    fn write_state(&self, state: WildBoard, out: &mut dyn fmt::Write) -> fmt::Result {
        BoardSize::THREE.write_cells(out, |cell| {
            match (state.x >> cell & 1, state.o >> cell & 1) {
                (1, _) => 'X',
                (_, 1) => 'O',
                _ => '.',
            }
        })
    }

    fn read_state(&self, text: &str) -> Result<WildBoard, ParseStateError> {
        let mut state = WildBoard::default();
        BoardSize::THREE.read_cells(text, "a cell (one of X O .)", |cell, found| {
            match found {
                'X' => state.x |= 1 << cell,
                'O' => state.o |= 1 << cell,
                _ => return found == '.',
            }
            true
        })?;
        Ok(state)
    }

    /// Writes the mark and the cell: `Xb2`.
    fn write_move(&self, _state: WildBoard, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        let mark = if mv.index() < CELLS { 'X' } else { 'O' };
        write!(out, "{mark}{}", BoardSize::THREE.name(mv.index() % CELLS))
    }

    fn grid(&self) -> Option<Grid> {
        Some(Grid::from_board(BoardSize::THREE).lettered())
    }

    fn square(&self, state: WildBoard, square: u8) -> Square {
        match (state.x >> square & 1, state.o >> square & 1) {
            (1, _) => Square::Common('X'),
            (_, 1) => Square::Common('O'),
            _ => Square::Empty,
        }
    }

    fn characters(&self) -> impl Iterator<Item = (Square, char)> {
        let marks = ['X', 'O'].map(|mark| (Square::Common(mark), mark));
        [(Square::Empty, '.')].into_iter().chain(marks)
    }

    fn place(&self, _state: WildBoard, mv: Move) -> Place {
        Place::Square(mv.index() % CELLS)
    }

    fn lines(&self, state: WildBoard) -> impl Iterator<Item = SquareLine> {
        lines_of_three([state.x, state.o])
    }
}
