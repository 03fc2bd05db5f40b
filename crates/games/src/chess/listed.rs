//! The parts of chess that people see: the names of endings, the notation of positions and moves,
//! and the drawing of the board. The trait [`Listed`] has a method for each of these parts.

use core::fmt::{self, Write};

use perfectplay::game::ParseStateError;
use perfectplay::{Move, Player};

use super::Chess;
use super::fen::letter;
use super::material::Material;
use super::men::{ManKind, ManType};
use super::position::ChessState;
use crate::listed::{Listed, Visitor};
use crate::parameters::number;
use crate::show::{Grid, Place, Square};

impl Listed for Chess {
    const NAME: &'static str = "chess";
    const TITLE: &'static str = "Chess ending";
    const RULES: &'static str = "The endings of chess with three or four men: \
        mate the other king, from any legal position.";
    const PARAMETERS: &'static str = "MEN[,SIDE]; \
        MEN is White’s men and then Black’s, three or four in all, each with the king first \
        and the others in the order QRBNP, such as KQK or KBNK; \
        SIDE is the side of the board: 4, 6 or 8, the default; \
        pawns may begin with two squares except on side 4";
    const STATES: &'static str = "FEN without castling, such as 8/8/8/8/8/2k5/8/KQ6 w - -; \
        the clock and the move number may follow";
    const MOVES: &'static str = "the squares before and after it, such as e2e4, and the letter of what a pawn \
        becomes, such as a7a8q";
    const KEY: &'static str = "Bits 0 to 5 are the square of the white king, bits 6 to 11 that of the black one, bits 12 to 21 \
        and 22 to 31 the other men, 0 for none. Bit 32 is set if Black is to move, and bit 33 if a pawn \
        can be captured in passing. A man has its kind in the lowest three bits (queen 1, rook 2, bishop \
        3, knight 4, pawn 5), then a bit that is set for Black, and then six bits for the square. \
        White's men come first, and of one player those of the lower kind, and then of the lower square. \
        Squares are numbered row by row from the top left.";
    const SAMPLES: &'static [&'static str] = &["KQK,4", "KRK,4", "KPK,4"];
    const IS_LOOPY: bool = true;
    const KEYS_TELL_STATES: bool = true;

    fn with_parameters(text: &str) -> Option<Self> {
        match text.split_once(',') {
            None => Self::new(text, Self::SIDE),
            Some((material, side)) => Self::new(material, number(side)?),
        }
    }

    fn write_parameters(&self, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{}", self.material)?;
        if self.side() != Self::SIDE {
            write!(out, ",{}", self.side())?;
        }
        Ok(())
    }

    /// Writes the men, and the size of a small board: `Chess ending KQK 4×4`.
    fn write_title(&self, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{} {}", Self::TITLE, self.material)?;
        let side = self.side();
        if side != Self::SIDE {
            write!(out, " {side}×{side}")?;
        }
        Ok(())
    }

    fn of_key(&self, key: u64) -> Option<ChessState> {
        ChessState::from_key(key).filter(|&position| self.is_position(position))
    }

    fn accept<V: Visitor>(self, visitor: V) -> V::Output {
        visitor.visit_dense(self)
    }

    /// Writes a position in FEN (Edwards, Portable Game Notation, 1994, 16.1) without its two
    /// counters of moves. The first field lists the rows from the top, where a digit counts empty
    /// squares. The second field is `w` or `b`, for the player to move. The third field is `-`, for
    /// no castling. The fourth field names the square where a pawn can be captured in passing; `-`
    /// if there is none.
    fn write_state(&self, position: ChessState, out: &mut dyn Write) -> fmt::Result {
        let mut empty = 0;
        for square in 0..self.board.cells() {
            let man = position.man_on(square);
            let is_first = self.board.place(square).1 == 0;
            if empty > 0 && (is_first || man.is_some()) {
                write!(out, "{empty}")?;
                empty = 0;
            }
            if is_first && square > 0 {
                out.write_char('/')?;
            }
            match man {
                Some(man) => out.write_char(letter(man.piece))?,
                None => empty += 1,
            }
        }
        if empty > 0 {
            write!(out, "{empty}")?;
        }
        out.write_str(match position.to_move {
            Player::First => " w - ",
            Player::Second => " b - ",
        })?;
        match self.passed_square(position) {
            Some(square) => write!(out, "{}", self.board.name(square)),
            None => out.write_char('-'),
        }
    }

    /// Parses FEN. The text may end after its second field, which names the player to move.
    fn read_state(&self, text: &str) -> Result<ChessState, ParseStateError> {
        Ok(self.read_fen(text)?.0)
    }

    /// Writes the square that the man leaves and the square that it reaches: `e2e4`. If a pawn is
    /// promoted, the letter of the new piece follows: `a7a8q`. Chess programs call this notation
    /// UCI.
    fn write_move(&self, position: ChessState, mv: Move, out: &mut dyn Write) -> fmt::Result {
        let Some(step) = self.step(position, mv) else {
            return write!(out, "{mv}");
        };
        let [from, to] = [step.man.square, step.to].map(|square| self.board.name(square));
        write!(out, "{from}{to}")?;
        match step.promotion {
            Some(kind) => out.write_char(kind.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }

    /// Warns if the text has a clock for the fifty-move rule, because the game does not have this
    /// rule.
    fn warning(&self, text: &str) -> Option<&'static str> {
        let (_, clock) = self.read_fen(text).ok()?;
        clock.then_some("the fifty-move rule is not played: the clock of half moves is ignored")
    }

    /// Returns the position with the colours exchanged and the rows mirrored. `None` if captures
    /// and promotions never lead from the men of this game to the men of the returned position.
    fn stand_in(&self, position: ChessState) -> Option<ChessState> {
        let exchanged = Material::from_position(position).exchanged();
        let is_own = self.material.may_become(exchanged);
        is_own.then(|| self.turn(position))
    }

    fn marks(&self) -> [char; 2] {
        ['W', 'B']
    }

    fn grid(&self) -> Option<Grid> {
        Some(Grid::from_board(self.board).lettered())
    }

    fn square(&self, position: ChessState, square: u8) -> Square {
        position.man_on(square).map_or(Square::Empty, |man| {
            Square::piece(man.piece.owner).with_kind(figure(man.piece))
        })
    }

    fn place(&self, position: ChessState, mv: Move) -> Place {
        let step = self.step(position, mv);
        step.map_or(Place::OffBoard, |step| Place::Step {
            from: step.man.square,
            to: step.to,
        })
    }

    fn why_unreachable(&self, position: ChessState) -> Option<impl fmt::Display> {
        (!self.keeps_king(position)).then_some(match position.to_move {
            Player::First => "White is to move, and could capture Black’s king",
            Player::Second => "Black is to move, and could capture White’s king",
        })
    }
}

const fn figure(piece: ManType) -> char {
    let figures = match piece.kind {
        ManKind::King => ['♔', '♚'],
        ManKind::Queen => ['♕', '♛'],
        ManKind::Rook => ['♖', '♜'],
        ManKind::Bishop => ['♗', '♝'],
        ManKind::Knight => ['♘', '♞'],
        ManKind::Pawn => ['♙', '♟'],
    };
    figures[piece.owner as usize]
}
