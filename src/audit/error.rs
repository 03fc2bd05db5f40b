//! Why a strategy cannot be audited.

use core::fmt;

use perfectplay_core::Moves;

/// Why a strategy cannot be audited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AuditError<S> {
    /// The strategy chose no move, but the game is not over.
    NoChoice {
        /// The state.
        state: S,
    },
    /// The strategy chose moves that are not legal.
    Illegal {
        /// The state.
        state: S,
        /// The illegal moves that it chose.
        moves: Moves,
        /// The legal moves.
        legal: Moves,
    },
    /// The table lacks a state, or the rules contradict what it holds of it, so that mistakes
    /// cannot be counted.
    NoRecord {
        /// The state.
        state: S,
    },
    /// A state repeats within a game, so the games cannot be counted.
    Repetition {
        /// The state.
        state: S,
    },
    /// There are more games than a `u64` can count.
    TooManyGames,
}

impl<S: fmt::Debug> fmt::Display for AuditError<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoChoice { state } => write!(f, "expected a move for {state:?}, found none"),
            Self::Illegal {
                state,
                moves,
                legal,
            } => write!(
                f,
                "expected legal moves for {state:?}, found {moves:?}, but legal are {legal:?}"
            ),
            Self::NoRecord { state } => write!(
                f,
                "expected a record of {state:?} that the rules allow, found none"
            ),
            Self::Repetition { state } => {
                write!(
                    f,
                    "expected a game without repetition, found {state:?} again"
                )
            }
            Self::TooManyGames => write!(f, "expected at most {} games, found more", u64::MAX),
        }
    }
}

impl<S: fmt::Debug> core::error::Error for AuditError<S> {}
