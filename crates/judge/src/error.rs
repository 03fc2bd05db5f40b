//! The reasons why a judge cannot continue.

use std::{error, fmt};

use perfectplay_any::Error;

use crate::fault::Broken;

/// The reason why a judge cannot continue.
#[non_exhaustive]
pub enum JudgeError {
    /// The player does not answer correctly, and faults do not count as lost games.
    Player(Broken),
    /// The opponent of the player does not answer correctly.
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
