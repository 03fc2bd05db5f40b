//! Checks that a dense or a sparse index satisfies the requirements of its trait.

use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use crate::entropy::mix;
use crate::index::{Dense, Sparse, Tier, Walk};
use perfectplay_core::{Fault, Move, is_extra_turn};

/// Checks that `state_of_key` returns `state` for the key of `state`, and that the tier of `state`
/// is at most the last tier. Returns the first fault.
pub(super) fn fault_in_key<G: Sparse>(game: &G, state: G::State) -> Option<Fault> {
    let found = game.state_of_key(game.key(state));
    if found != Some(state) {
        return Some(Fault::StateOfKey {
            found: found.map(|found| format!("{found:?}")),
        });
    }
    let (last, found) = (game.last_tier(), game.tier(state));
    let is_one = found.is_some_and(|tier| tier <= last);
    (!is_one).then_some(Fault::LastTier { last, found })
}

/// Checks the rank of a state, the ranks of the states after its moves, and the state with the next
/// rank. Returns the first fault.
pub(super) fn fault_in_rank<G: Dense>(game: &G, state: G::State) -> Option<Fault> {
    let Some((tier, rank)) = game.rank(state) else {
        return Some(Fault::Unranked);
    };
    fault_in_place(game, tier, rank)
        .or_else(|| fault_in_unrank(game, tier, rank, state))
        .or_else(|| fault_in_canonical(game, tier))
        .or_else(|| fault_in_moves(game, tier, rank))
        .or_else(|| fault_in_ranges(game, tier, rank, state))
        .or_else(|| fault_before(game, state))
        .or_else(|| fault_in_step(game, tier, rank))
}

fn fault_in_place<G: Dense>(game: &G, tier: Tier, rank: u64) -> Option<Fault> {
    let is_one = tier.number() < game.tier_count() && rank < game.tier_size(tier);
    (!is_one).then_some(Fault::Rank {
        tier: tier.number(),
        rank,
    })
}

fn fault_in_unrank<G: Dense>(game: &G, tier: Tier, rank: u64, state: G::State) -> Option<Fault> {
    let found = game.unrank(tier, rank);
    if found == state {
        return None;
    }
    let (tier, other) = (tier.number(), format!("{found:?}"));
    if game.rank(found) != game.rank(state) {
        return Some(Fault::Unrank {
            tier,
            rank,
            found: other,
        });
    }
    let is_same = game.outcome(found) == game.outcome(state)
        && (game.outcome(state).is_some() || ranks_after(game, found) == ranks_after(game, state));
    (!is_same).then_some(Fault::SharedRank { other })
}

/// Returns, for each move of an unfinished state, a pair that describes the state after the move.
/// `.0` is the tier and the rank of this state, and `.1` is `true` if the same player moves again
/// there. The pairs are sorted.
fn ranks_after<G: Dense>(game: &G, state: G::State) -> Vec<(Option<(Tier, u64)>, bool)> {
    let after = game.legal(state).iter().map(|mv| {
        let after = game.play(state, mv);
        (game.rank(after), is_extra_turn(game, state, after))
    });
    let mut after: Vec<_> = after.collect();
    after.sort_unstable();
    after
}

/// Checks what [`Dense::states_before`] returns for a state, and for the states after its moves.
/// Returns the first fault.
fn fault_before<G: Dense>(game: &G, state: G::State) -> Option<Fault> {
    let place = game.rank(state);
    if let Some(mut before) = game.states_before(state) {
        let leads_here = |before: &G::State| {
            game.outcome(*before).is_some()
                || game.rank(*before).is_none()
                || game
                    .legal(*before)
                    .iter()
                    .any(|mv| game.rank(game.play(*before, mv)) == place)
        };
        if let Some(found) = before.find(|before| !leads_here(before)) {
            let found = format!("{found:?}");
            return Some(Fault::NotBefore { found });
        }
    }
    if game.outcome(state).is_some() {
        return None;
    }
    let is_missing = |mv: &Move| {
        let (tier, rank) = game.rank(game.play(state, *mv))?;
        if place.map(|(from, _)| from) != Some(tier) {
            return None;
        }
        // The solver calls `states_before` only with states that `unrank` returns.
        let mut before = game.states_before(game.unrank(tier, rank))?;
        Some(!before.any(|before| game.rank(before) == place))
    };
    let missing = game
        .legal(state)
        .iter()
        .find(|mv| is_missing(mv) == Some(true));
    missing.map(|mv| Fault::Before { mv })
}

fn fault_in_canonical<G: Dense>(game: &G, tier: Tier) -> Option<Fault> {
    let found = game.canonical(tier);
    let stands = found <= tier
        && game.canonical(found) == found
        && game.tier_size(found) == game.tier_size(tier);
    (!stands).then_some(Fault::Canonical {
        tier: tier.number(),
        found: found.number(),
    })
}

/// Checks the moves of a state, and returns the first fault. A move must not lead to a lower tier,
/// and may lead to the same tier only if the game is loopy. `next_tiers` must return the tier after
/// the move, and `moves_between` must return the move. `walk` and `tier_after` must agree with what
/// `rank` returns for the state after the move.
fn fault_in_moves<G: Dense>(game: &G, tier: Tier, rank: u64) -> Option<Fault> {
    let walk = game.walk(tier, rank);
    // The walk visits the state that `unrank` returns, and symmetric states share its rank.
    let state = game.unrank(tier, rank);
    if walk.state() != state {
        return Some(Fault::Walk { mv: None });
    }
    if game.outcome(state).is_some() {
        return None;
    }
    let next: Vec<Tier> = game.next_tiers(tier).collect();
    game.legal(state).iter().find_map(|mv| {
        // Another check reports a state without a rank.
        let (found, rank) = game.rank(game.play(state, mv))?;
        let is_later = tier < found || tier == found && game.is_loopy();
        let is_declared =
            is_later && next.contains(&found) && game.moves_between(tier, found).contains(mv);
        if !is_declared {
            return Some(Fault::NextTier {
                mv,
                tier: tier.number(),
                found: found.number(),
            });
        }
        if walk.after(mv) != Some((found, rank)) {
            return Some(Fault::Walk { mv: Some(mv) });
        }
        let told = game.tier_after(state, mv).filter(|&told| told != found)?;
        Some(Fault::TierAfter {
            mv,
            tier: found.number(),
            found: told.number(),
        })
    })
}

/// Checks `ranks_after` for two ranges of ranks. The first range contains only `rank`. The second
/// range also contains other ranks, like the ranges into which solvers may divide a tier. Each move
/// from `rank` must lead to a rank in the range that `ranks_after` returns. Returns the first
/// fault.
fn fault_in_ranges<G: Dense>(game: &G, tier: Tier, rank: u64, state: G::State) -> Option<Fault> {
    if game.outcome(state).is_some() {
        return None;
    }
    let size = game.tier_size(tier);
    let bits = mix(rank ^ mix(tier.number())) % u64::from(size.ilog2() + 1);
    let start = rank >> bits << bits;
    let shard = start..size.min(start + (1 << bits));
    let legal = game.legal(state);
    let fault_into = |next: Tier, ranks: Range<u64>| {
        let found = game.ranks_after(tier, ranks.clone(), next);
        let is_told = |mv| {
            let after = game.rank(game.play(state, mv));
            after.is_none_or(|(into, rank)| into != next || found.contains(&rank))
        };
        let is_right = found.end <= game.tier_size(next) && legal.iter().all(is_told);
        (!is_right).then(|| Fault::RanksAfter {
            ranks,
            next: next.number(),
            found,
        })
    };
    let mut next = game.next_tiers(tier);
    next.find_map(|next| {
        let mut ranges = [rank..rank + 1, shard.clone()].into_iter();
        ranges.find_map(|ranks| fault_into(next, ranks))
    })
}

/// Checks that one step of [`Dense::walk`] leads from `rank` to the next rank of the tier. Checks
/// nothing if `rank` is the last rank.
fn fault_in_step<G: Dense>(game: &G, tier: Tier, rank: u64) -> Option<Fault> {
    let rank = rank + 1;
    if rank == game.tier_size(tier) {
        return None;
    }
    let mut walk = game.walk(tier, rank - 1);
    walk.step();
    let next = game.unrank(tier, rank);
    if walk.state() != next {
        return Some(Fault::Walk { mv: None });
    }
    // If a rank belongs to no state, `unrank` returns a state with another rank.
    let place = game.rank(next);
    let has_rank = place
        .is_some_and(|(into, rank)| into == tier && game.rank(game.unrank(into, rank)) == place);
    (!has_rank).then(|| Fault::Unrank {
        tier: tier.number(),
        rank,
        found: format!("{next:?}"),
    })
}
