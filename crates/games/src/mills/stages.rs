//! Converts between stages and tiers. All states of a tier are in the same stage. A stage says how
//! many stones are in hand and on the board, and whether the player to move must take a stone.

use alloc::vec::Vec;
use core::fmt;

use perfectplay::Player;
use perfectplay::index::Tier;

use super::board::{MILL, Squares};
use super::orbits::Orbits;
use super::point_sets::PointSets;
use crate::subsets;

/// Returns how many of `in_hand` stones in hand belong to the first player (`[0]`) and to the
/// second player (`[1]`).
pub(super) const fn hands(in_hand: u8) -> [u8; 2] {
    [in_hand / 2, in_hand.div_ceil(2)]
}

/// The stage of a tier: the numbers of stones in hand and on the board, and whether the player to
/// move must take a stone. All states of a tier have the same stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StoneCounts {
    pub in_hand: u8,
    /// How many stones the player to move (`[0]`) and the opponent (`[1]`) have on the board. If
    /// the next move moves a stone, the states with `[a, b]` stones and with `[b, a]` stones are in
    /// the same tier. The stage of this tier gives the greater number first.
    pub stones: [u8; 2],
    pub takes: bool,
}

impl StoneCounts {
    /// Returns whether the next move moves a stone on the board, and does not set or take one.
    pub fn is_moving(self) -> bool {
        self.in_hand == 0 && !self.takes
    }

    /// Returns the player to move. If no stones are in hand, each rank stands for two states, one
    /// for each player to move. This method then always returns the first player.
    pub fn turn(self) -> Player {
        match self.in_hand {
            0 => Player::First,
            in_hand => Player::after_plies(u32::from(in_hand) + u32::from(self.takes)),
        }
    }

    /// Returns the player whose stones are ranked by their [orbit](Orbits): 0 for the player to
    /// move, 1 for the opponent. If a stone must be taken, the result is 0. The player to move has
    /// a mill then, so only orbits with a mill need ranks. If no stone must be taken, the result is
    /// the player with more stones on the board. With this choice, fewer ranks belong to no state.
    pub fn base(self) -> usize {
        usize::from(!self.takes && self.stones[0] < self.stones[1])
    }
}

/// The tier of a stage, and two numbers with which the rank of a state in this tier is computed.
#[derive(Clone, Copy)]
pub(super) struct TierRanks {
    pub tier: Tier,
    /// The number of ranks for states with the numbers of stones in the stage's `stones`. If the
    /// tier also holds states with these two numbers exchanged, those states have another `size`
    /// ranks.
    pub size: u64,
    /// The number of ranks for each orbit of one player's stones. This is the number of ways to
    /// place the other player's stones.
    pub sets: u64,
}

/// Tables that rank states.
pub(super) struct Numbering {
    men: u8,
    /// `orbits[size]` holds the orbits of all sets of `size` points.
    pub orbits: Vec<Orbits>,
    pub sets: PointSets,
    /// One entry for each stage. The entry is `None` if no state is in the stage. The entries are
    /// ordered by the number of stones in hand, then by `takes`, and then by `stones`.
    ranks: Vec<Option<TierRanks>>,
}

impl fmt::Debug for Numbering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Numbering").finish_non_exhaustive()
    }
}

impl Numbering {
    /// Creates the tables for players with `men` men each.
    pub fn new(board: &Squares, men: u8) -> Self {
        let mut numbering = Self {
            men,
            orbits: (0..=men.into())
                .map(|size| Orbits::new(board, size))
                .collect(),
            sets: PointSets::new(),
            ranks: Vec::new(),
        };
        for in_hand in 0..=2 * men {
            for takes in [false, true] {
                for mine in 0..=men {
                    for theirs in 0..=men {
                        let stage = StoneCounts {
                            in_hand,
                            stones: [mine, theirs],
                            takes,
                        };
                        let ranks = numbering.count(board, stage);
                        numbering.ranks.push(ranks);
                    }
                }
            }
        }
        numbering
    }

    /// Looks up the tier of a stage, and the numbers with which ranks in this tier are computed.
    /// Returns `None` if no state is in this stage.
    #[inline]
    pub fn ranks(&self, stage: StoneCounts) -> Option<&TierRanks> {
        let StoneCounts {
            in_hand,
            stones,
            takes,
        } = stage;
        let [men, mine, theirs] = [self.men, stones[0], stones[1]].map(usize::from);
        if mine > men || theirs > men {
            return None;
        }
        let row = (usize::from(in_hand) * 2 + usize::from(takes)) * (men + 1) + mine;
        self.ranks.get(row * (men + 1) + theirs)?.as_ref()
    }

    /// Computes the entry for a stage in the list `ranks`.
    fn count(&self, board: &Squares, stage: StoneCounts) -> Option<TierRanks> {
        let StoneCounts {
            in_hand,
            stones,
            takes,
        } = stage;
        let mut hands = hands(in_hand);
        if stage.turn() == Player::Second {
            hands.reverse();
        }
        let have = [stones[0] + hands[0], stones[1] + hands[1]];
        // Only the player to move may have as few as two stones. That player has lost.
        let least = [MILL - u8::from(!takes), MILL];
        let is_one = have.iter().all(|&have| have <= self.men)
            && (have[0] >= least[0] && have[1] >= least[1]
                || stage.is_moving() && have[0] >= least[1] && have[1] >= least[0]);
        let base = stage.base();
        let free = board.points() - stones[base];
        let sets = subsets::count(free.into(), stones[1 - base].into());
        let of_size = &self.orbits[usize::from(stones[base])];
        let orbits = if takes {
            of_size.with_mill
        } else {
            of_size.orbits.len()
        };
        (is_one && orbits > 0).then(|| TierRanks {
            tier: self.tier(stage),
            size: orbits as u64 * sets,
            sets,
        })
    }

    /// Returns the stage of a tier, if there is one.
    pub fn stage(&self, tier: Tier) -> Option<StoneCounts> {
        let men = u64::from(self.men);
        let (rest, mine) = (tier.number() / (men + 1), tier.number() % (men + 1));
        let (rest, takes) = (rest / 2, rest % 2 == 1);
        let (set, taken) = (rest / (2 * men + 1), rest % (2 * men + 1));
        let theirs = set.checked_sub(taken)?.checked_sub(mine)?;
        Some(StoneCounts {
            in_hand: (2 * men - set) as u8,
            stones: [mine as u8, theirs as u8],
            takes,
        })
    }

    /// Returns the tier of a stage. Tiers are ordered by the number of stones that have been set,
    /// and then by the number of stones that have been taken.
    fn tier(&self, stage: StoneCounts) -> Tier {
        let men = u64::from(self.men);
        let set = 2 * men - u64::from(stage.in_hand);
        let [mine, theirs] = stage.stones.map(u64::from);
        let (first, second) = match (stage.is_moving(), mine < theirs) {
            (true, true) => (theirs, mine),
            _ => (mine, theirs),
        };
        let taken = set - first - second;
        Tier::new(((set * (2 * men + 1) + taken) * 2 + u64::from(stage.takes)) * (men + 1) + first)
    }
}
