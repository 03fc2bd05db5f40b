//! Moves: how they are numbered, and what they do.
//!
//! The moves of a player's men follow each other in the order of the men, the king first. Each man
//! has a range of numbers that depends only on its kind:
//!
//! | man | numbers | meaning |
//! | --- | --- | --- |
//! | king, knight | 8 | one of its [`KING`] or [`KNIGHT`] steps |
//! | queen | 28 | the other seven squares of its row, column, falling and rising diagonal |
//! | rook, bishop | 14 | those of its row and column, or of its diagonals |
//! | pawn | 13 | to the left, ahead, to the right, each with four promotions; two squares ahead |
//!
//! With two queens, these are all 64 moves that a game may have.

use core::iter;

use perfectplay::{Move, Moves, Player};

use super::Chess;
use super::material::Material;
use super::men::{Kind, Man, ahead, offset};
use super::position::{Position, sorted};

/// The steps of a king, as rows down and columns to the right.
const KING: [(i8, i8); 8] = [
    (0, -1),
    (0, 1),
    (-1, 0),
    (1, 0),
    (-1, -1),
    (1, 1),
    (1, -1),
    (-1, 1),
];
/// The steps of a knight.
const KNIGHT: [(i8, i8); 8] = [
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
];
/// The number of squares of a line besides the one where the man stands.
const LINE: u8 = 7;
/// The number of promotions.
const PROMOTIONS: u8 = Kind::PROMOTIONS.len() as u8;
/// A pawn's step of two squares.
const TWO_AHEAD: u8 = 3 * PROMOTIONS;

/// The step of a man in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub man: Man,
    pub to: u8,
    /// What a pawn becomes on the last row.
    pub promotion: Option<Kind>,
}

/// Returns the number of moves of a kind of men.
const fn span(kind: Kind) -> u8 {
    match kind {
        Kind::King | Kind::Knight => 8,
        Kind::Queen => 4 * LINE,
        Kind::Rook | Kind::Bishop => 2 * LINE,
        Kind::Pawn => TWO_AHEAD + 1,
    }
}

impl Chess {
    /// Returns the number of moves of a player who has all these men.
    pub(super) fn span_of(material: Material, player: Player) -> u32 {
        let others = material.pieces().filter(|piece| piece.owner == player);
        let spans = others.map(|piece| u32::from(span(piece.kind)));
        u32::from(span(Kind::King)) + spans.sum::<u32>()
    }

    /// Returns the row from which a player's pawns may go two squares ahead.
    pub(super) const fn first_row(&self, owner: Player) -> u8 {
        match owner {
            Player::First => self.side() - 2,
            Player::Second => 1,
        }
    }

    /// Returns the row on which a player's pawns are promoted.
    pub(super) const fn last_row(&self, owner: Player) -> u8 {
        match owner {
            Player::First => 0,
            Player::Second => self.side() - 1,
        }
    }

    /// Returns the square some rows down and columns to the right of another, if it is on the board.
    fn square_at(&self, from: u8, (down, right): (i8, i8)) -> Option<u8> {
        let (row, column) = self.board.place(from);
        let (row, column) = (
            row.checked_add_signed(down)?,
            column.checked_add_signed(right)?,
        );
        self.board.cell(row, column)
    }

    /// Returns the square to which a man other than a pawn goes with a number of its range.
    fn target(&self, man: Man, number: u8) -> Option<u8> {
        let step = match man.piece.kind {
            Kind::King => KING[usize::from(number)],
            Kind::Knight => KNIGHT[usize::from(number)],
            kind => {
                let (row, column) = self.board.place(man.square);
                let line = number / LINE + if kind == Kind::Bishop { 2 } else { 0 };
                let at = |own: u8| {
                    let at = number % LINE;
                    (at + u8::from(at >= own)) as i8 - own as i8
                };
                match line {
                    0 => (0, at(column)),
                    1 => (at(row), 0),
                    2 => (at(column), at(column)),
                    _ => (-at(column), at(column)),
                }
            }
        };
        self.square_at(man.square, step)
    }

    /// Returns the number, in its range, of a step.
    fn number(&self, step: Step) -> u8 {
        let (down, right) = offset(self.board, step.man.square, step.to);
        let (row, column) = self.board.place(step.man.square);
        let is_it = |&other: &(i8, i8)| other == (down, right);
        let found = |steps: &[(i8, i8)]| steps.iter().position(is_it).unwrap_or_default() as u8;
        let along = |own: u8, step: i8| (own as i8 + step) as u8 - u8::from(step > 0);
        match step.man.piece.kind {
            Kind::King => found(&KING),
            Kind::Knight => found(&KNIGHT),
            Kind::Pawn if down.abs() == 2 => TWO_AHEAD,
            Kind::Pawn => {
                let is_it = |&kind: &Kind| Some(kind) == step.promotion;
                let promotion = Kind::PROMOTIONS.iter().position(is_it).unwrap_or_default();
                (right + 1) as u8 * PROMOTIONS + promotion as u8
            }
            kind => {
                let first = if kind == Kind::Bishop { 2 } else { 0 };
                let (line, at) = match (down, right) {
                    (0, _) => (0, along(column, right)),
                    (_, 0) => (1, along(row, down)),
                    _ if down == right => (2, along(column, right)),
                    _ => (3, along(column, right)),
                };
                (line - first) * LINE + at
            }
        }
    }

    /// Returns the move of a step of the player to move.
    pub(super) fn move_of_step(&self, position: Position, step: Step) -> Option<Move> {
        let men = position.men_of(position.to_move);
        let before = men.take_while(|man| man.square != step.man.square);
        let first: u8 = before.map(|man| span(man.piece.kind)).sum();
        Move::new(first + self.number(step))
    }

    /// Returns the step of a legal move.
    pub(super) fn step(&self, position: Position, mv: Move) -> Option<Step> {
        let mut number = mv.index();
        for man in position.men_of(position.to_move) {
            let span = span(man.piece.kind);
            if number < span {
                return self.step_of_man(man, number);
            }
            number -= span;
        }
        None
    }

    fn step_of_man(&self, man: Man, number: u8) -> Option<Step> {
        if man.piece.kind != Kind::Pawn {
            return Some(Step {
                man,
                to: self.target(man, number)?,
                promotion: None,
            });
        }
        let owner = man.piece.owner;
        let step = match number {
            TWO_AHEAD => (2 * ahead(owner), 0),
            _ => (ahead(owner), (number / PROMOTIONS) as i8 - 1),
        };
        let to = self.square_at(man.square, step)?;
        let is_last = self.board.place(to).0 == self.last_row(owner);
        Some(Step {
            man,
            to,
            promotion: is_last.then(|| Kind::PROMOTIONS[usize::from(number % PROMOTIONS)]),
        })
    }

    /// Returns the steps of a man that follow its rules, even if the king is left in check.
    fn steps_of_man(&self, position: Position, man: Man) -> impl Iterator<Item = (u8, Step)> {
        let occupied = position.occupied();
        let numbers = 0..span(man.piece.kind);
        let steps =
            numbers.filter_map(move |number| Some((number, self.step_of_man(man, number)?)));
        steps.filter(move |&(number, step)| {
            let found = position.man_on(step.to);
            if found.is_some_and(|found| found.piece.owner == man.piece.owner) {
                return false;
            }
            if man.piece.kind != Kind::Pawn {
                return man.attacks(self.board, step.to, occupied);
            }
            // Only a promotion has several numbers.
            let is_one = step.promotion.is_some() || number % PROMOTIONS == 0;
            let is_aslant = offset(self.board, man.square, step.to).1 != 0;
            let may = match number {
                TWO_AHEAD => self.may_go_two_ahead(man, occupied),
                _ if is_aslant => found.is_some() || self.is_passed_square(position, step.to),
                _ => found.is_none(),
            };
            is_one && may
        })
    }

    /// Returns whether a pawn may go two squares ahead.
    fn may_go_two_ahead(&self, pawn: Man, occupied: u64) -> bool {
        let owner = pawn.piece.owner;
        let is_free = |rows: i8| {
            self.square_at(pawn.square, (rows, 0))
                .is_some_and(|square| occupied >> square & 1 == 0)
        };
        self.board.place(pawn.square).0 == self.first_row(owner)
            && self.side() >= Self::TWO_AHEAD_SIDE
            && is_free(ahead(owner))
            && is_free(2 * ahead(owner))
    }

    /// Returns the square that a pawn of the opponent has just passed, if it can be captured there.
    pub(super) fn passed_square(&self, position: Position) -> Option<u8> {
        let opponent = position.to_move.other();
        let mut pawns = position
            .men_of(opponent)
            .filter(|man| man.piece.kind == Kind::Pawn);
        let pawn = pawns.next().filter(|_| position.en_passant)?;
        self.square_at(pawn.square, (-ahead(opponent), 0))
    }

    /// Returns the square that the opponent's first pawn must have passed if it has just gone two
    /// squares ahead; `None` if it cannot have done so.
    pub(super) fn square_behind(&self, position: Position) -> Option<u8> {
        let opponent = position.to_move.other();
        let mut pawns = position
            .men_of(opponent)
            .filter(|man| man.piece.kind == Kind::Pawn);
        let pawn = pawns.find(|&pawn| self.back_two(pawn, position.occupied()).is_some())?;
        self.square_at(pawn.square, (-ahead(opponent), 0))
    }

    fn is_passed_square(&self, position: Position, square: u8) -> bool {
        self.passed_square(position) == Some(square)
    }

    /// Returns the position after a step, in which nobody can be captured in passing.
    fn stepped(&self, position: Position, step: Step) -> Position {
        let Step { man, to, promotion } = step;
        let owner = man.piece.owner;
        let is_pawn = man.piece.kind == Kind::Pawn;
        let is_aslant = is_pawn && offset(self.board, man.square, to).1 != 0;
        let captured = if is_aslant && position.man_on(to).is_none() {
            self.square_at(to, (-ahead(owner), 0))
        } else {
            Some(to)
        };
        let mut kings = position.kings;
        let mut men = position.men;
        for other in &mut men {
            let is_captured = |man: &Man| man.piece.owner != owner && Some(man.square) == captured;
            *other = other.filter(|man| !is_captured(man));
            if let Some(moved) = other.as_mut().filter(|other| **other == man) {
                moved.square = to;
                moved.piece.kind = promotion.unwrap_or(moved.piece.kind);
            }
        }
        if man.piece.kind == Kind::King {
            kings[owner as usize] = to;
        }
        Position {
            kings,
            men: sorted(men),
            to_move: owner.other(),
            en_passant: false,
        }
    }

    /// Returns the position after a step.
    pub(super) fn after(&self, position: Position, step: Step) -> Position {
        let after = self.stepped(position, step);
        let is_pawn = step.man.piece.kind == Kind::Pawn;
        let is_two_ahead = offset(self.board, step.man.square, step.to).0.abs() == 2;
        Position {
            en_passant: is_pawn && is_two_ahead && self.may_capture_in_passing(after),
            ..after
        }
    }

    /// Returns whether the player to move may capture a pawn of the opponent in passing, if that
    /// pawn has just moved two squares ahead.
    pub(super) fn may_capture_in_passing(&self, position: Position) -> bool {
        if !Material::from_position(position).has_opposed_pawns() {
            return false;
        }
        let position = Position {
            en_passant: true,
            ..position
        };
        let Some(passed) = self.passed_square(position) else {
            return false;
        };
        let mut pawns = position.men_of(position.to_move).skip(1);
        let may = |pawn: Man| {
            let step = Step {
                man: pawn,
                to: passed,
                promotion: None,
            };
            pawn.attacks(self.board, passed, 0) && self.keeps_king(self.stepped(position, step))
        };
        pawns.next().is_some_and(may)
    }

    /// Returns whether a player's king is attacked.
    pub(super) fn is_in_check(&self, position: Position, player: Player) -> bool {
        let occupied = position.occupied();
        let king = position.kings[player as usize];
        let mut men = position.men_of(player.other());
        men.any(|man| man.attacks(self.board, king, occupied))
    }

    /// Returns whether the player who has just moved has a king that is not attacked.
    pub(super) fn keeps_king(&self, position: Position) -> bool {
        !self.is_in_check(position, position.to_move.other())
    }

    /// Returns all legal moves of the player to move.
    pub(super) fn moves(&self, position: Position) -> Moves {
        let mut first = 0;
        let ranges = position.men_of(position.to_move).map(move |man| {
            let range = first;
            first += span(man.piece.kind);
            (man, range)
        });
        let moves = ranges.flat_map(|(man, first)| {
            let steps = self.steps_of_man(position, man);
            let legal = steps.filter(|&(_, step)| self.keeps_king(self.stepped(position, step)));
            legal.filter_map(move |(number, _)| Move::new(first + number))
        });
        moves.collect()
    }

    /// Returns the positions with the same men from which a move leads to this one.
    pub(super) fn before(&self, position: Position) -> impl Iterator<Item = Position> {
        let mover = position.to_move.other();
        let steps = position.men_of(mover).flat_map(move |man| {
            let numbers = 0..span(man.piece.kind);
            numbers.filter_map(move |number| self.step_back(position, man, number))
        });
        let before = steps.map(move |(man, from)| {
            let moved = |other: Man| {
                if other == man {
                    Man {
                        square: from,
                        ..man
                    }
                } else {
                    other
                }
            };
            let mut kings = position.kings;
            if man.piece.kind == Kind::King {
                kings[mover as usize] = from;
            }
            let men = position.men.map(|other| other.map(moved));
            Position::new(kings, men, mover)
        });
        before.flat_map(move |before| {
            let has_passed = Position {
                en_passant: true,
                ..before
            };
            let may = self.may_have_gone_two_ahead(before) && self.may_capture_in_passing(before);
            iter::once(before).chain(may.then_some(has_passed))
        })
    }

    /// Returns whether the opponent of the player to move may just have moved a pawn two squares
    /// ahead.
    pub(super) fn may_have_gone_two_ahead(&self, position: Position) -> bool {
        let opponent = position.to_move.other();
        let mut pawns = position
            .men_of(opponent)
            .filter(|man| man.piece.kind == Kind::Pawn);
        pawns.any(|pawn| self.back_two(pawn, position.occupied()).is_some())
    }

    /// Returns the square from which a pawn may have gone two squares ahead.
    fn back_two(&self, pawn: Man, occupied: u64) -> Option<u8> {
        let owner = pawn.piece.owner;
        let from = self.square_at(pawn.square, (-2 * ahead(owner), 0))?;
        let was = Man {
            square: from,
            ..pawn
        };
        self.may_go_two_ahead(was, occupied & !(1 << pawn.square))
            .then_some(from)
    }

    /// Returns a man of the player who has just moved, and the square from which it may have come
    /// by a step of this number, without a capture or a promotion.
    fn step_back(&self, position: Position, man: Man, number: u8) -> Option<(Man, u8)> {
        let occupied = position.occupied();
        let from = match (man.piece.kind, number) {
            (Kind::Pawn, TWO_AHEAD) => {
                let is_told = position.en_passant == self.may_capture_in_passing(position);
                return Some((man, self.back_two(man, occupied).filter(|_| is_told)?));
            }
            (Kind::Pawn, PROMOTIONS) => {
                let owner = man.piece.owner;
                let from = self.square_at(man.square, (-ahead(owner), 0))?;
                let is_one = self.board.place(from).0 != self.last_row(owner.other());
                is_one.then_some(from)?
            }
            (Kind::Pawn, _) => return None,
            _ => self.target(man, number)?,
        };
        let is_pawn = man.piece.kind == Kind::Pawn;
        let is_free = occupied >> from & 1 == 0;
        let may = is_free && (is_pawn || man.attacks(self.board, from, occupied));
        (may && !position.en_passant).then_some((man, from))
    }
}

impl Step {
    /// Returns the step with each square replaced by its image.
    pub fn map(self, image: impl Fn(u8) -> u8) -> Self {
        Self {
            man: Man {
                square: image(self.man.square),
                ..self.man
            },
            to: image(self.to),
            promotion: self.promotion,
        }
    }
}
