//! Ranks sets of points, and renumbers their members among some of the points. Each look-up in a
//! table handles eight points.

use alloc::vec::Vec;
use core::array;

use crate::subsets;

/// The number of sets of eight points.
const SETS: usize = 1 << 8;

/// The number of members of each set of eight points.
static COUNTS: [u8; SETS] = {
    let mut counts = [0; SETS];
    let mut set = 0;
    while set < SETS {
        counts[set] = set.count_ones() as u8;
        set += 1;
    }
    counts
};

/// Returns the number of members of a set.
#[inline]
pub(super) fn count(set: u32) -> u8 {
    let [low, middle, high, _] = set.to_le_bytes();
    COUNTS[usize::from(low)] + COUNTS[usize::from(middle)] + COUNTS[usize::from(high)]
}

/// Tables for sets of up to 24 points.
pub(super) struct PointSets {
    /// The sum that a group of eight points adds to the rank of a set. The row is [`BELOW`] times
    /// the number of the group (0 for the lowest eight points), plus the number of members below
    /// the group. The column is the set of members in the group.
    ranks: Vec<[u32; SETS]>,
    /// The members of a set, renumbered among some places. The row is the set of places, and the column the
    /// set of members.
    squeezed: Vec<[u8; SETS]>,
    /// The inverse of `squeezed`. It ignores members beyond the number of places.
    spread: Vec<[u8; SETS]>,
}

/// The greatest number of members below the highest eight points, plus one.
const BELOW: usize = 17;

impl PointSets {
    /// Computes the tables.
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

    /// Renumbers the members of a set among some points, as [`subsets::squeeze`] does.
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
