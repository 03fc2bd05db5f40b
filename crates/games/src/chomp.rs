//! Chomp (Schuh, 1952; Gale, A curious Nim-type game, 1974).
//!
//! A bar of chocolate has *width* by *height* pieces. The players take turns to choose a piece. The
//! player eats the chosen piece, and with it all pieces in the rectangle from this piece to the
//! bottom right corner of the bar. The piece at the top left is poisoned, and the player who eats
//! it loses.
//!
//! The first player wins on every bar of more than one piece. Suppose that the first move eats only
//! the piece at the bottom right, and does not win. Then some answer of the second player wins. The
//! first player could have begun with this answer: it also eats the piece at the bottom right, so
//! it leads to the same state. So the first player always has a winning move.
//!
//! In each row, at least as many pieces are left as in the row below. So a bar of 8 by 8 has 12,870
//! states. This number is the binomial coefficient of 16 over 8. No other bar of at most 64 pieces
//! has more states.

use core::fmt;

use perfectplay::game::{Hints, ParseStateError};
use perfectplay::{Game, Move, Moves, Value};

use crate::board::BoardSize;
use crate::listed::Listed;
use crate::show::{Grid, Place, Square};

/// The rules of Chomp. A state is the set of pieces that nobody has eaten. Pieces are numbered row by row,
/// from the top left. The index of a move is the number of the piece that the player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chomp {
    bar: BoardSize,
}

impl Game for Chomp {
    type State = Moves;

    crate::listed::describe_as_text!();
    fn move_count(&self) -> u32 {
        self.bar.cells().into()
    }
    fn start(&self) -> Moves {
        Moves::first_n(self.move_count())
    }
    fn outcome(&self, left: Moves) -> Option<Value> {
        left.is_empty().then_some(Value::Win)
    }
    fn legal(&self, left: Moves) -> Moves {
        left
    }
    fn play(&self, left: Moves, mv: Move) -> Moves {
        let (row, column) = self.bar.place(mv.index());
        let stays = |piece: &Move| {
            let place = self.bar.place(piece.index());
            place.0 < row || place.1 < column
        };
        left.iter().filter(stays).collect()
    }
    fn key(&self, left: Moves) -> u64 {
        left.bits()
    }
    fn last_mover_may_lose(&self) -> bool {
        true
    }
    fn tier(&self, left: Moves) -> Option<u32> {
        Some(self.move_count() - left.len())
    }
}

impl Hints for Chomp {
    fn symmetries(&self) -> u32 {
        1 + u32::from(self.bar.columns == self.bar.rows)
    }
    fn image(&self, symmetry: u32, left: Moves) -> Moves {
        let image = |piece| self.image_of_move(symmetry, left, piece);
        left.iter().map(image).collect()
    }
    fn image_of_move(&self, symmetry: u32, _state: Self::State, mv: Move) -> Move {
        let (row, column) = self.bar.place(mv.index());
        let mirrored = self.bar.cell(column, row).filter(|_| symmetry == 1);
        mirrored.and_then(Move::new).unwrap_or(mv)
    }
}

impl Listed for Chomp {
    const NAME: &'static str = "chomp";
    const TITLE: &'static str = "Chomp";
    const RULES: &'static str =
        "Eat a piece and all below or right of it; the one at the top left is poisoned.";
    const PARAMETERS: &'static str = "WIDTHxHEIGHT, such as 4x3: 1 to 64 pieces";
    const STATES: &'static str = "the rows from the top, with # for a piece, \
        such as ####/##../#...";
    const KEY: &'static str =
        "Bit i is set if piece i is left. Pieces are numbered row by row from the top left.";
    const SAMPLES: &'static [&'static str] = &["4x3", "1x1", "2x7", "5x5"];
    const KEYS_TELL_STATES: bool = true;

    fn with_parameters(text: &str) -> Option<Self> {
        BoardSize::from_size(text).map(|bar| Self { bar })
    }
    fn write_parameters(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}x{}", self.bar.columns, self.bar.rows)
    }
    fn of_key(&self, key: u64) -> Option<Moves> {
        Some(Moves::from_bits(key))
    }

    fn write_state(&self, left: Moves, out: &mut dyn fmt::Write) -> fmt::Result {
        let mark = |piece| ['.', '#'][(left.bits() >> piece & 1) as usize];
        self.bar.write_cells(out, mark)
    }
    fn read_state(&self, text: &str) -> Result<Moves, ParseStateError> {
        let expected = "a piece (#) or none (.), and no piece below or right of none";
        let mut left = self.start();
        self.bar.read_cells(text, expected, |piece, found| {
            if found == '.' {
                left = Move::new(piece).map_or(left, |piece| self.play(left, piece));
            }
            found == '.' || found == '#' && left.bits() >> piece & 1 == 1
        })?;
        Ok(left)
    }
    fn write_move(&self, _left: Moves, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", self.bar.name(mv.index()))
    }

    fn grid(&self) -> Option<Grid> {
        Some(Grid::from_board(self.bar).lettered())
    }
    fn square(&self, left: Moves, square: u8) -> Square {
        match left.bits() >> square & 1 {
            1 => Square::Common('#'),
            _ => Square::Absent,
        }
    }

    fn characters(&self) -> impl Iterator<Item = (Square, char)> {
        [(Square::Absent, '.'), (Square::Common('#'), '#')].into_iter()
    }
    fn place(&self, _left: Moves, mv: Move) -> Place {
        Place::Square(mv.index())
    }

    fn is_poisoned(&self, square: u8) -> bool {
        square == 0
    }
}
