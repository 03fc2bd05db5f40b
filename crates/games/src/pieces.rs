//! States of games in which each player has pieces of one kind.

use core::fmt::{self, Write};

use perfectplay::game::ParseStateError;
use perfectplay::{Game, Move, Moves, Player};

use crate::board::BoardSize;
use crate::show::{Place, Shape, Square};
use crate::subsets;

/// A state of a game in which each player has pieces of one kind on a board of at most 31 cells.
/// The state consists of the cells of each player, and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pieces {
    x: u32,
    o: u32,
    to_move: Player,
}

impl Pieces {
    /// Creates a state. The masks `x` and `o` are the cells of the players, and have no bit in
    /// common.
    pub(super) const fn new(x: u32, o: u32, to_move: Player) -> Self {
        Self { x, o, to_move }
    }

    /// Creates a state from the cells of each player, with X to move.
    pub(super) const fn start(x: u32, o: u32) -> Self {
        Self::new(x, o, Player::First)
    }

    /// Returns the cells that this player holds, as a mask: cell *i* is bit *i*.
    #[must_use]
    pub const fn held_by(self, player: Player) -> u32 {
        match player {
            Player::First => self.x,
            Player::Second => self.o,
        }
    }

    /// Returns the cells that hold a piece of either player, as a mask.
    #[must_use]
    pub const fn occupied(self) -> u32 {
        self.x | self.o
    }

    /// Returns the player to move.
    #[must_use]
    pub const fn to_move(self) -> Player {
        self.to_move
    }

    pub(super) const fn mine(self) -> u32 {
        self.held_by(self.to_move)
    }

    pub(super) const fn theirs(self) -> u32 {
        self.held_by(self.to_move.other())
    }

    /// Returns the state after a move. `mine` are the cells of the player who has moved. `theirs`
    /// are the cells of the opponent, who is to move.
    pub(super) const fn after(self, mine: u32, theirs: u32) -> Self {
        let (x, o) = match self.to_move {
            Player::First => (mine, theirs),
            Player::Second => (theirs, mine),
        };
        let to_move = self.to_move.other();
        Self { x, o, to_move }
    }

    pub(super) const fn passed(self) -> Self {
        Self::new(self.x, self.o, self.to_move.other())
    }

    /// Returns the state before the opponent's last move. `theirs` are the cells that the opponent
    /// held before that move.
    pub(super) const fn before(self, theirs: u32) -> Self {
        let (x, o) = match self.to_move {
            Player::First => (self.x, theirs),
            Player::Second => (theirs, self.o),
        };
        let to_move = self.to_move.other();
        Self { x, o, to_move }
    }

    /// Returns the number of states with `x` pieces of X and `o` pieces of O on a board of `places`
    /// cells.
    pub(super) fn count(places: u32, [x, o]: [u32; 2]) -> u64 {
        2 * subsets::count(places, x) * subsets::count(places - x, o)
    }

    /// Ranks the state among all states with the same number of pieces of each player. Pieces may
    /// stand only on the cells in the mask `places`. The rank is even if the first player is to
    /// move.
    pub(super) fn rank(self, places: u32) -> u64 {
        let [x, o, places] = [self.x, self.o, places].map(u64::from);
        let free = places & !x;
        let sets = subsets::count(free.count_ones(), o.count_ones());
        let [x, o] =
            [(x, places), (o, free)].map(|(held, of)| subsets::rank(subsets::squeeze(held, of)));
        2 * (x * sets + o) + self.to_move as u64
    }

    /// Returns the state with `x` pieces of X, `o` pieces of O and this [`rank`](Self::rank).
    pub(super) fn unrank(places: u32, [x, o]: [u32; 2], rank: u64) -> Self {
        let (rank, to_move) = (rank / 2, Player::after_plies((rank % 2) as u32));
        let places = u64::from(places);
        let sets = subsets::count(places.count_ones() - x, o);
        let x = subsets::spread(subsets::unrank(places.count_ones(), x, rank / sets), places);
        let free = places & !x;
        let o = subsets::spread(subsets::unrank(free.count_ones(), o, rank % sets), free);
        Self::new(x as u32, o as u32, to_move)
    }

    /// Describes [`key`](Self::key) to users.
    pub(super) const ABOUT_KEY: &'static str = "Bits 0 to 30 are the cells of X, bits 31 to 61 those of O, and bit 62 is set if O is to move. \
        Cells are numbered row by row from the top left.";

    /// Returns a number that identifies the state. Bits 0 to 30 are the cells of X, and bits 31 to
    /// 61 the cells of O. Bit 62 is set if O is to move.
    pub(super) const fn key(self) -> u64 {
        self.x as u64 | (self.o as u64) << 31 | (self.to_move as u64) << 62
    }

    pub(super) const fn from_key(key: u64) -> Self {
        const HELD: u32 = (1 << 31) - 1;
        let to_move = Player::after_plies((key >> 62) as u32);
        Self::new(key as u32 & HELD, (key >> 31) as u32 & HELD, to_move)
    }

    /// Moves every piece from its cell to the cell that `image` returns.
    pub(super) fn map(self, image: impl Fn(u8) -> u8) -> Self {
        let map = |mask| cells(mask).fold(0, |mask, cell| mask | 1 << image(cell));
        Self {
            x: map(self.x),
            o: map(self.o),
            to_move: self.to_move,
        }
    }

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

    /// Writes a step as in chess: `b1-b2`, or `a1xb2` if it captures a piece.
    pub(super) fn write_step(
        self,
        board: BoardSize,
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

    pub(super) const fn mark(self, cell: u8) -> char {
        if self.x >> cell & 1 == 1 {
            'X'
        } else if self.o >> cell & 1 == 1 {
            'O'
        } else {
            '.'
        }
    }

    pub(super) fn write(self, board: BoardSize, out: &mut dyn Write) -> fmt::Result {
        board.write(out, self.to_move, |cell| self.mark(cell))
    }

    pub(super) fn read(board: BoardSize, text: &str) -> Result<Self, ParseStateError> {
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

/// A game on a board in which every move moves a piece from one cell to another, or off the board.
/// The boards of all these games are displayed in the same way.
pub(super) trait Stepping: Game<State = Pieces> {
    fn board(&self) -> BoardSize;

    /// Returns whether a piece can stand on this cell of the board.
    fn has_place(&self, _cell: u8) -> bool {
        true
    }

    /// Returns the cell that the piece leaves (`.0`) and the cell that it reaches (`.1`) in a legal
    /// move. `None` if the piece leaves the board.
    fn step(&self, state: Pieces, mv: Move) -> Option<(u8, u8)>;

    fn shape_of(&self, player: Player) -> Shape;

    /// Returns the lines along which pieces move, each as the two cells that the line joins. The
    /// result is empty if the board has no lines.
    fn joined(&self) -> &[(u8, u8)] {
        &[]
    }
}

/// Defines those items of [`Game`] that are the same for every game whose states are [`Pieces`].
macro_rules! play_with_pieces {
    () => {
        type State = crate::Pieces;

        crate::listed::describe_as_text!();

        fn key(&self, state: crate::Pieces) -> u64 {
            state.key()
        }

        fn player_names(&self) -> [&'static str; 2] {
            ["X", "O"]
        }

        fn to_move(&self, state: crate::Pieces) -> Option<perfectplay::Player> {
            Some(state.to_move())
        }
    };
}
pub(crate) use play_with_pieces;

/// Defines the keys and the text of states for a [`Stepping`] game that uses the macro
/// [`play_with_pieces`].
macro_rules! write_pieces {
    () => {
        const KEY: &'static str = crate::Pieces::ABOUT_KEY;
        const KEYS_TELL_STATES: bool = true;

        fn of_key(&self, key: u64) -> Option<crate::Pieces> {
            Some(crate::Pieces::from_key(key))
        }

        fn write_state(
            &self,
            state: crate::Pieces,
            out: &mut dyn core::fmt::Write,
        ) -> core::fmt::Result {
            state.write(crate::pieces::Stepping::board(self), out)
        }

        fn read_state(
            &self,
            text: &str,
        ) -> Result<crate::Pieces, perfectplay::game::ParseStateError> {
            crate::Pieces::read(crate::pieces::Stepping::board(self), text)
        }
    };
}
pub(crate) use write_pieces;

/// Defines the methods of [`Listed`](crate::Listed) that draw the board of a [`Stepping`] game.
macro_rules! draw_by_steps {
    () => {
        fn grid(&self) -> Option<crate::show::Grid> {
            Some(crate::show::Grid::from_board(crate::pieces::Stepping::board(self)).lettered())
        }

        fn square(&self, state: crate::Pieces, square: u8) -> crate::show::Square {
            if crate::pieces::Stepping::has_place(self, square) {
                state.square(square)
            } else {
                crate::show::Square::Absent
            }
        }

        fn characters(&self) -> impl Iterator<Item = (crate::show::Square, char)> {
            crate::pieces::characters()
        }

        fn place(&self, state: crate::Pieces, mv: perfectplay::Move) -> crate::show::Place {
            crate::pieces::place_of_step(crate::pieces::Stepping::step(self, state, mv))
        }

        fn shape(&self, player: perfectplay::Player) -> Option<crate::show::Shape> {
            Some(crate::pieces::Stepping::shape_of(self, player))
        }

        fn edges(&self) -> impl Iterator<Item = [u8; 2]> {
            let joined = crate::pieces::Stepping::joined(self).iter();
            joined.map(|&(from, to)| [from, to])
        }
    };
}
pub(crate) use draw_by_steps;

pub(super) fn characters() -> impl Iterator<Item = (Square, char)> {
    let pieces = Player::BOTH.map(Square::piece).into_iter().zip(['X', 'O']);
    pieces.chain([(Square::Empty, '.'), (Square::Absent, '.')])
}

/// Returns the [`Place`] of a move for display. `step` is the cell that the piece leaves (`.0`) and
/// the cell that it reaches (`.1`), or `None` if the piece leaves the board.
pub(super) fn place_of_step(step: Option<(u8, u8)>) -> Place {
    step.map_or(Place::OffBoard, |(from, to)| Place::Step { from, to })
}

pub(super) fn cells(mask: u32) -> impl Iterator<Item = u8> {
    Moves::from_bits(mask.into()).iter().map(|mv| mv.index())
}
