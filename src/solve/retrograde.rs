//! Retrograde: backwards from the ends, for games in which states come back.

use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;
use core::ops::{ControlFlow, Range};

use super::{Fault, Halt, Progress, Solution, SolveError, Watcher, declared, legal};
use crate::analysis::Score;
use crate::game::{Game, Move, Value};

/// Solves any game, also one in which states come back. What neither player can bring to
/// an end is a draw without a distance.
///
/// All states are found breadth first. Then the ends are at distance 0, and what leads to
/// a state at distance *d* is settled at *d* + 1: a win if the opponent is lost there, a
/// loss once every move is known to give the opponent a win (K. Thompson, Retrograde
/// analysis of certain endgames, ICCA Journal 9, 1986). What is left is drawn.
///
/// # Errors
/// As [`solve`](super::solve); no state that comes back is one.
pub fn retrograde<'g, G: Game>(
    game: &'g G,
    watch: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Solution<'g, G>, SolveError> {
    let mut watcher = Watcher::new(watch);
    let mut graph = Graph::default();
    if let Err((state, fault)) = graph.find(game, &mut watcher) {
        let moves = graph.moves_to(game, state);
        return Err(Halt::after(game, moves, state, fault).into());
    }
    watcher.all_found();
    let scores = graph
        .scores(game, &mut watcher)
        .map_err(|fault| Halt::at(game.start(), fault))?;
    let solved: Vec<_> = graph.states.into_iter().zip(scores).collect();
    Ok(Solution::new(game, &solved))
}

/// All states of a game, as numbers, and the moves between them.
struct Graph<S> {
    states: Vec<S>,
    numbers: BTreeMap<u64, u32>,
    /// Where the moves of each state begin in `targets`, and at last the end.
    starts: Vec<usize>,
    /// To which state each move leads.
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

impl<S: Copy + Eq> Graph<S> {
    /// Finds all states, breadth first. An error tells where.
    fn find<G: Game<State = S>>(
        &mut self,
        game: &G,
        watcher: &mut Watcher<impl FnMut(Progress) -> ControlFlow<()>>,
    ) -> Result<(), (S, Fault)> {
        let declared = declared(game).map_err(|fault| (game.start(), fault))?;
        for start in game.starts() {
            self.add(game, start)?;
        }
        let mut next = 0;
        while let Some(&state) = self.states.get(next) {
            next += 1;
            watcher.found(1).map_err(|fault| (state, fault))?;
            if game.outcome(state).is_none() {
                for mv in legal(game, state, declared).map_err(|fault| (state, fault))? {
                    let child = game.play(state, mv);
                    if let (Some(before), found) = (game.tier(state), game.tier(child)) {
                        if found < Some(before) {
                            let before = Some(before);
                            return Err((child, Fault::Tier { before, found }));
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

    /// The number of a state, a new one if it was not met before.
    fn add<G: Game<State = S>>(&mut self, game: &G, state: S) -> Result<u32, (S, Fault)> {
        let key = game.key(state);
        match self.numbers.entry(key) {
            Entry::Occupied(known) if self.states[*known.get() as usize] != state => {
                Err((state, Fault::SharedKey { key }))
            }
            Entry::Occupied(known) => Ok(*known.get()),
            Entry::Vacant(new) => {
                let number = u32::try_from(self.states.len());
                let number = number.map_err(|_| (state, Fault::TooManyStates))?;
                new.insert(number);
                self.states.push(state);
                Ok(number)
            }
        }
    }

    fn moves_of(&self, state: u32) -> Range<usize> {
        self.starts[state as usize]..self.starts[state as usize + 1]
    }

    /// The score of every state, by number.
    fn scores<G: Game<State = S>>(
        &self,
        game: &G,
        watcher: &mut Watcher<impl FnMut(Progress) -> ControlFlow<()>>,
    ) -> Result<Vec<Score>, Fault> {
        let before = Reverse::of(self);
        let mut scores: Vec<Option<Score>> = self
            .states
            .iter()
            .map(|&state| game.outcome(state).map(Score::finished))
            .collect();
        // How many moves of each state are not known to give the opponent a win.
        let mut hopes: Vec<usize> = (0..self.states.len() as u32)
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
                for &parent in before.of_state(state) {
                    let known = &mut scores[parent as usize];
                    let hopes = &mut hopes[parent as usize];
                    if known.is_some() || score.value() == Value::Draw {
                        continue;
                    }
                    if score.value() == Value::Win {
                        *hopes -= 1;
                        if *hopes > 0 {
                            continue;
                        }
                    }
                    *known = Some(score.before());
                    watcher.solved()?;
                    layer.push(parent);
                }
            }
        }
        // The same again among what is left: how near is a drawn end?
        while !drawn.is_empty() {
            for state in mem::take(&mut drawn) {
                let Some(score) = scores[state as usize] else {
                    continue;
                };
                for &parent in before.of_state(state) {
                    let known = &mut scores[parent as usize];
                    if known.is_none() {
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

    /// Moves from a start to a state, the fewest there are.
    fn moves_to<G: Game<State = S>>(&self, game: &G, target: S) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut target = target;
        let mut limit = self.states.len();
        // Found breadth first: the first state that leads to another is nearest to a start.
        loop {
            let at = self.states[..limit]
                .iter()
                .position(|&state| state == target);
            limit = at.unwrap_or(limit);
            let step = self.states[..limit]
                .iter()
                .enumerate()
                .find_map(|(i, &state)| {
                    if game.outcome(state).is_some() {
                        return None;
                    }
                    let mut legal = game.legal(state).iter();
                    Some((i, legal.find(|&mv| game.play(state, mv) == target)?))
                });
            let Some((before, mv)) = step else { break };
            moves.push(mv);
            target = self.states[before];
            limit = before + 1;
        }
        moves.reverse();
        moves
    }
}

fn is(score: Option<Score>, value: Value) -> bool {
    score.is_some_and(|score| score.value() == value)
}

/// The moves of a graph by the state that they lead to.
struct Reverse {
    starts: Vec<usize>,
    parents: Vec<u32>,
}

impl Reverse {
    fn of<S: Copy + Eq>(graph: &Graph<S>) -> Self {
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
                let place = &mut next[target as usize];
                parents[*place] = parent;
                *place += 1;
            }
        }
        Self { starts, parents }
    }

    fn of_state(&self, state: u32) -> &[u32] {
        let state = state as usize;
        &self.parents[self.starts[state]..self.starts[state + 1]]
    }
}
