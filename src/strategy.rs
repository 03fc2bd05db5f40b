//! Strategies: the moves that a player may choose in each state.

use perfectplay_core::{Move, Moves};

/// A way to play: the moves that a player may choose in each state.
///
/// The choice depends only on the state, not on the moves that led to it.
/// [`Level::on`](crate::Level::on) makes a strategy of a level, and
/// [`audit`](crate::audit()) plays any strategy against every reply.
///
/// ```
/// use perfectplay::{Moves, State, Strategy};
///
/// /// Plays in the first empty cell.
/// struct InOrder;
///
/// impl Strategy<State> for InOrder {
///     fn choices(&self, state: State) -> Moves {
///         state.legal().first().map_or(Moves::EMPTY, Moves::from)
///     }
/// }
/// ```
pub trait Strategy<S: Copy> {
    /// The moves that the player may choose. There must be at least one, and all must be
    /// legal. If the game is over, or the player [resigns](Self::resigns), there are none.
    fn choices(&self, state: S) -> Moves;

    /// The probability that the player chooses a move, `0.0..=1.0`. By default, all
    /// choices are equally likely.
    fn probability(&self, state: S, mv: Move) -> f64 {
        let choices = self.choices(state);
        if choices.contains(mv) {
            1.0 / f64::from(choices.len())
        } else {
            0.0
        }
    }

    /// Whether the player gives up in this state, and so loses the game. By default it never
    /// does.
    ///
    /// An audit asks this before it asks for [`choices`](Self::choices). A program that gives
    /// no move can thus be audited as one that loses there.
    fn resigns(&self, _state: S) -> bool {
        false
    }
}

impl<S: Copy, P: Strategy<S> + ?Sized> Strategy<S> for &P {
    fn choices(&self, state: S) -> Moves {
        (**self).choices(state)
    }

    fn probability(&self, state: S, mv: Move) -> f64 {
        (**self).probability(state, mv)
    }

    fn resigns(&self, state: S) -> bool {
        (**self).resigns(state)
    }
}
