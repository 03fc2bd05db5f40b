//! Numbers and plays the moves of chess.
//!
//! The moves of a player are numbered man by man, the king's moves first. For the moves of each
//! man, a range of numbers is reserved. The kind of the man determines the length of the range:
//!
//! | man | numbers | meaning |
//! | --- | --- | --- |
//! | king, knight | 8 | one of its [`KING`] or [`KNIGHT`] steps |
//! | queen | 28 | the other seven squares of its row, column, falling and rising diagonal |
//! | rook, bishop | 14 | those of its row and column, or of its diagonals |
//! | pawn | 13 | to the left, ahead, to the right, each with four promotions; two squares ahead |
//!
//! A game may use at most 64 numbers for its moves. A king (8) and two queens (28 each) need all of
//! them.

use core::iter;

use perfectplay::{Move, Player};

use super::Chess;
use super::material::Material;
use super::men::{Man, ManKind, ahead, offset};
use super::position::ChessState;

/// The steps of a king, each as the number of rows down (`.0`) and of columns to the right (`.1`).
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
/// The number of squares that a man can reach along a row, a column or the longest diagonal. This
/// many numbers are reserved for the moves along every diagonal, however short it is.
const LINE: u8 = 7;
const PROMOTIONS: u8 = ManKind::PROMOTIONS.len() as u8;
/// The index of a pawn's step of two squares, counted from the beginning of the pawn's range of
/// move numbers.
const TWO_AHEAD: u8 = 3 * PROMOTIONS;

/// A step of a man from its square to another square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ManStep {
    pub man: Man,
    pub to: u8,
    /// The kind that a pawn becomes on the last row.
    pub promotion: Option<ManKind>,
}

/// The squares that a man other than a pawn can reach in one direction.
#[derive(Clone, Copy)]
struct Ray {
    /// How far the next square of the ray is: the number of rows down (`.0`), and the number of
    /// columns to the right (`.1`).
    step: (i8, i8),
    /// The index of the step to the nearest square, counted from the beginning of the man's range
    /// of move numbers.
    first: i8,
    /// The index of a step minus the index of the step that is one square shorter. Negative if
    /// longer steps have lower indexes.
    rise: i8,
    /// The greatest number of steps.
    longest: u8,
}

/// Returns how many numbers are reserved for the moves of a man of this kind.
const fn span(kind: ManKind) -> u8 {
    match kind {
        ManKind::King | ManKind::Knight => 8,
        ManKind::Queen => 4 * LINE,
        ManKind::Rook | ManKind::Bishop => 2 * LINE,
        ManKind::Pawn => TWO_AHEAD + 1,
    }
}

impl Chess {
    /// Returns how many numbers are reserved for the moves of all men that a player has in
    /// `material`.
    pub(super) fn span_of(material: Material, player: Player) -> u32 {
        let others = material.pieces().filter(|piece| piece.owner == player);
        let spans = others.map(|piece| u32::from(span(piece.kind)));
        u32::from(span(ManKind::King)) + spans.sum::<u32>()
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

    /// Returns the square that is `down` rows below and `right` columns to the right of `from`, if
    /// it is on the board.
    fn square_at(&self, from: u8, (down, right): (i8, i8)) -> Option<u8> {
        let (row, column) = self.board.place(from);
        let (row, column) = (
            row.checked_add_signed(down)?,
            column.checked_add_signed(right)?,
        );
        self.board.cell(row, column)
    }

    /// Returns the square that a man reaches by the step `number`, counted from the beginning of
    /// the man's range. The man must not be a pawn.
    fn target(&self, man: Man, number: u8) -> Option<u8> {
        let step = match man.piece.kind {
            ManKind::King => KING[usize::from(number)],
            ManKind::Knight => KNIGHT[usize::from(number)],
            kind => {
                let (row, column) = self.board.place(man.square);
                let line = number / LINE + if kind == ManKind::Bishop { 2 } else { 0 };
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

    /// Returns the rays of a man; none for a pawn.
    fn rays(&self, man: Man) -> impl Iterator<Item = Ray> + use<> {
        let (row, column) = self.board.place(man.square);
        let (steps, is_leaper) = match man.piece.kind {
            ManKind::King => (&KING[..], true),
            ManKind::Knight => (&KNIGHT[..], true),
            // The king's steps are in the order of the lines. On each line, the step to lower
            // numbers is first.
            ManKind::Queen => (&KING[..], false),
            ManKind::Rook => (&KING[..4], false),
            ManKind::Bishop => (&KING[4..], false),
            ManKind::Pawn => (&[][..], true),
        };
        steps.iter().zip(0..).map(move |(&step, number)| {
            if is_leaper {
                return Ray {
                    step,
                    first: number,
                    rise: 0,
                    longest: 1,
                };
            }
            let line = number / 2 * LINE as i8;
            let own = line + if step.1 == 0 { row } else { column } as i8;
            let (first, rise) = if number % 2 == 0 {
                (own - 1, -1)
            } else {
                (own, 1)
            };
            Ray {
                step,
                first,
                rise,
                longest: LINE,
            }
        })
    }

    /// Returns a pair for each square that a man attacks: the number of the man's step to the
    /// square (`.0`), and the square (`.1`). Returns nothing for a pawn. `occupied` contains the
    /// squares of all men.
    fn targets(&self, man: Man, occupied: u64) -> impl Iterator<Item = (u8, u8)> + use<> {
        let board = self.board;
        self.rays(man).flat_map(move |ray| {
            let (mut row, mut column) = board.place(man.square);
            let mut left = ray.longest;
            let mut number = ray.first;
            iter::from_fn(move || {
                left = left.checked_sub(1)?;
                row = row.checked_add_signed(ray.step.0)?;
                column = column.checked_add_signed(ray.step.1)?;
                let square = board.cell(row, column)?;
                if occupied >> square & 1 == 1 {
                    left = 0;
                }
                let found = (number as u8, square);
                number += ray.rise;
                Some(found)
            })
        })
    }

    /// Returns the index of a step, counted from the beginning of the man's range of move numbers.
    fn number(&self, step: ManStep) -> u8 {
        let (down, right) = offset(self.board, step.man.square, step.to);
        let (row, column) = self.board.place(step.man.square);
        let is_it = |&other: &(i8, i8)| other == (down, right);
        let found = |steps: &[(i8, i8)]| steps.iter().position(is_it).unwrap_or_default() as u8;
        let along = |own: u8, step: i8| (own as i8 + step) as u8 - u8::from(step > 0);
        match step.man.piece.kind {
            ManKind::King => found(&KING),
            ManKind::Knight => found(&KNIGHT),
            ManKind::Pawn if down.abs() == 2 => TWO_AHEAD,
            ManKind::Pawn => {
                let is_it = |&kind: &ManKind| Some(kind) == step.promotion;
                let promotion = ManKind::PROMOTIONS
                    .iter()
                    .position(is_it)
                    .unwrap_or_default();
                (right + 1) as u8 * PROMOTIONS + promotion as u8
            }
            kind => {
                let first = if kind == ManKind::Bishop { 2 } else { 0 };
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

    /// Returns the move in which a man makes the step `step`. The man must belong to the player to
    /// move.
    pub(super) fn move_of_step(&self, position: ChessState, step: ManStep) -> Option<Move> {
        let men = position.men_of(position.to_move);
        let before = men.take_while(|man| man.square != step.man.square);
        let first: u8 = before.map(|man| span(man.piece.kind)).sum();
        Move::new(first + self.number(step))
    }

    pub(super) fn step(&self, position: ChessState, mv: Move) -> Option<ManStep> {
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

    fn step_of_man(&self, man: Man, number: u8) -> Option<ManStep> {
        if man.piece.kind != ManKind::Pawn {
            return Some(ManStep {
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
        Some(ManStep {
            man,
            to,
            promotion: is_last.then(|| ManKind::PROMOTIONS[usize::from(number % PROMOTIONS)]),
        })
    }

    /// Returns a pair for each step that a man may make: the step's number in the man's range
    /// (`.0`), and the step (`.1`). Includes steps that leave the king in check.
    fn steps_of_man(&self, position: ChessState, man: Man) -> impl Iterator<Item = (u8, ManStep)> {
        let men = position.men_of(man.piece.owner);
        let own = men.fold(0_u64, |mask, man| mask | 1 << man.square);
        let pawn_numbers = match man.piece.kind {
            ManKind::Pawn => 0..span(ManKind::Pawn),
            _ => 0..0,
        };
        let pawn_steps = pawn_numbers
            .filter_map(move |number| Some((number, self.step_of_man(man, number)?)))
            .filter(move |&(number, step)| self.pawn_may_step(position, number, step));
        let steps = self.targets(man, position.occupied());
        steps
            .map(move |(number, to)| {
                let promotion = None;
                (number, ManStep { man, to, promotion })
            })
            .chain(pawn_steps)
            .filter(move |(_, step)| own >> step.to & 1 == 0)
    }

    /// Returns whether a pawn may make the step with this number. Does not check whether the target
    /// square holds a man of the same player.
    fn pawn_may_step(&self, position: ChessState, number: u8, step: ManStep) -> bool {
        // A step that promotes has one number for each kind. Any other step has only one number.
        let is_one = step.promotion.is_some() || number % PROMOTIONS == 0;
        let is_free = position.occupied() >> step.to & 1 == 0;
        let is_aslant = offset(self.board, step.man.square, step.to).1 != 0;
        is_one
            && match number {
                TWO_AHEAD => self.may_go_two_ahead(step.man, position.occupied()),
                _ if is_aslant => !is_free || self.passed_square(position) == Some(step.to),
                _ => is_free,
            }
    }

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

    /// Returns the square that a pawn of the opponent has just passed, if the pawn can be captured
    /// there.
    pub(super) fn passed_square(&self, position: ChessState) -> Option<u8> {
        let opponent = position.to_move.other();
        let mut pawns = position
            .men_of(opponent)
            .filter(|man| man.piece.kind == ManKind::Pawn);
        let pawn = pawns.next().filter(|_| position.en_passant)?;
        self.square_at(pawn.square, (-ahead(opponent), 0))
    }

    /// Finds the first pawn of the opponent that may just have gone two squares ahead. Returns the
    /// square behind this pawn; `None` if there is no such pawn.
    pub(super) fn square_behind(&self, position: ChessState) -> Option<u8> {
        let opponent = position.to_move.other();
        let mut pawns = position
            .men_of(opponent)
            .filter(|man| man.piece.kind == ManKind::Pawn);
        let pawn = pawns.find(|&pawn| self.back_two(pawn, position.occupied()).is_some())?;
        self.square_at(pawn.square, (-ahead(opponent), 0))
    }

    /// Returns the square on which a step would capture a man, whether or not a man is there.
    fn captured_square(
        &self,
        position: ChessState,
        ManStep { man, to, .. }: ManStep,
    ) -> Option<u8> {
        let is_pawn = man.piece.kind == ManKind::Pawn;
        let is_passing = is_pawn
            && offset(self.board, man.square, to).1 != 0
            && position.occupied() >> to & 1 == 0;
        if is_passing {
            self.square_at(to, (-ahead(man.piece.owner), 0))
        } else {
            Some(to)
        }
    }

    pub(super) fn after(&self, position: ChessState, step: ManStep) -> ChessState {
        let ManStep { man, to, promotion } = step;
        let owner = man.piece.owner;
        let captured = self.captured_square(position, step);
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
        if man.piece.kind == ManKind::King {
            kings[owner as usize] = to;
        }
        let after = ChessState::new(kings, men, owner.other());
        let is_pawn = man.piece.kind == ManKind::Pawn;
        let is_two_ahead = offset(self.board, man.square, to).0.abs() == 2;
        ChessState {
            en_passant: is_pawn && is_two_ahead && self.may_capture_in_passing(after),
            ..after
        }
    }

    /// Returns whether the player to move may capture the opponent's pawn in passing. Assumes that
    /// this pawn has just moved two squares ahead.
    pub(super) fn may_capture_in_passing(&self, position: ChessState) -> bool {
        if !Material::from_position(position).has_opposed_pawns() {
            return false;
        }
        let position = ChessState {
            en_passant: true,
            ..position
        };
        let Some(passed) = self.passed_square(position) else {
            return false;
        };
        let mut pawns = position.men_of(position.to_move).skip(1);
        let may = |pawn: Man| {
            let step = ManStep {
                man: pawn,
                to: passed,
                promotion: None,
            };
            pawn.attacks(self.board, passed, 0) && self.is_legal_step(position, step)
        };
        pawns.next().is_some_and(may)
    }

    pub(super) fn is_in_check(&self, position: ChessState, player: Player) -> bool {
        let occupied = position.occupied();
        let king = position.kings[player as usize];
        let mut men = position.men_of(player.other());
        men.any(|man| man.attacks(self.board, king, occupied))
    }

    /// Checks that the king of the player who has just moved is not attacked.
    pub(super) fn keeps_king(&self, position: ChessState) -> bool {
        !self.is_in_check(position, position.to_move.other())
    }

    /// Checks that the king of the player to move is not attacked after a step of this player.
    fn is_legal_step(&self, position: ChessState, step: ManStep) -> bool {
        let ManStep { man, to, .. } = step;
        let mover = man.piece.owner;
        let king = match man.piece.kind {
            ManKind::King => to,
            _ => position.kings[mover as usize],
        };
        let captured = self.captured_square(position, step);
        let left = captured.map_or(0, |square| 1 << square) | 1_u64 << man.square;
        let occupied = position.occupied() & !left | 1 << to;
        let mut others = position
            .men_of(mover.other())
            .filter(|other| Some(other.square) != captured);
        !others.any(|other| other.attacks(self.board, king, occupied))
    }

    pub(super) fn legal_moves(&self, position: ChessState) -> impl Iterator<Item = Move> {
        let mut first = 0;
        let ranges = position.men_of(position.to_move).map(move |man| {
            let range = first;
            first += span(man.piece.kind);
            (man, range)
        });
        ranges.flat_map(move |(man, first)| {
            let steps = self.steps_of_man(position, man);
            let legal = steps.filter(move |&(_, step)| self.is_legal_step(position, step));
            legal.filter_map(move |(number, _)| Move::new(first + number))
        })
    }

    /// Returns each position with the same men as `position` from which one move leads to
    /// `position`.
    pub(super) fn before(&self, position: ChessState) -> impl Iterator<Item = ChessState> {
        let mover = position.to_move.other();
        let steps = position.men_of(mover).flat_map(move |man| {
            let occupied = position.occupied();
            let targets = self.targets(man, occupied).map(|(_, from)| from);
            let steps_back = targets.filter(move |&from| occupied >> from & 1 == 0);
            let pawns_steps_back = self.pawns_steps_back(position, man).into_iter().flatten();
            let steps_back = steps_back.filter(move |_| !position.en_passant);
            steps_back
                .chain(pawns_steps_back)
                .map(move |from| (man, from))
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
            if man.piece.kind == ManKind::King {
                kings[mover as usize] = from;
            }
            let men = position.men.map(|other| other.map(moved));
            ChessState::new(kings, men, mover)
        });
        before.flat_map(move |before| {
            let has_passed = ChessState {
                en_passant: true,
                ..before
            };
            let may = self.square_behind(before).is_some() && self.may_capture_in_passing(before);
            iter::once(before).chain(may.then_some(has_passed))
        })
    }

    /// Returns the square from which a pawn may have come by a step of two squares.
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

    /// Returns two squares from which a pawn may have come: by a step of one square (`[0]`), or by
    /// a step of two squares (`[1]`). Both are `None` if the man is not a pawn. The man must belong
    /// to the player who has just moved.
    fn pawns_steps_back(&self, position: ChessState, man: Man) -> [Option<u8>; 2] {
        if man.piece.kind != ManKind::Pawn {
            return [None; 2];
        }
        let (owner, occupied) = (man.piece.owner, position.occupied());
        let one = self
            .square_at(man.square, (-ahead(owner), 0))
            .filter(|&from| self.board.place(from).0 != self.last_row(owner.other()))
            .filter(|from| occupied >> from & 1 == 0 && !position.en_passant);
        let is_told = position.en_passant == self.may_capture_in_passing(position);
        let two = self.back_two(man, occupied).filter(|_| is_told);
        [one, two]
    }
}

impl ManStep {
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
