//! Retrograde analysis: works backwards from the ends, for games in which states may
//! repeat.

use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::mem;
use core::ops::{ControlFlow, Range};

use super::{Problem, Progress, Solution, SolveError, Watcher, declared, legal, tells_turn};
use crate::{Fault, Game, Score, Value, moves_again, starts};

/// Solves any game, even one in which states may repeat. If neither player can force an
/// end, the state is a draw without a distance.
///
/// First, all states are found breadth first. Finished states have distance 0. A state
/// that leads to one at distance *d* gets distance *d* + 1: it is a win if the opponent
/// loses there, and a loss as soon as every move is known to let the opponent win (K.
/// Thompson, Retrograde analysis of certain endgames, ICCA Journal 9, 1986). The
/// remaining states are drawn.
///
/// # Errors
/// As [`solve`](super::solve), except that a state that repeats is not an error.
pub fn retrograde<G: Game>(
    game: G,
    watch: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Solution<G>, SolveError> {
    let mut watcher = Watcher::new(watch);
    let mut graph = Graph::default();
    graph
        .find(&game, &mut watcher)
        .map_err(|(state, problem)| problem.at(&game, state))?;
    watcher.all_found();
    let scores = graph
        .scores(&game, &mut watcher)
        .map_err(|problem| problem.at(&game, game.start()))?;
    let solved: Vec<_> = graph.states.into_iter().zip(scores).collect();
    Ok(Solution::new(game, &solved))
}

/// All states of a game, numbered, and the moves between them.
struct Graph<S> {
    states: Vec<S>,
    numbers: BTreeMap<u64, u32>,
    /// The index in `targets` of the first move of each state; and finally the number of
    /// moves.
    starts: Vec<usize>,
    /// The state to which each move leads.
    targets: Vec<u32>,
}

impl<S> Default for Graph<S> {
    fn default() -> Self {
        Self {
            states: Vec::new(),
            numbers: BTreeMap::new(),
            starts: vec![0],
            targets: Vec::new(),
        }
    }
}

impl<S> Graph<S> {
    fn moves_of(&self, state: u32) -> Range<usize> {
        self.starts[state as usize]..self.starts[state as usize + 1]
    }
}

impl<S: Copy + Eq + fmt::Debug> Graph<S> {
    /// Finds all states, breadth first.
    fn find<G: Game<State = S>>(
        &mut self,
        game: &G,
        watcher: &mut Watcher<impl FnMut(Progress) -> ControlFlow<()>>,
    ) -> Result<(), (S, Problem)> {
        let declared = declared(game).map_err(|fault| (game.start(), fault.into()))?;
        for start in starts(game) {
            self.add(game, start)?;
        }
        let mut next = 0;
        while let Some(&state) = self.states.get(next) {
            next += 1;
            watcher.found(1).map_err(|problem| (state, problem))?;
            tells_turn(game, state).map_err(|fault| (state, fault.into()))?;
            if game.outcome(state).is_none() {
                for mv in legal(game, state, declared).map_err(|fault| (state, fault.into()))? {
                    let child = game.play(state, mv);
                    if let (Some(before), found) = (game.tier(state), game.tier(child)) {
                        if found < Some(before) {
                            let before = Some(before);
                            return Err((child, Fault::Tier { before, found }.into()));
                        }
                    }
                    let number = self.add(game, child)?;
                    self.targets.push(number);
                }
            }
            self.starts.push(self.targets.len());
        }
        Ok(())
    }

    /// The number of a state, which is added if it is new.
    fn add<G: Game<State = S>>(&mut self, game: &G, state: S) -> Result<u32, (S, Problem)> {
        let key = game.key(state);
        match self.numbers.entry(key) {
            Entry::Occupied(known) => {
                let other = self.states[*known.get() as usize];
                if other == state {
                    return Ok(*known.get());
                }
                let other = Some(format!("{other:?}"));
                Err((state, Fault::SharedKey { key, other }.into()))
            }
            Entry::Vacant(new) => {
                let number = u32::try_from(self.states.len());
                let number = number.map_err(|_| (state, Problem::TooManyStates))?;
                new.insert(number);
                self.states.push(state);
                Ok(number)
            }
        }
    }

    /// Whether the player who moves from one state to another is to move again.
    fn moves_again<G: Game<State = S>>(&self, game: &G, from: u32, to: u32) -> bool {
        // If turns alternate, the states are not even read.
        !G::TURNS_ALTERNATE
            && moves_again(game, self.states[from as usize], self.states[to as usize])
    }

    /// The scores of all states, in the order of their numbers.
    fn scores<G: Game<State = S>>(
        &self,
        game: &G,
        watcher: &mut Watcher<impl FnMut(Progress) -> ControlFlow<()>>,
    ) -> Result<Vec<Score>, Problem> {
        let parents = Parents::of(self);
        let mut scores: Vec<Option<Score>> = self
            .states
            .iter()
            .map(|&state| game.outcome(state).map(Score::finished))
            .collect();
        // For each state, the number of moves that are not known to lose.
        let mut open_moves: Vec<usize> = (0..self.states.len() as u32)
            .map(|state| self.moves_of(state).len())
            .collect();

        let ends = (0..self.states.len() as u32).filter(|&state| scores[state as usize].is_some());
        let mut layer: Vec<u32> = ends.collect();
        let mut drawn = layer.clone();
        drawn.retain(|&state| is(scores[state as usize], Value::Draw));
        for _ in &layer {
            watcher.solved()?;
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
                for &parent in parents.of_state(state) {
                    let known = &mut scores[parent as usize];
                    let open_moves = &mut open_moves[parent as usize];
                    if known.is_some() {
                        continue;
                    }
                    let again = self.moves_again(game, parent, state);
                    let loses = again == (value == Value::Loss);
                    if loses {
                        *open_moves -= 1;
                        if *open_moves > 0 {
                            continue;
                        }
                    }
                    *known = Some(if again { score.later() } else { score.before() });
                    watcher.solved()?;
                    layer.push(parent);
                }
            }
        }
        // Find the distance of the nearest drawn end for the states that remain.
        while !drawn.is_empty() {
            for state in mem::take(&mut drawn) {
                let Some(score) = scores[state as usize] else {
                    continue;
                };
                for &parent in parents.of_state(state) {
                    let known = &mut scores[parent as usize];
                    if known.is_none() {
                        // A draw is the same for both players.
                        *known = Some(score.before());
                        watcher.solved()?;
                        drawn.push(parent);
                    }
                }
            }
        }
        let endless = |score: Option<Score>| score.unwrap_or(Score::ENDLESS);
        Ok(scores.into_iter().map(endless).collect())
    }
}

fn is(score: Option<Score>, value: Value) -> bool {
    score.is_some_and(|score| score.value() == value)
}

/// The states before each state of a graph.
struct Parents {
    starts: Vec<usize>,
    parents: Vec<u32>,
}

impl Parents {
    fn of<S>(graph: &Graph<S>) -> Self {
        let mut starts = vec![0; graph.states.len() + 1];
        for &target in &graph.targets {
            starts[target as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut parents = vec![0; graph.targets.len()];
        for parent in 0..graph.states.len() as u32 {
            for &target in &graph.targets[graph.moves_of(parent)] {
                let at = &mut next[target as usize];
                parents[*at] = parent;
                *at += 1;
            }
        }
        Self { starts, parents }
    }

    fn of_state(&self, state: u32) -> &[u32] {
        let state = state as usize;
        &self.parents[self.starts[state]..self.starts[state + 1]]
    }
}
