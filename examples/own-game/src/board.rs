//! Implements `Listed` for Hexapawn, so that a command can list and show the game. The
//! implementation defines the name of the game, the board sizes, the text of states, and the
//! drawing of boards.

use std::fmt::{self, Write};

use perfectplay::{Move, Player};
use perfectplay_games::show::{Grid, Place, Shape, Square};
use perfectplay_games::{Baked, Listed};

use crate::rules::{Hexapawn, State};

impl Hexapawn {
    /// Returns the index of a square when the rows are counted from Black's side. Texts and
    /// drawings of a state begin with Black's row.
    const fn turned(&self, number: u32) -> u32 {
        let (row, column) = (number / self.columns, number % self.columns);
        (self.rows - 1 - row) * self.columns + column
    }
}

impl Listed for Hexapawn {
    const NAME: &'static str = "hexapawn";
    const RULES: &'static str = "Reach the far side, or leave the opponent without a move.";
    const PARAMETERS: &'static str =
        "COLUMNSxROWS, such as 4x4: 3 to 5 columns, and at most 20 squares";
    const STATES: &'static str = "the rows from Black's and the player to move: BBB/.../WWW W";
    const SAMPLES: &'static [&'static str] = &["3x3", "4x4"];

    fn with_parameters(text: &str) -> Option<Self> {
        let (columns, rows) = text.split_once('x')?;
        let [columns, rows]: [u32; 2] = [columns.parse().ok()?, rows.parse().ok()?];
        let fits = (3..=5).contains(&columns) && (3..=20 / columns).contains(&rows);
        fits.then_some(Self { columns, rows })
    }

    fn write_parameters(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}x{}", self.columns, self.rows)
    }

    fn baked(&self) -> Option<&Baked<Self>> {
        crate::baked(self)
    }

    /// Writes the rows, Black's row first, and then the player to move: `BBB/.../WWW W`.
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

    /// Writes both squares of the move, such as `a1a2`.
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
