//! Why a judge cannot go on.

use std::{error, fmt};

use perfectplay_any::Error;

use crate::fault::Broken;

/// Why a judge cannot go on.
#[derive(Debug)]
#[non_exhaustive]
pub enum JudgeError {
    /// The player does not answer as it should, and its faults are not counted as lost games.
    Player(Broken),
    /// The opponent of the player does not answer as it should.
    Opponent(Broken),
    /// The table cannot be read, or the rules contradict it.
    Library(Error),
    /// It was stopped.
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

impl error::Error for JudgeError {}
