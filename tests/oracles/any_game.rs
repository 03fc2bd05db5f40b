//! A second solver for any game. This solver is slow and simple, and shares no code with the crate.
//!
//! The solver first collects the reachable states. The solver then settles the values of the reachable states,
//! beginning with the finished states. Step d finds the states in which a win or a loss can be forced in d plies. A
//! state is won as soon as one next state is lost, because the winner hurries. A state is lost as soon as all next
//! states are won, because the loser delays. The other states are draws. Step d settles a draw if the nearest drawn end
//! is d plies away. If there is no drawn end, the draw goes on for ever.

use std::collections::HashMap;

use perfectplay::game::{AnalysisParts, starts};
use perfectplay::{Analysis, Game, Move, Moves, Value};

/// Returns every reachable state with its analysis, by the key of the state.
pub fn second_solution<G: Game>(game: &G) -> HashMap<u64, (G::State, Analysis)> {
    second_solution_within(game, usize::MAX).expect("no bound")
}

/// Returns every reachable state with its analysis, by the key of the state; `None` if the game has more than `most`
/// states.
pub fn second_solution_within<G: Game>(
    game: &G,
    most: usize,
) -> Option<HashMap<u64, (G::State, Analysis)>> {
    let graph = Graph::within(game, most)?;
    let settled = graph.settle();
    let states = graph.states.iter().enumerate();
    let answers =
        states.map(|(at, &state)| (game.key(state), (state, graph.analysis(at, &settled))));
    Some(answers.collect())
}

/// Returns all reachable states of a game; `None` if there are more than `most`.
pub fn states_within<G: Game>(game: &G, most: usize) -> Option<Vec<G::State>> {
    Graph::within(game, most).map(|graph| graph.states)
}

/// The reachable states, and the moves between them.
struct Graph<S> {
    states: Vec<S>,
    outcomes: Vec<Option<Value>>,
    next: Vec<Vec<Next>>,
}

/// A move from a state. `to` is the index of the next state. `again` tells whether the same player moves there, too.
struct Next {
    mv: Move,
    to: usize,
    again: bool,
}

impl Next {
    /// Returns the value of the next state for the opponent of the player who makes this move. The argument is the
    /// value for the player to move in the next state.
    fn worth(&self, (value, plies): Settled) -> Settled {
        match value {
            Value::Win if self.again => (Value::Loss, plies),
            Value::Loss if self.again => (Value::Win, plies),
            value => (value, plies),
        }
    }
}

/// `.0` is a value; `.1` is the number of plies to the end, or `None` if the game never ends.
type Settled = (Value, Option<u32>);

impl<S: Copy> Graph<S> {
    /// Returns the graph of a game; `None` if the game has more than `most` states.
    fn within<G: Game<State = S>>(game: &G, most: usize) -> Option<Self> {
        let mut graph = Graph {
            states: Vec::new(),
            outcomes: Vec::new(),
            next: Vec::new(),
        };
        let mut numbers = HashMap::new();
        for start in starts(game) {
            graph.number(game, &mut numbers, start);
        }
        while graph.next.len() < graph.states.len() {
            if graph.states.len() > most {
                return None;
            }
            let state = graph.states[graph.next.len()];
            let outcome = game.outcome(state);
            let legal = match outcome {
                Some(_) => Moves::EMPTY,
                None => game.legal(state),
            };
            let next = legal
                .iter()
                .map(|mv| {
                    let after = game.play(state, mv);
                    let movers = [state, after].map(|state| game.to_move(state));
                    Next {
                        mv,
                        to: graph.number(game, &mut numbers, after),
                        again: movers[0].is_some() && movers[0] == movers[1],
                    }
                })
                .collect();
            graph.outcomes.push(outcome);
            graph.next.push(next);
        }
        Some(graph)
    }

    fn number<G: Game<State = S>>(
        &mut self,
        game: &G,
        numbers: &mut HashMap<u64, usize>,
        state: S,
    ) -> usize {
        *numbers.entry(game.key(state)).or_insert_with(|| {
            self.states.push(state);
            self.states.len() - 1
        })
    }

    fn settle(&self) -> Vec<Settled> {
        use Value::{Draw, Loss, Win};
        let is = |next: &Option<Settled>, value| next.is_some_and(|(found, _)| found == value);
        let mut settled = vec![None; self.states.len()];
        self.settle_ends(&mut settled, |value| value != Draw);
        self.settle_steps(&mut settled, |next| {
            if next.iter().any(|next| is(next, Loss)) {
                Some(Win)
            } else if next.iter().all(|next| is(next, Win)) {
                Some(Loss)
            } else {
                None
            }
        });
        // The states that are not settled yet are drawn.
        self.settle_ends(&mut settled, |value| value == Draw);
        self.settle_steps(&mut settled, |next| {
            next.iter().any(|next| is(next, Draw)).then_some(Draw)
        });
        let endless = (Draw, None);
        let settled = settled.into_iter();
        settled.map(|settled| settled.unwrap_or(endless)).collect()
    }

    /// Settles each finished state whose value satisfies `wanted`.
    fn settle_ends(&self, settled: &mut [Option<Settled>], wanted: fn(Value) -> bool) {
        for (settled, outcome) in settled.iter_mut().zip(&self.outcomes) {
            if let Some(value) = outcome.filter(|&value| wanted(value)) {
                *settled = Some((value, Some(0)));
            }
        }
    }

    /// Settles states step by step, until a step settles none. In each step, the value of a state follows from the
    /// values of its next states that earlier steps have settled.
    fn settle_steps(
        &self,
        settled: &mut [Option<Settled>],
        value: impl Fn(&[Option<Settled>]) -> Option<Value>,
    ) {
        let open = |&at: &usize| self.outcomes[at].is_none() && settled[at].is_none();
        let mut open: Vec<usize> = (0..self.states.len()).filter(open).collect();
        for step in 1.. {
            let now = |at: usize| {
                let next = self.next[at].iter();
                let next = next.map(|next| settled[next.to].map(|settled| next.worth(settled)));
                value(&next.collect::<Vec<_>>())
            };
            let found: Vec<(usize, Value)> =
                open.iter().filter_map(|&at| Some((at, now(at)?))).collect();
            if found.is_empty() {
                break;
            }
            for (at, value) in found {
                settled[at] = Some((value, Some(step)));
            }
            open.retain(|&at| settled[at].is_none());
        }
    }

    fn analysis(&self, at: usize, settled: &[Settled]) -> Analysis {
        let (value, distance) = settled[at];
        let moves = |wanted: &dyn Fn(Settled) -> bool| -> Moves {
            let next = self.next[at].iter();
            let wanted = next.filter(|next| wanted(next.worth(settled[next.to])));
            wanted.map(|next| next.mv).collect()
        };
        let before = distance.and_then(|plies| plies.checked_sub(1));
        AnalysisParts {
            winning: moves(&|(theirs, _)| theirs == Value::Loss),
            losing: moves(&|(theirs, _)| theirs == Value::Win),
            neutral: moves(&|(theirs, _)| theirs == Value::Draw),
            best: moves(&|(theirs, plies)| match value {
                Value::Draw => theirs == Value::Draw,
                Value::Win => theirs == Value::Loss && plies == before,
                Value::Loss => theirs == Value::Win && plies == before,
            }),
            value,
            distance,
        }
        .analysis()
    }
}
