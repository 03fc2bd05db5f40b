//! Chess endings of three and four men, with the distance to mate.
//!
//! Only endings are here. The material of an ending is named as usual, with White's men first:
//! `KQK` is king and queen against king. Play begins in any legal position of this material, with
//! either player to move. Captures and promotions lead to other endings, which also belong to the
//! game.
//!
//! - The rules are those of chess. Pawns are promoted to queen, rook, bishop or knight, and may be
//!   captured in passing. There is no castling.
//! - The player who is mated loses, and stalemate is a draw. The game is also a draw if only the
//!   kings are left, or the kings and one bishop, or the kings and one knight. In these endings,
//!   nobody can be mated (FIDE Laws of Chess, 5.2.2).
//! - Play without end is a draw. There is no fifty-move rule, and no draw by repetition.
//!
//! Distances are plies to mate. The longest wins take this many moves: `KQK` 10, `KRK` 16, `KPK`
//! 28, `KBBK` 19, `KBNK` 33, `KQKR` 35. These are the numbers in Nalimov's tables (Nalimov, Haworth
//! and Heinz, Space-efficient indexing of endgame tables for chess, ICGA Journal 23, 2000).
//!
//! The endings can also be played on a board of 4 by 4 or 6 by 6, where they are solved much
//! faster. The parameters `KQK,4` stand for king and queen against king on 4 by 4. On 4 by 4, pawns
//! never go two squares ahead.

mod fen;
mod index;
mod listed;
mod material;
mod men;
mod moves;
mod position;

use perfectplay::game::Hints;
use perfectplay::{Game, Move, Moves, Player, Value};

use crate::Listed;
use crate::board::BoardSize;
pub use men::ManKind;
pub use position::ChessState;

use material::{Endings, Material};
use men::{Man, ManType};

/// The rules of chess for the endings that can arise from one material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chess {
    board: BoardSize,
    material: Material,
    endings: Endings,
}

impl Chess {
    const SIDE: u8 = 8;
    /// The side of the smallest board on which pawns may go two squares ahead.
    const TWO_AHEAD_SIDE: u8 = 6;

    /// Creates the endings of a material, such as `KQKR`, on a board whose side is 4, 6 or 8.
    #[must_use]
    pub fn new(material: &str, side: u8) -> Option<Self> {
        let material = Material::from_text(material)?;
        matches!(side, 4 | 6 | 8).then(|| Self {
            board: BoardSize {
                columns: side,
                rows: side,
            },
            material,
            endings: Endings::new(material),
        })
    }

    /// Returns the number of rows, which is also the number of columns.
    const fn side(&self) -> u8 {
        self.board.columns
    }

    /// Returns whether the material contains a pawn. With a pawn, only one symmetry of the board is
    /// left: exchanging left and right.
    fn has_pawns(&self) -> bool {
        self.material.pawns() > 0
    }

    /// Returns the square where a man stands at the start. Pawns stand on the second row of their
    /// owner, and all other men on the first row. The queen is beside the king, as at the start of
    /// chess.
    fn home(&self, piece: ManType, is_taken: impl Fn(u8) -> bool) -> u8 {
        let side = self.side();
        let king = side / 2;
        let columns = match piece.kind {
            ManKind::King => [king, king],
            ManKind::Queen => [king - 1, king - 2],
            ManKind::Rook => [0, side - 1],
            ManKind::Bishop => [king - 2, king + 1],
            ManKind::Knight => [1, side - 2],
            ManKind::Pawn => [king - 1, king],
        };
        let row = match (piece.owner, piece.kind) {
            (owner, ManKind::Pawn) => self.first_row(owner),
            (owner, _) => self.last_row(owner.other()),
        };
        let squares = columns
            .into_iter()
            .chain(0..side)
            .map(|column| row * side + column);
        let mut free = squares.filter(|&square| !is_taken(square));
        free.next().unwrap_or_default()
    }

    /// Returns the number of placements. A placement puts each man of the material on a square and
    /// says who is to move.
    fn placements(&self) -> u64 {
        2 * u64::from(self.board.cells()).pow(2 + self.material.count())
    }

    /// Returns the position that one of the [`placements`](Self::placements) describes, if the
    /// position is legal.
    fn placed(&self, placement: u64) -> Option<ChessState> {
        let cells = u64::from(self.board.cells());
        let mut rest = placement / 2;
        let mut next = || {
            let square = (rest % cells) as u8;
            rest /= cells;
            square
        };
        let kings = [next(), next()];
        let mut pieces = self.material.pieces();
        let men = [(); 2].map(|()| {
            pieces.next().map(|piece| Man {
                piece,
                square: next(),
            })
        });
        let to_move = Player::after_plies((placement % 2) as u32);
        let position = ChessState::new(kings, men, to_move);
        (position.men == men && self.is_legal(position)).then_some(position)
    }

    /// Returns whether a position is legal. Works only for positions without a pawn that can be
    /// captured in passing.
    fn is_legal(&self, position: ChessState) -> bool {
        let count = 2 + position.men.into_iter().flatten().count() as u32;
        position.occupied().count_ones() == count
            && self.keeps_king(position)
            && position
                .men
                .into_iter()
                .flatten()
                .all(|man| self.may_stand(man))
    }

    /// Checks that each man is on a square where it may stand. Also checks that `en_passant` is set
    /// only if a pawn can be captured in passing. Does not check that the position is legal.
    fn is_position(&self, position: ChessState) -> bool {
        let mut men = Player::BOTH
            .into_iter()
            .flat_map(|player| position.men_of(player));
        let is_passing = self.may_capture_in_passing(position);
        men.all(|man| man.square < self.board.cells() && self.may_stand(man))
            && (!position.en_passant || is_passing && self.square_behind(position).is_some())
    }

    /// Returns whether a man may stand on its square. A pawn may not stand on the first or the last
    /// row.
    fn may_stand(&self, man: Man) -> bool {
        let row = self.board.place(man.square).0;
        man.piece.kind != ManKind::Pawn || (1..self.side() - 1).contains(&row)
    }
}

impl Game for Chess {
    type State = ChessState;

    crate::listed::describe_as_text!();

    fn move_count(&self) -> u32 {
        let materials = self.endings.materials().iter();
        let spans = materials.flat_map(|&material| {
            let players = Player::BOTH.into_iter();
            players.map(move |player| Self::span_of(material, player))
        });
        spans.max().unwrap_or_default()
    }

    /// Returns the position in which all men stand where they stand at the start of chess, with
    /// White to move.
    fn start(&self) -> ChessState {
        let king = |owner| {
            let kind = ManKind::King;
            self.home(ManType { owner, kind }, |_| false)
        };
        let kings = Player::BOTH.map(king);
        let (mut men, mut taken) = ([None; 2], 1_u64 << kings[0] | 1 << kings[1]);
        for (man, piece) in men.iter_mut().zip(self.material.pieces()) {
            let square = self.home(piece, |square| taken >> square & 1 == 1);
            taken |= 1 << square;
            *man = Some(Man { piece, square });
        }
        ChessState::new(kings, men, Player::First)
    }

    /// Returns all legal positions of the material except `start`.
    fn other_starts(&self) -> impl Iterator<Item = ChessState> {
        let start = self.start();
        let placed = (0..self.placements()).filter_map(move |placement| self.placed(placement));
        placed.filter(move |&position| position != start)
    }

    fn outcome(&self, position: ChessState) -> Option<Value> {
        if Material::from_position(position).is_dead() {
            return Some(Value::Draw);
        }
        self.legal_moves(position).next().is_none().then(|| {
            if self.is_in_check(position, position.to_move) {
                Value::Loss
            } else {
                Value::Draw
            }
        })
    }

    fn legal(&self, position: ChessState) -> Moves {
        self.legal_moves(position).collect()
    }

    fn play(&self, position: ChessState, mv: Move) -> ChessState {
        match self.step(position, mv) {
            Some(step) => self.after(position, step),
            None => position,
        }
    }

    fn key(&self, position: ChessState) -> u64 {
        position.key()
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["White", "Black"]
    }

    fn to_move(&self, position: ChessState) -> Option<Player> {
        Some(position.to_move)
    }

    fn is_loopy(&self) -> bool {
        Self::IS_LOOPY
    }
}

impl Hints for Chess {
    /// Returns 8, the number of symmetries of a square, if there are no pawns. If there are pawns,
    /// returns 2, because only left and right may be exchanged.
    fn symmetries(&self) -> u32 {
        if self.has_pawns() { 2 } else { 8 }
    }

    fn image(&self, symmetry: u32, position: ChessState) -> ChessState {
        position.map(|square| self.image_of_square(symmetry, square))
    }

    fn image_of_move(&self, symmetry: u32, position: ChessState, mv: Move) -> Move {
        let image = self.step(position, mv).and_then(|step| {
            let step = step.map(|square| self.image_of_square(symmetry, square));
            self.move_of_step(self.image(symmetry, position), step)
        });
        image.unwrap_or(mv)
    }
}

impl Chess {
    fn image_of_square(&self, symmetry: u32, square: u8) -> u8 {
        // Symmetry 2 of the board mirrors the columns.
        let symmetry = if self.has_pawns() {
            2 * symmetry
        } else {
            symmetry
        };
        self.board.image(symmetry, square)
    }
}
