//! Finds upper bounds of the value of a state, in games with gravity. For these bounds, the opponent follows a simple
//! strategy: it answers each mark of the player to move with a mark on top of it.

use super::{Mnk, MnkState};
use perfectplay::Value;

// The idea is that of V. Allis, A Knowledge-based Approach of Connect-Four, 1988. It combines two
// of his rules, *claimeven* and *baseinverse*, with zugzwang. The opponent of the player to move
// *follows up*, which means to answer each mark by a mark on top of it:
//
//     . . b a        Each column is cut into pairs from its lowest free cell on. The player to move
//     . T b a        gets a lower cell `a`, and the opponent answers with the upper cell `b`. This
//     . s b b        goes on in columns with an even number of free cells (the third).
//     . b a a
//     . a X O        An odd column ends at a stop `s`, if the upper cell `T` of the pair completes a
//     X O O X        line of the opponent: whoever is to move does not mark `s`, or loses at once.
//
// The number of the other odd columns must be even. When the player to move marks the lowest free
// cell of such a column, the opponent marks the lowest free cell of another, and both columns
// become even. So the opponent can answer every move, until the game ends or only stops are left.
// It follows that the player to move gets no other cells than these:
//
//   - the lower cells of pairs below the stop of their column,
//   - the lowest free cells of odd columns without a stop.
//
// If these cells hold no line together with the player's marks, the player does not win. The player
// even loses in two cases: if there is a stop, because in the end no other move is left; or if the
// upper cells of the pairs hold a line together with the opponent's marks.
//
// The opponent need not use a stop in an odd column, but may pair this column with another odd
// column. So every set of stops that leaves an even number of other odd columns is tried. If one
// set works, there is always an answer after which some set works again: a threat that the opponent
// gets later takes no set away, and all other marks are on cells that belong to the same player as
// before.
impl<const GRAVITY: bool> Mnk<GRAVITY> {
    /// Returns an upper bound of the value for the player to move. If the opponent answers each mark with a mark on top
    /// of it, the player gets no better result. `None` if this strategy gives no bound. `threats` are the free cells
    /// that complete a line of the opponent. The game must not be over.
    #[inline]
    pub(super) fn value_if_answered(&self, state: MnkState, threats: u64) -> Option<Value> {
        let odd = self.open(state) & !self.even_rows();
        let may_stop = odd & self.columns_of(self.columns_of(odd) & self.even_rows() & threats);
        let (mut stopped, mut least) = (may_stop, None);
        loop {
            if (odd ^ stopped).count_ones() % 2 == 0 {
                let pairs = self.pairs_of_answers(state, odd ^ stopped, stopped);
                match self.value_of_pairs(state, threats, pairs) {
                    Some(Value::Loss) => return Some(Value::Loss),
                    value => least = least.or(value),
                }
            }
            if stopped == 0 {
                return least;
            }
            stopped = (stopped - 1) & may_stop;
        }
    }

    /// Returns an upper bound of the value, on the assumption that each player gets no other free cells than those in
    /// `pairs`. `None` if no bound follows.
    #[inline]
    fn value_of_pairs(&self, state: MnkState, threats: u64, pairs: Pairs) -> Option<Value> {
        let (theirs, mine) = (state.last, state.occupied ^ state.last);
        let stops = (pairs.upper & threats) >> 1;
        let below = self.below_lowest(stops);
        // A player who completes a line on the lowest stop of a column also wins.
        let lowest = stops & (below + self.bottom);
        if self.may_have_line(mine | pairs.lower & below | lowest) {
            return None;
        }
        let loses = stops != 0 || self.may_have_line(theirs | pairs.upper & below);
        Some(if loses { Value::Loss } else { Value::Draw })
    }

    /// Returns the same bound as [`value_if_answered`](Self::value_if_answered), but for misère
    /// play. A stop is a cell that neither player can afford to mark. In misère play, no cell
    /// counts as a stop.
    //
    // A line of the opponent does not matter if the player has a line directly below it. The lower
    // line is complete first, so the player loses before the opponent's line is complete.
    #[inline]
    pub(super) fn misere_value_if_answered(&self, state: MnkState) -> Option<Value> {
        let (theirs, mine) = (state.last, state.occupied ^ state.last);
        let odd = self.open(state) & !self.even_rows();
        if odd.count_ones() % 2 == 1 {
            return None;
        }
        let Pairs { lower, upper } = self.pairs_of_answers(state, odd, 0);
        let own_lines = self.lines_in(mine | lower & !odd);
        let their_lines = self.lines_in(theirs | upper | odd);
        let is_early = own_lines.iter().zip(their_lines);
        if is_early.fold(0, |late, (own, theirs)| late | theirs & !(own << 1)) != 0 {
            return None;
        }
        let loses = own_lines.iter().any(|&lines| lines != 0);
        Some(if loses { Value::Loss } else { Value::Draw })
    }

    /// Divides the free cells of the columns into pairs of a lower and an upper cell. A stop is a
    /// cell that neither player can afford to mark. If a column contains a stop, `stopped` contains
    /// one cell of this column. If a column contains no stop and its number of free cells is odd,
    /// `odd` contains its lowest free cell.
    #[inline]
    fn pairs_of_answers(&self, state: MnkState, odd: u64, stopped: u64) -> Pairs {
        let free = self.all & !state.occupied;
        let stopped = self.columns_of(stopped);
        let upper = free & !odd & (self.even_rows() ^ !stopped);
        let lower = free & !upper;
        Pairs { lower, upper }
    }

    /// Returns the cells that have an odd number of cells above them in their column.
    #[inline]
    const fn even_rows(&self) -> u64 {
        self.rows_from(self.board.rows % 2 == 0)
    }

    /// Returns all cells of each column in which at least one cell is in `cells`.
    #[inline]
    const fn columns_of(&self, cells: u64) -> u64 {
        let above = (cells + self.all) & self.above();
        above - (above >> self.board.rows)
    }

    /// Returns, in each column, the cells below the column's lowest cell in `cells`. If no cell of
    /// a column is in `cells`, returns all cells of this column.
    #[inline]
    const fn below_lowest(&self, cells: u64) -> u64 {
        let ends = cells | self.above();
        (ends ^ (ends - self.bottom)) & !ends
    }

    /// Returns a mask of the unused bits. There is one such bit above the top cell of each column.
    #[inline]
    const fn above(&self) -> u64 {
        self.bottom << self.board.rows
    }
}

/// Tells which free cells each player can get, if the opponent answers every mark with a mark on top of it.
struct Pairs {
    /// The cells that the player to move can get. If a column has no stop and an odd number of free
    /// cells, `lower` includes the column's lowest free cell. The player gets only half of these
    /// lowest cells, and the opponent gets the others.
    lower: u64,
    /// The cells that the opponent gets.
    upper: u64,
}
