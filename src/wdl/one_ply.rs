//! Finds the value of a state by the rules alone, if one ply decides it.

use perfectplay_core::{Game, Moves, Value, is_extra_turn};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnePlyLook {
    Decided(Value),
    /// One ply does not decide the value, because no move wins at once, and the game goes on after
    /// at least one move.
    Open {
        /// The best value of the moves that end the game; a loss if no move ends the game.
        ended: Value,
        on: Moves,
    },
}

impl OnePlyLook {
    /// Returns whether one ply does not decide the value.
    #[cfg(feature = "bake")]
    pub(crate) const fn is_open(self) -> bool {
        matches!(self, Self::Open { .. })
    }
}

#[inline]
pub(crate) fn look<G: Game>(game: &G, state: G::State) -> OnePlyLook {
    match game.outcome(state) {
        Some(value) => OnePlyLook::Decided(value),
        None => look_ahead(game, state),
    }
}

#[inline]
pub(crate) fn look_ahead<G: Game>(game: &G, state: G::State) -> OnePlyLook {
    let (mut ended, mut on) = (Value::Loss, Moves::EMPTY);
    for mv in game.legal(state) {
        let next = game.play(state, mv);
        match game.outcome(next) {
            Some(value) => ended = ended.max(after(game, state, next, value)),
            None => on |= mv.into(),
        }
        if ended == Value::Win {
            break;
        }
    }
    if ended == Value::Win || on.is_empty() {
        OnePlyLook::Decided(ended)
    } else {
        OnePlyLook::Open { ended, on }
    }
}

/// Returns the value of a move for the player who makes it. `value` is the value of the state after
/// the move.
#[inline]
pub(crate) fn after<G: Game>(game: &G, before: G::State, next: G::State, value: Value) -> Value {
    if is_extra_turn(game, before, next) {
        value
    } else {
        value.flip()
    }
}
