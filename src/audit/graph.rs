//! The games that a strategy can be in, as a graph without the game's own types.

use alloc::vec::Vec;

use crate::game::{Move, Value};

/// The places of a game, each once, the nearest to the start first: the number of the
/// start is nought.
#[derive(Default)]
pub(super) struct Graph {
    places: Vec<Place>,
    /// The steps from all places, place by place.
    steps: Vec<Step>,
}

/// A state with a player to move.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The number of the place before, and the move; `None` for the start.
    pub from: Option<(usize, Move)>,
    /// Whether the strategy is to move.
    pub own: bool,
    /// What the game came to for the strategy, if it is over.
    pub result: Option<Value>,
    /// Where its steps begin; they end where those of the next place begin.
    steps: usize,
}

/// What may be played: one of the strategy's choices, or a reply.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub mv: Move,
    /// The number of the place that it leads to.
    pub to: usize,
    /// How likely the strategy is to play it; nothing of a reply.
    pub probability: f64,
}

impl Graph {
    /// Adds a place, and tells its number.
    pub(super) fn add(&mut self, own: bool, from: Option<(usize, Move)>) -> usize {
        self.places.push(Place {
            from,
            own,
            result: None,
            steps: 0,
        });
        self.places.len() - 1
    }

    /// Goes on to a place: the steps that are added next are its own.
    pub(super) fn enter(&mut self, number: usize, result: Option<Value>) {
        let place = &mut self.places[number];
        place.steps = self.steps.len();
        place.result = result;
    }

    pub(super) fn add_step(&mut self, step: Step) {
        self.steps.push(step);
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    pub(super) fn place(&self, number: usize) -> Place {
        self.places[number]
    }

    pub(super) fn steps(&self, number: usize) -> &[Step] {
        let end = self.places.get(number + 1);
        let end = end.map_or(self.steps.len(), |next| next.steps);
        &self.steps[self.places[number].steps..end]
    }

    /// The moves of a shortest game that the strategy loses.
    pub(super) fn shortest_loss(&self) -> Option<Vec<Move>> {
        let lost = |place: &Place| place.result == Some(Value::Loss);
        let mut at = self.places.iter().position(lost)?;
        let mut moves = Vec::new();
        while let Some((before, mv)) = self.places[at].from {
            moves.push(mv);
            at = before;
        }
        moves.reverse();
        Some(moves)
    }
}
