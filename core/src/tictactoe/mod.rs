//! The rules of tic-tac-toe, its boards and its records.

mod completions;
mod line;
mod masks;
#[cfg(feature = "phf")]
mod phf;
mod play;
mod record;
#[cfg(feature = "solve")]
mod source;
mod state;
mod status;
mod symmetry;
mod text;
mod unreachable;

use crate::{Game, Move, Moves, Player, Value};

pub use line::Line;
pub use masks::StateError;
pub use play::{Cell, PlayError};
pub use record::{PackError, Record};
#[cfg(feature = "solve")]
pub use source::{records, rows_and_slots};
pub use state::State;
pub use status::Status;
pub use symmetry::Symmetry;
#[doc(hidden)]
pub use text::literal;
pub use unreachable::Unreachable;

/// The side of the board in cells, and the number of marks in a line.
const SIDE: u8 = 3;
/// The number of cells.
pub const CELLS: u8 = SIDE * SIDE;
/// The mask of the whole board.
pub const BOARD: u16 = (1 << CELLS) - 1;

/// The rules of tic-tac-toe, as a [`Game`]. The game is already solved: the
/// library contains its table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe;

impl Game for TicTacToe {
    type State = State;

    fn move_count(&self) -> u32 {
        CELLS.into()
    }

    fn start(&self) -> State {
        State::EMPTY
    }

    fn outcome(&self, state: State) -> Option<Value> {
        match state.status() {
            Status::Ongoing => None,
            Status::Drawn => Some(Value::Draw),
            Status::Won(winner) if winner == state.to_move() => Some(Value::Win),
            Status::Won(_) => Some(Value::Loss),
        }
    }

    fn legal(&self, state: State) -> Moves {
        state.legal()
    }

    fn play(&self, state: State, mv: Move) -> State {
        state.with(state.to_move(), mv.index())
    }

    fn key(&self, state: State) -> u64 {
        state.key()
    }

    fn to_move(&self, state: State) -> Option<Player> {
        Some(state.to_move())
    }
}
