//! Decides positions in which one player only answers: on top of the opponent's mark, wherever it is.

use super::{Mnk, MnkState};
use perfectplay::Value;

// The idea is that of V. Allis, A Knowledge-based Approach of Connect-Four, 1988: of his rules,
// *claimeven* and *baseinverse*, with zugzwang. The opponent of the player to move follows up:
//
//     . . b a        Each column is cut into pairs from its lowest free cell on. The player to move
//     . T b a        gets a lower cell `a`, and the opponent answers with the upper cell `b`. This
//     . s b b        goes on in columns with an even number of free cells (the third).
//     . b a a
//     . a X O        An odd column ends at a stop `s`, if the upper cell `T` of the pair completes a
//     X O O X        line of the opponent: whoever is to move does not mark `s`, or loses at once.
//
// The other odd columns must be even in number. When the player to move marks the lowest free cell
// of one, the opponent marks that of another, and both have become even. So the opponent can answer
// every move, up to the end of the game or to a stop. It follows that the player to move has no
// other cells than these:
//
//   - the lower cells of pairs below the stop of their column,
//   - the lowest free cells of odd columns without a stop.
//
// If they hold no line together with the player's marks, the player does not win. The player even
// loses if there is a stop, because in the end no other move is left, or if the upper cells of the
// pairs hold a line together with the opponent's marks.
//
// A stop in an odd column is a choice: the opponent may also pair this column with another odd one. So
// every set of such stops with an even number of other odd columns is tried. Then an answer after which
// some set works is always there: a threat that the opponent gets later takes no set away, and other
// marks stay in the cells of the same player.
impl<const GRAVITY: bool> Mnk<GRAVITY> {
    /// Returns an upper bound of the value for the player to move, if the opponent can answer every
    /// move on top. `threats` are the free cells that complete a line of the opponent. The game must
    /// not be over.
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

    /// Does the same for these pairs.
    #[inline]
    fn value_of_pairs(&self, state: MnkState, threats: u64, pairs: Pairs) -> Option<Value> {
        let (theirs, mine) = (state.last, state.occupied ^ state.last);
        let stops = (pairs.upper & threats) >> 1;
        let below = self.below_lowest(stops);
        // A player who completes a line on the lowest stop of a column wins, too.
        let lowest = stops & (below + self.bottom);
        if self.may_have_line(mine | pairs.lower & below | lowest) {
            return None;
        }
        let loses = stops != 0 || self.may_have_line(theirs | pairs.upper & below);
        Some(if loses { Value::Loss } else { Value::Draw })
    }

    /// Does the same in misère play, where nobody stops before a cell.
    //
    // All cells below a line of the opponent may be the player's. Then they were marked before, so that
    // the player lost before the line was complete.
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

    /// Cuts the columns into pairs, if the columns of some odd cells are stopped. `odd` has the lowest
    /// free cells of the other columns with an odd number of free cells.
    #[inline]
    fn pairs_of_answers(&self, state: MnkState, odd: u64, stopped: u64) -> Pairs {
        let free = self.all & !state.occupied;
        let stopped = self.columns_of(stopped);
        let upper = free & !odd & (self.even_rows() ^ !stopped);
        let lower = free & !upper;
        Pairs { lower, upper }
    }

    /// Returns the rows in which an even number of cells is left from a cell of the column on.
    #[inline]
    const fn even_rows(&self) -> u64 {
        self.rows_from(self.board.rows % 2 == 0)
    }

    /// Returns all cells of the columns that hold some of these cells.
    #[inline]
    const fn columns_of(&self, cells: u64) -> u64 {
        let above = (cells + self.all) & self.above();
        above - (above >> self.board.rows)
    }

    /// Returns the cells below the lowest of these in each column, and all cells of other columns.
    #[inline]
    const fn below_lowest(&self, cells: u64) -> u64 {
        let ends = cells | self.above();
        (ends ^ (ends - self.bottom)) & !ends
    }

    /// Returns the bits above all columns.
    #[inline]
    const fn above(&self) -> u64 {
        self.bottom << self.board.rows
    }
}

/// The free cells, if one player answers the other on top.
struct Pairs {
    /// The cells that the player to move will get. It gets only half of the lowest free cells of odd
    /// columns.
    lower: u64,
    /// The cells that the opponent will get.
    upper: u64,
}
