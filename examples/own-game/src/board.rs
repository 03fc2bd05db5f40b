//! Writes, reads and draws the states of Hexapawn.

use std::fmt::{self, Write};

use perfectplay::{Move, Player};
use perfectplay_games::show::{Grid, Place, Shape, Square};
use perfectplay_games::{Notation, Show};

use crate::rules::{Hexapawn, State};

impl Hexapawn {
    /// Returns the number of a square when rows are counted from the other side. States are
    /// written and drawn from the top.
    const fn turned(&self, number: u32) -> u32 {
        let (row, column) = (number / self.columns, number % self.columns);
        (self.rows - 1 - row) * self.columns + column
    }
}

impl Notation for Hexapawn {
    /// Writes the rows, from Black's, and the player to move: `BBB/.../WWW W`.
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

    /// Writes both squares of the move: `a1a2`.
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
        Some(Grid::new(self.columns as u8, self.rows as u8).lettered())
    }

    fn square(&self, state: State, square: u8) -> Square {
        let square = self.turned(square.into());
        let holds = |player: &Player| state.pawns[*player as usize] >> square & 1 == 1;
        match Player::BOTH.into_iter().find(holds) {
            Some(owner) => Square::piece(owner),
            None => Square::Empty,
        }
    }

    fn place(&self, state: State, mv: Move) -> Place {
        let (from, to) = self.squares(state.turn, mv);
        let [from, to] = [from, to.unwrap_or(from)].map(|square| self.turned(square) as u8);
        Place::Step { from, to }
    }

    fn shape(&self, _player: Player) -> Option<Shape> {
        Some(Shape::Pawn)
    }
}
