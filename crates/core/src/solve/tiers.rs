//! The solver for games with tiers: forwards tier by tier to find the states, then
//! backwards to score them.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::mem;
use core::ops::ControlFlow;

use super::error::{Problem, SolveError};
use super::layers::Layers;
use super::progress::{Progress, Watch, Watcher};
use super::rules::{declared, legal, tells_turn};
use super::solution::{Found, Solution, Tier};
use crate::graph::order;
use crate::{Fault, Game, Question, Score, described, score_of_move, starts};

/// Solves a game whose states have [tiers](Game::tier) that increase with every move.
///
/// All states of a tier are known once the earlier tiers are complete. They are sorted to
/// remove duplicates and can then be found by binary search, so the solver needs memory
/// for only a state and a score each.
///
/// # Errors
/// As for [`solve`](super::solve). A tier that does not increase is [`Fault::Tier`].
pub fn by_tiers<G: Game>(
    game: G,
    mut watch: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Solution<G>, SolveError> {
    Solution::from_solver(game, |game| find(game, &mut watch))
}

pub(super) fn find<G: Game>(game: &G, watch: Watch<'_>) -> Result<Found<G::State>, SolveError> {
    let mut watcher = Watcher::new(watch);
    let mut tiers = Vec::new();
    let at = |(state, problem): (G::State, Problem)| problem.at(game, state);
    find_states(game, &mut tiers, &mut watcher).map_err(at)?;
    watcher.all_found();
    solve(game, &mut tiers, &mut watcher).map_err(at)?;
    // Faulty rules may give the start another key each time.
    let start = game.start();
    match score_in(game, &tiers, start) {
        Some(score) => Ok(Found {
            start: (start, score),
            tiers,
        }),
        None => {
            let question = Question::Start;
            Err(Problem::from(Fault::Impure { question }).at(game, start))
        }
    }
}

/// Finds all states, tier by tier.
fn find_states<G: Game>(
    game: &G,
    tiers: &mut Vec<Tier<G::State>>,
    watcher: &mut Watcher<'_>,
) -> Result<(), (G::State, Problem)> {
    let declared = declared(game).map_err(|fault| (game.start(), fault.into()))?;
    let mut found: Layers<Pending<G::State>> = Layers::new();
    let add = |found: &mut Layers<Pending<_>>, state, before| match game.tier(state) {
        Some(number) if before < Some(number) => found.layer(number).add(game, state),
        found => Err((state, Fault::Tier { before, found }.into())),
    };
    for start in starts(game) {
        add(&mut found, start, None)?;
    }
    while let Some((number, mut pending)) = found.pop_first() {
        pending.compact(game)?;
        let mut states = pending.states;
        // A tier gets many of its states more than once. Spare capacity is released here.
        states.shrink_to_fit();
        // The directory of a tier holds 32-bit positions.
        if u32::try_from(states.len()).is_err() {
            return Err((states[0], Problem::TooManyStates));
        }
        tiers.push(Tier::new(game, states, Vec::new()));
        for &state in &tiers[tiers.len() - 1].states {
            watcher.found(1).map_err(|problem| (state, problem))?;
            tells_turn(game, state).map_err(|fault| (state, fault.into()))?;
            if game.outcome(state).is_some() {
                continue;
            }
            for mv in legal(game, state, declared).map_err(|fault| (state, fault.into()))? {
                add(&mut found, game.play(state, mv), Some(number))?;
            }
        }
    }
    Ok(())
}

/// The states found so far in an incomplete tier. Some occur more than once.
struct Pending<S> {
    states: Vec<S>,
    /// The number of states at which duplicates are removed.
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

impl<S: Copy + Eq + fmt::Debug> Pending<S> {
    fn add<G: Game<State = S>>(&mut self, game: &G, state: S) -> Result<(), (S, Problem)> {
        self.states.push(state);
        if self.states.len() < self.limit {
            return Ok(());
        }
        self.compact(game)?;
        // Doubling the limit keeps the work to a few comparisons for each added state.
        self.limit = self.limit.max(2 * self.states.len());
        Ok(())
    }

    /// Sorts the states by key and removes duplicates.
    fn compact<G: Game<State = S>>(&mut self, game: &G) -> Result<(), (S, Problem)> {
        let met = mem::take(&mut self.states);
        for same in order(met.iter().map(|&state| game.key(state))).chunk_by(|a, b| a.0 == b.0) {
            let (key, at) = same[0];
            let state = met[at];
            if let Some(&(_, other)) = same.iter().find(|&&(_, other)| met[other] != state) {
                let fault = Fault::SharedKey {
                    key,
                    other: Some(described(game, state)),
                };
                return Err((met[other], fault.into()));
            }
            self.states.push(state);
        }
        Ok(())
    }
}

/// Scores all states, from the last tier to the first.
fn solve<G: Game>(
    game: &G,
    tiers: &mut [Tier<G::State>],
    watcher: &mut Watcher<'_>,
) -> Result<(), (G::State, Problem)> {
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
                    .filter_map(|mv| {
                        let after = game.play(state, mv);
                        let score = score_in(game, later, after)?;
                        Some(score_of_move(game, state, after, score))
                    })
                    .max()
                    .ok_or_else(|| (state, Fault::NoMoves.into()))?,
            };
            watcher.solved().map_err(|problem| (state, problem))?;
        }
    }
    Ok(())
}

/// Returns the score of a state of a later tier.
fn score_in<G: Game>(game: &G, later: &[Tier<G::State>], state: G::State) -> Option<Score> {
    let number = game.tier(state)?;
    // This is nearly always the next tier.
    let tier = match later.first() {
        Some(next) if next.number == number => next,
        _ => {
            let at = later.binary_search_by_key(&number, |tier| tier.number);
            &later[at.ok()?]
        }
    };
    Some(tier.scores[tier.find(game, state)?])
}
