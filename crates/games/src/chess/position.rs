//! Chess positions of at most four men.

use core::iter;

use perfectplay::Player;

use super::men::{Man, ManKind, ManType};

/// A position of two kings and at most two other men, with the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChessState {
    /// The square of White's king (`[0]`), and the square of Black's king (`[1]`).
    pub(super) kings: [u8; 2],
    /// The other men, ordered by owner, kind and square.
    pub(super) men: [Option<Man>; 2],
    pub(super) to_move: Player,
    /// Whether the pawn that has just moved two squares can be captured in passing.
    pub(super) en_passant: bool,
}

impl ChessState {
    pub(super) fn new(kings: [u8; 2], men: [Option<Man>; 2], to_move: Player) -> Self {
        Self {
            kings,
            men: sorted(men),
            to_move,
            en_passant: false,
        }
    }

    /// Returns the men of a player, the king first.
    pub(super) fn men_of(self, player: Player) -> impl Iterator<Item = Man> {
        let king = Man {
            piece: ManType {
                owner: player,
                kind: ManKind::King,
            },
            square: self.kings[player as usize],
        };
        let others = self.men.into_iter().flatten();
        iter::once(king).chain(others.filter(move |man| man.piece.owner == player))
    }

    pub(super) fn man_on(self, square: u8) -> Option<Man> {
        let mut men = Player::BOTH
            .into_iter()
            .flat_map(|player| self.men_of(player));
        men.find(|man| man.square == square)
    }

    pub(super) fn occupied(self) -> u64 {
        let others = self.men.into_iter().flatten().map(|man| man.square);
        let squares = self.kings.into_iter().chain(others);
        squares.fold(0, |mask, square| mask | 1 << square)
    }

    pub(super) fn map(self, image: impl Fn(u8) -> u8) -> Self {
        let moved = |man: Man| Man {
            square: image(man.square),
            ..man
        };
        Self {
            kings: self.kings.map(&image),
            men: sorted(self.men.map(|man| man.map(moved))),
            ..self
        }
    }

    /// Returns the position with the colours of all men exchanged, and with the other player to
    /// move.
    pub(super) fn exchanged(self) -> Self {
        let [white, black] = self.kings;
        let given = |man: Man| Man {
            piece: man.piece.exchanged(),
            ..man
        };
        Self {
            kings: [black, white],
            men: sorted(self.men.map(|man| man.map(given))),
            to_move: self.to_move.other(),
            ..self
        }
    }

    /// Returns a number that identifies the position. Bits 0 to 11 are the squares of the kings,
    /// and bits 12 to 31 the other men. Bit 32 is set if Black is to move, and bit 33 if a pawn can
    /// be captured in passing.
    pub(super) fn key(self) -> u64 {
        let [white, black] = self.kings.map(u64::from);
        let [first, second] = self.men.map(|man| man.map_or(0, Man::code));
        white
            | black << 6
            | first << 12
            | second << 22
            | (self.to_move as u64) << 32
            | u64::from(self.en_passant) << 33
    }

    /// Returns the position with this [`key`](Self::key); `None` if there is no such position.
    pub(super) fn from_key(key: u64) -> Option<Self> {
        let square = |shift: u32| (key >> shift & 63) as u8;
        let position = Self {
            kings: [square(0), square(6)],
            men: [key >> 12, key >> 22].map(Man::from_code),
            to_move: Player::after_plies((key >> 32 & 1) as u32),
            en_passant: key >> 33 & 1 == 1,
        };
        (position.key() == key).then_some(position)
    }
}

/// Returns the men ordered by owner, kind and square, with `None` last.
pub(super) fn sorted<T: Ord>(men: [Option<T>; 2]) -> [Option<T>; 2] {
    let [first, second] = men;
    let is_sorted = second.is_none() || first.is_some() && first <= second;
    if is_sorted {
        [first, second]
    } else {
        [second, first]
    }
}
