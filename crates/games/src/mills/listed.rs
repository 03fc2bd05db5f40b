//! Implements [`Listed`] for the games of mills.

use core::fmt;

use perfectplay::game::ParseStateError;
use perfectplay::{Game, Move, Player};

use super::stages::hands;
use super::{Mills, MillsMove, Stones};
use crate::board::{TextReader, write_points};
use crate::listed::{Listed, Visitor};
use crate::parameters::number;
use crate::pieces::{self, Pieces, cells};
use crate::show::{Grid, Place, Square, SquareLine};

impl Listed for Mills {
    const NAME: &'static str = "mills";
    const TITLE: &'static str = "Mills";
    const RULES: &'static str = "Set your stones on the points, then move them along the lines. \
        Three in a line take a stone. A player with fewer than three stones, or without a move, loses.";
    const PARAMETERS: &'static str = "six, nine, or SQUARES,MEN,FLYING; \
        SQUARES is 1 to 3; MEN is 3 to 9, at most half of the points; \
        FLYING is flies or stays, for a player with three stones";
    const STATES: &'static str = "the rows from the top, the player to move, the stones in hand of \
        X and O, and ! if a stone is taken, such as X../.../..O X 3:3";
    const KEY: &'static str = "Bits 0 to 23 are the points of X, bits 24 to 47 those of O, bits 48 to 52 the number of stones \
        in hand of both players. Bit 53 is set if O is to move, and bit 54 if the player to move must \
        take a stone. The points of a square are numbered clockwise from the corner at the top left, and \
        squares from the outer one.";
    const SAMPLES: &'static [&'static str] = &["1,4,flies", "1,3,flies", "1,4,stays"];
    const IS_LOOPY: bool = true;
    const KEYS_TELL_STATES: bool = true;

    fn with_parameters(text: &str) -> Option<Self> {
        let text = match text {
            "six" => "2,6,flies",
            "nine" => "3,9,flies",
            other => other,
        };
        let mut words = text.split(',');
        let (squares, men) = (number(words.next()?)?, number(words.next()?)?);
        let flies = match words.next()? {
            "flies" => true,
            "stays" => false,
            _ => return None,
        };
        let is_all = words.next().is_none();
        is_all.then(|| Self::new(squares, men, flies)).flatten()
    }

    fn write_parameters(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let flying = if self.flies { "flies" } else { "stays" };
        write!(out, "{},{},{flying}", self.board.squares, self.men)
    }

    /// Writes the usual name of the game, or its parameters if it has no usual name.
    fn write_title(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        match (self.board.squares, self.men, self.flies) {
            (2, 6, true) => out.write_str("Six men’s morris"),
            (3, 9, true) => out.write_str("Nine men’s morris"),
            (squares, men, flies) => {
                let plural = if squares == 1 { "" } else { "s" };
                let flying = if flies { "" } else { " without flying" };
                write!(out, "Mills, {men} men on {squares} square{plural}{flying}")
            }
        }
    }

    fn of_key(&self, key: u64) -> Option<Stones> {
        const POINTS: u64 = (1 << 24) - 1;
        let to_move = Player::after_plies((key >> 53 & 1) as u32);
        let state = Stones {
            on_board: Pieces::new((key & POINTS) as u32, (key >> 24 & POINTS) as u32, to_move),
            in_hand: (key >> 48 & 31) as u8,
            takes: key >> 54 & 1 == 1,
        };
        (self.key(state) == key).then_some(state)
    }

    fn accept<V: Visitor>(self, visitor: V) -> V::Output {
        visitor.visit_dense(self)
    }

    /// Writes the rows, the player to move, and the stones in hand: `..X/O../... X 2:2`. A final
    /// `!` means that the player to move must take a stone.
    fn write_state(&self, state: Stones, out: &mut dyn fmt::Write) -> fmt::Result {
        self.board.grid().write_cells(out, |cell| {
            let point = self.board.point(cell);
            point.map_or('.', |point| state.on_board.mark(point))
        })?;
        write_points(out, state.on_board.to_move(), hands(state.in_hand))?;
        out.write_str(if state.takes { "!" } else { "" })
    }

    fn read_state(&self, text: &str) -> Result<Stones, ParseStateError> {
        let (board, takes) = match text.strip_suffix('!') {
            Some(board) => (board, true),
            None => (text, false),
        };
        let [mut x, mut o] = [0_u32; 2];
        let mut reader = TextReader::new(board);
        let expected = "a point (one of X O ., but . where there is none)";
        reader.rows(self.board.grid(), expected, |cell, found| {
            let stones = match found {
                'X' => &mut x,
                'O' => &mut o,
                _ => return found == '.',
            };
            let point = self.board.point(cell);
            *stones |= point.map_or(0, |point| 1 << point);
            point.is_some()
        })?;
        let expected = "the stones in hand of X and O, as many as the players can have";
        let (to_move, hands) = reader.points(expected, |found| {
            let on_board = [x, o].map(|stones| stones.count_ones() as u8);
            let fits = |i: usize| found[i] <= self.men && on_board[i] <= self.men - found[i];
            found == hands(found[0].saturating_add(found[1])) && fits(0) && fits(1)
        })?;
        let state = Stones {
            on_board: Pieces::new(x, o, to_move),
            in_hand: hands[0] + hands[1],
            takes,
        };
        let (mine, theirs) = (state.on_board.mine(), state.on_board.theirs());
        if takes && (self.board.mills(mine).next().is_none() || theirs == 0) {
            let expected = "the end: there is no mill, or nothing to take";
            return Err(ParseStateError::at(text, board.len(), expected));
        }
        Ok(state)
    }

    /// Writes a move: `d7` sets a stone on a point, `d7-a7` moves a stone between two points, and
    /// `xd7` takes a stone.
    fn write_move(&self, state: Stones, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        let name = |point| self.board.grid().name(self.board.cell(point));
        match self.action(state, mv) {
            MillsMove::Set(point) => write!(out, "{}", name(point)),
            MillsMove::Take(point) => write!(out, "x{}", name(point)),
            MillsMove::Step(from, to) => write!(out, "{}-{}", name(from), name(to)),
        }
    }

    fn grid(&self) -> Option<Grid> {
        Some(Grid::from_board(self.board.grid()).lettered())
    }

    fn square(&self, state: Stones, square: u8) -> Square {
        let point = self.board.point(square);
        point.map_or(Square::Absent, |point| state.on_board.square(point))
    }

    fn characters(&self) -> impl Iterator<Item = (Square, char)> {
        pieces::characters()
    }

    fn place(&self, state: Stones, mv: Move) -> Place {
        let cell = |point| self.board.cell(point);
        match self.action(state, mv) {
            MillsMove::Set(point) | MillsMove::Take(point) => Place::Square(cell(point)),
            MillsMove::Step(from, to) => Place::Step {
                from: cell(from),
                to: cell(to),
            },
        }
    }

    /// Returns the mills of both players.
    fn lines(&self, state: Stones) -> impl Iterator<Item = SquareLine> {
        let mills = Player::BOTH
            .into_iter()
            .flat_map(move |player| self.board.mills(state.on_board.held_by(player)));
        mills.map(|mill| {
            let points = cells(mill).map(|point| self.board.cell(point));
            let (first, last) = points.fold((u8::MAX, 0), |(first, last), cell| {
                (first.min(cell), last.max(cell))
            });
            SquareLine {
                first,
                step: ((last - first) / 2) as i8,
                length: 3,
            }
        })
    }

    fn edges(&self) -> impl Iterator<Item = [u8; 2]> {
        let edges = self.board.edges().iter();
        edges.map(|&(a, b)| [self.board.cell(a), self.board.cell(b)])
    }
}
