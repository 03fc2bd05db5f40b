//! The men, and which squares each kind of man attacks.

use core::iter;

use perfectplay::Player;

use crate::board::BoardSize;

/// The kinds of men, the most valuable first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ManKind {
    /// Moves one square in any direction.
    King,
    /// Moves any number of squares in any direction.
    Queen,
    /// Moves any number of squares along a row or a column.
    Rook,
    /// Moves any number of squares along a diagonal.
    Bishop,
    /// Moves two squares along a row or a column, and then one square to a side.
    Knight,
    /// Moves straight ahead, and captures diagonally ahead.
    Pawn,
}

impl ManKind {
    pub(super) const OTHERS: [Self; 5] = [
        Self::Queen,
        Self::Rook,
        Self::Bishop,
        Self::Knight,
        Self::Pawn,
    ];
    pub(super) const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// Returns the capital letter of the kind.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::King => 'K',
            Self::Queen => 'Q',
            Self::Rook => 'R',
            Self::Bishop => 'B',
            Self::Knight => 'N',
            Self::Pawn => 'P',
        }
    }

    pub(super) fn from_letter(letter: char) -> Option<Self> {
        let mut kinds = [Self::King].into_iter().chain(Self::OTHERS);
        kinds.find(|kind| kind.letter() == letter)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ManType {
    pub owner: Player,
    pub kind: ManKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Man {
    pub piece: ManType,
    /// The square, as a cell of the board.
    pub square: u8,
}

impl Man {
    /// Returns whether the man attacks a square. `occupied` contains the squares of all men.
    pub fn attacks(self, board: BoardSize, to: u8, occupied: u64) -> bool {
        let (down, right) = offset(board, self.square, to);
        let is_straight = down == 0 || right == 0;
        let is_aslant = down.abs() == right.abs();
        let is_in_reach = match self.piece.kind {
            ManKind::King => return down.abs().max(right.abs()) == 1,
            ManKind::Knight => return (down * right).abs() == 2,
            ManKind::Pawn => return down == ahead(self.piece.owner) && right.abs() == 1,
            ManKind::Queen => is_straight || is_aslant,
            ManKind::Rook => is_straight,
            ManKind::Bishop => is_aslant,
        };
        let step = down.signum() * board.columns as i8 + right.signum();
        let next = |square: &u8| square.checked_add_signed(step).filter(|&next| next != to);
        let mut between = iter::successors(next(&self.square), next);
        is_in_reach && to != self.square && between.all(|square| occupied >> square & 1 == 0)
    }
}

/// Returns how many rows `to` is below `from` (`.0`), and how many columns it is to the right of
/// `from` (`.1`).
pub(super) const fn offset(board: BoardSize, from: u8, to: u8) -> (i8, i8) {
    let ((row, column), (to_row, to_column)) = (board.place(from), board.place(to));
    (to_row as i8 - row as i8, to_column as i8 - column as i8)
}

/// Returns the direction in which a player's pawns move on the board: -1 (up) for White, and 1
/// (down) for Black.
pub(super) const fn ahead(owner: Player) -> i8 {
    match owner {
        Player::First => -1,
        Player::Second => 1,
    }
}

impl ManType {
    /// Returns the same kind, but owned by the other player.
    pub const fn exchanged(self) -> Self {
        Self {
            owner: self.owner.other(),
            kind: self.kind,
        }
    }
}

impl Man {
    /// Returns a number from 1 to 1023 for a man other than a king. Bits 0 to 2 are the kind, bit 3
    /// the owner, and bits 4 to 9 the square.
    pub fn code(self) -> u64 {
        let ManType { owner, kind } = self.piece;
        kind as u64 | (owner as u64) << 3 | u64::from(self.square) << 4
    }

    /// Returns the man whose [`code`](Self::code) is in the low ten bits of `code`; `None` if these
    /// bits are not the code of a man.
    pub fn from_code(code: u64) -> Option<Self> {
        let mut kinds = ManKind::OTHERS.into_iter();
        let piece = ManType {
            owner: Player::after_plies((code >> 3 & 1) as u32),
            kind: kinds.find(|&kind| kind as u64 == code & 7)?,
        };
        Some(Self {
            piece,
            square: (code >> 4 & 63) as u8,
        })
    }
}
