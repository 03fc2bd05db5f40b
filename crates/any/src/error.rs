//! The errors of this crate, and the types that print counts, sizes and times.

use std::convert::Infallible;
use std::path::Path;
use std::path::PathBuf;
use std::{error, fmt, io};

use perfectplay::bake::BakeError;
use perfectplay::game::ParseStateError;
use perfectplay::solve::SolveError;
use perfectplay_games::Listing;

/// Any error of this crate.
#[non_exhaustive]
pub enum Error {
    /// A text names no game.
    Spec(SpecError),
    /// A text is not a state of the game.
    State(ParseStateError),
    /// No state of the game has the given board.
    Board {
        /// The index of the board in the query, counted from 0.
        number: usize,
        /// What was expected, and what was found instead.
        problem: String,
    },
    /// A game cannot be solved.
    Solve(SolveError),
    /// An attempt to prove the value of a state, or the moves of a playbook, failed.
    Prove(Box<perfectplay::prove::ProveError>),
    /// The value of a state was not proved within the limits of an oracle.
    Unproved,
    /// A table has no record of a reachable state, or its record contradicts the rules.
    Record {
        /// The state.
        state: String,
    },
    /// A strategy breaks the rules of the game. The text says how.
    Strategy(String),
    /// A table contradicts the rules of the game. The text says how.
    Flaw(String),
    /// A file cannot be used, for example because its content is wrong.
    File {
        /// The file.
        path: PathBuf,
        /// The problem.
        problem: String,
    },
    /// A game cannot be solved tier by tier, because its states have neither ranks nor tiers.
    NoTiers {
        /// The game.
        game: String,
    },
    /// The tiers of a game cannot be cut into shards in the way that `found` describes.
    Sharding {
        /// The game.
        game: String,
        /// The way in which the tiers should be cut.
        found: perfectplay_tablebase::Sharding,
    },
    /// The caller asked for shards of a loopy game, whose tiers cannot be cut.
    LoopyShards {
        /// The game.
        game: String,
    },
    /// A tier would have too many shards.
    TooManyShards {
        /// The number of shards that the tier would have.
        found: u64,
    },
    /// A game has no player of this name.
    NoPlayer {
        /// The game.
        game: String,
        /// The name of the missing player.
        player: String,
    },
    /// A table, a page or a report could not be written. The text says why.
    Format(String),
    /// The saved work of an interrupted search for a playbook is damaged, or belongs to another search.
    Work(String),
    /// The memory or the disk space is not enough to solve a game, or solving the game takes too long.
    TooLarge {
        /// The game.
        game: String,
        /// The number of states, in words.
        states: String,
        /// What this machine lacks, in words. `None` if solving would merely take too long.
        lack: Option<String>,
    },
    /// The value of the environment variable `PERFECTPLAY_CACHE_SIZE` is not a number of bytes.
    CacheSize {
        /// The value of the variable.
        found: String,
    },
    /// The work was stopped.
    Stopped,
    /// An error of a tablebase file, or of a job that solves a large game.
    Tablebase(perfectplay_tablebase::Error),
    /// Reading or writing failed, for example because the stream that receives the output returned an error.
    Io(io::Error),
}

impl Error {
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
            Self::Prove(error) => error.fmt(f),
            Self::Unproved => f.write_str("no proof was found within the limits"),
            Self::Record { state } => write!(
                f,
                "the table has no valid record of {state}: `perfectplay verify` tells what is wrong \
                 with the table"
            ),
            Self::Strategy(problem)
            | Self::Flaw(problem)
            | Self::Format(problem)
            | Self::Work(problem) => f.write_str(problem),
            Self::File { path, problem } => write!(f, "{}: {problem}", path.display()),
            Self::NoTiers { game } => {
                write!(f, "{game} has no tiers, so it cannot be solved in a store")
            }
            Self::Sharding { game, found } => {
                write!(f, "a store of {game} does not allow the sharding `{found}`")
            }
            Self::LoopyShards { game } => write!(
                f,
                "{game} is loopy: each of its jobs works on whole tiers, which are not cut into shards"
            ),
            Self::TooManyShards { found } => write!(
                f,
                "expected at most {} shards of a tier, found {}: let shards have more states",
                Count(perfectplay_tablebase::Sharding::MOST.into()),
                Count(*found)
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
            Self::CacheSize { found } => write!(
                f,
                "expected a number of bytes in PERFECTPLAY_CACHE_SIZE, such as 500MB or 4G, found \
                 {found:?}"
            ),
            Self::Stopped => f.write_str("interrupted"),
            Self::Tablebase(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
        }
    }
}

perfectplay::debug_as_display!([] Error);

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Spec(error) => Some(error),
            Self::State(error) => Some(error),
            Self::Solve(error) => Some(error),
            Self::Prove(error) => Some(&**error),
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

impl From<BakeError> for Error {
    fn from(error: BakeError) -> Self {
        match error {
            BakeError::Stopped => Self::Stopped,
            error @ (BakeError::OtherWork | BakeError::DamagedWork) => {
                Self::Work(error.to_string())
            }
            error => Self::Format(error.to_string()),
        }
    }
}

impl From<perfectplay_tablebase::Error> for Error {
    fn from(error: perfectplay_tablebase::Error) -> Self {
        use perfectplay_tablebase::Error as Cause;
        match error {
            Cause::Interrupted => Self::Stopped,
            // An error without a path comes from the output. Only the caller knows the name of the output.
            Cause::Io { path, source } if path.as_os_str().is_empty() => Self::Io(source),
            error => Self::Tablebase(error),
        }
    }
}

/// The error for a text that does not name a game in the catalogue.
#[derive(Clone, PartialEq, Eq)]
pub enum SpecError {
    /// No game has this name. The list contains the names of all games in the catalogue.
    Name(Vec<&'static str>),
    /// The game does not accept these parameters.
    Parameters(Listing),
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(names) => write!(f, "expected a game ({})", names.join(", ")),
            Self::Parameters(listing) => {
                perfectplay_games::GameNameError::Parameters(*listing).fmt(f)
            }
        }
    }
}

perfectplay::debug_as_display!([] SpecError);

impl error::Error for SpecError {}

/// A number, printed with commas between its groups of three digits.
pub(crate) struct Count(pub u64);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at) % 3 == 0 {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}

/// A number of bytes, printed with a decimal prefix.
pub(crate) struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = self.0.checked_ilog(1000).unwrap_or(0);
        match steps.checked_sub(1) {
            None => write!(f, "{} B", self.0),
            Some(prefix) => {
                let number = self.0 as f64 / 1000_f64.powi(steps as i32);
                let prefix = ["k", "M", "G", "T", "P", "E"][prefix as usize];
                write!(f, "{number:.2} {prefix}B")
            }
        }
    }
}

/// A length of time, which is printed with one or two digits in a unit that suits the length.
pub(crate) struct Time {
    /// The number of seconds.
    pub seconds: f64,
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [(f64, &str); 5] = [
            (365.25 * 86_400.0, "years"),
            (86_400.0, "days"),
            (3_600.0, "hours"),
            (60.0, "minutes"),
            (1.0, "seconds"),
        ];
        let units = UNITS.iter().find(|(unit, _)| self.seconds >= 2.0 * unit);
        match units {
            Some((unit, name)) => write!(f, "about {:.0} {name}", self.seconds / unit),
            None => f.write_str("about a second"),
        }
    }
}
