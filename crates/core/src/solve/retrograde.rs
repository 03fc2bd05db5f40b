//! Retrograde analysis, which solves loopy games. The solver works backwards from the ends of the
//! game.

use alloc::vec::Vec;
use core::mem;
use core::ops::ControlFlow;

use super::error::{Problem, SolveError};
use super::progress::{SolveWatch, Watcher};
use super::rules::{declared, legal, tells_turn};
use super::solution::{ScoredStates, Solution, SolverResult, in_form};
use crate::graph::{ExploreError, Graph, Node, NodeKind, Nodes, explore};
use crate::watch::Progress;
use crate::{Fault, Game, Moves, Score, Value, described, starts};

/// Solves any game, even a loopy one. If neither player can force an end, the state is a draw
/// without a distance.
///
/// First, a breadth-first search finds all states. Finished states have distance 0. The solver then
/// works in rounds. In round *d*, it follows moves backwards from the states at distance *d* - 1,
/// and so finds the states at distance *d*. The solver marks a state as a win if one of the moves
/// leads to a loss of the opponent. The solver marks a state as a loss if all moves are known to
/// lead to wins of the opponent. The remaining states are drawn. The method is described in K.
/// Thompson, Retrograde analysis of certain endgames, ICCA Journal 9, 1986.
///
/// # Errors
/// Returns the same errors as [`solve`](super::solve), but it is not a fault if a state repeats.
pub fn retrograde<G: Game>(
    game: G,
    mut watch: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Solution<G>, SolveError> {
    Solution::from_solver(game, &mut |game| find(game, &mut watch))
}

/// Solves `game`, and returns the solution as a solution of `form`. `form` is the same game, but
/// may have another type of states. The function `state` converts a state of `game` into a state of
/// `form`. The two states must have the same key and the same tier.
///
/// # Errors
/// Returns the same errors as [`retrograde`].
pub fn retrograde_in_form<G: Game, H: Game>(
    game: &G,
    form: H,
    state: &mut dyn FnMut(G::State) -> H::State,
    mut watch: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Solution<H>, SolveError> {
    Solution::from_solver(form, &mut |_| in_form(find(game, &mut watch), state))
}

fn find<G: Game>(game: &G, watch: SolveWatch<'_>) -> SolverResult<G::State> {
    let declared = declared(game).map_err(|fault| (fault.into(), game.start()))?;
    let mut watcher = Watcher::new(watch);
    let explored = explore(
        game,
        starts(game),
        Nodes::States,
        |Node { state, .. }| {
            watcher.found(1).map_err(|problem| (problem, state))?;
            tells_turn(game, state).map_err(|fault| (fault.into(), state))?;
            if let Some(value) = game.outcome(state) {
                return Ok(NodeKind::Over(value));
            }
            let moves = legal(game, state, declared).map_err(|fault| (fault.into(), state))?;
            rising_tiers(game, state, moves)?;
            Ok(NodeKind::On(moves))
        },
    );
    let explored = explored.map_err(|error| match error {
        ExploreError::Visit(refused) => refused,
        ExploreError::SharedKey { key, state, other } => {
            let other = Some(described(game, other));
            (Fault::SharedKey { key, other }.into(), state)
        }
        ExploreError::TooManyStates { state } => (Problem::TooManyStates, state),
    })?;
    watcher.all_found();
    let states = explored.states.into_vec();
    let scores = scores(&explored.graph, &mut || watcher.solved());
    let scores = scores.map_err(|problem| (problem, game.start()))?;
    Ok(ScoredStates::new(game, states, scores))
}

/// Checks that no move of a state leads to an earlier tier.
fn rising_tiers<G: Game>(
    game: &G,
    state: G::State,
    moves: Moves,
) -> Result<(), (Problem, G::State)> {
    let Some(before) = game.tier(state) else {
        return Ok(());
    };
    let mut after = moves.iter().map(|mv| game.play(state, mv));
    match after.find(|&after| game.tier(after) < Some(before)) {
        None => Ok(()),
        Some(child) => {
            let (before, found) = (Some(before), game.tier(child));
            Err((Fault::Tier { before, found }.into(), child))
        }
    }
}

/// Returns the scores of all states of a graph, in the order of the states' numbers. Calls `solved`
/// once for each state that is not an endless draw.
fn scores(
    graph: &Graph,
    solved: &mut dyn FnMut() -> Result<(), Problem>,
) -> Result<Vec<Score>, Problem> {
    let parents = graph.parents();
    let mut scores: Vec<Option<Score>> = (0..graph.len())
        .map(|state| graph.outcome(state).map(Score::finished))
        .collect();
    // For each state, the number of moves that are not yet known to lose.
    let mut open_moves: Vec<u8> = (0..graph.len())
        .map(|state| graph.row(state).len() as u8)
        .collect();

    let ends = (0..graph.len()).filter(|&state| graph.outcome(state).is_some());
    let mut layer: Vec<u32> = ends.collect();
    let mut drawn = layer.clone();
    drawn.retain(|&state| graph.outcome(state) == Some(Value::Draw));
    for _ in &layer {
        solved()?;
    }
    while !layer.is_empty() {
        for state in mem::take(&mut layer) {
            let Some(score) = scores[state as usize] else {
                continue;
            };
            let value = score.value();
            if value == Value::Draw {
                continue;
            }
            for &parent in parents.get(state) {
                let known = &mut scores[parent as usize];
                let open_moves = &mut open_moves[parent as usize];
                if known.is_some() {
                    continue;
                }
                let again = graph.is_extra_turn(parent, state);
                let loses = again == (value == Value::Loss);
                if loses {
                    *open_moves -= 1;
                    if *open_moves > 0 {
                        continue;
                    }
                }
                *known = Some(score.of_move(again));
                solved()?;
                layer.push(parent);
            }
        }
    }
    // Now give remaining states the distance of the nearest drawn end that they lead to.
    while !drawn.is_empty() {
        for state in mem::take(&mut drawn) {
            let Some(score) = scores[state as usize] else {
                continue;
            };
            for &parent in parents.get(state) {
                let known = &mut scores[parent as usize];
                if known.is_none() {
                    // A draw has the same value for both players.
                    *known = Some(score.before());
                    solved()?;
                    drawn.push(parent);
                }
            }
        }
    }
    let endless = |score: Option<Score>| score.unwrap_or(Score::ENDLESS);
    Ok(scores.into_iter().map(endless).collect())
}
