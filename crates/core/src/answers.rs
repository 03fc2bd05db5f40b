//! Calls the methods of `Game` for a state, and collects their results. To check that the rules
//! always give the same answers, a caller collects the results twice and compares the two
//! collections.

use alloc::vec::Vec;

use crate::{Game, Move, Moves, Player, Question, Value};

/// The results of the methods of [`Game`] for one state.
pub struct RuleAnswers<S> {
    /// [`outcome`](Game::outcome).
    pub outcome: Option<Value>,
    /// The legal moves; `None` for a finished state, because [`legal`](Game::legal) is never called
    /// for a finished state.
    pub legal: Option<Moves>,
    /// The answer of [`legal_count`](Game::legal_count); `None` for a finished state.
    pub legal_count: Option<u32>,
    /// [`to_move`](Game::to_move).
    pub to_move: Option<Player>,
    /// [`key`](Game::key).
    pub key: u64,
    /// [`tier`](Game::tier).
    pub tier: Option<u32>,
    /// Each legal move whose index is less than [`move_count`](Game::move_count), with the state
    /// after the move.
    pub next: Vec<(Move, S)>,
}

impl<S: Copy + Eq> RuleAnswers<S> {
    /// Asks the rules.
    pub fn new<G: Game<State = S>>(game: &G, state: S) -> Self {
        let outcome = game.outcome(state);
        let (legal_count, legal) = match outcome {
            Some(_) => (None, None),
            None => (game.legal_count(state), Some(game.legal(state))),
        };
        let declared = legal.unwrap_or_default() & Moves::first_n(game.move_count());
        Self {
            outcome,
            legal,
            legal_count,
            to_move: game.to_move(state),
            key: game.key(state),
            tier: game.tier(state),
            next: declared
                .iter()
                .map(|mv| (mv, game.play(state, mv)))
                .collect(),
        }
    }

    /// Compares two collections for the same state. Returns the first method of [`Game`] for which
    /// the results differ.
    #[must_use]
    pub fn difference(&self, again: &Self) -> Option<Question> {
        [
            (Question::Outcome, self.outcome == again.outcome),
            (Question::Legal, self.legal == again.legal),
            (Question::LegalCount, self.legal_count == again.legal_count),
            (Question::ToMove, self.to_move == again.to_move),
            (Question::Key, self.key == again.key),
            (Question::Tier, self.tier == again.tier),
            (Question::Play, self.next == again.next),
        ]
        .into_iter()
        .find_map(|(question, same)| (!same).then_some(question))
    }
}
