//! Ranks the states of m,n,k-games.
//!
//! X begins, so X has as many marks as O or one more. So the number of marks tells who is to move.
//! Two sets describe a state: the set of all marked cells, and the set of the cells of X.
//!
//! Without gravity, the tier is the number of marks. To compute the rank, let *n* be the number of
//! ways to choose X's cells among the marked cells. The rank is *n* times the rank of the marked
//! cells, plus the rank of X's cells among the marked cells.
//!
//! With gravity, a tier holds the states with the same number of marks in each column, so all its
//! states have the same marked cells. The tier's number has a digit for each column, which is the
//! number of marks in this column. The lowest digit belongs to the first column. The rank of a
//! state is the rank of X's cells among the marked cells. For this rank, the marked cells are
//! numbered from the outer columns to the inner columns, and upwards in each column:
//!
//! ```text
//!     heights 2, 1, 3, 0      . . 5 .
//!                             1 . 4 .
//!                             0 2 3 .      columns in the order a, d, b, c
//! ```
//!
//! Of a tier and its mirror image, the tier with the lower number is canonical. In a tier that is
//! not canonical, the columns are numbered in mirrored order. So mirror images have the same rank.
//!
//! Numbering the inner columns last makes compressed files small. The cells that are numbered last
//! have the most influence on the rank, and the inner columns have the most influence on the value.
//! So states with neighbouring ranks often have the same value. If the columns were numbered from
//! left to right, the compressed file of the 5 by 5 game would be a third larger.

use core::ops::Range;

use perfectplay::index::{Dense, Tier, Walk};
use perfectplay::{Game, Move, Moves};

use super::{Mnk, MnkState};
use crate::subsets::{self, Subsets};

impl<const GRAVITY: bool> Mnk<GRAVITY> {
    /// With gravity, returns the amount by which a new mark in a column raises the number of the
    /// tier.
    fn column_unit(&self, column: u8) -> u64 {
        (u64::from(self.board.rows) + 1).pow(column.into())
    }

    /// With gravity, returns the number of marks that each state of a tier has in a column.
    fn height(&self, tier: Tier, column: u8) -> u8 {
        (tier.number() / self.column_unit(column) % (u64::from(self.board.rows) + 1)) as u8
    }

    /// With gravity, returns the number of marks that each state of a tier has in each column.
    fn heights(&self, tier: Tier) -> impl Iterator<Item = u8> + use<GRAVITY> {
        let base = u64::from(self.board.rows) + 1;
        let mut higher = tier.number();
        (0..self.board.columns).map(move |_| {
            let height = higher % base;
            higher /= base;
            height as u8
        })
    }

    /// With gravity, returns the tier that holds the mirror images of a tier's states.
    fn mirrored(&self, tier: Tier) -> Tier {
        let base = u64::from(self.board.rows) + 1;
        let digits = self.heights(tier).map(u64::from);
        Tier::new(digits.fold(0, |number, height| number * base + height))
    }

    /// Returns the columns in the order in which their cells are numbered to compute a rank.
    /// `turned` asks for the mirrored order.
    fn columns(&self, turned: bool) -> impl Iterator<Item = u8> {
        let last = self.board.columns - 1;
        (0..self.board.columns).map(move |i| {
            let from_left = i % 2 == u8::from(turned);
            if from_left { i / 2 } else { last - i / 2 }
        })
    }

    /// Returns the number of marks that each state of a tier has.
    fn marked(&self, tier: Tier) -> u32 {
        if GRAVITY {
            self.heights(tier).map(u32::from).sum()
        } else {
            tier.number() as u32
        }
    }
}

/// Returns how many of `marked` marks belong to X.
const fn of_x(marked: u32) -> u32 {
    marked.div_ceil(2)
}

impl<const GRAVITY: bool> Dense for Mnk<GRAVITY> {
    fn tier_count(&self) -> u64 {
        if GRAVITY {
            self.column_unit(self.board.columns)
        } else {
            u64::from(self.board.cells()) + 1
        }
    }

    fn tier_size(&self, tier: Tier) -> u64 {
        let marked = self.marked(tier);
        let of_x = subsets::count(marked, of_x(marked));
        if GRAVITY {
            of_x
        } else {
            subsets::count(self.board.cells().into(), marked) * of_x
        }
    }

    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = Tier> {
        let open_columns = (0..).zip(self.heights(tier)).filter_map(move |column| {
            let (column, height) = column;
            (GRAVITY && height < self.board.rows)
                .then(|| Tier::new(tier.number() + self.column_unit(column)))
        });
        let one_more = (!GRAVITY && tier.number() < self.board.cells().into())
            .then(|| Tier::new(tier.number() + 1));
        open_columns.chain(one_more)
    }

    fn moves_between(&self, tier: Tier, next: Tier) -> Moves {
        if GRAVITY {
            self.column_between(tier, next).into_iter().collect()
        } else {
            Moves::first_n(self.board.cells().into())
        }
    }

    fn canonical(&self, tier: Tier) -> Tier {
        if GRAVITY {
            tier.min(self.mirrored(tier))
        } else {
            tier
        }
    }

    fn rank(&self, state: MnkState) -> Option<(Tier, u64)> {
        let (occupied, x) = (state.occupied, state.x());
        let marked = occupied.count_ones();
        if x.count_ones() != of_x(marked) || x & !occupied != 0 || occupied & !self.all != 0 {
            return None;
        }
        if !GRAVITY {
            let high = subsets::rank(occupied) * subsets::count(marked, of_x(marked));
            let low = subsets::rank(subsets::squeeze(x, occupied));
            return Some((Tier::new(marked.into()), high + low));
        }
        let mut tier = 0;
        for column in 0..self.board.columns {
            let marks = self.in_column(occupied, column);
            if !(marks + 1).is_power_of_two() {
                return None;
            }
            tier += u64::from(marks.count_ones()) * self.column_unit(column);
        }
        let tier = Tier::new(tier);
        let turned = self.canonical(tier) != tier;
        Some((tier, self.rank_in_columns(occupied, x, turned)))
    }

    fn unrank(&self, tier: Tier, rank: u64) -> MnkState {
        self.walk_from(tier, rank).state()
    }

    fn ranks_after(&self, tier: Tier, ranks: Range<u64>, next: Tier) -> Range<u64> {
        let Some(column) = self.column_between(tier, next) else {
            return 0..self.tier_size(next);
        };
        let [low, high] = [ranks.start, ranks.end - 1].map(|rank| self.walk_from(tier, rank));
        if low.turning.contains(column) {
            low.ranks_after_turning(&high, column)
        } else {
            // Sets keep their order if the same place is inserted into all of them.
            low.rank_after(column)..high.rank_after(column) + 1
        }
    }

    fn walk(&self, tier: Tier, rank: u64) -> impl Walk<State = MnkState> {
        self.walk_from(tier, rank)
    }
}

impl<const GRAVITY: bool> Mnk<GRAVITY> {
    fn walk_from(&self, tier: Tier, rank: u64) -> MarksWalk<'_, GRAVITY> {
        if GRAVITY {
            return MarksWalk::in_columns(self, tier, rank);
        }
        let marked = self.marked(tier);
        let sets = subsets::count(marked, of_x(marked));
        let occupied = subsets::unrank(self.board.cells().into(), marked, rank / sets);
        MarksWalk::in_cells(self, occupied, rank % sets)
    }

    /// With gravity, returns the column that has one more mark in the tier `next` than in `tier`.
    /// `None` if the two tiers also differ in another column.
    fn column_between(&self, tier: Tier, next: Tier) -> Option<Move> {
        let unit = next.number().checked_sub(tier.number())?;
        let mut columns = (0..self.board.columns).filter(|_| GRAVITY);
        let column = columns.find(|&column| self.column_unit(column) == unit);
        column.and_then(Move::new)
    }

    /// With gravity, returns a mask of the cells of `column` that are in `marks`. Bit 0 is the
    /// lowest cell of the column.
    #[inline]
    pub(super) const fn in_column(&self, marks: u64, column: u8) -> u64 {
        marks >> self.foot(column) & ((1 << self.board.rows) - 1)
    }

    /// With gravity, returns the rank of the cells of X among the marked cells.
    #[inline]
    fn rank_in_columns(&self, occupied: u64, x: u64, turned: bool) -> u64 {
        let (mut cells, mut set) = (0, 0);
        for column in self.columns(turned) {
            set |= self.in_column(x, column) << cells;
            cells += self.in_column(occupied, column).trailing_ones();
        }
        // The loop in `rank` has the same length for all states of a tier, so the processor
        // predicts it.
        subsets::rank(set)
    }
}

#[derive(Clone, Copy, Debug)]
struct MarksWalk<'g, const GRAVITY: bool> {
    game: &'g Mnk<GRAVITY>,
    occupied: u64,
    x_moves: bool,
    /// To compute a rank, the marked cells are numbered. `first[n]` is a mask of the `n` marked
    /// cells with the lowest numbers.
    first: [u64; 64],
    /// Maps a subset of the first eight marked cells to a mask of cells. Bit *i* of the set is the
    /// marked cell with number *i*. `first_eight[0]` converts the low four bits of the set, and
    /// `first_eight[1]` converts the high four bits.
    first_eight: [[u64; 16]; 2],
    /// The cells of X, except those among the first eight marked cells.
    x_behind: u64,
    of_x: Subsets,
    /// The number of ways to choose X's cells among the marked cells.
    sets: u64,
    /// If the marked cells are listed in the order of their numbers, each move inserts a new mark
    /// into a gap of this list. `gap[mv]` is the index in `of_x` of the gap for the move `mv`.
    gap: [u8; 64],
    /// Without gravity, `high[gap]` is the first of two summands of the rank of the state after a
    /// move. This summand depends only on which cells are marked after the move. With gravity,
    /// `high[column]` is the number of the tier after a move in this column.
    high: [u64; 64],
    /// With gravity, whether the columns are numbered in mirrored order, because the tier is not
    /// canonical.
    turned: bool,
    /// With gravity, the columns in which a move leads from a canonical tier to a tier that is not
    /// canonical, or the other way round.
    turning: Moves,
}

impl<'g, const GRAVITY: bool> MarksWalk<'g, GRAVITY> {
    fn new(game: &'g Mnk<GRAVITY>, cells: impl Iterator<Item = u8>) -> Self {
        let (mut first, mut marked) = ([0; 64], 0);
        for bit in cells {
            first[marked + 1] = first[marked] | 1 << bit;
            marked += 1;
        }
        let x_moves = marked % 2 == 0;
        let members = of_x(marked as u32);
        let mut walk = Self {
            game,
            occupied: first[marked],
            x_moves,
            first,
            first_eight: [[0; 16]; 2],
            x_behind: 0,
            of_x: Subsets::new(marked as u32, members, x_moves),
            sets: subsets::count(marked as u32, members),
            gap: [0; 64],
            high: [0; 64],
            turned: false,
            turning: Moves::EMPTY,
        };
        for half in 0..2 {
            for set in 1..16_usize {
                let before = 4 * half + set.trailing_zeros() as usize;
                let cell = if before < marked {
                    walk.mark(before)
                } else {
                    0
                };
                walk.first_eight[half][set] = walk.first_eight[half][set & (set - 1)] | cell;
            }
        }
        walk
    }

    /// Creates a walk without gravity. In each state of the walk, the marked cells are `occupied`.
    /// The walk begins at the state in which the rank of X's cells is `rank`.
    fn in_cells(game: &'g Mnk<GRAVITY>, occupied: u64, rank: u64) -> Self {
        let cells = Moves::from_bits(occupied).iter().map(|cell| cell.index());
        let mut walk = Self::new(game, cells);
        let after = occupied.count_ones() + 1;
        let sets = subsets::count(after, of_x(after));
        subsets::with_one_more(occupied, game.board.cells().into(), |cell, high| {
            let below = (occupied & ((1 << cell) - 1)).count_ones();
            let gap = walk.of_x.push_gap(below as u8);
            walk.gap[cell as usize] = gap as u8;
            walk.high[gap] = high * sets;
        });
        walk.seek(rank);
        walk
    }

    /// Creates a walk with gravity. The walk begins at the state of `tier` with the rank `rank`.
    fn in_columns(game: &'g Mnk<GRAVITY>, tier: Tier, rank: u64) -> Self {
        let is_turned = |tier| game.canonical(tier) != tier;
        let turned = is_turned(tier);
        let cells = game.columns(turned).flat_map(|column| {
            let foot = game.foot(column);
            foot..foot + game.height(tier, column)
        });
        let mut walk = Self::new(game, cells);
        walk.turned = turned;
        let mut below = 0;
        for column in game.columns(turned) {
            let height = game.height(tier, column);
            below += height;
            if height < game.board.rows {
                walk.gap[usize::from(column)] = walk.of_x.push_gap(below) as u8;
                let next = Tier::new(tier.number() + game.column_unit(column));
                walk.high[usize::from(column)] = next.number();
                if is_turned(next) != turned {
                    walk.turning |= Moves::from_bits(1 << column);
                }
            }
        }
        walk.seek(rank);
        walk
    }

    /// Goes to the state in which the rank of X's cells is `rank`. The marked cells stay the same.
    fn seek(&mut self, rank: u64) {
        self.of_x.seek(rank);
        self.find_x_behind();
    }

    fn find_x_behind(&mut self) {
        let marks = Moves::from_bits(self.of_x.high_set()).iter();
        self.x_behind = marks.fold(0, |x, mark| x | self.mark(mark.index().into()));
    }

    #[inline]
    fn x(&self) -> u64 {
        let set = usize::from(self.of_x.low_set());
        self.x_behind | self.first_eight[0][set % 16] | self.first_eight[1][set / 16]
    }

    /// Returns a mask of one marked cell: the cell that comes after `before` other marked cells in
    /// the numbering.
    fn mark(&self, before: usize) -> u64 {
        self.first[before + 1] ^ self.first[before]
    }

    /// With gravity, returns the rank of the state after a move.
    #[inline(always)]
    fn rank_after(&self, column: Move) -> u64 {
        if self.turning.contains(column) {
            self.after_turning(column)
        } else {
            self.of_x
                .after(self.gap[usize::from(column.index())].into())
        }
    }

    /// Returns the rank of the state after a move in `column`, which must be in `turning`.
    #[inline(never)]
    fn after_turning(&self, column: Move) -> u64 {
        let after = self.game.play(self.state(), column);
        self.game
            .rank_in_columns(after.occupied, after.x(), !self.turned)
    }

    /// Returns a range that contains the ranks of all states after a move in `column`. The move is
    /// played in each state from the state of this walk to the state of `high`. Call this method
    /// only with gravity, and only if `column` is in `turning`.
    //
    // In the mirrored order of the cells, the two columns of a pair change places, but the pairs
    // and the column in the middle keep their places. So states keep their order as far as the
    // column in the middle decides it. Inner pairs of columns in which the states are equal do not
    // change the order either.
    fn ranks_after_turning(&self, high: &Self, column: Move) -> Range<u64> {
        let game = self.game;
        let [low, high] = [self, high].map(|walk| game.play(walk.state(), column));
        let last = game.board.columns - 1;
        let cells = |column| game.in_column(u64::MAX, column) << game.foot(column);
        let pair = |outer| cells(outer) | cells(last - outer);
        let differ = low.x() ^ high.x();
        // The cells of the outer pairs of columns, which may change the order.
        let mut pairs = game.board.columns / 2;
        let mut free = (0..pairs).fold(0, |cells, outer| cells | pair(outer));
        while differ & !free == 0 && pairs > 0 && differ & pair(pairs - 1) == 0 {
            pairs -= 1;
            free &= !pair(pairs);
        }
        // The ranks of all states that equal `state` in the other columns.
        let alike = |state: MnkState| {
            let rank = |cells| {
                game.rank_in_columns(state.occupied & cells, state.x() & cells, !self.turned)
            };
            let (occupied, x) = (state.occupied & free, state.x() & free);
            let start = rank(u64::MAX) - rank(free);
            start..start + subsets::count(occupied.count_ones(), x.count_ones())
        };
        alike(low).start..alike(high).end
    }
}

impl<const GRAVITY: bool> Walk for MarksWalk<'_, GRAVITY> {
    type State = MnkState;

    #[inline]
    fn state(&self) -> MnkState {
        let x = self.x();
        MnkState {
            last: if self.x_moves { self.occupied ^ x } else { x },
            occupied: self.occupied,
        }
    }

    #[inline]
    fn step(&mut self) {
        self.skip(1);
    }

    #[inline]
    fn skip(&mut self, ranks: u64) {
        let rank = self.of_x.rank() + ranks;
        if GRAVITY || rank < self.sets {
            if self.of_x.skip(ranks) {
                self.find_x_behind();
            }
        } else if let Some(next) = subsets::next(self.occupied).filter(|_| rank == self.sets) {
            *self = Self::in_cells(self.game, next, 0);
        } else {
            let tier = Tier::new(self.occupied.count_ones().into());
            *self = self
                .game
                .walk_from(tier, subsets::rank(self.occupied) * self.sets + rank);
        }
    }

    #[inline(always)]
    fn after(&self, mv: Move) -> Option<(Tier, u64)> {
        let index = usize::from(mv.index());
        if GRAVITY {
            return Some((Tier::new(self.high[index]), self.rank_after(mv)));
        }
        let gap = usize::from(self.gap[index]);
        let tier = Tier::new(u64::from(self.occupied.count_ones()) + 1);
        Some((tier, self.high[gap] + self.of_x.after(gap)))
    }
}
