//! A graph of numbered states and the moves between them.

use alloc::vec;
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;

use crate::{Move, Player, Value};

/// Numbered states and the moves between them. States are numbered breadth first: those nearest to
/// a start come first.
///
/// A graph has fewer than 2^32 states. The graph takes ten bytes of memory for each state, and five
/// for each move.
#[derive(Clone, Debug)]
pub struct Graph {
    starts: u32,
    /// `rows[n]` is the index in `moves` and `targets` at which the moves of state *n* begin. The
    /// last entry is the number of all moves in the graph.
    rows: Vec<usize>,
    moves: Vec<Move>,
    targets: Vec<u32>,
    outcomes: Vec<Option<Value>>,
    /// The player to move in each state; empty if every call of `push_state` passed `None` as the
    /// player.
    movers: Vec<Player>,
}

/// A move, and the state that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GraphStep {
    /// The move.
    pub mv: Move,
    /// The number of the state after the move.
    pub to: u32,
}

/// A cycle: moves from a state back to the same state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The number of the state in which the cycle begins and ends.
    pub state: u32,
    /// The moves of the cycle, the first one first.
    pub moves: Vec<Move>,
}

impl Graph {
    /// Creates a graph without steps. The states `0..starts` are the starts.
    #[must_use]
    pub fn new(starts: u32) -> Self {
        Self {
            starts,
            rows: vec![0],
            moves: Vec::new(),
            targets: Vec::new(),
            outcomes: Vec::new(),
            movers: Vec::new(),
        }
    }

    /// Adds a step from the state that the next call of [`push_state`](Self::push_state) will add.
    pub fn push_step(&mut self, step: GraphStep) {
        self.moves.push(step.mv);
        self.targets.push(step.to);
    }

    /// Adds a state. Its steps must have been added before, by [`push_step`](Self::push_step) after
    /// the previous call of `push_state`.
    pub fn push_state(&mut self, outcome: Option<Value>, mover: Option<Player>) {
        self.rows.push(self.targets.len());
        self.outcomes.push(outcome);
        self.movers.extend(mover);
    }

    /// Returns the number of states.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.outcomes.len() as u32
    }

    /// Returns whether the graph contains no states.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    /// Returns the numbers of the starts. All other states have higher numbers than the starts.
    #[must_use]
    pub const fn starts(&self) -> Range<u32> {
        0..self.starts
    }

    /// Returns the value of a finished state for the player who would move next; `None` if the
    /// game goes on.
    #[must_use]
    pub fn outcome(&self, state: u32) -> Option<Value> {
        self.outcomes[state as usize]
    }

    /// Returns the player to move; `None` if the graph does not store players. See
    /// [`Nodes`](super::Nodes).
    #[must_use]
    pub fn mover(&self, state: u32) -> Option<Player> {
        self.movers.get(state as usize).copied()
    }

    /// Returns whether a step from `from` to `to` gives an extra turn.
    #[must_use]
    pub fn is_extra_turn(&self, from: u32, to: u32) -> bool {
        // Faulty rules may tell the player to move in some states only.
        self.mover(from)
            .is_some_and(|mover| self.mover(to) == Some(mover))
    }

    /// Returns the indexes of the steps that lead from a state. [`step`](Self::step) takes such an
    /// index.
    #[must_use]
    pub fn row(&self, state: u32) -> Range<usize> {
        self.rows[state as usize]..self.rows[state as usize + 1]
    }

    /// Returns the step with the index `number`. The steps from state 0 have the lowest indexes,
    /// then follow the steps from state 1, and so on.
    #[must_use]
    pub fn step(&self, number: usize) -> GraphStep {
        GraphStep {
            mv: self.moves[number],
            to: self.targets[number],
        }
    }

    /// Returns the steps from a state, in ascending order of their moves.
    pub fn steps(
        &self,
        state: u32,
    ) -> impl DoubleEndedIterator<Item = GraphStep> + ExactSizeIterator {
        self.row(state).map(|number| self.step(number))
    }

    /// Returns, for each state except the starts, the first step that leads to the state. In each
    /// pair, `.0` is the state from which the step leads, and `.1` is the index of the step.
    /// Because states are numbered breadth first, the first step to a state ends a shortest path
    /// from a start.
    fn first_steps(&self) -> impl Iterator<Item = (u32, usize)> {
        // Exploring numbered the states in the order of these steps.
        let mut next = self.starts;
        (0..self.len())
            .flat_map(|from| self.row(from).map(move |step| (from, step)))
            .filter(move |&(_, step)| {
                let is_first = self.targets[step] == next;
                next += u32::from(is_first);
                is_first
            })
    }

    /// Returns the parents of each state: the states from which a step leads to this state.
    #[must_use]
    pub fn parents(&self) -> Parents {
        let mut rows = vec![0; self.outcomes.len() + 1];
        for &to in &self.targets {
            rows[to as usize + 1] += 1;
        }
        for i in 1..rows.len() {
            rows[i] += rows[i - 1];
        }
        let mut next = rows.clone();
        let mut parents = vec![0; self.targets.len()];
        for parent in 0..self.len() {
            for &to in &self.targets[self.row(parent)] {
                let at = &mut next[to as usize];
                parents[*at] = parent;
                *at += 1;
            }
        }
        Parents { rows, parents }
    }

    /// Returns a shortest path from a start to a state. `.0` is the number of the start, and `.1`
    /// is the list of moves.
    #[must_use]
    pub fn line_to(&self, state: u32) -> (u32, Vec<Move>) {
        let before: Vec<(u32, usize)> = self.first_steps().collect();
        let (mut at, mut moves) = (state, Vec::new());
        while let Some(number) = at.checked_sub(self.starts) {
            let (from, step) = before[number as usize];
            moves.push(self.moves[step]);
            at = from;
        }
        moves.reverse();
        (at, moves)
    }

    /// Returns all states in reverse topological order: if a step leads from `a` to `b`, then `b`
    /// comes before `a`.
    ///
    /// # Errors
    /// Fails when the graph has a cycle. The error is the first cycle that a depth-first search
    /// finds. The search tries states and moves in ascending order.
    pub fn backwards(&self) -> Result<Vec<u32>, Cycle> {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            /// The state is on the current path of the depth-first search.
            Open,
            Done,
        }
        let mut marks = vec![Mark::New; self.outcomes.len()];
        let mut order = Vec::with_capacity(marks.len());
        // The path is explicit, because it may hold every state of a game.
        let mut path: Vec<(u32, Range<usize>)> = Vec::new();
        for root in 0..self.len() {
            let mut next = Some(root).filter(|_| marks[root as usize] == Mark::New);
            loop {
                if let Some(state) = next.take() {
                    marks[state as usize] = Mark::Open;
                    path.push((state, self.row(state)));
                }
                let Some((state, rest)) = path.last_mut() else {
                    break;
                };
                let Some(step) = rest.next() else {
                    marks[*state as usize] = Mark::Done;
                    order.push(*state);
                    path.pop();
                    continue;
                };
                let to = self.targets[step];
                match marks[to as usize] {
                    Mark::New => next = Some(to),
                    Mark::Done => {}
                    Mark::Open => {
                        // The current move of each state on the path is the move before the state's
                        // `rest`.
                        let on_cycle = path.iter().skip_while(|(state, _)| *state != to);
                        let moves = on_cycle.map(|(_, rest)| self.moves[rest.start - 1]);
                        return Err(Cycle {
                            state: to,
                            moves: moves.collect(),
                        });
                    }
                }
            }
        }
        Ok(order)
    }

    /// Returns the number of ways in which the game can be played from a start to an end. Returns
    /// `None` if the graph has a cycle, or if the number needs more than 64 bits.
    #[must_use]
    pub fn games(&self) -> Option<u64> {
        let mut games = vec![0_u64; self.outcomes.len()];
        for state in self.backwards().ok()? {
            games[state as usize] = match self.outcome(state) {
                Some(_) => 1,
                None => sum(self.steps(state).map(|step| games[step.to as usize]))?,
            };
        }
        sum(games[..self.starts as usize].iter().copied())
    }

    /// Returns, for each state, the chance of each player to win. `probabilities[n]` is the
    /// probability of step `n`. The graph must store the player to move.
    ///
    /// If the graph has no cycle, the chances are exact up to rounding. Then the chance of an
    /// impossible result is exactly 0, and the chance of a sure result is exactly 1. If the graph
    /// has a cycle, the chances are limits of infinite sums, and correct to about twelve digits.
    #[must_use]
    pub fn chances(&self, probabilities: &[f64]) -> Vec<[f64; 2]> {
        const SMALL: f64 = 1e-12;
        let mut chances: Vec<[f64; 2]> = (0..self.len())
            .map(|state| {
                let mut won = [0.0; 2];
                let winner = match (self.outcome(state), self.mover(state)) {
                    (Some(Value::Win), mover) => mover,
                    (Some(Value::Loss), mover) => mover.map(Player::other),
                    _ => None,
                };
                if let Some(winner) = winner {
                    won[winner as usize] = 1.0;
                }
                won
            })
            .collect();
        // Each pass goes from the last state to the first, until a pass changes nothing. Without
        // cycles, there are at most as many passes as plies. The chances start at 0 and only grow.
        let mut change = 1.0;
        while change >= SMALL {
            change = 0.0_f64;
            for state in (0..self.len()).rev() {
                if self.outcome(state).is_some() {
                    continue;
                }
                let row = self.row(state);
                let mut after = row.clone().map(|step| chances[self.targets[step] as usize]);
                let first = after.next().unwrap_or_default();
                let mut sums = first;
                // If all steps lead to the same chance, copy it. Rounding then cannot change the
                // chance of a sure result.
                if after.any(|other| other != first) {
                    sums = [0.0; 2];
                    for step in row {
                        let after = chances[self.targets[step] as usize];
                        for (sum, won) in sums.iter_mut().zip(after) {
                            *sum += probabilities[step] * won;
                        }
                    }
                }
                let known = mem::replace(&mut chances[state as usize], sums);
                for (old, new) in known.into_iter().zip(sums) {
                    change = change.max((new - old).abs());
                }
            }
        }
        chances
    }
}

/// Returns the sum of `numbers`; `None` if the sum needs more than 64 bits.
fn sum(mut numbers: impl Iterator<Item = u64>) -> Option<u64> {
    numbers.try_fold(0, u64::checked_add)
}

/// For each state of a [`Graph`], the states from which steps lead to it.
#[derive(Clone, Debug)]
pub struct Parents {
    rows: Vec<usize>,
    parents: Vec<u32>,
}

impl Parents {
    /// Returns the states from which steps lead to `state`, in ascending order. A state from which
    /// several steps lead to `state` is listed once for each of these steps.
    #[must_use]
    pub fn get(&self, state: u32) -> &[u32] {
        &self.parents[self.rows[state as usize]..self.rows[state as usize + 1]]
    }
}
