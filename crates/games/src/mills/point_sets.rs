//! Faster versions of the functions `rank`, `squeeze` and `spread` in [`subsets`], for sets of at
//! most 24 points. These versions use tables, in which one look-up handles eight points.

use alloc::vec::Vec;
use core::array;

use crate::subsets;

/// The number of subsets of eight points.
const SETS: usize = 1 << 8;

/// For each subset of eight points, the number of its members. The index is the subset as a mask.
static COUNTS: [u8; SETS] = {
    let mut counts = [0; SETS];
    let mut set = 0;
    while set < SETS {
        counts[set] = set.count_ones() as u8;
        set += 1;
    }
    counts
};

#[inline]
pub(super) fn count(set: u32) -> u8 {
    let [low, middle, high, _] = set.to_le_bytes();
    COUNTS[usize::from(low)] + COUNTS[usize::from(middle)] + COUNTS[usize::from(high)]
}

/// Tables for sets of up to 24 points.
pub(super) struct PointSets {
    /// A group is eight points: 0 to 7, 8 to 15, or 16 to 23. The rank of a set is a sum with one
    /// term for each group. `[BELOW * group + below][members]` is the term of one group. `members`
    /// is a mask of the set's members in this group, and `below` is the number of members in lower
    /// groups.
    ranks: Vec<[u32; SETS]>,
    /// `squeezed[places][set]` is the result of [`subsets::squeeze`] for `set` and `places`. The
    /// arguments `set` and `places` are subsets of one group.
    squeezed: Vec<[u8; SETS]>,
    /// `spread[places][set]` is the result of [`subsets::spread`] for `set` and `places`. The
    /// arguments `set` and `places` are subsets of one group.
    spread: Vec<[u8; SETS]>,
}

/// How many values `below` can have in the field `ranks`: 0 to 16, because at most two groups of
/// eight points are lower than a group.
const BELOW: usize = 17;

impl PointSets {
    pub fn new() -> Self {
        let ranks = (0..3 * BELOW).map(|row| {
            let (first, below) = (8 * (row / BELOW) as u32, (row % BELOW) as u32);
            array::from_fn(|set| {
                let members = (0..8).filter(|point| set >> point & 1 == 1);
                let terms = members.zip(below + 1..);
                let terms = terms.map(|(point, nth)| subsets::count(first + point, nth));
                terms.sum::<u64>() as u32
            })
        });
        let table = |of: fn(u64, u64) -> u64| {
            let rows = 0..SETS as u64;
            rows.map(|places| array::from_fn(|set| of(set as u64, places) as u8))
                .collect()
        };
        Self {
            ranks: ranks.collect(),
            squeezed: table(subsets::squeeze),
            spread: table(subsets::spread),
        }
    }

    /// Returns the rank of a set, as [`subsets::rank`] does.
    #[inline]
    pub fn rank(&self, set: u32) -> u64 {
        let mut below = 0;
        let mut rank = 0;
        for (row, points) in (0..).step_by(BELOW).zip(&set.to_le_bytes()[..3]) {
            rank += self.ranks[row + below][usize::from(*points)];
            below += usize::from(COUNTS[usize::from(*points)]);
        }
        rank.into()
    }

    /// Replaces each member of `set` by its index among the points `places`, as
    /// [`subsets::squeeze`] does.
    #[inline]
    pub fn squeeze(&self, set: u32, places: u32) -> u32 {
        let (mut squeezed, mut shift) = (0, 0);
        for (set, places) in set.to_le_bytes().into_iter().zip(places.to_le_bytes()) {
            let numbers = self.squeezed[usize::from(places)][usize::from(set)];
            squeezed |= u32::from(numbers) << shift;
            shift += COUNTS[usize::from(places)];
        }
        squeezed
    }

    /// Undoes [`squeeze`](Self::squeeze), as [`subsets::spread`] does.
    #[inline]
    pub fn spread(&self, set: u32, places: u32) -> u32 {
        let (mut rest, mut spread) = (set, [0; 4]);
        for (members, places) in spread.iter_mut().zip(places.to_le_bytes()) {
            *members = self.spread[usize::from(places)][(rest & 255) as usize];
            rest >>= COUNTS[usize::from(places)];
        }
        u32::from_le_bytes(spread)
    }
}
