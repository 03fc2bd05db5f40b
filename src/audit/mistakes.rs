//! The mistakes of a strategy, one by one.

use alloc::vec::Vec;

use perfectplay_core::graph::Explored;
use perfectplay_core::{Analysis, Move, Moves, Value};

/// A mistake of a strategy. A mistake is a bad move that the strategy may choose in a state, or a
/// resignation in a state that is not lost.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Mistake<S> {
    /// The state in which the strategy makes the mistake.
    pub state: S,
    /// The move; `None` if the strategy [resigns](super::Strategy::resigns).
    pub mv: Option<Move>,
    /// The probability, `0.0..=1.0`, that the strategy makes this mistake when it has to choose a
    /// move in the state.
    pub probability: f64,
    /// The value of the state for the strategy.
    pub before: Value,
    /// The value of the game for the strategy after the mistake. This value is less than `before`.
    pub after: Value,
    /// The moves that would have kept the value of the state.
    pub good: Moves,
    /// The [best](Analysis::best) moves of the state.
    pub best: Moves,
}

#[derive(Default)]
pub(super) struct Mistakes {
    /// The states in which the strategy may make mistakes, in ascending order of the field
    /// `number`.
    mistaken: Vec<Mistaken>,
    pub(super) missed_wins: u64,
    pub(super) blunders: u64,
}

/// A state in which a strategy may make mistakes.
struct Mistaken {
    number: u32,
    analysis: Analysis,
    /// The mistakes among the moves that the strategy may choose; `None` if the strategy resigns.
    moves: Option<Moves>,
}

impl Mistakes {
    /// Adds the mistakes that the strategy may make in a state to the list and to the counts.
    /// `choices` are the moves that the strategy may choose. If `choices` is `None`, the strategy
    /// resigns, which is a mistake unless the state is lost.
    pub(super) fn add(&mut self, number: u32, analysis: &Analysis, choices: Option<Moves>) {
        let moves = choices.map(|choices| choices & analysis.mistakes());
        let count = match moves {
            Some(moves) => u64::from(moves.len()),
            None => u64::from(analysis.value() > Value::Loss),
        };
        self.blunders += count;
        if analysis.value() == Value::Win {
            self.missed_wins += count;
        }
        if count > 0 {
            self.mistaken.push(Mistaken {
                number,
                analysis: *analysis,
                moves,
            });
        }
    }

    /// Lists the mistakes. Each step of the graph `explored` is a move, and `probabilities[n]` is
    /// the probability that the strategy plays the move of step `n`.
    pub(super) fn iter<S: Copy + Eq>(
        &self,
        explored: &Explored<S>,
        probabilities: &[f64],
    ) -> impl Iterator<Item = Mistake<S>> {
        let (graph, states) = (&explored.graph, explored.states.as_slice());
        self.mistaken.iter().flat_map(move |mistaken| {
            let &Mistaken {
                number, analysis, ..
            } = mistaken;
            let resignation = Mistake {
                state: states[number as usize],
                mv: None,
                probability: 1.0,
                before: analysis.value(),
                after: Value::Loss,
                good: analysis.of_kind(analysis.value()),
                best: analysis.best(),
            };
            let moves = mistaken.moves.unwrap_or_default();
            let steps = graph.row(number).map(|step| (step, graph.step(step).mv));
            let chosen = steps.filter(move |&(_, mv)| moves.contains(mv));
            let chosen = chosen.map(move |(step, mv)| Mistake {
                mv: Some(mv),
                probability: probabilities[step],
                after: if analysis.losing().contains(mv) {
                    Value::Loss
                } else {
                    Value::Draw
                },
                ..resignation
            });
            let resigned = mistaken.moves.is_none().then_some(resignation);
            resigned.into_iter().chain(chosen)
        })
    }
}
