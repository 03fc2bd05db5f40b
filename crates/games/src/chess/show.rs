//! How positions are shown to people.

use core::fmt;

use perfectplay::{Move, Player};

use super::Chess;
use super::men::{Kind, Piece};
use super::position::Position;
use crate::show::{Grid, Place, Show, Square};

impl Show for Chess {
    fn marks(&self) -> [char; 2] {
        ['W', 'B']
    }

    fn grid(&self) -> Option<Grid> {
        Some(Grid::from_board(self.board).lettered())
    }

    fn square(&self, position: Position, square: u8) -> Square {
        position.man_on(square).map_or(Square::Empty, |man| {
            Square::piece(man.piece.owner).with_kind(figure(man.piece))
        })
    }

    fn place(&self, position: Position, mv: Move) -> Place {
        let step = self.step(position, mv);
        step.map_or(Place::OffBoard, |step| Place::Step {
            from: step.man.square,
            to: step.to,
        })
    }

    fn why_unreachable(&self, position: Position) -> Option<impl fmt::Display> {
        (!self.keeps_king(position)).then_some(match position.to_move {
            Player::First => "White is to move, and could capture Black’s king",
            Player::Second => "Black is to move, and could capture White’s king",
        })
    }
}

/// Returns the figure of a piece.
const fn figure(piece: Piece) -> char {
    let figures = match piece.kind {
        Kind::King => ['♔', '♚'],
        Kind::Queen => ['♕', '♛'],
        Kind::Rook => ['♖', '♜'],
        Kind::Bishop => ['♗', '♝'],
        Kind::Knight => ['♘', '♞'],
        Kind::Pawn => ['♙', '♟'],
    };
    figures[piece.owner as usize]
}
