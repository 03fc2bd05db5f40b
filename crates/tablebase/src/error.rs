//! The errors of this crate.

use std::path::{Path, PathBuf};
use std::{error, fmt, io};

use perfectplay::check::Finding;
use perfectplay::game::Score;

/// The reason why a game was not solved, or why a tablebase file was not written, read or
/// verified.
#[non_exhaustive]
pub enum Error {
    /// The system could not read or write a file.
    Io {
        /// The path of the file; empty if the caller passed a stream instead of a path.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A file is damaged.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What the bytes of the file should have been, such as `a block of codes`.
        what: &'static str,
    },
    /// A file is not of the expected kind or version, or belongs to another game.
    Foreign {
        /// The file.
        path: PathBuf,
        /// The expected kind, version or game.
        expected: String,
        /// The kind, version or game that was found in the file.
        found: String,
    },
    /// The result of an earlier job is missing.
    Missing {
        /// The job.
        job: String,
    },
    /// The memory limit is too low.
    Memory {
        /// The number of bytes that are needed.
        needed: u64,
        /// The number of bytes that are allowed.
        allowed: u64,
    },
    /// The system had no memory for an array.
    Allocation {
        /// The size of the array in bytes.
        bytes: u64,
    },
    /// The work was stopped.
    Interrupted,
    /// The name of a game is too long for a tablebase file.
    LongName,
    /// The game has more tiers than a plan can have.
    TooManyTiers {
        /// The number of tiers.
        tiers: u64,
        /// The greatest number of tiers.
        most: u64,
    },
    /// The tiers of a game would be cut into more shards than a plan can have.
    TooManyShards {
        /// The game would have at least this number of shards.
        shards: u64,
        /// The greatest number of shards.
        most: u64,
    },
    /// Moves lead from one shard to another in too many pairs of shards.
    TooManyLinks {
        /// The greatest number of pairs of shards, linked by moves, that a plan can have.
        most: usize,
    },
    /// The game may last longer than scores can represent.
    TooLong {
        /// The number of plies of the longest possible course of play.
        plies: u64,
        /// The greatest number of plies that a score can represent.
        most: u32,
    },
    /// The rules panic.
    Rules(Box<Finding>),
    /// A move leads to a tier that does not come later than the tier in which the move is played.
    /// In a loopy game, a move may also stay within its tier.
    TierOrder {
        /// The number of the tier in which the move is played.
        before: u64,
        /// The number of the tier to which the move leads.
        after: u64,
    },
    /// A state is in a tier whose number is greater than that of the game's last tier.
    LastTier {
        /// The last tier.
        last: u64,
        /// The tier of the state.
        found: u64,
    },
    /// The rules return a wrong canonical tier for a tier. A canonical tier must be its own
    /// canonical tier. A canonical tier must have the same size as each tier that it stands for.
    Canonical {
        /// The number of the tier.
        tier: u64,
        /// The number of the canonical tier that the rules return.
        found: u64,
    },
    /// The index returns no tier, or no rank, for a reachable state.
    NoPlace {
        /// The state.
        state: String,
    },
    /// The rules cannot turn a key back into a state.
    Key {
        /// The key.
        key: u64,
    },
    /// A state is not finished, but has no legal move.
    NoMoves {
        /// The state.
        state: String,
    },
    /// The rules contradict themselves. A move leads to a tier or rank that is not among the
    /// targets that the rules declare for this move. The error also occurs if a move leads to a
    /// state that the search for reachable states did not find.
    Undeclared {
        /// The state before the move.
        state: String,
    },
    /// A score in a file does not follow from the rules and the other scores of the file.
    Flaw {
        /// The state.
        state: String,
        /// The score that follows from the rules and the other scores; `None` if no course of play
        /// reaches the state.
        expected: Option<Score>,
        /// The score in the file.
        found: Option<Score>,
    },
    /// A file has no score for a reachable state.
    Unscored {
        /// The state.
        state: String,
    },
    /// The number of states that a file declares differs from the number of states that it
    /// contains.
    Counts {
        /// The number of states in the file.
        expected: u64,
        /// The count in the file.
        found: u64,
    },
}

impl Error {
    /// Checks that `needed` bytes may be used, if `allowed` bytes are the limit.
    pub(crate) fn unless_enough_memory(needed: u64, allowed: u64) -> Result<(), Self> {
        match needed <= allowed {
            true => Ok(()),
            false => Err(Self::Memory { needed, allowed }),
        }
    }

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
                    "the game has {tiers} tiers, and a plan has room for at most {most}"
                )
            }
            Self::TooManyShards { shards, most } => {
                write!(
                    f,
                    "the tiers are cut into {shards} shards or more, and a plan has room for at \
                     most {most}"
                )
            }
            Self::TooManyLinks { most } => write!(
                f,
                "moves lead between more than {most} pairs of shards, and a plan has no room for more"
            ),
            Self::TooLong { plies, most } => {
                write!(
                    f,
                    "the game may last {plies} plies, and scores have room for at most {most}"
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
                write!(
                    f,
                    "tier {found} cannot be the canonical tier of tier {tier}"
                )
            }
            Self::NoPlace { state } => write!(f, "a state has no rank in its tier: {state}"),
            Self::Key { key } => write!(f, "the key {key} belongs to no state"),
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
                let [expected, found] = [expected, found].map(|score| match score {
                    Some(score) => score.to_string(),
                    None => "no score".to_owned(),
                });
                write!(f, "expected {expected}, found {found}, in {state}")
            }
            Self::Unscored { state } => write!(f, "expected a score, found none, in {state}"),
            Self::Counts { expected, found } => {
                write!(f, "expected a count of {expected} states, found {found}")
            }
        }
    }
}

perfectplay::debug_as_display!([] Error);

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
