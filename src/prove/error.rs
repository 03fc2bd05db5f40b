//! The reasons why a proof failed.

use core::fmt;

use super::search::{Halt, MOST_PLIES};
use perfectplay_core::Finding;

/// The reason why a proof failed.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProveError {
    /// The game is [loopy](crate::Game::is_loopy).
    Loopy,
    /// A line of play is longer than [`MOST_PLIES`].
    TooLong,
    /// The rules have a fault. The [`Finding`] lists moves that lead to the state with the fault.
    /// The first of these moves is played in the state that was to be proved.
    Rules(Finding),
    /// The watcher stopped the proof.
    Stopped,
    /// The system does not give enough memory for the table.
    Memory {
        /// The number of bytes that the prover asked for.
        bytes: usize,
    },
}

impl fmt::Display for ProveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loopy => {
                f.write_str("expected a game in which no state occurs twice, found a loopy one")
            }
            Self::TooLong => write!(
                f,
                "expected lines of play of at most {MOST_PLIES} plies, found a longer one"
            ),
            Self::Rules(finding) => finding.fmt(f),
            Self::Stopped => f.write_str("the proof was stopped"),
            Self::Memory { bytes } => write!(f, "the system does not give {bytes} bytes of memory"),
        }
    }
}

perfectplay_core::debug_as_display!([] ProveError);

impl core::error::Error for ProveError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Rules(finding) => Some(finding),
            Self::Loopy | Self::TooLong | Self::Stopped | Self::Memory { .. } => None,
        }
    }
}

impl From<Halt> for ProveError {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Stopped => Self::Stopped,
            Halt::TooLong => Self::TooLong,
            Halt::Rules(fault, route) => Self::Rules(Finding { fault, route }),
        }
    }
}
