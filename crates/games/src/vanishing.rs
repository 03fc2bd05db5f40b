//! Vanishing tic-tac-toe, also called infinite tic-tac-toe: no player has more than
//! three marks.
//!
//! The board of 3 by 3 cells is empty at the start. X moves first, and the players take turns to
//! mark an empty cell.
//!
//! - When a player with three marks on the board sets another mark, the player's oldest mark
//!   vanishes as part of this move.
//! - Two variants have been published. With *after*, the oldest mark vanishes after the new mark is
//!   set, so the new mark cannot take the cell of the oldest mark. With *before*, the oldest mark
//!   vanishes first, so the new mark can take the cell of the oldest mark.
//! - A player with three marks in a row, a column or a diagonal wins. The lines are tested after
//!   the oldest mark has vanished, so four marks never count.
//! - Play without end is a draw.
//!
//! Both variants have 128,170 reachable states, including finished states. The order of the marks
//! is part of a state, and so is the player to move. With *after*, X wins in 13 plies. With
//! *before*, the game is a draw.
//!
//! Threats explain why the variants have different results. When a player sets a mark, only two of
//! the player's earlier marks stay on the board. So a player never threatens to complete more than
//! one line. With *before*, the opponent can always take the cell that completes this line. With
//! *after*, the opponent cannot do so if the opponent's own oldest mark is still in this cell.

use core::fmt;

use perfectplay::game::{Hints, ParseStateError};
use perfectplay::tictactoe::{BOARD, CELLS, Line};
use perfectplay::{Game, Move, Moves, Player, Value};

use crate::board::BoardSize;
use crate::lines::lines_of_three;
use crate::listed::Listed;
use crate::show::{Grid, Place, Square, SquareLine};

/// The marks of a player, from the newest to the oldest.
//
// Each mark has four bits, which are its cell plus one, or 0 for no mark. The newest mark has the
// lowest bits. So adding a mark is a shift, and the fourth mark falls out at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct MarksByAge(u16);

impl MarksByAge {
    const NONE: Self = Self(0);
    /// The greatest number of marks of one player.
    const MOST: u8 = 3;

    /// Returns the cell of the mark with this age. The newest mark has age 0.
    fn cell(self, age: u8) -> Option<u8> {
        ((self.0 >> (4 * age) & 0xf) as u8).checked_sub(1)
    }

    /// Creates a single mark, which is in `cell` and has the age `age`.
    const fn one(cell: u8, age: u8) -> Self {
        Self((cell as u16 + 1) << (4 * age))
    }

    /// Returns the marks after the player has set a new mark in `cell`. If the player already had
    /// three marks, the oldest mark is removed.
    const fn push(self, cell: u8) -> Self {
        Self((self.0 << 4 | Self::one(cell, 0).0) & 0xfff)
    }

    /// Returns, as a mask, the cells of the marks whose age is at most `age`.
    fn mask(self, age: u8) -> u16 {
        let cells = (0..=age).filter_map(|age| self.cell(age));
        cells.fold(0, |mask, cell| mask | 1 << cell)
    }

    fn age(self, cell: u8) -> Option<u8> {
        (0..Self::MOST).find(|&age| self.cell(age) == Some(cell))
    }

    fn map(self, image: impl Fn(u8) -> u8) -> Self {
        let images = (0..Self::MOST).filter_map(|age| {
            let cell = self.cell(age)?;
            Some(Self::one(image(cell), age))
        });
        Self(images.fold(0, |marks, mark| marks | mark.0))
    }
}

/// A state: the marks of both players by age, and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VanishingState {
    x: MarksByAge,
    o: MarksByAge,
    to_move: Player,
}

impl VanishingState {
    const fn marks_of(self, player: Player) -> MarksByAge {
        match player {
            Player::First => self.x,
            Player::Second => self.o,
        }
    }
}

/// The moment when the oldest mark vanishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vanishing {
    /// The oldest mark vanishes after the new mark is set. So the new mark cannot take the cell of
    /// the oldest mark.
    After,
    /// The oldest mark vanishes before the new mark is set. So the new mark can take the cell of
    /// the oldest mark.
    Before,
}

impl Game for Vanishing {
    type State = VanishingState;

    crate::listed::describe_as_text!();

    fn move_count(&self) -> u32 {
        CELLS.into()
    }

    fn start(&self) -> VanishingState {
        VanishingState {
            x: MarksByAge::NONE,
            o: MarksByAge::NONE,
            to_move: Player::First,
        }
    }

    fn outcome(&self, state: VanishingState) -> Option<Value> {
        let has_line = |player| Line::held_by(state.marks_of(player).mask(MarksByAge::MOST - 1));
        if has_line(state.to_move.other()) {
            Some(Value::Loss)
        } else {
            has_line(state.to_move).then_some(Value::Win)
        }
    }

    fn legal(&self, state: VanishingState) -> Moves {
        let oldest = match self {
            Self::After => MarksByAge::MOST - 1,
            Self::Before => MarksByAge::MOST - 2,
        };
        let mine = state.marks_of(state.to_move).mask(oldest);
        let theirs = state
            .marks_of(state.to_move.other())
            .mask(MarksByAge::MOST - 1);
        Moves::from_bits((BOARD & !mine & !theirs).into())
    }

    fn play(&self, mut state: VanishingState, mv: Move) -> VanishingState {
        match state.to_move {
            Player::First => state.x = state.x.push(mv.index()),
            Player::Second => state.o = state.o.push(mv.index()),
        }
        state.to_move = state.to_move.other();
        state
    }

    fn key(&self, state: VanishingState) -> u64 {
        u64::from(state.x.0) | u64::from(state.o.0) << 12 | (state.to_move as u64) << 24
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["X", "O"]
    }

    fn to_move(&self, state: VanishingState) -> Option<Player> {
        Some(state.to_move)
    }

    fn is_loopy(&self) -> bool {
        Self::IS_LOOPY
    }
}

impl Hints for Vanishing {
    fn symmetries(&self) -> u32 {
        8
    }

    fn image(&self, symmetry: u32, state: VanishingState) -> VanishingState {
        let turn = |cell| BoardSize::THREE.image(symmetry, cell);
        VanishingState {
            x: state.x.map(turn),
            o: state.o.map(turn),
            to_move: state.to_move,
        }
    }

    fn image_of_move(&self, symmetry: u32, _state: Self::State, mv: Move) -> Move {
        mv.map(|cell| BoardSize::THREE.image(symmetry, cell))
    }
}

impl Listed for Vanishing {
    const NAME: &'static str = "vanishing";
    const TITLE: &'static str = "Vanishing tic-tac-toe";
    const RULES: &'static str = "Tic-tac-toe with three marks each: \
        with the fourth, the oldest vanishes.";
    const PARAMETERS: &'static str = "after or before: whether the oldest mark vanishes \
        after the new one is set, or before it. Before it, \
        the new mark can take the cell of the oldest";
    const STATES: &'static str = "the rows from the top and the player to move; the marks \
        of X are 1, 2 and 3 by age, those of O a, b and c, such as 3.b/.1./2ac X";
    const KEY: &'static str = "Bits 0 to 11 are the marks of X, bits 12 to 23 those of O, and bit 24 is set if O is to move. A \
        mark has four bits, the newest mark the lowest ones: its cell plus 1, or 0 for none. Cells are \
        numbered row by row from the top left.";
    const SAMPLES: &'static [&'static str] = &["after", "before"];
    const IS_LOOPY: bool = true;
    const KEYS_TELL_STATES: bool = true;

    fn with_parameters(text: &str) -> Option<Self> {
        match text {
            "after" => Some(Self::After),
            "before" => Some(Self::Before),
            _ => None,
        }
    }

    fn write_parameters(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(match self {
            Self::After => "after",
            Self::Before => "before",
        })
    }

    fn of_key(&self, key: u64) -> Option<VanishingState> {
        let marks = |shift| MarksByAge((key >> shift) as u16 & 0xfff);
        Some(VanishingState {
            x: marks(0),
            o: marks(12),
            to_move: Player::after_plies((key >> 24) as u32),
        })
    }

    fn write_title(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(Self::TITLE)?;
        out.write_str(match self {
            Self::After => "",
            Self::Before => ", before the next mark",
        })
    }

    /// Writes the marks of X as 1, 2 and 3, and the marks of O as a, b and c, from the newest to
    /// the oldest. The marks 3 and c vanish next: `3.b/.1./2ac X`.
    fn write_state(&self, state: VanishingState, out: &mut dyn fmt::Write) -> fmt::Result {
        BoardSize::THREE.write(out, state.to_move, |cell| {
            let x = state.x.age(cell).map(|age| b'1' + age);
            let o = state.o.age(cell).map(|age| b'a' + age);
            x.or(o).map_or('.', char::from)
        })
    }

    fn read_state(&self, text: &str) -> Result<VanishingState, ParseStateError> {
        let mut state = self.start();
        let expected = "a cell (. or one of 1 2 3 a b c, each once)";
        state.to_move = BoardSize::THREE.read(text, expected, |cell, found| {
            let (marks, age) = match found {
                '1'..='3' => (&mut state.x, found as u8 - b'1'),
                'a'..='c' => (&mut state.o, found as u8 - b'a'),
                _ => return found == '.',
            };
            let free = marks.cell(age).is_none();
            marks.0 |= MarksByAge::one(cell, age).0;
            free
        })?;
        Ok(state)
    }

    /// Writes the cell as in chess: `b2`.
    fn write_move(
        &self,
        _state: VanishingState,
        mv: Move,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        self.write_square(mv.index(), out)
    }

    fn grid(&self) -> Option<Grid> {
        Some(Grid::from_board(BoardSize::THREE).lettered())
    }

    fn square(&self, state: VanishingState, square: u8) -> Square {
        let piece = |owner| {
            let age = state.marks_of(owner).age(square)?;
            Some(Square::Piece {
                owner,
                age: Some(age + 1),
                kind: None,
            })
        };
        Player::BOTH
            .into_iter()
            .find_map(piece)
            .unwrap_or(Square::Empty)
    }

    fn characters(&self) -> impl Iterator<Item = (Square, char)> {
        let aged = |owner, age| Square::Piece {
            owner,
            age: Some(age),
            kind: None,
        };
        let x =
            (1..=MarksByAge::MOST).map(move |age| (aged(Player::First, age), (b'0' + age).into()));
        let o =
            (1..=MarksByAge::MOST).map(move |age| (aged(Player::Second, age), (b'`' + age).into()));
        [(Square::Empty, '.')].into_iter().chain(x).chain(o)
    }

    fn place(&self, _state: VanishingState, mv: Move) -> Place {
        Place::Square(mv.index())
    }

    fn lines(&self, state: VanishingState) -> impl Iterator<Item = SquareLine> {
        let marks = Player::BOTH.map(|player| state.marks_of(player).mask(MarksByAge::MOST - 1));
        lines_of_three(marks)
    }
}
