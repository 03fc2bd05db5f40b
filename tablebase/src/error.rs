//! What can go wrong.

use std::path::{Path, PathBuf};
use std::{error, fmt, io};

use perfectplay::check::Finding;
use perfectplay::game::Score;

/// Why a game was not solved, or a tablebase file not written, read or believed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The system could not read or write.
    Io {
        /// What it was asked for; empty for a stream that was given.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
    /// A file is not what was written.
    Damaged {
        /// Which file.
        path: PathBuf,
        /// Which part of it.
        what: &'static str,
    },
    /// A file is of another kind, version or game.
    Foreign {
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
    /// The memory allowed is not enough.
    Memory {
        /// How many bytes are needed.
        needed: u64,
        /// How many are allowed.
        allowed: u64,
    },
    /// The system did not give the memory for an array.
    Allocation {
        /// The size of the array in bytes.
        bytes: u64,
    },
    /// The work was told to stop.
    Interrupted,
    /// The name of a game is too long for a tablebase file.
    LongName,
    /// The game has more tiers than can be planned for.
    TooManyTiers {
        /// How many.
        tiers: u64,
        /// How many it may have.
        most: u64,
    },
    /// The tiers of a game would be cut into more shards than can be planned for.
    TooManyShards {
        /// How many, at least.
        shards: u64,
        /// How many there may be.
        most: u64,
    },
    /// Moves would lead between more pairs of shards than can be planned for.
    TooManyLinks {
        /// How many pairs there may be.
        most: usize,
    },
    /// The game may last longer than scores can tell.
    TooLong {
        /// How many plies it may last.
        plies: u64,
        /// How many they can tell.
        most: u32,
    },
    /// The rules panic.
    Rules(Box<Finding>),
    /// A tier does not follow the one before it.
    TierOrder {
        /// The number of the tier before a move.
        before: u64,
        /// The number of the tier after it.
        after: u64,
    },
    /// A state is in a tier beyond the last one.
    LastTier {
        /// The last tier.
        last: u64,
        /// The tier of the state.
        found: u64,
    },
    /// A tier is said to stand for another and does not, or not for one of its size.
    Canonical {
        /// The number of the tier.
        tier: u64,
        /// The number of the one that should stand for it.
        found: u64,
    },
    /// A reachable state has no rank, or no tier.
    NoPlace {
        /// The state.
        state: String,
    },
    /// A key does not tell its state.
    Key {
        /// The key.
        key: u64,
    },
    /// The game goes on in a state, but there is no legal move.
    NoMoves {
        /// The state.
        state: String,
    },
    /// A move leads where the game does not say that moves lead, or to a state that was not
    /// found before: the rules do not tell the same twice.
    Undeclared {
        /// The state before the move.
        state: String,
    },
    /// A file says something that does not follow from the rules and its other scores.
    Flaw {
        /// Of which state.
        state: String,
        /// What follows; `None` if no game reaches the state.
        expected: Option<Score>,
        /// What the file says.
        found: Option<Score>,
    },
    /// A file has no score for a state that some game reaches.
    Unscored {
        /// The state.
        state: String,
    },
    /// A file counts other states than it has.
    Counts {
        /// How many it has.
        expected: u64,
        /// How many it says.
        found: u64,
    },
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
            Self::Io { path, source } if path.as_os_str().is_empty() => source.fmt(f),
            Self::Io { path, source } => write!(f, "{}: {source}", path.display()),
            Self::Damaged { path, what } => {
                write!(f, "{}: expected {what}, found other bytes", path.display())
            }
            Self::Foreign {
                path,
                expected,
                found,
            } => write!(f, "{}: expected {expected}, found {found}", path.display()),
            Self::Missing { job } => write!(f, "the result of {job} is missing"),
            Self::Memory { needed, allowed } => write!(
                f,
                "not enough memory: {needed} bytes are needed, and {allowed} may be used"
            ),
            Self::Allocation { bytes } => write!(
                f,
                "not enough memory: {bytes} bytes are needed, and the system does not give them"
            ),
            Self::Interrupted => f.write_str("interrupted"),
            Self::LongName => f.write_str("the name of the game has more than 65535 bytes"),
            Self::TooManyTiers { tiers, most } => {
                write!(
                    f,
                    "the game has {tiers} tiers, and at most {most} can be planned for"
                )
            }
            Self::TooManyShards { shards, most } => {
                write!(
                    f,
                    "the tiers are cut into {shards} shards or more, and at most {most} can be \
                     planned for"
                )
            }
            Self::TooManyLinks { most } => write!(
                f,
                "moves lead between more than {most} pairs of shards, and no more can be planned for"
            ),
            Self::TooLong { plies, most } => {
                write!(
                    f,
                    "the game may last {plies} plies, and scores tell at most {most}"
                )
            }
            Self::Rules(finding) => finding.fmt(f),
            Self::TierOrder { before, after } => {
                write!(f, "a move from tier {before} leads to tier {after}")
            }
            Self::LastTier { last, found } => {
                write!(f, "a state is in tier {found}, beyond the last one, {last}")
            }
            Self::Canonical { tier, found } => {
                write!(f, "tier {found} cannot stand for tier {tier}")
            }
            Self::NoPlace { state } => write!(f, "a state has no place in a tier: {state}"),
            Self::Key { key } => write!(f, "the key {key} tells no state"),
            Self::NoMoves { state } => {
                write!(f, "the game goes on, but there is no legal move in {state}")
            }
            Self::Undeclared { state } => {
                write!(
                    f,
                    "a move leads to a state that was not found, from {state}"
                )
            }
            Self::Flaw {
                state,
                expected,
                found,
            } => {
                let [expected, found] = [expected, found].map(|&score| InWords(score));
                write!(f, "expected {expected}, found {found}, in {state}")
            }
            Self::Unscored { state } => write!(f, "expected a score, found none, in {state}"),
            Self::Counts { expected, found } => {
                write!(f, "expected a count of {expected} states, found {found}")
            }
        }
    }
}

/// A score, or that there is none, in words.
struct InWords(Option<Score>);

impl fmt::Display for InWords {
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
