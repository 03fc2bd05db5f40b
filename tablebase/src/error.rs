//! What can go wrong.

use std::path::{Path, PathBuf};
use std::{error, fmt, io};

use perfectplay::game::Score;

/// Why a game was not solved, or a table not written, read or believed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The system could not read or write.
    Io {
        /// What it was asked for.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
    /// A file is not what was written.
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What shows it.
        what: &'static str,
    },
    /// A file is not of this kind, version or game.
    Other {
        /// Which file.
        path: PathBuf,
        /// What it should be.
        expected: String,
        /// What it is.
        found: String,
    },
    /// The result of an earlier job is not there.
    Missing {
        /// The job.
        job: String,
    },
    /// The game has more tiers than can be planned for.
    TooManyTiers {
        /// How many.
        found: u64,
    },
    /// The game may be longer than there are codes for.
    TooLong {
        /// How many plies it may be.
        found: u32,
    },
    /// A tier is declared to follow another that it must not follow.
    Tier {
        /// The number of the tier before.
        before: u64,
        /// The number of the tier after.
        found: u64,
    },
    /// A reachable state has no rank.
    Unranked {
        /// The state.
        state: String,
    },
    /// The game goes on in a state, but there is no legal move.
    NoMoves {
        /// The state.
        state: String,
    },
    /// A move leads to a state that was not found before: the rules or the ranks do not
    /// tell the same twice, or the tiers of a move are not declared.
    NotFound {
        /// The state before the move.
        state: String,
    },
    /// The memory allowed is not enough.
    Memory {
        /// How many bytes are needed.
        needed: u64,
        /// How many are allowed.
        allowed: u64,
    },
    /// A table says something that does not follow from the rules and its other scores.
    Flaw {
        /// Of which state.
        state: String,
        /// What follows; `None` if no game reaches the state.
        expected: Option<Score>,
        /// What the table says.
        found: Option<Score>,
    },
    /// A table has no score for a state that some game reaches.
    Unscored {
        /// The state.
        state: String,
    },
    /// A table counts other states than it has.
    Counts {
        /// How many it has.
        expected: u64,
        /// How many it says.
        found: u64,
    },
    /// A state has no tier, so that its game cannot be solved tier by tier.
    NoTier {
        /// The state.
        state: String,
    },
    /// A game does not declare its last tier.
    NoLastTier,
    /// A state is in a tier beyond the one that is declared to be the last.
    LastTier {
        /// The last tier.
        last: u32,
        /// The tier of the state.
        found: u32,
    },
    /// A key does not tell its state.
    Key {
        /// The key.
        key: u64,
    },
    /// A name of a game is too long for a table.
    LongName,
    /// Somebody told it to stop.
    Stopped,
}

impl Error {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |source| Self::Io {
            path: path.to_owned(),
            source,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, source } => write!(f, "{}: {source}", path.display()),
            Self::Damaged { path, what } => {
                write!(f, "{}: expected {what}, found other bytes", path.display())
            }
            Self::Other {
                path,
                expected,
                found,
            } => write!(f, "{}: expected {expected}, found {found}", path.display()),
            Self::Missing { job } => write!(f, "expected the result of {job}, found none"),
            Self::TooManyTiers { found } => write!(
                f,
                "expected at most {} tiers, found {found}",
                crate::Plan::MOST_TIERS
            ),
            Self::TooLong { found } => write!(
                f,
                "expected a game of at most {} plies, found tiers for {found}",
                crate::Codes::FARTHEST
            ),
            Self::Tier { before, found } => {
                write!(f, "expected a tier after {before}, found {found}")
            }
            Self::Unranked { state } => write!(f, "expected a rank, found none, in {state}"),
            Self::NoMoves { state } => write!(
                f,
                "expected a legal move or an outcome, found neither, in {state}"
            ),
            Self::NotFound { state } => write!(
                f,
                "expected moves to states that were found before, found another, in {state}"
            ),
            Self::Memory { needed, allowed } => {
                write!(f, "expected {needed} bytes of memory, found {allowed}")
            }
            Self::Flaw {
                state,
                expected,
                found,
            } => {
                let [expected, found] = [expected, found].map(|&score| Told(score));
                write!(f, "expected {expected}, found {found}, in {state}")
            }
            Self::Unscored { state } => write!(f, "expected a score, found none, in {state}"),
            Self::Counts { expected, found } => {
                write!(f, "expected a count of {expected} states, found {found}")
            }
            Self::NoTier { state } => write!(f, "expected a tier, found none, in {state}"),
            Self::NoLastTier => f.write_str("expected a last tier, found none"),
            Self::LastTier { last, found } => {
                write!(f, "expected no tier after {last}, found {found}")
            }
            Self::Key { key } => write!(f, "expected a key that tells its state, found {key}"),
            Self::LongName => f.write_str("expected a name of at most 65535 bytes, found more"),
            Self::Stopped => f.write_str("expected to go on, but was stopped"),
        }
    }
}

/// A score, or that there is none, in words.
struct Told(Option<Score>);

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(score) => write!(f, "{score}"),
            None => f.write_str("no score"),
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
