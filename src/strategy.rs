//! Strategies, which tell the moves that a player may choose in each state.

use perfectplay_core::{Move, Moves};

/// A way to play, which tells the moves that a player may choose in each state.
///
/// The choice depends only on the state, not on the moves that led to it.
/// [`Level::on`](crate::Level::on) turns a level into a strategy, and [`audit`](crate::audit())
/// plays any strategy against every reply.
///
/// ```
/// use core::convert::Infallible;
///
/// use perfectplay::Moves;
/// use perfectplay::level::Strategy;
/// use perfectplay::tictactoe::State;
///
/// /// Plays in the first empty cell.
/// struct InOrder;
///
/// impl Strategy<State> for InOrder {
///     type Error = Infallible;
///
///     fn choices(&self, state: State) -> Result<Moves, Infallible> {
///         Ok(state.legal().first().map_or(Moves::EMPTY, Moves::from))
///     }
/// }
/// ```
pub trait Strategy<S: Copy> {
    /// The reason why the player does not answer. For example, a table cannot be read, or a program
    /// is broken.
    type Error;

    /// Returns the moves that the player may choose. There must be at least one move, and all moves
    /// must be legal. If the game is over, or if the player [resigns](Self::resigns), there are no
    /// moves.
    ///
    /// # Errors
    /// Fails when the player does not answer.
    fn choices(&self, state: S) -> Result<Moves, Self::Error>;

    /// Returns the probability, from 0 to 1, that the player chooses the move `mv`. By default, all
    /// choices are equally likely.
    ///
    /// # Errors
    /// Fails when the player does not answer.
    fn probability(&self, state: S, mv: Move) -> Result<f64, Self::Error> {
        let choices = self.choices(state)?;
        Ok(if choices.contains(mv) {
            1.0 / f64::from(choices.len())
        } else {
            0.0
        })
    }

    /// Returns whether the player resigns in this state, and so loses the game. By default, a
    /// player never resigns.
    ///
    /// An audit calls this method before it calls [`choices`](Self::choices). So if a strategy asks
    /// a program, and the program returns no move, the strategy can resign. Then the audit goes on.
    ///
    /// # Errors
    /// Fails when the player does not answer.
    fn resigns(&self, _state: S) -> Result<bool, Self::Error> {
        Ok(false)
    }
}

impl<S: Copy, P: Strategy<S> + ?Sized> Strategy<S> for &P {
    type Error = P::Error;

    fn choices(&self, state: S) -> Result<Moves, P::Error> {
        (**self).choices(state)
    }

    fn probability(&self, state: S, mv: Move) -> Result<f64, P::Error> {
        (**self).probability(state, mv)
    }

    fn resigns(&self, state: S) -> Result<bool, P::Error> {
        (**self).resigns(state)
    }
}
