//! How a program writes, reads and draws the states of Hexapawn.

use std::fmt::{self, Write};

use perfectplay::game::ParseStateError;
use perfectplay::{Move, Player};
use perfectplay_games::show::{Grid, Place, Square};
use perfectplay_games::{Notation, Show};

use crate::rules::{Hexapawn, State};

impl Hexapawn {
    /// The number that a square has when the rows are counted from the other side: states are
    /// written and drawn from the top.
    const fn turned(&self, number: u32) -> u32 {
        let (row, column) = (number / self.columns, number % self.columns);
        (self.rows - 1 - row) * self.columns + column
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
