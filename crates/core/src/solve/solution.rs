//! The result of a solver.

use alloc::vec::Vec;
use core::fmt;

use super::error::{Problem, SolveError};
use crate::{Analysis, Game, Score, ask, score_of_move};

/// Every reachable state of a game and the score of each state, ordered by tier and key.
///
/// Only the score of each state is stored. The analysis of a state is computed on request, from
/// the scores of the states after its moves. So a game of a hundred million states fits into
/// memory.
pub struct Solution<G: Game> {
    game: G,
    found: SolvedStates<G::State>,
}

pub(super) struct SolvedStates<S> {
    /// The start of the game, and the score of the start. They are stored here so that the solution
    /// need not call [`Game::start`] again.
    pub start: (S, Score),
    /// The tiers, in ascending order. If the game declares no tiers, there is a single tier, with
    /// all states.
    pub tiers: Vec<SolvedTier<S>>,
}

/// The result of a solver. If the solver succeeds, the result lists all states that the solver
/// found, beginning with the start. If it fails, `.0` is the problem, and `.1` is the state in
/// which the solver stopped.
pub(super) type SolverResult<S> = Result<ScoredStates<S>, (Problem, S)>;

pub(super) struct ScoredStates<S> {
    pub states: Vec<S>,
    /// The tier of each state; 0 in a game without tiers.
    pub tiers: Vec<u32>,
    pub scores: Vec<Score>,
}

impl<S: Copy> ScoredStates<S> {
    pub fn new<G: Game<State = S>>(game: &G, states: Vec<S>, scores: Vec<Score>) -> Self {
        let mut tiers = Vec::with_capacity(states.len());
        for &state in &states {
            tiers.push(game.tier(state).unwrap_or(0));
        }
        Self {
            states,
            tiers,
            scores,
        }
    }
}

/// Converts each state in `found` with the function `state`.
pub(super) fn in_form<S, T>(
    found: SolverResult<S>,
    state: &mut dyn FnMut(S) -> T,
) -> SolverResult<T> {
    match found {
        Ok(scored) => Ok(ScoredStates {
            states: scored.states.into_iter().map(state).collect(),
            tiers: scored.tiers,
            scores: scored.scores,
        }),
        Err((problem, at)) => Err((problem, state(at))),
    }
}

impl<S: Copy + Eq> SolvedStates<S> {
    /// Sorts the states in `scored` by tier, and within a tier by key. All keys must differ, and
    /// the first state must be the start.
    fn new<G: Game<State = S>>(game: &G, scored: &ScoredStates<S>) -> Self {
        let ScoredStates {
            states,
            tiers,
            scores,
        } = scored;
        // The positions are sorted, not the states, so that each key is computed only once.
        let position = |(at, (&state, &tier)): (usize, (&S, &u32))| (tier, game.key(state), at);
        let positions = states.iter().zip(tiers).enumerate().map(position);
        let mut order: Vec<(u32, u64, usize)> = positions.collect();
        order.sort_unstable();
        let tiers = order.chunk_by(|a, b| a.0 == b.0).map(|tier| {
            let of_tier = tier.iter().map(|&(.., at)| (states[at], scores[at]));
            let (states, scores) = of_tier.unzip();
            SolvedTier::new(game, tier[0].0, states, scores)
        });
        Self {
            start: (states[0], scores[0]),
            tiers: tiers.collect(),
        }
    }
}

impl<G: Game> Solution<G> {
    /// Runs `solver`. If the rules panic, returns an error that names the state in which they
    /// panic.
    pub(super) fn from_solver(
        game: G,
        solver: &mut dyn FnMut(&G) -> SolverResult<G::State>,
    ) -> Result<Self, SolveError> {
        // `SolvedStates::new` asks the rules for keys again, and so may also panic.
        let solve = || match solver(&game) {
            Ok(scored) => Ok(SolvedStates::new(&game, &scored)),
            Err((problem, state)) => Err(problem.at(&game, state)),
        };
        match ask(solve) {
            Ok(found) => Ok(Self {
                found: found?,
                game,
            }),
            Err(panic) => Err(SolveError::Rules(panic.find(&game))),
        }
    }

    /// Returns the game that was solved.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Returns the number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.found.tiers.iter().map(|tier| tier.states.len()).sum()
    }

    /// Returns `false`: a solved game has at least one state.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.tiers.is_empty()
    }

    /// Returns the analysis of the start of the game.
    #[must_use]
    pub fn start(&self) -> Analysis {
        let (start, score) = self.found.start;
        self.analysis(start, score)
    }

    /// Returns the analysis of a state; `None` if the state is not reachable.
    #[must_use]
    pub fn lookup(&self, state: G::State) -> Option<Analysis> {
        let score = self.score(state)?;
        Some(self.analysis(state, score))
    }

    /// Returns the score of a state; `None` if the state is not reachable.
    #[must_use]
    #[inline]
    pub fn score(&self, state: G::State) -> Option<Score> {
        let number = self.game.tier(state).unwrap_or(0);
        let tiers = &self.found.tiers;
        let at = tiers.binary_search_by_key(&number, |tier| tier.number);
        let tier = &tiers[at.ok()?];
        Some(tier.scores[tier.find(&self.game, state)?])
    }

    /// Returns every state and its analysis, in ascending order of tier and key.
    pub fn iter(&self) -> impl Iterator<Item = (G::State, Analysis)> {
        self.scores()
            .map(|(state, score)| (state, self.analysis(state, score)))
    }

    /// Returns every state and its score, in the order of [`iter`](Self::iter).
    pub fn scores(&self) -> impl Iterator<Item = (G::State, Score)> {
        self.found.tiers.iter().flat_map(|tier| {
            let scores = tier.scores.iter().copied();
            tier.states.iter().copied().zip(scores)
        })
    }

    /// Returns the analysis of a reachable state. `score` is the score of this state.
    fn analysis(&self, state: G::State, score: Score) -> Analysis {
        // Only a finished state has distance 0.
        if score.distance() == Some(0) {
            return Analysis::finished(score.value());
        }
        let moves = self.game.legal(state).iter();
        Analysis::from_moves(moves.filter_map(|mv| {
            let after = self.game.play(state, mv);
            let score = self.score(after)?;
            Some((mv, score_of_move(&self.game, state, after, score)))
        }))
    }
}

impl<G: Game> fmt::Debug for Solution<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.scores()).finish()
    }
}

/// The states of one tier, in ascending order of keys, and their scores.
pub(super) struct SolvedTier<S> {
    pub number: u32,
    pub states: Vec<S>,
    pub scores: Vec<Score>,
    directory: Directory,
}

impl<S: Copy + Eq> SolvedTier<S> {
    /// Creates a tier of `states`. There must be at least one state, and the states must be in
    /// ascending order of their keys.
    fn new<G: Game<State = S>>(game: &G, number: u32, states: Vec<S>, scores: Vec<Score>) -> Self {
        Self {
            number,
            directory: Directory::new(states.len(), |i| game.key(states[i])),
            states,
            scores,
        }
    }

    /// Returns the index of a state in the tier; `None` if the tier does not contain the state.
    #[inline]
    pub fn find<G: Game<State = S>>(&self, game: &G, state: S) -> Option<usize> {
        let key = game.key(state);
        let bucket = self.directory.bucket(key);
        let states = self.states.get(bucket.clone())?;
        let at = states
            .binary_search_by_key(&key, |&state| game.key(state))
            .ok()?;
        // A state that no game reaches may have the key of a reachable state.
        (states[at] == state).then_some(bucket.start + at)
    }
}

/// A directory of sorted keys, which makes a search for a key faster. The directory divides the
/// range of the keys into pieces of equal width, and holds the position of the first key in each
/// piece. A binary search within a piece takes only a few steps. A binary search among all keys
/// would take about twenty steps, and each step would wait for memory.
struct Directory {
    least: u64,
    shift: u32,
    /// The position of the first key in each piece. The last element is the number of all keys.
    starts: Vec<u32>,
}

impl Directory {
    /// The average number of keys in a piece, approximately.
    const KEYS: usize = 4;

    fn new(count: usize, key: impl Fn(usize) -> u64) -> Self {
        let (least, greatest) = (key(0), key(count - 1));
        // Faulty rules may return other keys than when the states were sorted.
        let range = greatest.saturating_sub(least);
        let width = u64::BITS - range.leading_zeros();
        let pieces_width = (count / Self::KEYS).checked_ilog2().unwrap_or(0);
        let shift = width.saturating_sub(pieces_width);
        let piece = |key: u64| shifted(key.saturating_sub(least).min(range), shift);
        let mut starts = Vec::with_capacity(piece(greatest) + 2);
        for i in 0..count {
            while starts.len() <= piece(key(i)) {
                starts.push(i as u32);
            }
        }
        starts.push(count as u32);
        Self {
            least,
            shift,
            starts,
        }
    }

    /// Returns the positions of all keys in the piece that `key` belongs to.
    #[inline]
    fn bucket(&self, key: u64) -> core::ops::Range<usize> {
        let Some(offset) = key.checked_sub(self.least) else {
            return 0..0;
        };
        let piece = shifted(offset, self.shift);
        match self.starts.get(piece..).and_then(|rest| rest.first_chunk()) {
            Some(&[start, end]) => start as usize..end as usize,
            None => 0..0,
        }
    }
}

/// Shifts `number` right by `by` bits. A shift by 64 bits gives 0.
fn shifted(number: u64, by: u32) -> usize {
    number.checked_shr(by).unwrap_or(0) as usize
}
