//! A board of tic-tac-toe.

use core::fmt::{self, Write};

use super::super::{Moves, Player};
use super::{BOARD, CELLS, Line, SIDE, Status};

/// A board of tic-tac-toe: who holds which cell, and so who is to move.
///
/// X is the mark of the first player, O that of the second. Any two disjoint masks are a
/// state, even one that no game reaches. The player to move follows from the counts: O if
/// X has more marks, else X.
///
/// ```
/// use perfectplay::tictactoe::Status;
/// use perfectplay::{Player, State};
///
/// let state: State = "X.O/.X./..O".parse()?;
/// assert_eq!((state.x(), state.o()), (0b000_010_001, 0b100_000_100));
/// assert_eq!(state.to_move(), Player::First);
/// let state = state.play(5)?.play(3)?;
/// assert_eq!(state.to_string(), "X.O/OXX/..O");
/// assert_eq!(state.status(), Status::Ongoing);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// States are ordered by their occupied cells, then by those of X, both as masks.
//
// The bits, for `X.O/.X./..O`:
//
//     31      23                      8       0
//     1 0001 0101  00000000000000  0 0001 0001
//     └ occupied ┘                 └─── x ───┘
//
// The occupied cells take the place of O's because they address the row of the baked
// table, and they stand at the top so that one shift gives the row and one comparison
// tells whether a record belongs to the state (`Record::is_of`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State(u32);

#[cfg_attr(
    not(baked),
    expect(dead_code, reason = "the build script reads no baked table")
)]
impl State {
    /// Where the occupied cells begin in the bits of a state.
    pub(crate) const OCCUPIED_SHIFT: u32 = u32::BITS - CELLS as u32;

    /// The empty board.
    pub const EMPTY: Self = Self::from_disjoint(0, 0);

    /// The state of two masks that are known to be disjoint and within the board.
    pub(crate) const fn from_disjoint(x: u16, o: u16) -> Self {
        Self(((x | o) as u32) << Self::OCCUPIED_SHIFT | x as u32)
    }

    /// The cells that X holds, as a mask of nine bits.
    #[must_use]
    #[inline]
    pub const fn x(self) -> u16 {
        self.0 as u16
    }

    /// The cells that O holds, as a mask of nine bits.
    #[must_use]
    #[inline]
    pub const fn o(self) -> u16 {
        self.occupied() ^ self.x()
    }

    /// The cells that this player holds, as a mask of nine bits.
    #[must_use]
    pub const fn held_by(self, player: Player) -> u16 {
        match player {
            Player::First => self.x(),
            Player::Second => self.o(),
        }
    }

    /// The cells that are taken, as a mask of nine bits.
    #[must_use]
    #[inline]
    pub const fn occupied(self) -> u16 {
        (self.0 >> Self::OCCUPIED_SHIFT) as u16
    }

    /// [`occupied`](Self::occupied) as a set.
    #[must_use]
    pub const fn occupied_cells(self) -> Moves {
        Moves::from_bits(self.occupied() as u64)
    }

    /// The empty cells, whether or not the game goes on.
    #[must_use]
    pub const fn empty(self) -> Moves {
        Moves::from_bits((self.occupied() ^ BOARD) as u64)
    }

    /// Who holds the cell; `None` for an empty cell, and from cell 9 on.
    #[must_use]
    pub const fn cell(self, cell: u8) -> Option<Player> {
        if cell >= CELLS || self.occupied() >> cell & 1 == 0 {
            None
        } else if self.x() >> cell & 1 == 1 {
            Some(Player::First)
        } else {
            Some(Player::Second)
        }
    }

    /// How many marks are on the board. This is the number of plies played, if a game
    /// reached it.
    #[must_use]
    pub const fn marks(self) -> u8 {
        self.occupied().count_ones() as u8
    }

    /// The player whose turn it is, by the counts. When the game is over, the player who
    /// would be next.
    #[must_use]
    pub const fn to_move(self) -> Player {
        if self.x().count_ones() > self.o().count_ones() {
            Player::Second
        } else {
            Player::First
        }
    }

    /// Whether the player has a line.
    #[must_use]
    pub const fn has_line(self, player: Player) -> bool {
        Line::held_by(self.held_by(player))
    }

    /// How the game stands. A win is tested before a draw: a full board with a line is
    /// won. If both players have a line, which no game reaches, it names the first.
    #[must_use]
    pub const fn status(self) -> Status {
        if self.has_line(Player::First) {
            Status::Won(Player::First)
        } else if self.has_line(Player::Second) {
            Status::Won(Player::Second)
        } else if self.occupied() == BOARD {
            Status::Drawn
        } else {
            Status::Ongoing
        }
    }

    /// The legal moves: every empty cell while the game goes on, none after it.
    #[must_use]
    pub const fn legal(self) -> Moves {
        if self.status().is_over() {
            Moves::EMPTY
        } else {
            self.empty()
        }
    }

    /// The state with one more mark, in a cell that is known to be empty. It need not be
    /// that player's turn.
    pub(crate) const fn with(self, player: Player, cell: u8) -> Self {
        let mark = 1 << cell;
        match player {
            Player::First => Self::from_disjoint(self.x() | mark, self.o()),
            Player::Second => Self::from_disjoint(self.x(), self.o() | mark),
        }
    }

    /// A number that no other state has: x in bits 0 to 8, o in bits 9 to 17.
    #[must_use]
    pub const fn key(self) -> u64 {
        self.x() as u64 | (self.o() as u64) << CELLS
    }

    /// Where the baked table holds the state: its row and its column.
    ///
    /// The baker and the reader both call it.
    #[inline]
    pub(crate) const fn address(self) -> (usize, usize) {
        ((self.0 >> Self::OCCUPIED_SHIFT) as usize, self.x() as usize)
    }

    /// The state with these bits, which are known to come from a state.
    pub(crate) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The bits, as drawn above.
    #[inline]
    pub(crate) const fn to_bits(self) -> u32 {
        self.0
    }
}

impl Default for State {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..CELLS {
            if cell > 0 && cell % SIDE == 0 {
                f.write_char('/')?;
            }
            f.write_char(match self.cell(cell) {
                Some(Player::First) => 'X',
                Some(Player::Second) => 'O',
                None => '.',
            })?;
        }
        Ok(())
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "State({self})")
    }
}
