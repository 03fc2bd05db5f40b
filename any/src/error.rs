//! The errors of this crate.

use std::convert::Infallible;
#[cfg(feature = "tiers")]
use std::path::Path;
use std::path::PathBuf;
use std::{error, fmt, io};

use perfectplay::game::ParseStateError;
use perfectplay::solve::SolveError;

use crate::spec::SpecError;

/// The reason why there is no answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A text names no game.
    Spec(SpecError),
    /// A text is not a state of the game.
    State(ParseStateError),
    /// A board does not belong to any state.
    Board {
        /// The index of the board in the question, from 0.
        number: usize,
        /// What was expected, and what was found.
        problem: String,
    },
    /// A game cannot be solved.
    Solve(SolveError),
    /// Nothing was proved of a state.
    #[cfg(feature = "files")]
    Prove(Box<perfectplay::prove::ProveError>),
    /// A table has no record of a reachable state, or its record contradicts the rules.
    Record {
        /// The state.
        state: String,
    },
    /// A strategy breaks the rules.
    Strategy(String),
    /// A table contradicts the rules.
    Flaw(String),
    /// A file is not what was expected.
    File {
        /// The file.
        path: PathBuf,
        /// The problem.
        problem: String,
    },
    /// A game has neither ranks nor tiers.
    NoTiers {
        /// The game.
        game: String,
    },
    /// A store has shards that are impossible for the game.
    #[cfg(feature = "tiers")]
    Sharding {
        /// The game.
        game: String,
        /// The shards of its tiers.
        found: perfectplay_tablebase::Sharding,
    },
    /// A tier would have too many shards.
    #[cfg(feature = "tiers")]
    TooManyShards {
        /// The number of shards.
        found: u64,
    },
    /// A game has no player of this name.
    NoPlayer {
        /// The game.
        game: String,
        /// The name.
        player: String,
    },
    /// A table could not be written in a format of this game's own.
    Format(String),
    /// There is not enough memory or disk to solve a game.
    TooLarge {
        /// The game.
        game: String,
        /// The number of states, in words.
        states: String,
        /// What is missing, in words; `None` if nothing is missing, but solving takes long.
        lack: Option<String>,
    },
    /// The environment variable for the size of a cache is not a number of bytes.
    #[cfg(feature = "files")]
    CacheSize {
        /// Its text.
        found: String,
    },
    /// The work was stopped.
    Stopped,
    /// An error of a tablebase file, or of a job that solves a large game.
    #[cfg(feature = "tiers")]
    Tablebase(perfectplay_tablebase::Error),
    /// The receiver of the answers failed.
    Io(io::Error),
}

impl Error {
    /// Creates the error for a problem with a file.
    #[cfg(feature = "tiers")]
    pub(crate) fn file(path: &Path, problem: &dyn fmt::Display) -> Self {
        Self::File {
            path: path.to_owned(),
            problem: problem.to_string(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spec(error) => error.fmt(f),
            Self::State(error) => error.fmt(f),
            Self::Board { problem, .. } => f.write_str(problem),
            Self::Solve(error) => error.fmt(f),
            #[cfg(feature = "files")]
            Self::Prove(error) => error.fmt(f),
            Self::Record { state } => write!(
                f,
                "expected a record of {state} that the rules allow, found none: \
                 `perfectplay verify` tells what is wrong with the table"
            ),
            Self::Strategy(problem) | Self::Flaw(problem) | Self::Format(problem) => {
                f.write_str(problem)
            }
            Self::File { path, problem } => write!(f, "{}: {problem}", path.display()),
            Self::NoTiers { game } => write!(
                f,
                "a store and a table of tiers are for games whose states have ranks or tiers, \
                 and {game} is none of them"
            ),
            #[cfg(feature = "tiers")]
            Self::Sharding { game, found } => {
                write!(f, "a store of {game} has no shards of {found}")
            }
            #[cfg(feature = "tiers")]
            Self::TooManyShards { found } => write!(
                f,
                "expected at most {} shards of a tier, found {}: let shards have more states",
                crate::words::Count(perfectplay_tablebase::Sharding::MOST.into()),
                crate::words::Count(*found)
            ),
            Self::NoPlayer { game, player } => {
                write!(f, "the game {game} has no player {player:?}")
            }
            Self::TooLarge { game, states, lack } => match lack {
                Some(lack) => write!(
                    f,
                    "{game} has {states} states, too many for this machine: {lack}"
                ),
                None => write!(f, "{game} has {states} states, too many to solve each time"),
            },
            #[cfg(feature = "files")]
            Self::CacheSize { found } => write!(
                f,
                "expected a number of bytes in PERFECTPLAY_CACHE_SIZE, such as 500MB or 4G, found \
                 {found:?}"
            ),
            Self::Stopped => f.write_str("interrupted"),
            #[cfg(feature = "tiers")]
            Self::Tablebase(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Spec(error) => Some(error),
            Self::State(error) => Some(error),
            Self::Solve(error) => Some(error),
            #[cfg(feature = "files")]
            Self::Prove(error) => Some(&**error),
            #[cfg(feature = "tiers")]
            Self::Tablebase(error) => Some(error),
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Infallible> for Error {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<SpecError> for Error {
    fn from(error: SpecError) -> Self {
        Self::Spec(error)
    }
}

impl From<ParseStateError> for Error {
    fn from(error: ParseStateError) -> Self {
        Self::State(error)
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Stopped => Self::Stopped,
            error => Self::Solve(error),
        }
    }
}

#[cfg(feature = "tiers")]
impl From<perfectplay_tablebase::Error> for Error {
    fn from(error: perfectplay_tablebase::Error) -> Self {
        use perfectplay_tablebase::Error as Cause;
        match error {
            Cause::Interrupted => Self::Stopped,
            // The error belongs to the output, and the caller knows its name.
            Cause::Io { path, source } if path.as_os_str().is_empty() => Self::Io(source),
            error => Self::Tablebase(error),
        }
    }
}
