//! What makes proofs of m,n,k-games fast: who wins at once, which moves do not lose at once,
//! and which moves make the most threats.

use perfectplay::game::{Outlook, Provable, Score, canonical};
use perfectplay::{Game, Move, Moves, Value};

use super::{Grid, Mnk};

impl<const GRAVITY: bool> Mnk<GRAVITY> {
    /// The greatest number of marks for which the transposition table treats symmetric states
    /// as one. With more marks, few games meet two of them, and finding the images takes longer
    /// than searching another state.
    const MARKS_OF_IMAGES: u32 = if GRAVITY { 12 } else { 6 };

    /// Returns the cells that would complete a line of these marks. The result may also contain
    /// cells that are marked or outside the board.
    #[inline]
    fn completing(&self, marks: u64) -> u64 {
        if GRAVITY && self.length == 4 {
            // With constants for the height, this takes a third of the time.
            match self.board.rows {
                4 => completing_four::<5>(marks),
                5 => completing_four::<6>(marks),
                6 => completing_four::<7>(marks),
                7 => completing_four::<8>(marks),
                rows => completing_four_of(marks, rows + 1),
            }
        } else {
            self.completing_any(marks)
        }
    }

    /// Does the same for lines of any length.
    fn completing_any(&self, marks: u64) -> u64 {
        let length = usize::from(self.length);
        if length == 1 {
            return self.all;
        }
        // The first shift is one step of a line.
        let steps = self.lines.shifts[0];
        let mut found = 0;
        for (&step, starts) in steps.iter().zip(self.lines.starts) {
            // For each start of a line: whether its cells up to some cell are marked.
            let mut before = starts;
            for hole in 0..length {
                let mut line = before;
                for cell in hole + 1..length {
                    line &= marks >> (cell as u8 * step);
                }
                let shift = hole as u8 * step;
                found |= line << shift;
                before &= marks >> shift;
                if before == 0 {
                    // The rest needs marks that are not there.
                    break;
                }
            }
        }
        found
    }

    /// Returns the cells that can be marked now.
    #[inline]
    const fn open(&self, state: Grid) -> u64 {
        if GRAVITY {
            (state.occupied + self.bottom) & self.all
        } else {
            self.all & !state.occupied
        }
    }

    /// Returns the moves that mark these cells, which can be marked now.
    #[inline]
    fn moves_to(&self, cells: u64) -> Moves {
        if !GRAVITY {
            return Moves::from_bits(cells);
        }
        // There is at most one in each column: added to a full column, it carries to the bit
        // above.
        let mut columns = ((cells + self.all) & !self.all) >> self.board.rows & self.bottom;
        if let (1.., first) = self.gather {
            let moves = columns.wrapping_mul(self.gather.0) >> first;
            return Moves::from_bits(moves & ((1 << self.board.columns) - 1));
        }
        let mut moves = 0;
        for column in 0..self.board.columns {
            moves |= (columns & 1) << column;
            columns = columns
                .checked_shr(u32::from(self.board.rows) + 1)
                .unwrap_or(0);
        }
        Moves::from_bits(moves)
    }

    /// Returns whether a player with these marks may still complete a line. With gravity, it
    /// always returns `true`: the test takes longer than searching the states that it would
    /// save.
    #[inline]
    fn may_have_line(&self, marks: u64, state: Grid) -> bool {
        GRAVITY || self.has_line(marks | self.all & !state.occupied)
    }
}

/// Does the same as [`Mnk::completing`] for four in a line, in columns that are this far apart.
#[inline(always)]
const fn completing_four<const APART: u8>(marks: u64) -> u64 {
    completing_four_of(marks, APART)
}

#[inline(always)]
const fn completing_four_of(marks: u64, apart: u8) -> u64 {
    // With gravity, no hole is below a mark.
    marks << 1 & marks << 2 & marks << 3
        | holes(marks, apart)
        | holes(marks, apart - 1)
        | holes(marks, apart + 1)
}

/// Returns the cells that complete four in a direction.
#[inline(always)]
const fn holes(marks: u64, step: u8) -> u64 {
    let [near, far] = [step, 2 * step];
    let after = marks << near & marks << far;
    let before = marks >> near & marks >> far;
    after & (marks << (3 * step) | marks >> near) | before & (marks >> (3 * step) | marks << near)
}

impl<const GRAVITY: bool> Provable for Mnk<GRAVITY> {
    #[inline]
    fn outlook(&self, state: Grid) -> Outlook {
        if self.misere {
            return Outlook::of_rules(self, state);
        }
        let known = |value, plies| Outlook::Known(Score::new(value, Some(plies)));
        let (mine, theirs) = (state.occupied ^ state.last, state.last);
        let open = self.open(state);
        if self.completing(mine) & open != 0 {
            return known(Value::Win, 1);
        }
        let left = (self.all & !state.occupied).count_ones();
        let threats = self.completing(theirs) & self.all & !state.occupied;
        let mut moves = open;
        let forced = threats & open;
        if forced != 0 && left > 1 {
            if !forced.is_power_of_two() {
                return known(Value::Loss, 2);
            }
            moves = forced;
        }
        if GRAVITY {
            // A player who marks the cell below a threat lets the opponent win.
            moves &= !(threats >> 1);
            if moves == 0 {
                return known(Value::Loss, 2);
            }
        }
        // Nobody wins within the next two plies.
        let (may_win, may_lose) = (
            left > 2 && self.may_have_line(mine, state),
            left > 3 && self.may_have_line(theirs, state),
        );
        if !may_win && !may_lose {
            return known(Value::Draw, left);
        }
        let bound = |may_end, value, plies| {
            let value = if may_end { value } else { Value::Draw };
            Score::new(value, Some(plies))
        };
        Outlook::Open {
            moves: self.moves_to(moves),
            least: bound(may_lose, Value::Loss, 4),
            most: bound(may_win, Value::Win, 3),
        }
    }

    /// Returns the number of threats after the move, and then how near the move is to the
    /// centre.
    #[inline]
    fn promise(&self, state: Grid, mv: Move) -> u32 {
        let after = self.play(state, mv);
        let threats = (self.completing(after.last) & self.all & !after.occupied).count_ones();
        let (row, column) = if GRAVITY {
            (0, mv.index())
        } else {
            self.board.place(mv.index())
        };
        let from_centre = |at: u8, size: u8| u32::from((2 * at + 1).abs_diff(size));
        let far = from_centre(column, self.board.columns)
            + if GRAVITY {
                0
            } else {
                from_centre(row, self.board.rows)
            };
        threats << 8 | (255 - far)
    }

    #[inline]
    fn proof_key(&self, state: Grid) -> u64 {
        if state.occupied.count_ones() > Self::MARKS_OF_IMAGES {
            self.key(state)
        } else {
            self.key(canonical(self, state).0)
        }
    }
}
