//! Every state that a strategy can come to, whatever is replied.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::AuditError;
use crate::game::{Game, Move, Moves, Value};
use crate::games::tictactoe::Player;
use crate::solved::{Solved, StateOf};
use crate::strategy::Strategy;

/// The states that can stand on the board with a player to move, the nearest to the start
/// first: so the number of the start is nought.
//
// What the strategy chooses depends on the state alone: each is looked at once for each
// player to move, however many games pass through it.
pub(super) struct Reach<S> {
    side: Player,
    places: Vec<Place<S>>,
    /// The steps from all places, place by place.
    steps: Vec<Step>,
}

struct Place<S> {
    state: S,
    to_move: Player,
    /// The number of the place before, and the move; `None` for the start.
    from: Option<(usize, Move)>,
    /// Where its steps begin; they end where those of the next place begin.
    steps: usize,
    /// What the game came to for the strategy, if it is over.
    result: Option<Value>,
}

/// A move, and the number of the place that it leads to.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub mv: Move,
    pub to: usize,
}

impl<S: Copy> Reach<S> {
    pub(super) fn of<T, P>(
        solved: &T,
        strategy: &P,
        side: Player,
    ) -> Result<Self, AuditError<StateOf<T>>>
    where
        T: Solved,
        T::Game: Game<State = S>,
        P: Strategy<S> + ?Sized,
    {
        let game = solved.game();
        let mut reach = Self {
            side,
            places: Vec::new(),
            steps: Vec::new(),
        };
        let mut numbers = BTreeMap::new();
        let mut number_of = |places: &mut Vec<Place<S>>, state, to_move, from| {
            *numbers
                .entry((game.key(state), to_move))
                .or_insert_with(|| {
                    places.push(Place {
                        state,
                        to_move,
                        from,
                        steps: 0,
                        result: None,
                    });
                    places.len() - 1
                })
        };
        number_of(&mut reach.places, game.start(), Player::X, None);
        let mut number = 0;
        while let Some(place) = reach.places.get_mut(number) {
            place.steps = reach.steps.len();
            let (state, to_move) = (place.state, place.to_move);
            let own = to_move == side;
            if let Some(value) = game.outcome(state) {
                place.result = Some(if own { value } else { value.flip() });
            } else {
                let legal = game.legal(state);
                let moves = if own {
                    choices(strategy, state, legal)?
                } else {
                    legal
                };
                for mv in moves {
                    let (after, from) = (game.play(state, mv), Some((number, mv)));
                    let to = number_of(&mut reach.places, after, to_move.other(), from);
                    reach.steps.push(Step { mv, to });
                }
            }
            number += 1;
        }
        Ok(reach)
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    pub(super) fn state(&self, number: usize) -> S {
        self.places[number].state
    }

    /// Whether the strategy is to move.
    pub(super) fn is_own(&self, number: usize) -> bool {
        self.places[number].to_move == self.side
    }

    /// What the game came to for the strategy; `None` while it goes on.
    pub(super) fn result(&self, number: usize) -> Option<Value> {
        self.places[number].result
    }

    /// What may be played: the strategy's own choices, or every reply.
    pub(super) fn steps(&self, number: usize) -> &[Step] {
        let end = self.places.get(number + 1);
        let end = end.map_or(self.steps.len(), |next| next.steps);
        &self.steps[self.places[number].steps..end]
    }

    /// What the strategy chooses in every state where it is to move.
    pub(super) fn choices(&self) -> impl Iterator<Item = (S, Moves)> {
        let own = (0..self.len()).filter(|&number| self.is_own(number));
        own.map(|number| {
            let moves = self.steps(number).iter().map(|step| step.mv);
            (self.state(number), moves.collect())
        })
    }

    /// The moves of a shortest game that the strategy loses.
    pub(super) fn shortest_loss(&self) -> Option<Vec<Move>> {
        let lost = |place: &Place<S>| place.result == Some(Value::Loss);
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

/// The choices of a strategy in a state that goes on: some, and legal ones.
fn choices<S: Copy>(
    strategy: &(impl Strategy<S> + ?Sized),
    state: S,
    legal: Moves,
) -> Result<Moves, AuditError<S>> {
    let choices = strategy.choices(state);
    if choices.is_empty() {
        return Err(AuditError::NoChoice { state });
    }
    let illegal = choices - legal;
    if !illegal.is_empty() {
        return Err(AuditError::Illegal {
            state,
            moves: illegal,
            legal,
        });
    }
    Ok(choices)
}
