//! The reasons why a strategy cannot be audited.

use core::convert::Infallible;
use core::fmt;

use crate::solved::{LookupError, Solved, StateOf};
use crate::strategy::Strategy;
use perfectplay_core::Moves;
use perfectplay_core::graph::ExploreError;

/// The reason why a strategy cannot be audited. `S` is the type of a state. `E` is the type of the
/// error that the table returns if it cannot be read. `P` is the type of the error that the
/// strategy returns if it does not answer.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AuditError<S, E = Infallible, P = Infallible> {
    /// The strategy chose no move, but the game is not over.
    NoChoice {
        /// The state.
        state: S,
    },
    /// The strategy chose moves that are not legal.
    Illegal {
        /// The state.
        state: S,
        /// The illegal moves that the strategy chose.
        moves: Moves,
        /// The legal moves.
        legal: Moves,
    },
    /// The strategy failed to answer.
    Strategy(P),
    /// The table does not give the value of a state, so mistakes cannot be counted.
    Table(LookupError<S, E>),
    /// Two states have the same key.
    SharedKey {
        /// The key.
        key: u64,
        /// One of the states.
        state: S,
    },
    /// Games against the strategy can reach more states than an audit can hold.
    TooManyStates,
}

/// The error type of an audit, for a table of type `T` and a strategy of type `P`.
pub type AuditErrorOf<T, P> =
    AuditError<StateOf<T>, <T as Solved>::Error, <P as Strategy<StateOf<T>>>::Error>;

impl<S, E, P> From<LookupError<S, E>> for AuditError<S, E, P> {
    fn from(error: LookupError<S, E>) -> Self {
        Self::Table(error)
    }
}

impl<S, E, P> AuditError<S, E, P> {
    pub(super) fn of_graph(error: ExploreError<S, Self>) -> Self {
        match error {
            ExploreError::Visit(error) => error,
            ExploreError::SharedKey { key, state, .. } => Self::SharedKey { key, state },
            _ => Self::TooManyStates,
        }
    }
}

impl<S: fmt::Debug, E: fmt::Display, P: fmt::Display> fmt::Display for AuditError<S, E, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoChoice { state } => write!(f, "the player chooses no move in {state:?}"),
            Self::Illegal {
                state,
                moves,
                legal,
            } => write!(
                f,
                "the player chooses {moves:?} in {state:?}, where only {legal:?} are legal"
            ),
            Self::Strategy(error) => error.fmt(f),
            Self::Table(error) => error.fmt(f),
            Self::SharedKey { key, state } => {
                write!(f, "the state {state:?} has the key {key} of another state")
            }
            Self::TooManyStates => write!(f, "there are more than {} states", u32::MAX),
        }
    }
}

perfectplay_core::debug_as_display!([S: fmt::Debug, E: fmt::Display, P: fmt::Display] AuditError<S, E, P>);

impl<S, E, P> core::error::Error for AuditError<S, E, P>
where
    S: fmt::Debug,
    E: core::error::Error + 'static,
    P: core::error::Error + 'static,
{
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Strategy(error) => Some(error),
            Self::Table(LookupError::Read(error)) => Some(error),
            _ => None,
        }
    }
}
