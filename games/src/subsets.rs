//! The sets of a given size among some places, in order, for games that rank their states.
//!
//! The rank of a set is the number of sets of its size that are smaller as binary numbers.
//! If its members are at the places p₁ < p₂ < …, that is the sum of the binomial
//! coefficients C(pᵢ, i) (the combinatorial number system; D. E. Knuth, The Art of Computer
//! Programming, volume 4A, section 7.2.1.3). For the places 0, 1 and 4:
//!
//! ```text
//!     place   4 3 2 1 0
//!             1 0 0 1 1     C(0, 1) + C(1, 2) + C(4, 3) = 0 + 0 + 4 = rank 4
//! ```

/// The most places, and one. Where sizes have 16 bits, a table for 64 places would be too big.
const LIMIT: usize = if usize::BITS > 16 { 65 } else { 63 };

static BINOMIALS: [[u64; LIMIT]; LIMIT] = {
    let mut table = [[0; LIMIT]; LIMIT];
    let mut n = 0;
    while n < LIMIT {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// How many sets of `members` there are among so many places, of which there are
/// less than [`LIMIT`].
pub(super) fn count(places: u32, members: u32) -> u64 {
    BINOMIALS[places as usize][members as usize]
}

/// The rank of a set of places.
pub(super) fn rank(set: u64) -> u64 {
    let (mut rest, mut members, mut rank) = (set, 0, 0);
    while rest != 0 {
        members += 1;
        rank += count(rest.trailing_zeros(), members);
        rest &= rest - 1;
    }
    rank
}

/// The set of so many members that has this rank among those of so many places.
pub(super) fn unrank(places: u32, members: u32, mut rank: u64) -> u64 {
    let (mut set, mut left) = (0, members);
    for place in (0..places).rev() {
        let below = count(place, left);
        if left > 0 && rank >= below {
            set |= 1 << place;
            rank -= below;
            left -= 1;
        }
    }
    set
}

/// Tells the rank of a set with each of the other places, of so many in all, as one more
/// member: places by rising number.
pub(super) fn with_one_more(set: u64, places: u32, mut tell: impl FnMut(u32, u64)) {
    // Members below the new one count as before, and those above it as one more each.
    let (mut rest, mut members, mut above) = (set, 1, 0);
    while rest != 0 {
        members += 1;
        above += count(rest.trailing_zeros(), members);
        rest &= rest - 1;
    }
    let (mut members, mut below) = (0, 0);
    for place in 0..places {
        if set >> place & 1 == 1 {
            members += 1;
            below += count(place, members);
            above -= count(place, members + 1);
        } else {
            tell(place, below + count(place, members + 1) + above);
        }
    }
}

/// The set of as many members that comes next; `None` where it would need more than 64
/// places.
pub(super) fn next(set: u64) -> Option<u64> {
    let up = set.checked_add(set & set.wrapping_neg())?;
    let bottom = (set & !up).count_ones().checked_sub(1)?;
    Some(up | ((1 << bottom) - 1))
}

/// The members of a set as they are among some of the places only, these counted from 0.
pub(super) fn squeeze(set: u64, places: u64) -> u64 {
    let (mut rest, mut bit, mut squeezed) = (places, 1, 0);
    while rest != 0 {
        if set & rest & rest.wrapping_neg() != 0 {
            squeezed |= bit;
        }
        bit <<= 1;
        rest &= rest - 1;
    }
    squeezed
}

/// The members of a set of numbers as the places that they count among: the way back from
/// [`squeeze`].
pub(super) fn spread(set: u64, places: u64) -> u64 {
    let (mut rest, mut left, mut spread) = (places, set, 0);
    while left != 0 {
        if left & 1 == 1 {
            spread |= rest & rest.wrapping_neg();
        }
        left >>= 1;
        rest &= rest.wrapping_sub(1);
    }
    spread
}

/// Goes through the sets of a size by rising rank, and knows the rank of each after one
/// more place is put in between.
//
// A place that is put in at `gap` moves all places from there on up by one. If it is a
// member itself, all members from there on also count as one more. So the new rank has
// three parts: the members below, with the same coefficients as before; the new one; and
// those above, with coefficients of one place more (and one member more).
//
// A step moves one member up to the place `turn`, and those below it to the bottom. For a
// gap above `turn`, nothing changes but what is below the gap, and there the rank
// rises by one as the rank of the set does: the difference of the two stays. For a gap at
// or below `turn` it is computed anew, and since all members below are at the
// bottom, that takes no sum: there C(i - 1, i) = 0, and after a place is put in below
// them, C(i, i) = 1, or 0 if it is a member.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subsets {
    places: u32,
    members: u32,
    set: u64,
    rank: u64,
    /// Whether the place put in is a member.
    joins: bool,
    /// For each member by rising place: the coefficients of it and of all above, as they
    /// are after a place below is put in. Behind the last, nought. Not up to date for
    /// members that a step has moved to the bottom: they are next asked for when they
    /// have moved up again.
    above: [u64; LIMIT],
    gaps: Gaps,
}

/// Where one more place may be put in: below the place with this number. They rise.
#[derive(Clone, Copy, Debug)]
struct Gaps {
    places: [u8; LIMIT],
    /// The rank after it is put in, less the rank of the set.
    ahead: [u64; LIMIT],
    count: usize,
}

/// What a step has changed: the members below the place `turn` are now the lowest
/// `bottom`, and `turn` is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub turn: u32,
    pub bottom: u32,
}

impl Subsets {
    /// The sets of so many members; there is none until the first [`seek`](Self::seek).
    /// `joins` tells whether the place put in is a member.
    pub const fn new(places: u32, members: u32, joins: bool) -> Self {
        Self {
            places,
            members,
            set: 0,
            rank: 0,
            joins,
            above: [0; LIMIT],
            gaps: Gaps {
                places: [0; LIMIT],
                ahead: [0; LIMIT],
                count: 0,
            },
        }
    }

    /// One more gap, below the place with this number, and no lower than those before.
    pub const fn push_gap(&mut self, place: u8) -> usize {
        let gap = self.gaps.count;
        self.gaps.places[gap] = place;
        self.gaps.count += 1;
        gap
    }

    /// Goes to the set that has this rank.
    //
    // As `unrank`, but without a branch for each place, which nobody could predict.
    pub fn seek(&mut self, rank: u64) {
        let (mut set, mut rest, mut left, mut above) = (0, rank, self.members as usize, 0);
        let mut gap = self.gaps.count;
        for end in (0..=self.places).rev() {
            while gap > 0 && u32::from(self.gaps.places[gap - 1]) == end {
                gap -= 1;
                // What is left of the rank is that of the members below.
                let new = count(end, left as u32 + 1) * u64::from(self.joins);
                self.gaps.ahead[gap] = (rest + new + above).wrapping_sub(rank);
            }
            let Some(place) = end.checked_sub(1) else {
                break;
            };
            let below = BINOMIALS[place as usize][left];
            let is_member = u64::from(rest >= below);
            let only_if = is_member.wrapping_neg();
            set |= is_member << place;
            rest -= below & only_if;
            above += BINOMIALS[end as usize][left + usize::from(self.joins)] & only_if;
            left -= is_member as usize;
            self.above[left] = above;
        }
        (self.set, self.rank) = (set, rank);
    }

    /// The set.
    pub const fn set(&self) -> u64 {
        self.set
    }

    /// Its rank.
    pub const fn rank(&self) -> u64 {
        self.rank
    }

    /// Its rank after a place is put in at this gap.
    #[inline]
    pub const fn after(&self, gap: usize) -> u64 {
        self.rank.wrapping_add(self.gaps.ahead[gap])
    }

    /// Goes on to the next set, which there must be.
    #[inline]
    pub fn step(&mut self) -> Change {
        let lowest = self.set.trailing_zeros();
        let up = self.set.wrapping_add(self.set & self.set.wrapping_neg());
        let turn = up.trailing_zeros();
        let bottom = turn.wrapping_sub(lowest).wrapping_sub(1);
        self.set = up | ((1_u64 << (bottom % u64::BITS)) - 1);
        self.rank += 1;
        self.set_above(bottom, turn);
        let above = self.above[bottom as usize];
        for gap in 0..self.gaps.count {
            let place = u32::from(self.gaps.places[gap]);
            if place > turn {
                break;
            }
            let after = if self.joins {
                above + BINOMIALS[place as usize][bottom as usize + 1]
            } else {
                above + u64::from(bottom.saturating_sub(place))
            };
            self.gaps.ahead[gap] = after.wrapping_sub(self.rank);
        }
        Change { turn, bottom }
    }

    #[inline]
    fn set_above(&mut self, member: u32, place: u32) {
        let own = BINOMIALS[place as usize + 1][member as usize + 1 + usize::from(self.joins)];
        self.above[member as usize] = self.above[member as usize + 1] + own;
    }
}
