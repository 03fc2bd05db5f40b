//! Defines the material of an ending (which men are on the board), and lists the materials that may
//! follow by captures and promotions.

use core::fmt::{self, Write};

use perfectplay::Player;

use super::men::{ManKind, ManType};
use super::position::{ChessState, sorted};

/// The men of an ending besides the two kings, by owner and kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Material([Option<ManType>; 2]);

impl Material {
    pub fn from_position(position: ChessState) -> Self {
        Self(position.men.map(|man| man.map(|man| man.piece)))
    }

    /// Parses the usual notation, such as `KQKR`. White's men come before Black's. Each player's
    /// king comes first, and then the player's other men, the most valuable first. There must be
    /// three or four men.
    pub fn from_text(text: &str) -> Option<Self> {
        let (white, black) = text.strip_prefix('K')?.split_once('K')?;
        let white = white.chars().map(|letter| (Player::First, letter));
        let black = black.chars().map(|letter| (Player::Second, letter));
        let (mut pieces, mut count) = ([None; 2], 0);
        for (owner, letter) in white.chain(black) {
            let kind = ManKind::from_letter(letter).filter(|&kind| kind != ManKind::King)?;
            *pieces.get_mut(count)? = Some(ManType { owner, kind });
            count += 1;
        }
        (count > 0 && pieces == sorted(pieces)).then_some(Self(pieces))
    }

    pub fn pieces(self) -> impl Iterator<Item = ManType> + Clone {
        self.0.into_iter().flatten()
    }

    pub fn count(self) -> u32 {
        self.pieces().count() as u32
    }

    pub fn pawns(self) -> u32 {
        self.pieces()
            .filter(|piece| piece.kind == ManKind::Pawn)
            .count() as u32
    }

    /// Returns whether there are two men that differ only in their squares.
    pub fn has_twins(self) -> bool {
        self.0[0] == self.0[1]
    }

    /// Returns whether each player has a pawn, so that a pawn may be captured in passing.
    pub fn has_opposed_pawns(self) -> bool {
        self.pawns() == 2 && !self.has_twins()
    }

    /// Returns whether no mate is possible, because there is no man besides the kings, or only one
    /// bishop or knight.
    pub fn is_dead(self) -> bool {
        let is_light = |piece: ManType| matches!(piece.kind, ManKind::Bishop | ManKind::Knight);
        self.count() < 2 && self.pieces().all(is_light)
    }

    pub fn exchanged(self) -> Self {
        Self(sorted(self.0.map(|piece| piece.map(ManType::exchanged))))
    }

    /// Returns the normal form of the material, in which White has the more valuable men. The
    /// result is either the material itself, or the material with the colours exchanged.
    pub fn normal(self) -> Self {
        self.min(self.exchanged())
    }

    /// Returns whether captures and promotions may lead from this material to another one.
    pub fn may_become(self, other: Self) -> bool {
        self == other || self.after().any(|after| after.may_become(other))
    }

    /// Returns the material after each capture, each promotion, and each promotion with capture.
    /// The iterator returns the same material several times if several moves lead to it.
    pub fn after(self) -> impl Iterator<Item = Self> {
        let each = move |at: usize| {
            let (piece, other) = (self.0[at], self.0[1 - at]);
            let captured = piece.map(|_| [other, None]);
            let pawn = piece.filter(|piece| piece.kind == ManKind::Pawn);
            let promoted = pawn.into_iter().flat_map(move |pawn| {
                ManKind::PROMOTIONS.into_iter().flat_map(move |kind| {
                    let promoted = Some(ManType { kind, ..pawn });
                    let is_theirs = |other: &ManType| other.owner != pawn.owner;
                    let capture = other.filter(is_theirs).map(|_| [promoted, None]);
                    [Some([promoted, other]), capture]
                })
            });
            [captured].into_iter().chain(promoted).flatten()
        };
        let after = [0, 1].into_iter().flat_map(each);
        after.map(|pieces| Self(sorted(pieces)))
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for player in Player::BOTH {
            f.write_char(ManKind::King.letter())?;
            for piece in self.pieces().filter(|piece| piece.owner == player) {
                f.write_char(piece.kind.letter())?;
            }
        }
        Ok(())
    }
}

/// A list of a material and of all materials that may follow from it by captures and promotions.
/// Each material is in its [normal form](Material::normal). Materials that may follow from another
/// material come after it on the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Endings {
    materials: [Material; Self::MOST],
    count: usize,
}

impl Endings {
    /// The greatest number of materials on the list. The list is longest if the men besides the
    /// kings are two pawns of one player. Each of the two pawns may still be a pawn, may have
    /// become one of four pieces, or may have been captured.
    const MOST: usize = 21;

    /// Returns the list of the materials that may follow from this material.
    pub fn new(material: Material) -> Self {
        let mut endings = Self {
            materials: [material.normal(); Self::MOST],
            count: 1,
        };
        let mut at = 0;
        while at < endings.count {
            for after in endings.materials[at].after() {
                let after = after.normal();
                if endings.find(after).is_none() {
                    endings.materials[endings.count] = after;
                    endings.count += 1;
                }
            }
            at += 1;
        }
        // A capture leaves fewer men, and a promotion fewer pawns. Files store the numbers of
        // tiers, so the order must be total.
        let order = |&material: &Material| (3 - material.count(), 3 - material.pawns(), material);
        endings.materials[..endings.count].sort_unstable_by_key(order);
        endings
    }

    pub fn materials(&self) -> &[Material] {
        &self.materials[..self.count]
    }

    /// Returns the index of a normal material on the list.
    pub fn find(&self, material: Material) -> Option<usize> {
        self.materials().iter().position(|&other| other == material)
    }
}
