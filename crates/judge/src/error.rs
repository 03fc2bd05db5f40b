//! The error type of this crate.

use std::{error, fmt};

use perfectplay_any::Error;

use crate::fault::{Broken, Fault};

/// The reason why a judge cannot continue.
#[non_exhaustive]
pub enum JudgeError {
    /// The player failed, for example with an illegal answer, and the failure does not count as a lost game.
    Player(Broken),
    /// The opponent of the player failed, for example with an illegal answer.
    Opponent(Broken),
    /// The table cannot be read, or the rules contradict it.
    Library(Error),
    /// The work was stopped.
    Stopped,
}

impl From<Error> for JudgeError {
    fn from(error: Error) -> Self {
        Self::Library(error)
    }
}

impl From<Broken> for JudgeError {
    /// Returns the error for a fault of the player. `Fault::Stopped` becomes `JudgeError::Stopped`, because the
    /// player did nothing wrong.
    fn from(broken: Broken) -> Self {
        match broken.fault {
            Fault::Stopped => Self::Stopped,
            _ => Self::Player(broken),
        }
    }
}

impl fmt::Display for JudgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(broken) => write!(f, "player: {broken}"),
            Self::Opponent(broken) => write!(f, "opponent: {broken}"),
            Self::Library(error) => error.fmt(f),
            Self::Stopped => f.write_str("it was stopped"),
        }
    }
}

perfectplay::debug_as_display!([] JudgeError);

impl error::Error for JudgeError {}
