//! Hexapawn, a game with only pawns. White begins. A pawn steps ahead onto an empty square, or
//! captures diagonally. A player who reaches the far side wins; a player who cannot move loses.

use perfectplay::game::Hints;
use perfectplay::{Game, Move, Moves, Player, Value};

/// Hexapawn on a board of any size. Squares are numbered row by row from White's left. A mask has
/// one bit for each square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hexapawn {
    pub columns: u32,
    pub rows: u32,
}

/// The game that is baked.
pub const HEXAPAWN: Hexapawn = Hexapawn {
    columns: 3,
    rows: 3,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// White's pawns, and Black's.
    pub pawns: [u32; 2],
    /// The player to move: 0 for White, 1 for Black.
    pub turn: usize,
}

impl Hexapawn {
    /// Returns the squares of a row. Row 0 is White's.
    const fn row(&self, number: u32) -> u32 {
        ((1 << self.columns) - 1) << (number * self.columns)
    }

    /// Returns the two squares of a move. `.0` is the square of the pawn; `.1` is the target, or
    /// `None` if the target is off the board. Each square has three moves: capture on the left,
    /// step ahead, and capture on the right.
    pub fn squares(&self, turn: usize, mv: Move) -> (u32, Option<u32>) {
        let (from, side) = (u32::from(mv.index()) / 3, u32::from(mv.index()) % 3);
        let (row, column) = (from / self.columns, from % self.columns + side);
        let on_board = (1..=self.columns).contains(&column);
        let row = if turn == 0 {
            row + 1
        } else {
            row.wrapping_sub(1)
        };
        let to = (on_board && row < self.rows).then(|| row * self.columns + column - 1);
        (from, to)
    }
}

impl Game for Hexapawn {
    type State = State;

    fn move_count(&self) -> u32 {
        3 * self.columns * self.rows
    }

    fn start(&self) -> State {
        State {
            pawns: [self.row(0), self.row(self.rows - 1)],
            turn: 0,
        }
    }

    fn outcome(&self, state: State) -> Option<Value> {
        let far = [self.row(self.rows - 1), self.row(0)];
        let arrived = state.pawns[1 - state.turn] & far[1 - state.turn] != 0;
        (arrived || self.legal(state).is_empty()).then_some(Value::Loss)
    }

    fn legal(&self, state: State) -> Moves {
        let [own, other] = [state.pawns[state.turn], state.pawns[1 - state.turn]];
        let legal = |mv: &Move| match self.squares(state.turn, *mv) {
            (from, Some(to)) if own >> from & 1 == 1 => {
                let ahead = mv.index() % 3 == 1;
                let free = (own | other) >> to & 1 == 0;
                if ahead { free } else { other >> to & 1 == 1 }
            }
            _ => false,
        };
        Moves::first_n(self.move_count())
            .iter()
            .filter(legal)
            .collect()
    }

    fn play(&self, state: State, mv: Move) -> State {
        let mut pawns = state.pawns;
        if let (from, Some(to)) = self.squares(state.turn, mv) {
            pawns[state.turn] ^= (1 << from) | (1 << to);
            pawns[1 - state.turn] &= !(1 << to);
        }
        State {
            pawns,
            turn: 1 - state.turn,
        }
    }

    fn key(&self, state: State) -> u64 {
        let [white, black] = state.pawns.map(u64::from);
        let squares = self.columns * self.rows;
        (((white << squares) | black) << 1) | state.turn as u64
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["White", "Black"]
    }

    fn to_move(&self, state: State) -> Option<Player> {
        Some(Player::BOTH[state.turn])
    }
}

/// Hints only make some searches faster. Solvers and tables do not need them, so this game keeps
/// the default of each method.
impl Hints for Hexapawn {}
