//! The rules of tic-tac-toe.

use super::board::CELLS;
use super::state::State;
use super::status::Status;
use crate::{Game, Move, Moves, Player, Value};

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

    fn player_names(&self) -> [&'static str; 2] {
        ["X", "O"]
    }

    fn to_move(&self, state: State) -> Option<Player> {
        Some(state.to_move())
    }
}
