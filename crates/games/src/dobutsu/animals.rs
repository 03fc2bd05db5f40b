//! The states of dōbutsu shōgi: the board and the captured pieces, as the player to move sees them.

use perfectplay::Player;

use crate::board::BoardSize;

/// The board as the player to move sees it, so that this player's pieces go up. Cell 0 is at the
/// top left.
pub(super) const BOARD: BoardSize = BoardSize {
    columns: 3,
    rows: 4,
};
pub(super) const ALL: u64 = 0o7777;
/// The row that is farthest from the player to move.
pub(super) const FAR: u64 = 0o0007;
/// The row that is nearest to the player to move.
pub(super) const NEAR: u64 = 0o7000;
pub(super) const LEFT: u64 = 0o1111;
pub(super) const RIGHT: u64 = 0o4444;

/// The lowest bit of each of the four masks in [`Animals`].
const PLANES: u64 = 1 | 1 << 12 | 1 << 24 | 1 << 36;
/// The bits of the four masks in [`Animals`].
const ON_BOARD: u64 = (1 << 48) - 1;
/// The position of the first bit that counts captured pieces. The counts of each player take six
/// bits.
const HANDS: u32 = 48;
const HAND: u64 = 0o77;
const TURN: u32 = 60;

/// A kind of piece that can be captured and dropped. The discriminant of a kind determines where
/// its count is stored in [`Animals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HandAnimal {
    Giraffe,
    Elephant,
    Chick,
}

impl HandAnimal {
    pub const ALL: [Self; 3] = [Self::Giraffe, Self::Elephant, Self::Chick];

    /// Returns the bits of a cell that holds an opponent's piece of this kind.
    pub const fn content(self) -> u64 {
        match self {
            Self::Giraffe => STRAIGHT,
            Self::Elephant => ASLANT,
            Self::Chick => CHICK,
        }
    }

    /// Returns the letter that stands for a piece of this kind if Sente owns the piece.
    pub const fn letter(self) -> char {
        match self {
            Self::Giraffe => 'G',
            Self::Elephant => 'E',
            Self::Chick => 'C',
        }
    }
}

/// The bit that marks a piece of the player to move. The content of a cell consists of four bits.
/// The other three bits tell whether the piece moves straight, whether it moves diagonally, and
/// whether it is a chick or a hen. A giraffe moves straight, an elephant moves diagonally, and a
/// lion moves in both ways. A hen has the bit of a chick and also moves straight.
pub(super) const MINE: u64 = 1;
pub(super) const STRAIGHT: u64 = 2;
pub(super) const ASLANT: u64 = 4;
pub(super) const CHICK: u64 = 8;
pub(super) const LION: u64 = STRAIGHT | ASLANT;
pub(super) const HEN: u64 = STRAIGHT | CHICK;

/// Returns the kind that a piece becomes when it is captured. `None` for a lion or an empty cell.
pub(super) const fn kind_of(content: u64) -> Option<HandAnimal> {
    match content & !MINE {
        STRAIGHT => Some(HandAnimal::Giraffe),
        ASLANT => Some(HandAnimal::Elephant),
        CHICK | HEN => Some(HandAnimal::Chick),
        _ => None,
    }
}

/// A state of dōbutsu shōgi.
///
/// Bits 0 to 47 are four masks of twelve cells, as the player to move sees the board. The first
/// mask marks the pieces of the player to move, the second all pieces that move straight, the third
/// all pieces that move diagonally, and the fourth all chicks and hens. Bits 48 to 59 hold six
/// counts of two bits each. The first three count the giraffes, elephants and chicks that the
/// player to move has captured. The last three count the giraffes, elephants and chicks that the
/// opponent has captured. Bit 60 is set if Gote is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Animals(u64);

impl Animals {
    /// The empty board, with Sente to move.
    pub(super) const EMPTY: Self = Self(0);

    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    pub(super) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Returns the player to move.
    #[must_use]
    pub const fn to_move(self) -> Player {
        if self.0 >> TURN & 1 == 0 {
            Player::First
        } else {
            Player::Second
        }
    }

    pub(super) const fn mine(self) -> u64 {
        self.0 & ALL
    }

    pub(super) const fn straight(self) -> u64 {
        self.0 >> 12 & ALL
    }

    pub(super) const fn aslant(self) -> u64 {
        self.0 >> 24 & ALL
    }

    pub(super) const fn chicks(self) -> u64 {
        self.0 >> 36 & ALL
    }

    pub(super) const fn occupied(self) -> u64 {
        self.straight() | self.aslant() | self.chicks()
    }

    pub(super) const fn theirs(self) -> u64 {
        self.occupied() & !self.mine()
    }

    pub(super) const fn lions(self) -> u64 {
        self.straight() & self.aslant()
    }

    /// Returns the four bits that tell what a cell holds; 0 for an empty cell.
    #[inline]
    pub(super) const fn content(self, cell: u32) -> u64 {
        let planes = self.0 >> cell;
        planes & 1 | planes >> 11 & 2 | planes >> 22 & 4 | planes >> 33 & 8
    }

    /// Returns the state after a piece with the bits `content` is put on an empty cell.
    #[inline]
    pub(super) const fn with(self, cell: u32, content: u64) -> Self {
        let planes = content & 1 | (content & 2) << 11 | (content & 4) << 22 | (content & 8) << 33;
        Self(self.0 | planes << cell)
    }

    #[inline]
    pub(super) const fn without(self, cells: u64) -> Self {
        Self(self.0 & !(cells * PLANES))
    }

    /// Returns the number of pieces of a kind in the hand of the player to move.
    pub(super) const fn held(self, kind: HandAnimal) -> u64 {
        self.0 >> (HANDS + 2 * kind as u32) & 3
    }

    pub(super) const fn held_by_other(self, kind: HandAnimal) -> u64 {
        self.0 >> (HANDS + 6 + 2 * kind as u32) & 3
    }

    /// Returns the state with one more piece in the hand of the player to move.
    pub(super) const fn with_held(self, kind: HandAnimal) -> Self {
        Self(self.0 + (1 << (HANDS + 2 * kind as u32)))
    }

    pub(super) const fn with_held_by_other(self, kind: HandAnimal) -> Self {
        Self(self.0 + (1 << (HANDS + 6 + 2 * kind as u32)))
    }

    /// Returns the state with one piece of a kind fewer in the hand of the player to move. The hand
    /// must hold such a piece.
    pub(super) const fn without_held(self, kind: HandAnimal) -> Self {
        Self(self.0 - (1 << (HANDS + 2 * kind as u32)))
    }

    /// Returns the number of pieces of a kind, on the board and in both hands.
    pub(super) fn number_of(self, kind: HandAnimal) -> u64 {
        let cells = match kind {
            HandAnimal::Giraffe => self.straight() & !self.aslant() & !self.chicks(),
            HandAnimal::Elephant => self.aslant() & !self.straight() & !self.chicks(),
            HandAnimal::Chick => self.chicks(),
        };
        u64::from(cells.count_ones()) + self.held(kind) + self.held_by_other(kind)
    }

    /// Returns whether the bits are valid. Every cell must be empty or hold a possible piece, and
    /// all unused bits must be 0.
    pub(super) const fn has_only_pieces(self) -> bool {
        self.0 >> (TURN + 1) == 0
            && self.aslant() & self.chicks() == 0
            && self.mine() & !self.occupied() == 0
    }

    /// Returns the state with the other player to move, as that other player sees it. The board is
    /// turned by half a turn, and the two hands change places.
    #[inline]
    pub(super) const fn turned(self) -> Self {
        let all = (self.0 & ON_BOARD & !ALL) | self.theirs();
        let turned = all.reverse_bits() >> 16;
        let planes = turned >> 36
            | (turned >> 12 & ALL << 12)
            | (turned & ALL << 12) << 12
            | (turned & ALL) << 36;
        let hands = self.0 >> HANDS;
        let hands = hands >> 6 & HAND | (hands & HAND) << 6;
        Self(planes | hands << HANDS | (self.0 >> TURN ^ 1) << TURN)
    }

    #[inline]
    pub(super) const fn mirrored(self) -> Self {
        let left = self.0 & (LEFT * PLANES);
        let right = self.0 & (RIGHT * PLANES);
        Self(self.0 ^ left ^ right | left << 2 | right >> 2)
    }

    /// Returns the state with Sente and Gote exchanged. The new player to move sees the same board
    /// and hands as the old one.
    pub(super) const fn with_players_exchanged(self) -> Self {
        Self(self.0 ^ 1 << TURN)
    }

    pub(super) const fn seen_by_first(self) -> Self {
        match self.to_move() {
            Player::First => self,
            Player::Second => self.turned(),
        }
    }

    /// Returns the cells from which the player to move can take the opponent's lion.
    #[inline]
    pub(super) const fn takers(self) -> u64 {
        let mine = self.mine();
        let [straight, aslant, chicks] = [
            self.straight() & mine,
            self.aslant() & mine,
            self.chicks() & mine,
        ];
        sources(straight, aslant, chicks, self.lions() & !mine)
    }
}

/// Returns the cells of the pieces that reach one of `cells` in one step. `straight` marks the
/// pieces that move straight, `aslant` the pieces that move diagonally, and `chicks` the chicks and
/// hens.
#[inline]
pub(super) const fn sources(straight: u64, aslant: u64, chicks: u64, cells: u64) -> u64 {
    let (not_left, not_right) = (cells & !LEFT, cells & !RIGHT);
    let from = (straight | chicks) & cells << 3
        | straight & (cells >> 3 | not_right << 1 | not_left >> 1)
        | (aslant | straight & chicks) & (not_right << 4 | not_left << 2)
        | aslant & (not_left >> 4 | not_right >> 2);
    from & ALL
}
