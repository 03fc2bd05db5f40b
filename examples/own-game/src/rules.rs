//! Hexapawn: pawns only. White begins. A pawn steps ahead onto an empty square, or takes
//! slantwise. Who reaches the far side wins; who cannot move loses.

use std::fmt::{self, Write};

use perfectplay::{Game, Move, Moves, ParseStateError, Player, Symmetric, Value};
use perfectplay_games::show::{Grid, Place, Square};
use perfectplay_games::{Notation, Show};

/// The board. Squares are numbered row by row from White's left, each a bit of a mask.
#[derive(Clone, Copy, Debug)]
pub struct Hexapawn {
    pub columns: u32,
    pub rows: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// White's pawns, and Black's.
    pub pawns: [u32; 2],
    /// Who is to move: 0 for White, 1 for Black.
    pub turn: usize,
}

impl Hexapawn {
    /// The squares of a row, from White's.
    const fn row(&self, number: u32) -> u32 {
        ((1 << self.columns) - 1) << (number * self.columns)
    }

    /// From where to where a move goes; nowhere if that is off the board. Each square has
    /// three moves: to take on the left, to step ahead, and to take on the right.
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

    /// The number that a square has when the rows are counted from the other side: states are
    /// written and drawn from the top.
    const fn turned(&self, number: u32) -> u32 {
        let (row, column) = (number / self.columns, number % self.columns);
        (self.rows - 1 - row) * self.columns + column
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

    fn to_move(&self, state: State) -> Option<Player> {
        Some(Player::BOTH[state.turn])
    }
}

impl Notation for Hexapawn {
    /// The rows from Black's, and the player to move: `BBB/.../WWW W`.
    fn write_state(&self, state: State, out: &mut dyn Write) -> fmt::Result {
        for number in 0..self.columns * self.rows {
            if number > 0 && number % self.columns == 0 {
                out.write_char('/')?;
            }
            let square = self.turned(number);
            out.write_char(match state.pawns.map(|pawns| pawns >> square & 1) {
                [1, _] => 'W',
                [_, 1] => 'B',
                _ => '.',
            })?;
        }
        write!(out, " {}", ['W', 'B'][state.turn])
    }

    fn read_state(&self, text: &str) -> Result<State, ParseStateError> {
        let mut state = State {
            pawns: [0; 2],
            turn: text.ends_with('B').into(),
        };
        let letters = text.chars().filter(|&letter| letter != '/');
        for (letter, number) in letters.zip(0..self.columns * self.rows) {
            let player = ['W', 'B'].iter().position(|&pawn| pawn == letter);
            if let Some(player) = player {
                state.pawns[player] |= 1 << self.turned(number);
            }
        }
        // A text is that of a state if the state is written like that.
        let written = self.state_text(state).to_string();
        let differs = |&at: &usize| text.chars().nth(at) != written.chars().nth(at);
        match (0..=text.len()).find(differs) {
            Some(at) => Err(ParseStateError::at(text, at, "rows and a player")),
            None => Ok(state),
        }
    }

    /// From square to square: `a1a2`.
    fn write_move(&self, state: State, mv: Move, out: &mut dyn Write) -> fmt::Result {
        let (from, to) = self.squares(state.turn, mv);
        [Some(from), to]
            .into_iter()
            .flatten()
            .try_for_each(|square| {
                let column = b'a' + (square % self.columns) as u8;
                write!(out, "{}{}", char::from(column), square / self.columns + 1)
            })
    }
}

impl Show for Hexapawn {
    fn player_names(&self) -> [&'static str; 2] {
        ["White", "Black"]
    }

    fn marks(&self) -> [char; 2] {
        ['W', 'B']
    }

    fn grid(&self) -> Option<Grid> {
        Some(Grid {
            boards: 1,
            columns: self.columns as u8,
            rows: self.rows as u8,
            lettered: true,
            lattice: false,
        })
    }

    fn square(&self, state: State, square: u8) -> Square {
        let square = self.turned(square.into());
        let holds = |player: &Player| state.pawns[*player as usize] >> square & 1 == 1;
        match Player::BOTH.into_iter().find(holds) {
            Some(owner) => Square::Piece { owner, age: None },
            None => Square::Empty,
        }
    }

    fn place(&self, state: State, mv: Move) -> Place {
        let (from, to) = self.squares(state.turn, mv);
        let [from, to] = [from, to.unwrap_or(from)].map(|square| self.turned(square) as u8);
        Place::Step { from, to }
    }
}

/// Solvers and tables do without symmetries, and so does this game.
impl Symmetric for Hexapawn {}
