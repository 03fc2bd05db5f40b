//! Positions in Forsyth-Edwards notation, and the names of moves.

use core::fmt::Write;

use perfectplay::Player;
use perfectplay::game::ParseStateError;

use super::Chess;
use super::men::{Man, ManKind, ManType};
use super::position::ChessState;
use crate::notation::is_text_of;

pub(super) const fn letter(piece: ManType) -> char {
    let letter = piece.kind.letter();
    match piece.owner {
        Player::First => letter,
        Player::Second => letter.to_ascii_lowercase(),
    }
}

/// The men of a position: the squares of the kings (`.0`), and the other men (`.1`).
type FenMen = ([u8; 2], [Option<Man>; 2]);

impl Chess {
    /// Parses FEN. Returns the position (`.0`), and whether the counter for the fifty-move rule is
    /// above 0 (`.1`). The text may end after its second field, which names the player to move.
    pub(super) fn read_fen(&self, text: &str) -> Result<(ChessState, bool), ParseStateError> {
        let mut fields = Fields { text, at: 0 };
        let (kings, men) = self.read_board(&mut fields)?;
        let (at, to_move) = fields.next();
        let to_move = match to_move {
            "w" => Player::First,
            "b" => Player::Second,
            _ => return Err(fields.error(at, "a space and the player to move (w or b)")),
        };
        let position = ChessState::new(kings, men, to_move);
        let (at, castling) = fields.next();
        if !["", "-"].contains(&castling) {
            return Err(fields.error(at, "- for no castling"));
        }
        let (at, passed) = fields.next();
        let en_passant = match passed {
            "" | "-" => false,
            passed => self
                .is_passed(position, passed)
                .ok_or_else(|| fields.error(at, "- or the square that a pawn has just passed"))?,
        };
        let mut numbers = [""; 2];
        for number in &mut numbers {
            let (at, field) = fields.next();
            if field.bytes().any(|byte| !byte.is_ascii_digit()) {
                let expected = "a number of moves, or the end (operations of EPD are not read)";
                return Err(fields.error(at, expected));
            }
            *number = field;
        }
        let has_clock = numbers[0].bytes().any(|digit| digit != b'0');
        match fields.next() {
            (_, "") => Ok((
                ChessState {
                    en_passant,
                    ..position
                },
                has_clock,
            )),
            (at, _) => Err(fields.error(at, "the end after six fields")),
        }
    }

    fn read_board(&self, fields: &mut Fields<'_>) -> Result<FenMen, ParseStateError> {
        let expected = "a man (one of KQRBNP for White, kqrbnp for Black; one king each, at most two \
                        others, no pawn on the first or the last row), a number of empty squares, or /";
        let (start, board) = fields.next();
        let side = self.side();
        let (mut kings, mut men, mut count) = ([None; 2], [None; 2], 0);
        let (mut row, mut column) = (0, 0);
        for (at, found) in board.char_indices() {
            let error = || fields.error(start + at, expected);
            if found == '/' {
                if column != side || row + 1 == side {
                    return Err(error());
                }
                (row, column) = (row + 1, 0);
                continue;
            }
            if let Some(empty @ 1..) = found.to_digit(10) {
                column = column.saturating_add(empty as u8);
                if column > side {
                    return Err(error());
                }
                continue;
            }
            let owner = if found.is_ascii_uppercase() {
                Player::First
            } else {
                Player::Second
            };
            let kind = ManKind::from_letter(found.to_ascii_uppercase()).ok_or_else(error)?;
            let square = self.board.cell(row, column).ok_or_else(error)?;
            let piece = ManType { owner, kind };
            let man = Man { piece, square };
            let is_one = if kind == ManKind::King {
                kings[owner as usize].replace(square).is_none()
            } else {
                let place = men.get_mut(count).filter(|_| self.may_stand(man));
                count += 1;
                place.map(|place| *place = Some(man)).is_some()
            };
            if !is_one {
                return Err(error());
            }
            column += 1;
        }
        match kings {
            [Some(white), Some(black)] if (row + 1, column) == (side, side) => {
                Ok(([white, black], men))
            }
            _ => Err(fields.error(start + board.len(), expected)),
        }
    }

    /// Returns whether the player to move can capture a pawn in passing on the square `name`.
    /// Returns `None` if the opponent's last move cannot have been a pawn's step of two squares
    /// across this square.
    fn is_passed(&self, position: ChessState, name: &str) -> Option<bool> {
        let passed = self.square_behind(position)?;
        is_text_of(name, |out| write!(out, "{}", self.board.name(passed)))
            .then(|| self.may_capture_in_passing(position))
    }
}

/// Reads the fields of a text, which are separated by spaces. `at` is the number of bytes that have
/// been read.
struct Fields<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Fields<'a> {
    /// Reads the next field. Returns the offset of its first byte (`.0`), and its text (`.1`). At
    /// the end of the text, the field is empty.
    fn next(&mut self) -> (usize, &'a str) {
        let rest = &self.text[self.at..];
        let start = self.at + rest.len() - rest.trim_start_matches(' ').len();
        let rest = &self.text[start..];
        let field = &rest[..rest.find(' ').unwrap_or(rest.len())];
        self.at = start + field.len();
        (start, field)
    }

    fn error(&self, at: usize, expected: &'static str) -> ParseStateError {
        ParseStateError::at(self.text, self.text[..at].chars().count(), expected)
    }
}
