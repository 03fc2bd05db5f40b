//! Solves loopy games by sweeps over all states. Sweep *d* finds the states with distance *d*. The solver shares no code
//! with the crate's solvers. Unlike a retrograde solver, it needs no list of the moves that lead to a state.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::hash::Hash;

use perfectplay::solve::Solution;
use perfectplay::{Game, Value};

/// The value of a state for the player to move, and the number of plies to the end (`None` if play
/// never ends).
pub type Known = (Value, Option<u32>);

/// The number of states with each value and distance.
pub type Histogram = BTreeMap<Known, usize>;

/// Returns the value and distance of every state that can be reached from the start. `rules`
/// returns the states after a state, or the value for the player to move if the state is finished.
pub fn sweep<S: Clone + Eq + Hash>(
    start: S,
    rules: impl Fn(&S) -> Result<Vec<S>, Value>,
) -> Vec<(S, Known)> {
    sweep_all(vec![start], rules)
}

/// Does the same as [`sweep`] for every state that can be reached from one of `starts`.
pub fn sweep_all<S: Clone + Eq + Hash>(
    starts: Vec<S>,
    rules: impl Fn(&S) -> Result<Vec<S>, Value>,
) -> Vec<(S, Known)> {
    let mut states = starts;
    let mut numbers: HashMap<S, usize> = states.iter().cloned().zip(0..).collect();
    let mut after = Vec::new();
    let mut known = Vec::new();
    while let Some(state) = states.get(after.len()) {
        let next = rules(state);
        known.push(next.as_ref().err().map(|&value| (value, Some(0))));
        let next = next.into_iter().flatten().map(|next| {
            *numbers.entry(next).or_insert_with_key(|next| {
                states.push(next.clone());
                states.len() - 1
            })
        });
        after.push(next.collect::<Vec<usize>>());
    }
    // Draws are settled only after all wins and losses.
    for draws in [false, true] {
        for distance in 1.. {
            let mut settled = Vec::new();
            for number in (0..states.len()).filter(|&number| known[number].is_none()) {
                let is = |value| move |of: Option<Known>| of.is_some_and(|of| of.0 == value);
                let mut next = after[number].iter().map(|&next| known[next]);
                let value = if draws {
                    next.any(is(Value::Draw)).then_some(Value::Draw)
                } else if next.clone().any(is(Value::Loss)) {
                    Some(Value::Win)
                } else {
                    next.all(is(Value::Win)).then_some(Value::Loss)
                };
                settled.extend(value.map(|value| (number, value)));
            }
            if settled.is_empty() {
                break;
            }
            for (number, value) in settled {
                known[number] = Some((value, Some(distance)));
            }
        }
    }
    let known = known.into_iter();
    let known = known.map(|found| found.unwrap_or((Value::Draw, None)));
    states.into_iter().zip(known).collect()
}

pub fn histogram(known: impl IntoIterator<Item = Known>) -> Histogram {
    let mut histogram = Histogram::new();
    for worth in known {
        *histogram.entry(worth).or_default() += 1;
    }
    histogram
}

/// Counts the states with each value and distance in a solution of the library. The tests in `registry.rs` compare the
/// library's solutions with another solver.
pub fn histogram_of<G: Game>(solution: &Solution<G>) -> Histogram {
    let scores = solution.scores();
    histogram(scores.map(|(_, score)| (score.value(), score.distance())))
}

/// Asserts that a second implementation of the rules gives the same histogram as the solution.
pub fn agrees<S: Clone + Eq + Hash + Debug>(
    histogram_of_solution: &Histogram,
    start: S,
    rules: impl Fn(&S) -> Result<Vec<S>, Value>,
) {
    let again = sweep(start, rules);
    assert_eq!(
        histogram_of_solution,
        &histogram(again.into_iter().map(|(_, known)| known))
    );
}
