//! States of games in which each player has pieces of one kind.

use core::fmt::{self, Write};

use perfectplay::game::ParseStateError;
use perfectplay::{Game, Move, Moves, Player};

use crate::board::Board;
use crate::notation::Notation;
use crate::show::{Grid, Place, Show, Square};
use crate::subsets;

/// A state of a game in which each player has pieces of one kind on a board of at most
/// 31 cells: who holds which cell, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pieces {
    x: u32,
    o: u32,
    to_move: Player,
}

impl Pieces {
    /// Who holds which cell, two masks without a common bit, and who is to move.
    pub(super) const fn new(x: u32, o: u32, to_move: Player) -> Self {
        Self { x, o, to_move }
    }

    /// X to move, and who holds which cell.
    pub(super) const fn start(x: u32, o: u32) -> Self {
        Self::new(x, o, Player::First)
    }

    /// The cells that this player holds, as a mask: cell *i* is bit *i*.
    #[must_use]
    pub const fn held_by(self, player: Player) -> u32 {
        match player {
            Player::First => self.x,
            Player::Second => self.o,
        }
    }

    /// The cells that a player holds, as a mask.
    #[must_use]
    pub const fn occupied(self) -> u32 {
        self.x | self.o
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn to_move(self) -> Player {
        self.to_move
    }

    /// The cells of the player to move.
    pub(super) const fn mine(self) -> u32 {
        self.held_by(self.to_move)
    }

    /// The cells of the opponent.
    pub(super) const fn theirs(self) -> u32 {
        self.held_by(self.to_move.other())
    }

    /// The opponent's turn, with these cells of the player who has moved, and those of
    /// the opponent.
    pub(super) const fn after(self, mine: u32, theirs: u32) -> Self {
        let (x, o) = match self.to_move {
            Player::First => (mine, theirs),
            Player::Second => (theirs, mine),
        };
        let to_move = self.to_move.other();
        Self { x, o, to_move }
    }

    /// The state before the opponent has moved a piece from a cell to another; `None` if no
    /// piece can have gone there.
    pub(super) const fn before(self, from: u8, to: u8) -> Option<Self> {
        let is_gone = self.occupied() >> from & 1 == 0 && self.theirs() >> to & 1 == 1;
        if !is_gone {
            return None;
        }
        let theirs = self.theirs() ^ 1 << from ^ 1 << to;
        let player = self.to_move.other();
        Some(match player {
            Player::First => Self::new(theirs, self.o, player),
            Player::Second => Self::new(self.x, theirs, player),
        })
    }

    /// A number that no other state has: x in bits 0 to 30, o in bits 31 to 61, and then
    /// whether O is to move.
    pub(super) const fn key(self) -> u64 {
        self.x as u64 | (self.o as u64) << 31 | (self.to_move as u64) << 62
    }

    /// The state that has a [`key`](Self::key).
    pub(super) const fn of_key(key: u64) -> Self {
        const HELD: u32 = (1 << 31) - 1;
        let to_move = Player::after_plies((key >> 62) as u32);
        Self::new(key as u32 & HELD, (key >> 31) as u32 & HELD, to_move)
    }

    /// The state with every piece taken to another cell.
    pub(super) fn map(self, image: impl Fn(u8) -> u8) -> Self {
        let map = |mask| cells(mask).fold(0, |mask, cell| mask | 1 << image(cell));
        Self {
            x: map(self.x),
            o: map(self.o),
            to_move: self.to_move,
        }
    }

    /// What stands on a cell.
    pub(super) const fn square(self, cell: u8) -> Square {
        let owner = if self.x >> cell & 1 == 1 {
            Player::First
        } else if self.o >> cell & 1 == 1 {
            Player::Second
        } else {
            return Square::Empty;
        };
        Square::piece(owner)
    }

    /// Writes a step as in chess: `b1-b2`, or `a1xb2` where it captures a piece.
    pub(super) fn write_step(
        self,
        board: Board,
        (from, to): (u8, u8),
        out: &mut dyn Write,
    ) -> fmt::Result {
        let how = match self.theirs() >> to & 1 {
            0 => '-',
            _ => 'x',
        };
        let [from, to] = [from, to].map(|cell| board.name(cell));
        write!(out, "{from}{how}{to}")
    }

    pub(super) fn write(self, board: Board, out: &mut dyn Write) -> fmt::Result {
        board.write(out, self.to_move, |cell| {
            if self.x >> cell & 1 == 1 {
                'X'
            } else if self.o >> cell & 1 == 1 {
                'O'
            } else {
                '.'
            }
        })
    }

    pub(super) fn read(board: Board, text: &str) -> Result<Self, ParseStateError> {
        let (mut x, mut o) = (0, 0);
        let to_move = board.read(text, "a cell (one of X O .)", |cell, found| {
            match found {
                'X' => x |= 1 << cell,
                'O' => o |= 1 << cell,
                _ => return found == '.',
            }
            true
        })?;
        Ok(Self { x, o, to_move })
    }
}

/// A game on a board in which every move takes a piece from one cell to another, or off the
/// board. All are drawn alike.
pub(super) trait Stepping: Game<State = Pieces> {
    /// The board.
    fn board(&self) -> Board;

    /// Whether there is a place for pieces in this cell of the board.
    fn has_place(&self, _cell: u8) -> bool {
        true
    }

    /// From where to where a legal move goes; `None` for one that leaves the board.
    fn step(&self, state: Pieces, mv: Move) -> Option<(u8, u8)>;
}

impl<G: Stepping + Notation> Show for G {
    fn grid(&self) -> Option<Grid> {
        Some(Grid::lettered(self.board()))
    }

    fn square(&self, state: Pieces, square: u8) -> Square {
        if self.has_place(square) {
            state.square(square)
        } else {
            Square::Absent
        }
    }

    fn place(&self, state: Pieces, mv: Move) -> Place {
        let step = self.step(state, mv);
        step.map_or(Place::OffBoard, |(from, to)| Place::Step { from, to })
    }
}

/// The states in which each player has so many pieces, for games that number them.
///
/// The rank has three digits. The high one is the rank of the cells of X; then comes that of
/// the cells of O, numbered among the others; and the low one is who is to move, unless
/// that is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    /// The cells that pieces may be on, as a mask.
    pub cells: u32,
    /// How many pieces X and O have.
    pub counts: [u32; 2],
    /// Who is to move; `None` if that may be either.
    pub to_move: Option<Player>,
}

impl Placed {
    /// In how many ways the pieces of O stand among those of X.
    fn of_o(self) -> u64 {
        let [x, o] = self.counts;
        subsets::count(self.cells.count_ones() - x, o)
    }

    /// How many states there are.
    pub fn size(self) -> u64 {
        let turns = if self.to_move.is_some() { 1 } else { 2 };
        subsets::count(self.cells.count_ones(), self.counts[0]) * self.of_o() * turns
    }

    /// The rank of a state; `None` if it is none of these.
    pub fn rank(self, state: Pieces) -> Option<u64> {
        let is_one = state.occupied() & !self.cells == 0
            && state.x & state.o == 0
            && [state.x, state.o].map(u32::count_ones) == self.counts
            && self.to_move.is_none_or(|player| player == state.to_move);
        if !is_one {
            return None;
        }
        let [x, o, cells] = [state.x, state.o, self.cells].map(u64::from);
        let high = subsets::rank(subsets::squeeze(x, cells));
        let low = subsets::rank(subsets::squeeze(o, cells & !x));
        let rank = high * self.of_o() + low;
        Some(match self.to_move {
            Some(_) => rank,
            None => 2 * rank + state.to_move as u64,
        })
    }

    /// The state of a rank.
    pub fn unrank(self, rank: u64) -> Pieces {
        let (rank, to_move) = match self.to_move {
            Some(player) => (rank, player),
            None => (rank / 2, Player::after_plies((rank % 2) as u32)),
        };
        let (cells, all) = (u64::from(self.cells), self.cells.count_ones());
        let [x, o] = self.counts;
        let held_by_x = subsets::unrank(all, x, rank / self.of_o());
        let held_by_x = subsets::spread(held_by_x, cells);
        let held_by_o = subsets::unrank(all - x, o, rank % self.of_o());
        let held_by_o = subsets::spread(held_by_o, cells & !held_by_x);
        Pieces::new(held_by_x as u32, held_by_o as u32, to_move)
    }
}

/// The cells of a mask.
pub(super) fn cells(mask: u32) -> impl Iterator<Item = u8> {
    Moves::from_bits(mask.into()).iter().map(|mv| mv.index())
}
