//! Implements the methods of [`Hints`] that make proofs of m,n,k-games faster and playbooks
//! smaller.

use perfectplay::game::{Hints, Outlook, Score, canonical};
use perfectplay::{Game, Move, Moves, Player, Value};

use super::{Mnk, MnkState};

impl<const GRAVITY: bool> Mnk<GRAVITY> {
    /// In states with more than `MARKS_OF_IMAGES` marks, the transposition table stores symmetric
    /// states separately. With more than `MARKS_OF_IMAGES` marks, a search rarely reaches two
    /// symmetric states. If it does, it takes less time to search both states than to compute all
    /// mirror images of every state.
    const MARKS_OF_IMAGES: u32 = if GRAVITY { 12 } else { 6 };

    /// With gravity, the transposition table stores only states with at least `FREE_OF_STORED` free
    /// cells.
    const FREE_OF_STORED: u32 = 8;

    /// Returns a lower bound of the value for the player to move. The bound comes from a strategy:
    /// mark one of `cells`, and then answer each mark of the opponent with a mark on top of it.
    /// Stops trying cells when the bound has reached `most`.
    #[inline]
    fn value_of_answering(&self, state: MnkState, mut cells: u64, most: Value) -> Value {
        let mut best = Value::Loss;
        while cells != 0 && best < most {
            let cell = cells & cells.wrapping_neg();
            cells ^= cell;
            let after = state.marked(cell);
            let value = if self.misere {
                self.misere_value_if_answered(after)
            } else {
                self.value_if_answered(after, self.threats_of(after.last, after.occupied))
            };
            if let Some(value) = value {
                best = best.max(value.flip());
            }
        }
        best
    }

    /// Returns whether a move leaves an even number of free cells in its column.
    #[inline]
    fn makes_even(&self, state: MnkState, mv: Move) -> bool {
        let after = self.play(state, mv);
        (after.occupied ^ state.occupied) & self.rows_from(self.board.rows % 2 == 0) == 0
    }

    fn misere_outlook(&self, state: MnkState) -> Outlook {
        let known = |value, plies| Outlook::Known(Score::new(value, Some(plies)));
        let (mine, theirs) = (state.occupied ^ state.last, state.last);
        if self.has_line(theirs) {
            return known(Value::Win, 0);
        }
        let free = self.all & !state.occupied;
        let left = free.count_ones();
        if free == 0 {
            return known(Value::Draw, 0);
        }
        let cells = self.open(state) & !self.completing(mine);
        if cells == 0 {
            return known(Value::Loss, 1);
        }
        // Nobody loses with the next mark.
        let mut most = Value::Win;
        if left <= 1 || !self.has_line(theirs | free) {
            most = Value::Draw;
        }
        let mut least = Value::Loss;
        if left <= 2 || !self.has_line(mine | free) {
            least = Value::Draw;
        }
        if GRAVITY && least < most {
            if let Some(value) = self.misere_value_if_answered(state) {
                most = most.min(value);
            }
            least = least.max(self.value_of_answering(state, cells, most));
        }
        if least == Value::Draw && most == Value::Draw {
            return known(Value::Draw, left);
        }
        self.open_outlook(cells, [(least, 3), (most, 2)], left)
    }

    /// Returns what is known about the score of an unfinished state. The value is at least
    /// `bounds[0].0` and at most `bounds[1].0`. A loss takes at least `bounds[0].1` plies, and a
    /// win takes at least `bounds[1].1` plies.
    #[inline]
    fn open_outlook(&self, cells: u64, bounds: [(Value, u32); 2], left: u32) -> Outlook {
        let [(least, first_loss), (most, first_win)] = bounds;
        let score = |value, is_first, first| {
            let plies = if is_first { first } else { left };
            Score::new(value, Some(plies))
        };
        Outlook::Open {
            moves: self.moves_to(cells),
            least: score(least, least == Value::Loss, first_loss),
            most: score(most, most == Value::Win, first_win),
        }
    }

    #[inline]
    fn image_of_cell(&self, symmetry: u32, cell: u8) -> u8 {
        // With gravity, only the columns are mirrored.
        if GRAVITY && symmetry == 1 {
            let (row, column) = self.board.place(cell);
            row * self.board.columns + self.board.columns - 1 - column
        } else {
            self.board.image(symmetry, cell)
        }
    }
}

impl<const GRAVITY: bool> Hints for Mnk<GRAVITY> {
    fn symmetries(&self) -> u32 {
        if GRAVITY { 2 } else { self.board.symmetries() }
    }

    #[inline]
    fn image(&self, symmetry: u32, state: MnkState) -> MnkState {
        if GRAVITY && symmetry == 0 {
            return state;
        }
        let map = |mask: u64| {
            if GRAVITY {
                return self.reflected(mask);
            }
            let marked = self.cells().filter(|&cell| mask >> self.bit(cell) & 1 == 1);
            marked.fold(0, |image, cell| {
                image | 1 << self.bit(self.image_of_cell(symmetry, cell))
            })
        };
        MnkState {
            last: map(state.last),
            occupied: map(state.occupied),
        }
    }

    #[inline]
    fn image_of_move(&self, symmetry: u32, _state: Self::State, mv: Move) -> Move {
        mv.map(|cell| self.image_of_cell(symmetry, cell))
    }

    #[inline]
    fn winning_moves(&self, state: MnkState) -> Moves {
        if self.misere {
            return Moves::EMPTY; // a line loses
        }
        let mine = state.occupied ^ state.last;
        self.moves_to(self.completing(mine) & self.open(state))
    }

    #[inline]
    fn safe_moves(&self, state: MnkState) -> Moves {
        let open = self.open(state);
        if self.misere {
            let mine = state.occupied ^ state.last;
            return self.moves_to(open & !self.completing(mine));
        }
        let threats = self.threats_of(state.last, state.occupied);
        self.moves_to(Self::safe(open, threats))
    }

    #[inline]
    fn stage(&self, state: MnkState) -> u32 {
        state.occupied.count_ones() / 2
    }

    fn features(&self) -> u32 {
        if self.has_patterns() {
            self.blocks().end
        } else {
            self.move_count() + u32::from(GRAVITY && self.misere)
        }
    }

    fn each_feature(&self, state: MnkState, moves: Moves, each: &mut dyn FnMut(Move, u32)) {
        if self.has_patterns() {
            self.each_pattern(state, moves, each);
            return;
        }
        for mv in moves {
            each(mv, mv.index().into());
            if GRAVITY && self.misere && self.makes_even(state, mv) {
                each(mv, self.move_count());
            }
        }
    }

    #[inline]
    fn outlook(&self, state: MnkState) -> Outlook {
        if self.misere {
            return self.misere_outlook(state);
        }
        let known = |value, plies| Outlook::Known(Score::new(value, Some(plies)));
        let (mine, theirs) = (state.occupied ^ state.last, state.last);
        let open = self.open(state);
        if self.completing(mine) & open != 0 {
            return known(Value::Win, 1);
        }
        let free = self.all & !state.occupied;
        let left = free.count_ones();
        let threats = self.threats_of(theirs, state.occupied);
        let cells = Self::safe(open, threats);
        if cells == 0 {
            return known(Value::Loss, 2);
        }
        // Nobody wins within the next two plies.
        let mut most = Value::Win;
        if left <= 2 || !self.may_have_line(mine | free) {
            most = Value::Draw;
        }
        let mut least = Value::Loss;
        if left <= 3 || !self.may_have_line(theirs | free) {
            least = Value::Draw;
        }
        if GRAVITY && least < most {
            if let Some(value) = self.value_if_answered(state, threats) {
                most = most.min(value);
            }
            least = least.max(self.value_of_answering(state, cells, most));
        }
        if least == Value::Draw && most == Value::Draw {
            return known(Value::Draw, left);
        }
        self.open_outlook(cells, [(least, 4), (most, 3)], left)
    }

    #[inline]
    fn upper_bound(&self, state: MnkState) -> Value {
        if !GRAVITY {
            return Value::Win;
        }
        if self.misere {
            return self.misere_value_if_answered(state).unwrap_or(Value::Win);
        }
        let threats = self.threats_of(state.last, state.occupied);
        let most = self.value_if_answered(state, threats);
        let mine = state.occupied ^ state.last;
        most.unwrap_or_else(|| {
            if self.may_have_line(mine | self.all & !state.occupied) {
                Value::Win
            } else {
                Value::Draw
            }
        })
    }

    /// Prefers moves after which the player has many threats. Among equal moves, prefers those near
    /// the centre. With gravity, a threat counts more if it is in a good row: when all other
    /// columns are full, the opponent must mark the cell below the threat. In misère play, fewer
    /// threats are better. In misère play with gravity, moves that leave an even number of free
    /// cells in their column come first.
    #[inline]
    fn promise(&self, state: MnkState, mv: Move) -> u32 {
        let after = self.play(state, mv);
        let threats = self.threats_of(after.last, after.occupied);
        let number = if self.misere {
            u64::BITS - threats.count_ones()
        } else {
            threats.count_ones()
        };
        if GRAVITY && self.misere {
            let far = u32::from((2 * mv.index() + 1).abs_diff(self.board.columns));
            return u32::from(self.makes_even(state, mv)) << 16 | number << 8 | (255 - far);
        }
        if GRAVITY {
            let player = Player::after_plies(state.occupied.count_ones());
            let good = threats & self.good_rows(player);
            let far = u32::from((2 * mv.index() + 1).abs_diff(self.board.columns));
            return 256 + 8 * number + 2 * good.count_ones() - far;
        }
        let (row, column) = self.board.place(mv.index());
        let from_centre = |at: u8, size: u8| u32::from((2 * at + 1).abs_diff(size));
        let far = from_centre(column, self.board.columns) + from_centre(row, self.board.rows);
        number << 8 | (255 - far)
    }

    /// Returns whether `to` contains all marks of `from`. If `to` lacks one of these marks, no
    /// moves lead from `from` to `to`, because marks are never moved or removed.
    #[inline]
    fn may_reach(&self, from: MnkState, to: MnkState) -> bool {
        let first = |MnkState { last, occupied }| match occupied.count_ones() % 2 {
            0 => occupied ^ last,
            _ => last,
        };
        from.occupied & !to.occupied == 0 && first(to) & from.occupied == first(from)
    }

    #[inline]
    fn proof_key(&self, state: MnkState) -> Option<u64> {
        let marks = state.occupied.count_ones();
        let left = u32::from(self.board.cells()) - marks;
        if GRAVITY && left < Self::FREE_OF_STORED {
            return None;
        }
        Some(if marks > Self::MARKS_OF_IMAGES {
            self.key(state)
        } else {
            self.key(canonical(self, state).0)
        })
    }
}
