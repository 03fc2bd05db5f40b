//! Ranks sets that have a given number of members. A set is a bit mask, and the positions of the
//! bits that are 1 are its members. Possible positions are called *places*. From the ranks of sets,
//! games compute the ranks of their states.
//!
//! The rank of a set is the number of sets of the same size that have a smaller mask, read as a
//! binary number. If a set has the members p₁ < p₂ < …, its rank is the sum of the binomial
//! coefficients C(pᵢ, i). These ranks are known as the combinatorial number system (Knuth, The Art
//! of Computer Programming, volume 4A, section 7.2.1.3). The set with the members 0, 1 and 4 is an
//! example:
//!
//! ```text
//!     place   4 3 2 1 0
//!             1 0 0 1 1     C(0, 1) + C(1, 2) + C(4, 3) = 0 + 0 + 4 = rank 4
//! ```

/// The number of places is always less than `LIMIT`. On targets with 16-bit sizes, a table of
/// binomial coefficients for 64 places would be too big.
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

/// Returns the number of sets with `members` members among `places` places. `places` must be
/// below [`LIMIT`].
pub(super) fn count(places: u32, members: u32) -> u64 {
    BINOMIALS[places as usize][members as usize]
}

pub(super) fn rank(set: u64) -> u64 {
    let (mut rest, mut members, mut rank) = (set, 0, 0);
    while rest != 0 {
        members += 1;
        rank += count(rest.trailing_zeros(), members);
        rest &= rest - 1;
    }
    rank
}

/// Returns the set that has this rank among the sets with `members` members in `places` places.
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

/// Calls `tell(place, rank)` for each place that is not in `set`, in rising order. `rank` is the
/// rank of the set after `place` has been added to it.
pub(super) fn with_one_more(set: u64, places: u32, mut tell: impl FnMut(u32, u64)) {
    // A member below the new one keeps its coefficient C(p, i). A member above it gets C(p, i + 1).
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

/// Returns the set of the same size whose rank is greater by 1 than the rank of `set`. `None` if
/// the returned set would need more than 64 places.
pub(super) fn next(set: u64) -> Option<u64> {
    let up = set.checked_add(set & set.wrapping_neg())?;
    let bottom = (set & !up).count_ones().checked_sub(1)?;
    Some(up | ((1 << bottom) - 1))
}

/// Replaces each member of `set` by its index in `places`. The lowest of the places has index 0,
/// the next has index 1, and so on.
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

/// Undoes [`squeeze`]: replaces each member of `set`, which is an index, by the place with this
/// index in `places`.
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

/// The lowest `LOW` places are called *low*, and all other places *high*. Tables contain the ranks
/// of all sets whose members are all low.
const LOW: usize = 8;
/// The number of sets of four low places. Of any other size, there are fewer sets of low places.
const MOST: usize = 70;

/// `LOW_SETS[size][rank]` is the set of low places with this size and rank.
static LOW_SETS: [[u8; MOST]; LOW + 1] = {
    let mut table = [[0; MOST]; LOW + 1];
    let mut counts = [0; LOW + 1];
    let mut set = 0_usize;
    while set < 1 << LOW {
        let members = set.count_ones() as usize;
        table[members][counts[members]] = set as u8;
        counts[members] += 1;
        set += 1;
    }
    table
};

/// `PUT_IN[joins][place][set]` is the rank of `set`, a set of low places, after a new place has
/// been inserted at `place`. The insertion moves every member at or above `place` up by one.
/// `joins` is 1 if the new place is itself a member, and otherwise 0.
static PUT_IN: [[[u8; 1 << LOW]; LOW + 1]; 2] = {
    let mut ranks = [0; 2 << LOW];
    let mut counts = [0; LOW + 2];
    let mut set = 0_usize;
    while set < ranks.len() {
        let members = set.count_ones() as usize;
        ranks[set] = counts[members];
        counts[members] += 1;
        set += 1;
    }
    let mut table = [[[0; 1 << LOW]; LOW + 1]; 2];
    let mut number = 0;
    while number < (2 * (LOW + 1)) << LOW {
        let (set, place, joins) = (number % (1 << LOW), number >> LOW, number >> LOW > LOW);
        let place = place % (LOW + 1);
        let below = set & ((1 << place) - 1);
        let after = below | (joins as usize) << place | (set ^ below) << 1;
        table[joins as usize][place][set] = ranks[after];
        number += 1;
    }
    table
};

/// Visits the sets of one size in the order of their ranks. If a new place is inserted among the
/// places, the rank of the current set may change. [`after`](Self::after) returns the new rank.
//
// Inserting a place at `gap` moves all places from there on up by one. If the new place is itself a
// member, the number i of each member from there on also rises by one. So the new rank is the sum
// of three parts: the members below, with the same coefficients as before; the new member; and the
// members above, with coefficients for one more place (and one more member).
//
// Sets with the same high members follow each other, and form a *run*. Within a run only the low
// members change, and tables hold the ranks of the low members. Inserting a place above the low
// places adds the same amount to the rank of each set of the run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subsets {
    places: u32,
    members: u32,
    /// Whether the inserted place becomes a member of the set.
    joins: bool,
    run: SetRun,
    /// The index of the current set in the run.
    at: u64,
    /// The rank of the set is a sum with one term for each member. `above` is the sum of the high
    /// members' terms if a place is inserted below all of these members.
    above: u64,
    gaps: Gaps,
}

/// A *run*: successive sets that have the same high members.
#[derive(Clone, Copy, Debug)]
struct SetRun {
    high: u64,
    low_members: u32,
    /// The rank of the first set of the run.
    first: u64,
    /// The number of sets in the run.
    count: u64,
}

/// The gaps where one more place may be inserted, in rising order. Gap i lies directly below place
/// `places[i]`.
#[derive(Clone, Copy, Debug)]
struct Gaps {
    places: [u8; LIMIT],
    /// For each gap above the low places, how much the rank of the set rises if a place is inserted
    /// in this gap.
    ahead: [u64; LIMIT],
    count: usize,
}

impl Subsets {
    /// If more than `LEAP` ranks are skipped, `seek` is faster than visiting all runs in between.
    const LEAP: u64 = 512;

    /// Creates a walk through the sets with `members` members in `places` places. The walk has no
    /// current set until the first [`seek`](Self::seek). `joins` tells whether an inserted place is
    /// itself a member.
    pub const fn new(places: u32, members: u32, joins: bool) -> Self {
        Self {
            places,
            members,
            joins,
            run: SetRun {
                high: 0,
                low_members: 0,
                first: 0,
                count: 0,
            },
            at: 0,
            above: 0,
            gaps: Gaps {
                places: [0; LIMIT],
                ahead: [0; LIMIT],
                count: 0,
            },
        }
    }

    /// Adds a gap directly below `place`, and returns the index of the gap. Gaps must be added in
    /// rising order.
    pub const fn push_gap(&mut self, place: u8) -> usize {
        let gap = self.gaps.count;
        self.gaps.places[gap] = place;
        self.gaps.count += 1;
        gap
    }

    /// Returns how many low places there are: [`LOW`], or fewer if there are fewer places.
    const fn low_places(&self) -> u32 {
        if self.places < LOW as u32 {
            self.places
        } else {
            LOW as u32
        }
    }

    /// Goes to the set that has this rank.
    //
    // This works as `unrank` does, but without an unpredictable branch for each place.
    pub fn seek(&mut self, rank: u64) {
        let (mut high, mut rest, mut left) = (0, rank, self.members as usize);
        for place in (self.low_places()..self.places).rev() {
            let below = BINOMIALS[place as usize][left];
            let is_member = u64::from(rest >= below);
            high |= is_member << place;
            rest -= below & is_member.wrapping_neg();
            left -= is_member as usize;
        }
        self.run = SetRun {
            high,
            low_members: left as u32,
            first: rank - rest,
            count: count(self.low_places(), left as u32),
        };
        self.at = rest;
        self.look_at_run();
    }

    /// Computes `above` and the `ahead` of each gap, which are the same for all sets of the run.
    fn look_at_run(&mut self) {
        let joins = usize::from(self.joins);
        let (mut rest, mut members) = (self.run.high, self.members as usize);
        // `above` is the part of the rank that the members above contribute after an insertion.
        // `more` is the difference between this part and their part before the insertion.
        let (mut above, mut more) = (0, 0_u64);
        let mut gap = self.gaps.count;
        loop {
            // The place after the highest member that is left.
            let end = u64::BITS - rest.leading_zeros();
            while gap > 0 && u32::from(self.gaps.places[gap - 1]) >= end.max(LOW as u32 + 1) {
                gap -= 1;
                let place = usize::from(self.gaps.places[gap]);
                let new = BINOMIALS[place][members + 1] * joins as u64;
                self.gaps.ahead[gap] = more.wrapping_add(new);
            }
            let Some(place) = end.checked_sub(1) else {
                break;
            };
            let after = BINOMIALS[place as usize + 1][members + joins];
            above += after;
            more = more.wrapping_add(after - BINOMIALS[place as usize][members]);
            members -= 1;
            rest ^= 1 << place;
        }
        self.above = above;
    }

    #[inline]
    pub const fn low_set(&self) -> u8 {
        LOW_SETS[self.run.low_members as usize][self.at as usize]
    }

    pub const fn high_set(&self) -> u64 {
        self.run.high
    }

    #[inline]
    pub const fn rank(&self) -> u64 {
        self.run.first + self.at
    }

    /// Returns the rank of the set after a place is inserted at this gap.
    #[inline]
    pub const fn after(&self, gap: usize) -> u64 {
        let place = self.gaps.places[gap] as usize;
        if place <= LOW {
            let put_in = &PUT_IN[self.joins as usize][place];
            self.above + put_in[self.low_set() as usize] as u64
        } else {
            self.rank().wrapping_add(self.gaps.ahead[gap])
        }
    }

    /// Skips `ranks` sets. At least `ranks` sets must follow the current set. Returns whether the
    /// high members have changed.
    #[inline]
    pub fn skip(&mut self, ranks: u64) -> bool {
        self.at += ranks;
        let is_same = self.at < self.run.count;
        if !is_same {
            self.leave_run();
        }
        !is_same
    }

    fn leave_run(&mut self) {
        if self.at > Self::LEAP {
            self.seek(self.rank());
            return;
        }
        while self.at >= self.run.count {
            self.at -= self.run.count;
            self.run = self.next_run();
        }
        self.look_at_run();
    }

    /// Returns the next run. Its high members have the next greater mask for which all other
    /// members fit into the low places.
    fn next_run(&self) -> SetRun {
        let low_places = self.low_places();
        let least = self.members.saturating_sub(low_places);
        let mut high = (self.run.high >> low_places) + 1;
        while high.count_ones() > self.members {
            high += high & high.wrapping_neg();
        }
        while high.count_ones() < least {
            high |= high + 1;
        }
        let low_members = self.members - high.count_ones();
        SetRun {
            high: high << low_places,
            low_members,
            first: self.run.first + self.run.count,
            count: count(low_places, low_members),
        }
    }
}
