//! Speeds up proofs of m,n,k-games by finding threats, wins in one move, and moves that do not lose
//! at once.

use perfectplay::{Moves, Player};

use super::{Mnk, MnkState};

impl<const GRAVITY: bool> Mnk<GRAVITY> {
    /// A mask in which every second bit is set: bits 0, 2, 4 and so on.
    const EVEN_ROWS: u64 = u64::MAX / 3;
    /// The greatest number of rows for the functions that find lines of four. With more rows, they
    /// would shift the marks by more bits than a mask has.
    const MOST_ROWS: u8 = 19;

    /// Returns the cells with which a player who has `marks` would complete a line. The result may
    /// also contain cells that are marked or outside the board.
    #[inline]
    pub(super) fn completing(&self, marks: u64) -> u64 {
        if GRAVITY && self.length == 4 {
            // With constants for the height, this takes a third of the time.
            match self.board.rows {
                4 => completing_four::<5>(marks),
                5 => completing_four::<6>(marks),
                6 => completing_four::<7>(marks),
                7 => completing_four::<8>(marks),
                rows @ ..=Self::MOST_ROWS => completing_four_of(marks, rows + 1),
                _ => self.completing_any(marks),
            }
        } else {
            self.completing_any(marks)
        }
    }

    /// Returns the same cells as [`completing`](Self::completing), for lines of any length.
    fn completing_any(&self, marks: u64) -> u64 {
        let length = usize::from(self.length);
        if length == 1 {
            return self.all;
        }
        // The first shift is one step of a line.
        let steps = self.lines.shifts[0];
        let mut found = 0;
        for (&step, starts) in steps.iter().zip(self.lines.starts) {
            // The starts of the lines whose cells before `hole` are all marked.
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
                    // Lines with a later hole need marks that are not there.
                    break;
                }
            }
        }
        found
    }

    #[inline]
    pub(super) fn threats_of(&self, marks: u64, occupied: u64) -> u64 {
        self.completing(marks) & self.all & !occupied
    }

    /// Returns the cells that can be marked now. With gravity, a cell can be marked only if it is
    /// the lowest empty cell of its column.
    #[inline]
    pub(super) const fn open(&self, state: MnkState) -> u64 {
        if GRAVITY {
            (state.occupied + self.bottom) & self.all
        } else {
            self.all & !state.occupied
        }
    }

    /// Returns the cells in `open` that a player can mark so that the opponent cannot complete a
    /// line with the next mark. `open` are the cells that can be marked now, and `threats` are the
    /// cells that would complete a line of the opponent.
    #[inline]
    pub(super) const fn safe(open: u64, threats: u64) -> u64 {
        let forced = threats & open;
        if forced & forced.wrapping_sub(1) != 0 {
            return 0; // a mark prevents one threat
        }
        let cells = if forced == 0 { open } else { forced };
        if GRAVITY {
            // A player who marks the cell below a threat lets the opponent win.
            cells & !(threats >> 1)
        } else {
            cells
        }
    }

    /// Returns the moves that mark `cells`. The caller passes only cells that can be marked now.
    #[inline]
    pub(super) fn moves_to(&self, cells: u64) -> Moves {
        if !GRAVITY {
            return Moves::from_bits(cells);
        }
        // Each column has at most one of the cells. Added to a full column, this cell carries to
        // the bit above.
        self.gathered(((cells + self.all) & !self.all) >> self.board.rows & self.bottom)
    }

    /// Returns the columns whose lowest bit is set in `feet`. No other bits may be set in `feet`.
    /// Used only with gravity.
    #[inline]
    pub(super) fn gathered(&self, feet: u64) -> Moves {
        let mut columns = feet;
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

    /// Returns the cells of every second row. The lowest row is one of these rows if `is_lowest` is
    /// true.
    #[inline]
    pub(super) const fn rows_from(&self, is_lowest: bool) -> u64 {
        let column = Self::EVEN_ROWS << !is_lowest as u32 & ((1 << self.board.rows) - 1);
        self.bottom * column
    }

    /// Returns the rows in which a threat is worth most to a player. In these rows, the opponent
    /// has to mark the cell below the threat when all other columns are full.
    #[inline]
    pub(super) const fn good_rows(&self, player: Player) -> u64 {
        let others = self.board.columns - 1;
        let is_first_at_bottom = others as u32 * self.board.rows as u32 % 2 == 0;
        self.rows_from(is_first_at_bottom == matches!(player, Player::First))
    }

    /// Returns whether all cells of some line are in `marks`. If `marks` contains a player's marks
    /// and the free cells, the result tells whether the player can still complete a line.
    #[inline]
    pub(super) fn may_have_line(&self, marks: u64) -> bool {
        if GRAVITY && self.length == 4 {
            match self.board.rows {
                4 => has_four::<5>(marks),
                5 => has_four::<6>(marks),
                6 => has_four::<7>(marks),
                7 => has_four::<8>(marks),
                rows @ ..=Self::MOST_ROWS => has_four_of(marks, rows + 1),
                _ => self.has_line(marks),
            }
        } else {
            self.has_line(marks)
        }
    }
}

/// Does the same as [`Mnk::completing`], but only for lines of four. Columns are `APART` bits
/// apart.
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

/// Returns whether `marks` contain a line of four. Columns are `APART` bits apart.
#[inline(always)]
const fn has_four<const APART: u8>(marks: u64) -> bool {
    has_four_of(marks, APART)
}

#[inline(always)]
const fn has_four_of(marks: u64, apart: u8) -> bool {
    run_of_four(marks, 1)
        | run_of_four(marks, apart)
        | run_of_four(marks, apart - 1)
        | run_of_four(marks, apart + 1)
        != 0
}

/// Returns the lowest mark of every line of four in one direction.
#[inline(always)]
const fn run_of_four(marks: u64, step: u8) -> u64 {
    let pairs = marks & marks >> step;
    pairs & pairs >> (2 * step)
}

/// Returns each cell that would complete a line of four in one direction. The line's other three
/// cells are in `marks`.
#[inline(always)]
const fn holes(marks: u64, step: u8) -> u64 {
    let [near, far] = [step, 2 * step];
    let after = marks << near & marks << far;
    let before = marks >> near & marks >> far;
    after & (marks << (3 * step) | marks >> near) | before & (marks >> (3 * step) | marks << near)
}
