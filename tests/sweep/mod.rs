//! A second solver for games in which states may repeat. It shares nothing with the
//! crate's solvers: it neither reverses the graph nor counts moves. It goes over all
//! states again and again, and sweep *d* settles those at distance *d*.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::hash::Hash;

use perfectplay::solve::Solution;
use perfectplay::{Game, Value};

/// The value of a state for the player to move, and the number of plies to the end.
pub type Worth = (Value, Option<u32>);

/// The number of states with each value and distance.
pub type Histogram = BTreeMap<Worth, usize>;

/// The value and distance of every state that can be reached from the start. `rules`
/// gives the states after a state or, if it is finished, its value for the player to
/// move.
pub fn sweep<S: Clone + Eq + Hash>(
    start: S,
    rules: impl Fn(&S) -> Result<Vec<S>, Value>,
) -> HashMap<S, Worth> {
    let mut numbers = HashMap::from([(start.clone(), 0)]);
    let mut states = vec![start];
    let mut after = Vec::new();
    let mut worths = Vec::new();
    while let Some(state) = states.get(after.len()) {
        let next = rules(state);
        worths.push(next.as_ref().err().map(|&value| (value, Some(0))));
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
            for number in (0..states.len()).filter(|&number| worths[number].is_none()) {
                let is = |value| move |of: Option<Worth>| of.is_some_and(|of| of.0 == value);
                let mut next = after[number].iter().map(|&next| worths[next]);
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
                worths[number] = Some((value, Some(distance)));
            }
        }
    }
    let worths = worths.into_iter();
    let worths = worths.map(|worth| worth.unwrap_or((Value::Draw, None)));
    states.into_iter().zip(worths).collect()
}

pub fn histogram(worths: impl IntoIterator<Item = Worth>) -> Histogram {
    let mut histogram = Histogram::new();
    for worth in worths {
        *histogram.entry(worth).or_default() += 1;
    }
    histogram
}

/// The histogram of a solution. Asserts that a sweep over the same rules finds the same
/// result for every state.
pub fn checked<G: Game>(solution: &Solution<G>) -> Histogram
where
    G::State: Hash,
{
    let game = solution.game();
    let swept = sweep(game.start(), |&state| match game.outcome(state) {
        Some(value) => Err(value),
        None => Ok(game
            .legal(state)
            .iter()
            .map(|mv| game.play(state, mv))
            .collect()),
    });
    assert_eq!(solution.len(), swept.len());
    let scores = solution.scores();
    histogram(scores.map(|(state, score)| {
        let found = (score.value(), score.distance());
        assert_eq!(swept.get(&state), Some(&found), "{state:?}");
        found
    }))
}

/// Asserts that a second implementation of the rules gives the same histogram.
pub fn agrees<S: Clone + Eq + Hash + Debug>(
    histogram_of_solution: &Histogram,
    start: S,
    rules: impl Fn(&S) -> Result<Vec<S>, Value>,
) {
    let again = sweep(start, rules);
    assert_eq!(histogram_of_solution, &histogram(again.into_values()));
}
