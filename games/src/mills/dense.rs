//! The numbers of states, up to the symmetries of the board.
//!
//! The sets of a player's stones are numbered up to symmetry, by a table. With each goes every set of
//! the opponent's stones on the other points, after the same symmetry. If several symmetries map the
//! first set to the same one, the least set of the opponent counts, and the others' numbers belong to no
//! state. When all stones are set, the colours do not matter, and the state is that of the player to
//! move. For nine men's morris, the states with all stones set then have 9,074,932,579 numbers, as in
//! R. Gasser's work.

use perfectplay::Player;
use perfectplay::index::{Dense, Tier};

use super::{MILL, Mills, Stones};
use crate::pieces::{Pieces, cells};
use crate::subsets;

/// The numbers that states of a tier share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stage {
    in_hand: u8,
    /// The numbers of stones on the board, of the player to move and of the opponent. If all stones
    /// are set and none is taken, it may be the opponent whose number comes first: the greater one.
    stones: [u8; 2],
    takes: bool,
}

impl Stage {
    /// Returns whether the tier has the states of either player to move.
    fn is_moving(self) -> bool {
        self.in_hand == 0 && !self.takes
    }
}

impl Mills {
    fn stage(&self, tier: Tier) -> Option<Stage> {
        let men = u64::from(self.men);
        let (rest, mine) = (tier.number() / (men + 1), tier.number() % (men + 1));
        let (rest, takes) = (rest / 2, rest % 2 == 1);
        let (set, taken) = (rest / (2 * men + 1), rest % (2 * men + 1));
        let theirs = set.checked_sub(taken)?.checked_sub(mine)?;
        Some(Stage {
            in_hand: (2 * men - set) as u8,
            stones: [mine as u8, theirs as u8],
            takes,
        })
    }

    /// Returns the tier of a stage. It rises with the stones that are set, then with those that are taken.
    fn tier(&self, stage: Stage) -> Tier {
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

    /// Returns the player to move while stones are set, or the first one.
    fn turn(&self, in_hand: u8, takes: bool) -> Player {
        match (in_hand, takes) {
            (0, _) => Player::First,
            _ => Player::after_plies(u32::from(in_hand) + u32::from(takes)),
        }
    }

    /// Returns the number of ranks with the same player to move, or 0 if there are no such states.
    fn size_with_player(&self, stage: Stage) -> u64 {
        let Stage { stones, takes, .. } = stage;
        let hands = self.hands(stage.in_hand);
        let hands = match self.turn(stage.in_hand, takes) {
            Player::First => hands,
            Player::Second => [hands[1], hands[0]],
        };
        let have = [stones[0] + hands[0], stones[1] + hands[1]];
        // Who has two stones has lost, and is to move.
        let least = if takes {
            [MILL, MILL]
        } else {
            [MILL - 1, MILL]
        };
        let is_one = (0..2).all(|i| have[i] <= self.men)
            && (have[0] >= least[0] && have[1] >= least[1]
                || stage.is_moving() && have[0] >= least[1] && have[1] >= least[0]);
        if !is_one {
            return 0;
        }
        let base = self.base(stage);
        let of_size = &self.orbits.sizes[usize::from(stones[base])];
        let orbits = if takes {
            of_size.with_mill
        } else {
            of_size.sets.len()
        };
        orbits as u64 * self.sets_of_others(stage)
    }

    /// Returns whose stones are numbered up to symmetry: 0 for the first number of the stage. With fewer
    /// stones there would be more numbers that belong to no state.
    fn base(&self, Stage { stones, takes, .. }: Stage) -> usize {
        usize::from(!takes && stones[0] < stones[1])
    }

    /// Returns the number of sets of the other player's stones.
    fn sets_of_others(&self, stage: Stage) -> u64 {
        let base = self.base(stage);
        let free = self.board.points() - stage.stones[base];
        subsets::count(free.into(), stage.stones[1 - base].into())
    }
}

impl Dense for Mills {
    fn tier_count(&self) -> u64 {
        let men = u64::from(self.men);
        (2 * men + 1) * (2 * men + 1) * 2 * (men + 1)
    }

    fn tier_size(&self, tier: Tier) -> u64 {
        let Some(stage) = self.stage(tier) else {
            return 0;
        };
        let [first, second] = stage.stones;
        let players = match stage.is_moving() {
            // The tier with the greater number first has the states of both players.
            true if first < second => 0,
            true if first > second => 2,
            _ => 1,
        };
        players * self.size_with_player(stage)
    }

    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = Tier> {
        let stage = self.stage(tier);
        let next = stage.map(|stage| {
            let Stage {
                in_hand,
                stones: [mine, theirs],
                takes,
            } = stage;
            let next = |in_hand, stones, takes| {
                Some(Stage {
                    in_hand,
                    stones,
                    takes,
                })
            };
            match (takes, in_hand.checked_sub(1)) {
                (true, _) => [
                    theirs
                        .checked_sub(1)
                        .and_then(|theirs| next(in_hand, [theirs, mine], false)),
                    None,
                    None,
                ],
                (_, Some(in_hand)) => [
                    next(in_hand, [theirs, mine + 1], false),
                    next(in_hand, [mine + 1, theirs], true),
                    None,
                ],
                (_, None) => [
                    next(0, [mine, theirs], false),
                    next(0, [mine, theirs], true),
                    next(0, [theirs, mine], true).filter(|_| mine != theirs),
                ],
            }
        });
        let next = next.into_iter().flatten().flatten();
        let fits = |stage: &Stage| stage.stones.iter().all(|&stones| stones <= self.men);
        let tiers = next.filter(fits).map(|stage| self.tier(stage));
        tiers.filter(|&tier| self.tier_size(tier) > 0)
    }

    fn rank(&self, state: Stones) -> Option<(Tier, u64)> {
        let Stones {
            on_board,
            in_hand,
            takes,
        } = state;
        let sets = [on_board.mine(), on_board.theirs()];
        let stones = sets.map(|set| set.count_ones() as u8);
        let stage = Stage {
            in_hand,
            stones,
            takes,
        };
        let size = if stones.iter().any(|&stones| stones > self.men) {
            0
        } else {
            self.size_with_player(stage)
        };
        if size == 0 || in_hand > 0 && on_board.to_move() != self.turn(in_hand, takes) {
            return None;
        }
        let base = self.base(stage);
        let (set, others) = (sets[base], sets[1 - base]);
        let of_size = &self.orbits.sizes[usize::from(stones[base])];
        let place = of_size.places[subsets::rank(set.into()) as usize];
        let (orbit, symmetry) = (place >> 4, place & 15);
        if takes && orbit as usize >= of_size.with_mill {
            return None;
        }
        let free = self.board.all() & !of_size.sets[orbit as usize];
        let others = self.board.image(symmetry, others);
        let fixing = cells(of_size.fixing[orbit as usize].into());
        let images = fixing.map(|symmetry| self.board.image(symmetry.into(), others));
        let least = images.min().unwrap_or(others);
        let others = subsets::squeeze(least.into(), free.into());
        let rank = u64::from(orbit) * self.sets_of_others(stage) + subsets::rank(others);
        // The states of the player with fewer stones come second.
        let is_second = stage.is_moving() && stones[0] < stones[1];
        Some((self.tier(stage), rank + if is_second { size } else { 0 }))
    }

    fn unrank(&self, tier: Tier, rank: u64) -> Stones {
        let Some(stage) = self.stage(tier) else {
            return perfectplay::Game::start(self);
        };
        let Stage {
            in_hand,
            stones,
            takes,
        } = stage;
        let size = self.size_with_player(stage);
        let (is_second, rank) = (rank >= size, rank % size);
        let (base, sets) = (self.base(stage), self.sets_of_others(stage));
        let of_size = &self.orbits.sizes[usize::from(stones[base])];
        let set = of_size.sets[(rank / sets) as usize];
        let free = u64::from(self.board.all() & !set);
        let others = subsets::unrank(free.count_ones(), stones[1 - base].into(), rank % sets);
        let others = subsets::spread(others, free) as u32;
        let [mine, theirs] = if (base == 1) == is_second {
            [set, others]
        } else {
            [others, set]
        };
        let on_board = match self.turn(in_hand, takes) {
            Player::First => Pieces::new(mine, theirs, Player::First),
            Player::Second => Pieces::new(theirs, mine, Player::Second),
        };
        Stones {
            on_board,
            in_hand,
            takes,
        }
    }

    /// Returns the states of the same tier: the opponent has moved a stone without closing a mill.
    fn states_before(&self, state: Stones) -> Option<impl Iterator<Item = Stones>> {
        let Stones {
            on_board,
            in_hand,
            takes,
        } = state;
        let theirs = on_board.theirs();
        let flew = self.flies && theirs.count_ones() == MILL.into();
        let is_moving = in_hand == 0 && !takes;
        let moved = cells(if is_moving { theirs } else { 0 })
            .filter(move |&now| !self.board.is_in_mill(theirs, now));
        let free = self.board.all() & !on_board.occupied();
        Some(moved.flat_map(move |now| {
            let reach = if flew {
                u32::MAX
            } else {
                self.board.neighbours[usize::from(now)]
            };
            cells(free & reach).map(move |then| Stones {
                on_board: on_board.before(theirs ^ 1 << now | 1 << then),
                ..state
            })
        }))
    }
}
