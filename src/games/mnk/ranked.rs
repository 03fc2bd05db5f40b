//! The ranks of m,n,k-games.
//!
//! Of so many marks half are those of X, or one more. So a state is two sets: the marked
//! cells, and those of X among them.
//!
//! Without gravity the tier is the number of marks, and the rank has the marked cells as its
//! high digit and those of X as its low one. With gravity the tier is the heights of
//! all columns, as digits of a number with the first column lowest. They tell which cells
//! are marked, and the rank is that of the cells of X among them.

use super::{Grid, Mnk};
use crate::kernel::{Move, Moves};
use crate::games::subsets::{self, Change, Subsets};
use crate::ranked::{NextTier, Ranked, Tier, Walk};

impl<const GRAVITY: bool> Mnk<GRAVITY> {
    /// With gravity, what a mark in a column adds to the number of the tier.
    fn column_unit(&self, column: u8) -> u64 {
        (u64::from(self.board.rows) + 1).pow(column.into())
    }

    /// With gravity, the height of each column.
    fn heights(&self, tier: Tier) -> impl Iterator<Item = u8> {
        let heights = u64::from(self.board.rows) + 1;
        (0..self.board.columns)
            .map(move |column| (tier.number() / self.column_unit(column) % heights) as u8)
    }

    /// How many cells are marked in the states of a tier.
    fn marked(&self, tier: Tier) -> u32 {
        if GRAVITY {
            self.heights(tier).map(u32::from).sum()
        } else {
            tier.number() as u32
        }
    }

    /// The marked cells, and the rank of X's among them.
    fn parts(&self, tier: Tier, rank: u64) -> (u64, u64) {
        if GRAVITY {
            let columns = (0..).zip(self.heights(tier));
            let column = |(column, height)| ((1_u64 << height) - 1) << self.foot(column);
            (columns.map(column).sum(), rank)
        } else {
            let marked = self.marked(tier);
            let inner = subsets::count(marked, of_x(marked));
            let cells = self.board.cells().into();
            (subsets::unrank(cells, marked, rank / inner), rank % inner)
        }
    }
}

/// How many of so many marks are those of X.
const fn of_x(marked: u32) -> u32 {
    marked.div_ceil(2)
}

impl<const GRAVITY: bool> Ranked for Mnk<GRAVITY> {
    type Walk<'g> = MarksWalk<'g, GRAVITY>;

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

    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = NextTier> {
        let open_columns = (0..).zip(self.heights(tier)).filter_map(move |column| {
            let (column, height) = column;
            (GRAVITY && height < self.board.rows).then(|| NextTier {
                tier: Tier::new(tier.number() + self.column_unit(column)),
                moves: Moves::from_bits(1 << column),
            })
        });
        let one_more = (!GRAVITY && tier.number() < self.board.cells().into()).then(|| NextTier {
            tier: Tier::new(tier.number() + 1),
            moves: Moves::first_n(self.board.cells().into()),
        });
        open_columns.chain(one_more)
    }

    fn rank(&self, state: Grid) -> Option<(Tier, u64)> {
        let (occupied, x) = (state.occupied, state.x());
        let marked = occupied.count_ones();
        if x.count_ones() != of_x(marked) || x & !occupied != 0 || occupied & !self.all != 0 {
            return None;
        }
        let of_x = subsets::rank(subsets::squeeze(x, occupied));
        if !GRAVITY {
            let high = subsets::rank(occupied) * subsets::count(marked, self::of_x(marked));
            return Some((Tier::new(marked.into()), high + of_x));
        }
        let mut tier = 0;
        for column in 0..self.board.columns {
            let marks = occupied >> self.foot(column) & ((1 << self.board.rows) - 1);
            if !(marks + 1).is_power_of_two() {
                return None;
            }
            tier += u64::from(marks.count_ones()) * self.column_unit(column);
        }
        Some((Tier::new(tier), of_x))
    }

    fn unrank(&self, tier: Tier, rank: u64) -> Grid {
        self.walk(tier, rank).state()
    }

    fn walk(&self, tier: Tier, rank: u64) -> MarksWalk<'_, GRAVITY> {
        let (occupied, of_x) = self.parts(tier, rank);
        let mut walk = MarksWalk::new(self, occupied);
        walk.seek(of_x);
        walk
    }
}

/// A walk through the states with so many marks, or of such columns.
#[derive(Clone, Copy, Debug)]
pub struct MarksWalk<'g, const GRAVITY: bool> {
    game: &'g Mnk<GRAVITY>,
    occupied: u64,
    x_moves: bool,
    /// The lowest so many of the marked cells.
    lowest: [u64; 64],
    /// The cells of X.
    x: u64,
    of_x: Subsets,
    /// How many sets of X's cells there are for these marked cells.
    sets: u64,
    /// By move, which of the gaps among the marked cells it fills.
    gap: [u8; 64],
    /// Without gravity, the high digit of the rank after filling a gap.
    high: [u64; 64],
}

impl<'g, const GRAVITY: bool> MarksWalk<'g, GRAVITY> {
    /// From so many ranks on, to seek is quicker than to step.
    const LEAP: u64 = 16;

    /// At the first state with these marked cells.
    fn new(game: &'g Mnk<GRAVITY>, occupied: u64) -> Self {
        let marked = occupied.count_ones();
        let x_moves = marked % 2 == 0;
        let mut lowest = [0; 64];
        let mut rest = occupied;
        for i in 0..marked as usize {
            lowest[i + 1] = lowest[i] | rest & rest.wrapping_neg();
            rest &= rest - 1;
        }
        let (mut gap, mut high) = ([0; 64], [0; 64]);
        let (mut gaps, mut places) = (0, [0; 64]);
        if GRAVITY {
            let mut below = 0;
            for column in 0..game.board.columns {
                let marks = occupied >> game.foot(column) & ((1 << game.board.rows) - 1);
                let height = marks.count_ones() as u8;
                below += height;
                if height < game.board.rows {
                    gap[usize::from(column)] = gaps as u8;
                    places[gaps] = below;
                    gaps += 1;
                }
            }
        } else {
            // The ranks of the marked cells with each empty cell: those below it count as
            // before, and those above it as one more each.
            let inner = subsets::count(marked + 1, of_x(marked + 1));
            let mut above = 0;
            for (i, cell) in Moves::from_bits(occupied).iter().enumerate() {
                above += subsets::count(cell.index().into(), i as u32 + 2);
            }
            let (mut below, mut rank) = (0, 0);
            for cell in 0..game.board.cells() {
                let place = u32::from(cell);
                if occupied >> cell & 1 == 1 {
                    below += 1;
                    rank += subsets::count(place, below);
                    above -= subsets::count(place, below + 1);
                } else {
                    gap[usize::from(cell)] = gaps as u8;
                    places[gaps] = below as u8;
                    high[gaps] = (rank + subsets::count(place, below + 1) + above) * inner;
                    gaps += 1;
                }
            }
        }
        let gaps = places.into_iter().take(gaps);
        let mut walk = Self {
            game,
            occupied,
            x_moves,
            lowest,
            x: 0,
            of_x: Subsets::new(marked, of_x(marked), x_moves, gaps),
            sets: subsets::count(marked, of_x(marked)),
            gap,
            high,
        };
        walk.seek(0);
        walk
    }

    /// Goes to the set of X's cells with this rank.
    fn seek(&mut self, rank: u64) {
        self.of_x.seek(rank);
        let marks = Moves::from_bits(self.of_x.set()).iter();
        self.x = marks.fold(0, |x, mark| x | self.mark(mark.index().into()));
    }

    /// The marked cell that has so many below it.
    fn mark(&self, below: usize) -> u64 {
        self.lowest[below + 1] ^ self.lowest[below]
    }
}

impl<const GRAVITY: bool> Walk for MarksWalk<'_, GRAVITY> {
    type State = Grid;

    #[inline]
    fn state(&self) -> Grid {
        Grid {
            last: if self.x_moves {
                self.occupied ^ self.x
            } else {
                self.x
            },
            occupied: self.occupied,
        }
    }

    #[inline]
    fn step(&mut self) {
        if self.of_x.rank() + 1 < self.sets {
            let Change { turn, bottom } = self.of_x.step();
            let turn = turn as usize;
            let below = self.lowest[bottom as usize];
            self.x = self.x & !self.lowest[turn + 1] | self.mark(turn) | below;
        } else if let Some(next) = subsets::next(self.occupied).filter(|_| !GRAVITY) {
            *self = Self::new(self.game, next);
        }
    }

    fn skip(&mut self, ranks: u64) {
        let rank = self.of_x.rank() + ranks;
        if ranks < Self::LEAP {
            for _ in 0..ranks {
                self.step();
            }
        } else if rank < self.sets {
            self.seek(rank);
        } else if !GRAVITY {
            let tier = Tier::new(self.occupied.count_ones().into());
            *self = self
                .game
                .walk(tier, subsets::rank(self.occupied) * self.sets + rank);
        }
    }

    #[inline]
    fn after(&self, mv: Move) -> (usize, u64) {
        let gap = usize::from(self.gap[usize::from(mv.index())]);
        if GRAVITY {
            (gap, self.of_x.after(gap))
        } else {
            (0, self.high[gap] + self.of_x.after(gap))
        }
    }
}
