//! Tic-tac-toe: what the build script needs to solve and bake it.

mod line;
mod record;
#[cfg(any(not(baked), all(test, feature = "bake")))]
mod source;
mod state;
mod status;

use super::{Game, Move, Moves, Player, Value};

pub use line::Line;
pub use record::{PackError, Record};
#[cfg(not(baked))]
pub use source::source;
pub use state::State;
pub use status::Status;

/// The side of the board in cells, and the number of marks in a line.
pub(crate) const SIDE: u8 = 3;
/// The number of cells.
pub const CELLS: u8 = SIDE * SIDE;
/// The mask of the whole board.
pub(crate) const BOARD: u16 = (1 << CELLS) - 1;

/// The rules of tic-tac-toe, as a [`Game`]. The game is already solved: this crate
/// contains its table.
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
