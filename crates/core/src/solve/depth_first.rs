//! The depth-first solver, which follows every line of play. It computes the score of a state as
//! soon as all states after its moves have scores.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::error::{Problem, SolveError};
use super::progress::{SolveWatch, Watcher};
use super::rules::{declared, legal, tells_turn};
use super::solution::{ScoredStates, Solution, SolverResult, in_form};
use crate::graph::{Meeting, States};
use crate::watch::Progress;
use crate::{Fault, Game, Move, Moves, Score, described, score_of_move, starts};

/// Solves any game in which no state can occur twice.
///
/// The path is kept in a vector rather than on the call stack, so a long game cannot
/// overflow the stack.
///
/// # Errors
/// Returns the same errors as [`solve`](super::solve). The fault is [`Fault::Cycle`] if a state
/// repeats, and [`Fault::Tier`] if a move does not lead to a later tier.
pub fn depth_first<G: Game>(
    game: G,
    mut watch: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Solution<G>, SolveError> {
    Solution::from_solver(game, &mut |game| find(game, &mut watch))
}

/// Solves `game`, and returns the solution for `form`, which is the same game with another type of
/// states. The function `state` converts a state of `game` into a state of `form` that has the same
/// key and the same tier. An error names a state of `form`, not of `game`. So the code that finds
/// the moves to a faulty state is compiled only once, for `form`.
///
/// # Errors
/// Returns the same errors as [`depth_first`].
pub fn depth_first_in_form<G: Game, H: Game>(
    game: &G,
    form: H,
    state: &mut dyn FnMut(G::State) -> H::State,
    mut watch: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Solution<H>, SolveError> {
    Solution::from_solver(form, &mut |_| in_form(find(game, &mut watch), state))
}

fn find<G: Game>(game: &G, watch: SolveWatch<'_>) -> SolverResult<G::State> {
    let declared = declared(game).map_err(|fault| (fault.into(), game.start()))?;
    let mut solver = DepthFirst {
        game,
        declared,
        has_tiers: game.tier(game.start()).is_some(),
        states: States::new(),
        scores: Vec::new(),
        path: Vec::new(),
        watcher: Watcher::new(watch),
    };
    for start in starts(game) {
        solver.run(start)?;
    }
    // The path is empty now, so every state has a score.
    let scores = solver.scores.into_iter().flatten().collect();
    Ok(ScoredStates::new(game, solver.states.into_vec(), scores))
}

struct DepthFirst<'g, 'w, G: Game> {
    game: &'g G,
    declared: Moves,
    /// Whether the start has a tier. If so, the solver checks the tier of every state.
    has_tiers: bool,
    states: States<G::State>,
    /// The score of each state; `None` while the state is on the path.
    scores: Vec<Option<Score>>,
    path: Vec<Frame<G::State>>,
    watcher: Watcher<'w>,
}

/// A state on the path from a start, and how far the search of this state has come.
struct Frame<S> {
    number: u32,
    state: S,
    tier: Option<u32>,
    /// The move that is being followed; `None` before the first move.
    current: Option<Move>,
    rest: Moves,
    best: Option<Score>,
}

impl<G: Game> DepthFirst<'_, '_, G> {
    fn run(&mut self, start: G::State) -> Result<(), (Problem, G::State)> {
        self.visit(start, None)?;
        while let Some(frame) = self.path.last_mut() {
            if let Some(mv) = frame.rest.first() {
                frame.rest -= mv.into();
                frame.current = Some(mv);
                let (child, tier) = (self.game.play(frame.state, mv), frame.tier);
                self.visit(child, tier)?;
            } else if let Some(score) = frame.best {
                let state = frame.state;
                self.scores[frame.number as usize] = Some(score);
                self.path.pop();
                self.watcher.solved().map_err(|problem| (problem, start))?;
                self.add_score(state, score);
            }
        }
        Ok(())
    }

    /// Visits `state`, which is the state after the current move of the path's last state. If the
    /// score of `state` is known, updates the best score of the last state; otherwise, adds `state`
    /// to the path. `before` is the tier of the last state.
    fn visit(&mut self, state: G::State, before: Option<u32>) -> Result<(), (Problem, G::State)> {
        match self.meet(state, before) {
            Ok(Some(score)) => self.add_score(state, score),
            Ok(None) => {}
            Err(problem) => return Err((problem, state)),
        }
        Ok(())
    }

    /// Returns the score of `state`. If `state` is new, adds it to the path and returns `None`.
    fn meet(&mut self, state: G::State, before: Option<u32>) -> Result<Option<Score>, Problem> {
        let tier = if self.has_tiers {
            match self.game.tier(state) {
                tier if before < tier => tier,
                found => return Err(Fault::Tier { before, found }.into()),
            }
        } else {
            None
        };
        let key = self.game.key(state);
        match self.states.meet(key, state) {
            Meeting::Again(number) => match self.scores[number as usize] {
                None => {
                    let moves = self.moves_since(number);
                    Err(Fault::Cycle { moves }.into())
                }
                known => Ok(known),
            },
            Meeting::Clash(number) => {
                let other = self.states.get(number);
                let other = other.map(|other| described(self.game, other));
                Err(Fault::SharedKey { key, other }.into())
            }
            Meeting::Full => Err(Problem::TooManyStates),
            Meeting::New(number) => {
                self.watcher.found(1)?;
                tells_turn(self.game, state)?;
                if let Some(value) = self.game.outcome(state) {
                    let score = Score::finished(value);
                    self.scores.push(Some(score));
                    self.watcher.solved()?;
                    return Ok(Some(score));
                }
                let rest = legal(self.game, state, self.declared)?;
                self.scores.push(None);
                self.path.push(Frame {
                    number,
                    state,
                    tier,
                    current: None,
                    rest,
                    best: None,
                });
                Ok(None)
            }
        }
    }

    /// Returns the moves of the path from the state with the index `number` on.
    fn moves_since(&self, number: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut is_since = false;
        for frame in &self.path {
            is_since |= frame.number == number;
            if let (true, Some(mv)) = (is_since, frame.current) {
                moves.push(mv);
            }
        }
        moves
    }

    /// Updates the best score of the path's last state: one of its moves leads to `child`, whose
    /// score is `score`.
    fn add_score(&mut self, child: G::State, score: Score) {
        if let Some(frame) = self.path.last_mut() {
            let score = score_of_move(self.game, frame.state, child, score);
            frame.best = frame.best.max(Some(score));
        }
    }
}
