//! What the rules say about a state, asked for twice and compared.

use alloc::vec::Vec;

use crate::kernel::{Game, Move, Moves, Question, Value};

/// What the rules say about a state.
pub(super) struct Answers<S> {
    pub(super) outcome: Option<Value>,
    /// Not asked of a finished state.
    pub(super) legal: Option<Moves>,
    pub(super) key: u64,
    pub(super) tier: Option<u32>,
    /// After each legal move that the game declares.
    pub(super) next: Vec<(Move, S)>,
}

impl<S: Copy + Eq> Answers<S> {
    pub(super) fn of<G: Game<State = S>>(game: &G, state: S) -> Self {
        let outcome = game.outcome(state);
        let legal = match outcome {
            Some(_) => None,
            None => Some(game.legal(state)),
        };
        let declared = legal.unwrap_or_default() & Moves::first_n(game.move_count());
        Self {
            outcome,
            legal,
            key: game.key(state),
            tier: game.tier(state),
            next: declared
                .iter()
                .map(|mv| (mv, game.play(state, mv)))
                .collect(),
        }
    }

    /// The first question with another answer this time.
    pub(super) fn difference(&self, again: &Self) -> Option<Question> {
        [
            (Question::Outcome, self.outcome == again.outcome),
            (Question::Legal, self.legal == again.legal),
            (Question::Key, self.key == again.key),
            (Question::Tier, self.tier == again.tier),
            (Question::Play, self.next == again.next),
        ]
        .into_iter()
        .find_map(|(question, same)| (!same).then_some(question))
    }
}
