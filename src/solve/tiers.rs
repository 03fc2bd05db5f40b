//! Tier by tier: forwards to find the states, backwards to solve them.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::solution::Tier;
use super::{Fault, Halt, Layers, Progress, Solution, SolveError, Watcher, declared, legal};
use crate::analysis::Score;
use crate::game::{Game, Move};

/// Solves a game whose states have [tiers](Game::tier) that rise with every move.
///
/// The states of a tier are all known when those of the tiers before are. They are
/// sorted to drop what came twice, and need no table to be found again: memory is a
/// state and a score each.
///
/// # Errors
/// As [`solve`](super::solve); a tier that does not rise is [`Fault::Tier`].
pub fn by_tiers<'g, G: Game>(
    game: &'g G,
    watch: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Solution<'g, G>, SolveError> {
    let mut watcher = Watcher::new(watch);
    let mut tiers = Vec::new();
    if let Err((state, fault)) = find(game, &mut tiers, &mut watcher) {
        let moves = moves_to(game, &tiers, state);
        return Err(Halt::after(game, moves, state, fault).into());
    }
    watcher.all_found();
    solve(game, &mut tiers, &mut watcher).map_err(|fault| Halt::at(game.start(), fault))?;
    Ok(Solution::from_tiers(game, tiers))
}

/// Finds all states, tier by tier. An error tells where, and leaves all tiers before.
fn find<G: Game>(
    game: &G,
    tiers: &mut Vec<Tier<G::State>>,
    watcher: &mut Watcher<impl FnMut(Progress) -> ControlFlow<()>>,
) -> Result<(), (G::State, Fault)> {
    let declared = declared(game).map_err(|fault| (game.start(), fault))?;
    let mut found: Layers<Pending<G::State>> = Layers::new();
    let add = |found: &mut Layers<Pending<_>>, state, before| {
        let tier = game.tier(state);
        match tier {
            Some(number) if before < tier => found.layer(number).add(game, state),
            _ => Err((
                state,
                Fault::Tier {
                    before,
                    found: tier,
                },
            )),
        }
    };
    for start in game.starts() {
        add(&mut found, start, None)?;
    }
    while let Some((number, mut pending)) = found.pop_first() {
        pending.compact(game)?;
        let states = pending.states;
        // The states of a tier are told by 32 bits in the directory.
        if u32::try_from(states.len()).is_err() {
            return Err((states[0], Fault::TooManyStates));
        }
        tiers.push(Tier::new(game, states, Vec::new()));
        for &state in &tiers[tiers.len() - 1].states {
            watcher.found(1).map_err(|fault| (state, fault))?;
            if game.outcome(state).is_some() {
                continue;
            }
            for mv in legal(game, state, declared).map_err(|fault| (state, fault))? {
                add(&mut found, game.play(state, mv), Some(number))?;
            }
        }
    }
    Ok(())
}

/// States of a tier that is not complete, some of them more than once.
struct Pending<S> {
    states: Vec<S>,
    /// How many states call for dropping those that came twice.
    limit: usize,
}

impl<S> Default for Pending<S> {
    fn default() -> Self {
        Self {
            states: Vec::new(),
            limit: 1 << 16,
        }
    }
}

impl<S: Copy + Eq> Pending<S> {
    fn add<G: Game<State = S>>(&mut self, game: &G, state: S) -> Result<(), (S, Fault)> {
        self.states.push(state);
        if self.states.len() < self.limit {
            return Ok(());
        }
        self.compact(game)?;
        // So the work for a state is a few comparisons, however many come.
        self.limit = self.limit.max(2 * self.states.len());
        Ok(())
    }

    /// Sorts by key and drops what came twice.
    fn compact<G: Game<State = S>>(&mut self, game: &G) -> Result<(), (S, Fault)> {
        self.states.sort_unstable_by_key(|&state| game.key(state));
        self.states.dedup();
        match self
            .states
            .windows(2)
            .find(|pair| game.key(pair[0]) == game.key(pair[1]))
        {
            None => Ok(()),
            Some(pair) => {
                let key = game.key(pair[0]);
                Err((pair[1], Fault::SharedKey { key }))
            }
        }
    }
}

/// Scores all states, from the last tier back.
fn solve<G: Game>(
    game: &G,
    tiers: &mut [Tier<G::State>],
    watcher: &mut Watcher<impl FnMut(Progress) -> ControlFlow<()>>,
) -> Result<(), Fault> {
    for i in (0..tiers.len()).rev() {
        let (before, later) = tiers.split_at_mut(i + 1);
        let tier = &mut before[i];
        tier.scores = vec![Score::ENDLESS; tier.states.len()];
        for (&state, score) in tier.states.iter().zip(&mut tier.scores) {
            *score = match game.outcome(state) {
                Some(value) => Score::finished(value),
                None => game
                    .legal(state)
                    .iter()
                    .filter_map(|mv| score_after(game, later, game.play(state, mv)))
                    .map(Score::before)
                    .max()
                    .ok_or(Fault::NoMoves)?,
            };
            watcher.solved()?;
        }
    }
    Ok(())
}

fn score_after<G: Game>(game: &G, later: &[Tier<G::State>], state: G::State) -> Option<Score> {
    let number = game.tier(state)?;
    // Nearly always the next tier.
    let tier = later.iter().find(|tier| tier.number == number)?;
    Some(tier.scores[tier.find(game, state)?])
}

/// Moves from a start to a state: looked for backwards, since nobody kept them.
fn moves_to<G: Game>(game: &G, tiers: &[Tier<G::State>], target: G::State) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut target = target;
    for tier in tiers.iter().rev() {
        let step = tier
            .states
            .iter()
            .filter(|&&state| state != target && game.outcome(state).is_none())
            .find_map(|&state| {
                let mut legal = game.legal(state).iter();
                Some((state, legal.find(|&mv| game.play(state, mv) == target)?))
            });
        if let Some((before, mv)) = step {
            moves.push(mv);
            target = before;
        }
    }
    moves.reverse();
    moves
}
