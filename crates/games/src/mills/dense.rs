//! Ranks the states of games of mills.
//!
//! States that are symmetric to each other have the same rank. Sets of points that are symmetric to
//! each other form an orbit. First, a table gives the index of the orbit to which one player's
//! stones belong. The table also gives a symmetry that maps these stones to the representative of
//! the orbit. The same symmetry is applied to the other player's stones. Their images form a set of
//! points outside the representative, and this set gets a rank among all such sets of the same
//! size. The index of the orbit and the rank of this set together give the rank of the state.
//!
//! Several symmetries may map a set to its representative. Of these symmetries, a rank uses the one
//! that maps the other player's stones to the smallest mask. The other masks are ranked, too, so
//! some ranks belong to no state.
//!
//! When all stones are set, a state has the same rank as the state in which X and O are exchanged.
//! For nine men's morris, there are 9,074,932,579 ranks with all stones set, as in Gasser's work.

use perfectplay::index::{Dense, Tier, Walk};
use perfectplay::{Game, Move, Player};

use super::board::MILL;
use super::orbits::Orbit;
use super::stages::{StoneCounts, TierRanks};
use super::{Mills, MillsMove, Stones, point_sets};
use crate::pieces::{Pieces, cells};
use crate::subsets;

impl Dense for Mills {
    fn tier_count(&self) -> u64 {
        let men = u64::from(self.men);
        (2 * men + 1) * (2 * men + 1) * 2 * (men + 1)
    }

    fn tier_size(&self, tier: Tier) -> u64 {
        self.of_tier(tier).map_or(0, |(stage, ranks)| {
            let [first, second] = stage.stones;
            // A tier whose stage has the greater number of stones first also holds the states in
            // which the player with fewer stones is to move.
            let players = match stage.is_moving() {
                true if first < second => 0,
                true if first > second => 2,
                _ => 1,
            };
            players * ranks.size
        })
    }

    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = Tier> {
        let stage = self.numbering.stage(tier);
        let next = stage.map(|stage| {
            let StoneCounts {
                in_hand,
                stones: [mine, theirs],
                takes,
            } = stage;
            let next = |in_hand, stones, takes| {
                Some(StoneCounts {
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
        next.filter_map(|stage| Some(self.numbering.ranks(stage)?.tier))
    }

    #[inline]
    fn tier_after(&self, state: Stones, mv: Move) -> Option<Tier> {
        // Playing the move here and counting the stones took 5 % longer in a game with few men.
        let (set, in_hand) = (state.on_board.mine(), state.in_hand);
        let [mine, theirs] = [set, state.on_board.theirs()].map(point_sets::count);
        let closes = |set: u32, point: u8| self.board.is_in_mill(set | 1 << point, point);
        let (in_hand, stones, takes) = match self.action(state, mv) {
            MillsMove::Take(_) => (in_hand, [theirs - 1, mine], false),
            MillsMove::Set(point) if closes(set, point) => (in_hand - 1, [mine + 1, theirs], true),
            MillsMove::Set(_) => (in_hand - 1, [theirs, mine + 1], false),
            MillsMove::Step(from, to) if closes(set ^ 1 << from, to) => {
                (in_hand, [mine, theirs], true)
            }
            MillsMove::Step(..) => (in_hand, [theirs, mine], false),
        };
        let ranks = self.numbering.ranks(StoneCounts {
            in_hand,
            stones,
            takes,
        })?;
        Some(ranks.tier)
    }

    #[inline]
    fn rank(&self, state: Stones) -> Option<(Tier, u64)> {
        let Stones {
            on_board, takes, ..
        } = state;
        let (stage, ranks) = self.stage_of(state)?;
        let sets = [on_board.mine(), on_board.theirs()];
        let stones = stage.stones;
        let base = stage.base();
        let orbits = &self.numbering.orbits[usize::from(stones[base])];
        let tables = &self.numbering.sets;
        let place = orbits.places[tables.rank(sets[base]) as usize];
        let (number, symmetry) = ((place >> 4) as usize, place & 15);
        if takes && number >= orbits.with_mill {
            return None;
        }
        let Orbit { set, fixing } = orbits.orbits[number];
        let mut others = self.board.image(symmetry, sets[1 - base]);
        if fixing != IDENTITY {
            let images = cells(fixing.into());
            let images = images.map(|symmetry| self.board.image(symmetry.into(), others));
            others = images.min().unwrap_or(others);
        }
        let others = tables.squeeze(others, self.board.all() & !set);
        let rank = number as u64 * ranks.sets + tables.rank(others);
        // The states in which the player with fewer stones is to move come second.
        let is_second = stage.is_moving() && stones[0] < stones[1];
        Some((ranks.tier, rank + if is_second { ranks.size } else { 0 }))
    }

    fn unrank(&self, tier: Tier, rank: u64) -> Stones {
        self.walk(tier, rank).state()
    }

    fn walk(&self, tier: Tier, rank: u64) -> impl Walk<State = Stones> {
        let mut walk = StonesWalk {
            game: self,
            of_tier: self.of_tier(tier),
            rank,
            others: 0,
            left: 0,
            set: 0,
            state: self.start(),
        };
        walk.seek();
        walk
    }

    /// Returns the states of the same tier from which one move leads to `state`. Considers only
    /// moves that slide or fly a stone and close no mill.
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
        let free = self.free(state);
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

impl Mills {
    /// Returns the stage of a state (`.0`), and the data for ranks in this stage (`.1`). A stage
    /// tells how many stones are in hand and on the board, and whether the player to move takes a
    /// stone.
    #[inline]
    fn stage_of(&self, state: Stones) -> Option<(StoneCounts, &TierRanks)> {
        let Stones {
            on_board,
            in_hand,
            takes,
        } = state;
        let mine = point_sets::count(on_board.mine());
        let theirs = point_sets::count(on_board.theirs());
        let stage = StoneCounts {
            in_hand,
            stones: [mine, theirs],
            takes,
        };
        let ranks = self.numbering.ranks(stage)?;
        (in_hand == 0 || on_board.to_move() == stage.turn()).then_some((stage, ranks))
    }

    /// Returns the stage of a tier (`.0`), and the data for ranks in this stage (`.1`). `None` if
    /// the tier has no states.
    fn of_tier(&self, tier: Tier) -> Option<(StoneCounts, TierRanks)> {
        let stage = self.numbering.stage(tier)?;
        Some((stage, *self.numbering.ranks(stage)?))
    }
}

/// The mask of symmetries that contains only the identity, which leaves every point in place.
const IDENTITY: u16 = 1;

struct StonesWalk<'g> {
    game: &'g Mills,
    of_tier: Option<(StoneCounts, TierRanks)>,
    rank: u64,
    /// The representative of an orbit: the points of one player's stones.
    set: u32,
    /// The other player's stones, as a mask. Bit *i* of the mask stands for the point with index
    /// *i* among the points outside `set`.
    others: u32,
    /// How many of the next ranks have the same `set` as the current rank.
    left: u64,
    state: Stones,
}

impl StonesWalk<'_> {
    /// If a walk skips fewer than `LEAP` ranks, it takes less time to go from rank to rank than to
    /// compute the state from its rank.
    const LEAP: u64 = 16;

    /// Goes to the state with the current rank.
    fn seek(&mut self) {
        let Some((stage, TierRanks { size, sets, .. })) = self.of_tier else {
            return;
        };
        let (orbit, nth) = (self.rank % size / sets, self.rank % sets);
        let stones = stage.stones[stage.base()];
        self.set = self.game.numbering.orbits[usize::from(stones)].orbits[orbit as usize].set;
        let free = self.game.board.points() - stones;
        let others = stage.stones[1 - stage.base()];
        self.others = subsets::unrank(free.into(), others.into(), nth) as u32;
        self.left = sets - 1 - nth;
        self.look();
    }

    #[inline]
    fn look(&mut self) {
        let Some((stage, TierRanks { size, .. })) = self.of_tier else {
            return;
        };
        let free = self.game.board.all() & !self.set;
        let others = self.game.numbering.sets.spread(self.others, free);
        let is_second = self.rank >= size;
        let [mine, theirs] = if (stage.base() == 1) == is_second {
            [self.set, others]
        } else {
            [others, self.set]
        };
        let on_board = match stage.turn() {
            Player::First => Pieces::new(mine, theirs, Player::First),
            Player::Second => Pieces::new(theirs, mine, Player::Second),
        };
        self.state = Stones {
            on_board,
            in_hand: stage.in_hand,
            takes: stage.takes,
        };
    }
}

impl Walk for StonesWalk<'_> {
    type State = Stones;

    #[inline]
    fn state(&self) -> Stones {
        self.state
    }

    #[inline]
    fn step(&mut self) {
        self.skip(1);
    }

    #[inline]
    fn skip(&mut self, ranks: u64) {
        self.rank += ranks;
        if ranks > self.left || ranks >= Self::LEAP {
            self.seek();
            return;
        }
        for _ in 0..ranks {
            self.others = subsets::next(self.others.into()).unwrap_or_default() as u32;
        }
        self.left -= ranks;
        self.look();
    }

    #[inline]
    fn after(&self, mv: Move) -> Option<(Tier, u64)> {
        self.game.rank(self.game.play(self.state, mv))
    }
}
