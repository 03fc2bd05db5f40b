//! A board of tic-tac-toe.

use core::fmt::{self, Write};

use super::board::{BOARD, CELLS, SIDE};
use super::line::Line;
use super::status::Status;
use crate::{Moves, Player};

/// A board of tic-tac-toe: the marks in its cells. The marks also tell who is to move.
///
/// X is the mark of the first player, O that of the second. A `State` may hold any two disjoint
/// masks, even those of a board that no game reaches. O is to move if X has more marks than O.
/// Otherwise, X is to move.
///
/// ```
/// use perfectplay::tictactoe::Status;
/// use perfectplay::tictactoe::State;
/// use perfectplay::Player;
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
/// States are ordered by the mask of their occupied cells, then by the mask of X.
//
// The bits, for `X.O/.X./..O`:
//
//     31      23                      8       0
//     1 0001 0101  00000000000000  0 0001 0001
//     └ occupied ┘                 └─── x ───┘
//
// The bits hold the occupied cells instead of O's cells, because the occupied cells are the row in
// the baked table. They are the topmost bits so that one shift gives the row, and one comparison
// tells whether a record belongs to the state (`Record::is_of`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State(pub(super) u32);

impl State {
    /// The position of the lowest of the nine bits that store the occupied cells.
    pub(super) const OCCUPIED_SHIFT: u32 = u32::BITS - CELLS as u32;

    /// The empty board.
    pub const EMPTY: Self = Self::from_disjoint(0, 0);

    /// Creates a state from the cells of X and the cells of O. The two masks must be disjoint, and
    /// no mask may have a bit above bit 8.
    #[inline]
    pub(super) const fn from_disjoint(x: u16, o: u16) -> Self {
        Self(((x | o) as u32) << Self::OCCUPIED_SHIFT | x as u32)
    }

    /// Returns the cells that X holds, as a mask of nine bits.
    #[must_use]
    #[inline]
    pub const fn x(self) -> u16 {
        self.0 as u16
    }

    /// Returns the cells that O holds, as a mask of nine bits.
    #[must_use]
    #[inline]
    pub const fn o(self) -> u16 {
        self.occupied() ^ self.x()
    }

    /// Returns the cells that a player holds, as a mask of nine bits.
    #[must_use]
    #[inline]
    pub const fn held_by(self, player: Player) -> u16 {
        match player {
            Player::First => self.x(),
            Player::Second => self.o(),
        }
    }

    /// Returns the cells that are not empty, as a mask of nine bits.
    #[must_use]
    #[inline]
    pub const fn occupied(self) -> u16 {
        (self.0 >> Self::OCCUPIED_SHIFT) as u16
    }

    /// Returns the empty cells, whether or not the game is over.
    #[must_use]
    #[inline]
    pub const fn empty(self) -> Moves {
        Moves::from_bits((self.occupied() ^ BOARD) as u64)
    }

    /// Returns the player who holds a cell; `None` for an empty cell and for a number above 8.
    #[must_use]
    #[inline]
    pub const fn cell(self, cell: u8) -> Option<Player> {
        if cell >= CELLS || self.occupied() >> cell & 1 == 0 {
            None
        } else if self.x() >> cell & 1 == 1 {
            Some(Player::First)
        } else {
            Some(Player::Second)
        }
    }

    /// Returns the number of marks on the board. If the board is reachable, this is the number
    /// of plies played.
    #[must_use]
    #[inline]
    pub const fn marks(self) -> u8 {
        self.occupied().count_ones() as u8
    }

    /// Returns the player to move: O if X has more marks than O, and otherwise X. If the game is
    /// over, returns the player who would move next.
    #[must_use]
    #[inline]
    pub const fn to_move(self) -> Player {
        if self.x().count_ones() > self.o().count_ones() {
            Player::Second
        } else {
            Player::First
        }
    }

    /// Returns whether the player has a line.
    #[must_use]
    #[inline]
    pub const fn has_line(self, player: Player) -> bool {
        Line::held_by(self.held_by(player))
    }

    /// Returns the status of the game. A full board with a line is won, not drawn. No game reaches
    /// a board on which both players have a line. On such a board, the first player counts as the
    /// winner.
    #[must_use]
    #[inline]
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

    /// Returns the player who has won; `None` if nobody has. To distinguish a draw from an
    /// unfinished game, call [`status`](Self::status).
    #[must_use]
    #[inline]
    pub const fn winner(self) -> Option<Player> {
        match self.status() {
            Status::Won(player) => Some(player),
            Status::Ongoing | Status::Drawn => None,
        }
    }

    /// Returns the legal moves: every empty cell, or none if the game is over.
    #[must_use]
    #[inline]
    pub const fn legal(self) -> Moves {
        if self.status().is_over() {
            Moves::EMPTY
        } else {
            self.empty()
        }
    }

    /// Returns the state with one more mark of `player`, in an empty cell. It need not be the
    /// player's turn.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn with(self, player: Player, cell: u8) -> Self {
        let mark = 1 << cell;
        match player {
            Player::First => Self::from_disjoint(self.x() | mark, self.o()),
            Player::Second => Self::from_disjoint(self.x(), self.o() | mark),
        }
    }

    /// Returns a number that identifies the state. The cells of X are in bits 0 to 8, and the cells
    /// of O are in bits 9 to 17.
    #[must_use]
    #[inline]
    pub const fn key(self) -> u64 {
        self.x() as u64 | (self.o() as u64) << CELLS
    }

    /// Returns where the baked table of tic-tac-toe stores the state. `.0` is the row: the mask of
    /// the occupied cells. `.1` is the column: the mask of X. The code that writes the table and
    /// the code that reads it both call this function.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn address(self) -> (usize, usize) {
        ((self.0 >> Self::OCCUPIED_SHIFT) as usize, self.x() as usize)
    }

    /// Returns the state for which [`to_bits`](Self::to_bits) returns `bits`. For any other `bits`,
    /// ignores the unused bits, and the marks of X in cells that are not occupied. So the returned
    /// state is always valid.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        let occupied = bits >> Self::OCCUPIED_SHIFT;
        Self(occupied << Self::OCCUPIED_SHIFT | bits & occupied)
    }

    /// Returns the state as 32 bits: the mask of X in the lowest bits, and the mask of the occupied
    /// cells in the nine highest bits.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn to_bits(self) -> u32 {
        self.0
    }
}

impl Default for State {
    #[inline]
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

#[cfg(test)]
mod tests {
    use super::*;

    /// `from_bits` returns a valid board for any 32 bits.
    #[test]
    fn all_bits_are_a_board() {
        for masks in 0..1_u32 << (2 * CELLS) {
            let (occupied, x) = (masks >> CELLS, masks & u32::from(BOARD));
            let bits = occupied << State::OCCUPIED_SHIFT | x;
            for between in [0, 1 << CELLS, 1 << (State::OCCUPIED_SHIFT - 1)] {
                let state = State::from_bits(bits | between);
                assert_eq!(State::from_masks(state.x(), state.o()), Ok(state));
                assert_eq!(u32::from(state.occupied()), occupied);
                assert!(x & !occupied != 0 || state.to_bits() == bits);
            }
        }
    }
}
