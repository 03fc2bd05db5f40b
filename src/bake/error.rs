//! The reasons why a table or a playbook was not baked.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;
use std::io;
use std::path::PathBuf;

use crate::check::Checked;
use crate::playbook::PlaybookError;
use crate::prove::ProveError;
use crate::table::TableError;
use perfectplay_core::solve::SolveError;
use perfectplay_core::{MOVE_LIMIT, Move};

/// The reason why a table or a playbook was not baked.
#[non_exhaustive]
pub enum BakeError {
    /// The game could not be solved.
    Solve(SolveError),
    /// The name is not a valid name for a table.
    Name {
        /// The name.
        found: String,
    },
    /// The name is not an identifier, as names in source code must be.
    Identifier {
        /// The name.
        found: String,
    },
    /// The game declares more moves than a table can hold.
    MoveCount {
        /// The declared number of moves.
        found: u32,
    },
    /// Two states share a key.
    SharedKey {
        /// The key.
        key: u64,
    },
    /// A table cannot hold the answers of the solved game.
    Table(TableError),
    /// The playbook that was to be written as source code is not valid.
    Playbook(PlaybookError),
    /// The game is loopy, and a table without distances was to be baked. In a loopy game, the
    /// values alone do not show which move brings a win nearer.
    Loopy,
    /// The rules have faults.
    Faults(Box<Checked>),
    /// The game has more states than the build script allows.
    MoreStates {
        /// The greatest number of states allowed.
        most: u64,
    },
    /// The game has more states than a table can hold.
    TooManyStates {
        /// The number of states. For a win/draw/loss table, `found` is instead the number of bits
        /// that the codes of all states take.
        found: usize,
    },
    /// The opening (the values of the first plies) lacks the values of some states.
    Values {
        /// The number of states.
        expected: usize,
        /// The number of states that have a value.
        found: usize,
    },
    /// No perfect hash of the keys was found after thousands of attempts.
    NoPlaces,
    /// The solved game has no answer for a reachable state.
    NoRecord,
    /// The value of a state could not be proved.
    Prove(Box<ProveError>),
    /// A playbook by rules cannot be baked. Either the caller wants the playbook to keep the
    /// distance, or the states of the game do not tell whose turn it is.
    NotByRules,
    /// The playbook is by rules. A playbook by rules can be written as source code only in C or
    /// Rust, and only for Connect Four.
    ByRules,
    /// The caller gave a rule for choosing moves, and this rule plays a bad move. After this move,
    /// the value or the distance is worse than the playbook allows.
    Rule {
        /// The move that the caller's rule plays.
        mv: Move,
    },
    /// The caller stopped the work before it was finished.
    Stopped,
    /// The bytes are not saved work, or the work was saved for another game or with other options.
    OtherWork,
    /// The saved work is damaged.
    DamagedWork,
    /// The attempt to prove a playbook found a mistake in it.
    Unproved {
        /// A description of the mistake that the proof found.
        found: String,
    },
    /// The environment variable `OUT_DIR` is not set, so the program is not a build script.
    NoOutDir,
    /// A file could not be written.
    Write {
        /// The path of the file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
}

impl From<ProveError> for BakeError {
    fn from(error: ProveError) -> Self {
        match error {
            ProveError::Stopped => Self::Stopped,
            error => Self::Prove(Box::new(error)),
        }
    }
}

impl From<SolveError> for BakeError {
    fn from(error: SolveError) -> Self {
        Self::Solve(error)
    }
}

impl fmt::Display for BakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solve(error) => fmt::Display::fmt(error, f),
            Self::Name { found } => write!(
                f,
                "expected a name of 1 to 255 letters, digits, `_` and `-`, found {found:?}"
            ),
            Self::Identifier { found } => write!(
                f,
                "expected a name of ASCII letters, digits and `_` that does not begin with a \
                 digit, found {found:?}"
            ),
            Self::MoveCount { found } => {
                write!(f, "expected at most {MOVE_LIMIT} moves, found {found}")
            }
            Self::SharedKey { key } => write!(f, "two states share the key {key}"),
            Self::Table(error) => write!(f, "the answers do not fit into a table: {error}"),
            Self::Playbook(error) => error.fmt(f),
            Self::Prove(error) => error.fmt(f),
            Self::NotByRules => f.write_str(
                "expected a game whose states tell whose turn it is, and a value to keep, for a \
                 playbook by rules",
            ),
            Self::ByRules => f.write_str(
                "expected a playbook with an entry for each state, found one by rules, which is \
                 written only in C and Rust, and only for Connect Four",
            ),
            Self::Loopy => f.write_str("the game is loopy, and has no win/draw/loss table"),
            Self::Faults(checked) => checked.fmt(f),
            Self::MoreStates { most } => write!(
                f,
                "the game has more than {most} states; if it has an end, allow more with \
                 `most_states = N` behind the game, or solve it by another program"
            ),
            Self::TooManyStates { found } => {
                write!(
                    f,
                    "a table has no room for {found} states, only for {}",
                    u32::MAX
                )
            }
            Self::Values { expected, found } => write!(
                f,
                "expected a value for each of {expected} states, found {found} values"
            ),
            Self::NoPlaces => f.write_str("no perfect hash of the keys was found"),
            Self::NoOutDir => {
                f.write_str("cargo has not set OUT_DIR: only a build script writes a table there")
            }
            Self::NoRecord => f.write_str("the solved game has no answer for a reachable state"),
            Self::Rule { mv } => write!(
                f,
                "the rule plays {}, which gives away what the playbook keeps",
                mv.index()
            ),
            Self::Stopped => f.write_str("interrupted"),
            Self::OtherWork => f.write_str(
                "expected the saved work of this search, found that of another game or of other options, \
                 or another file",
            ),
            Self::DamagedWork => f.write_str("the saved work is damaged"),
            Self::Unproved { found } => write!(f, "the playbook errs: it {found}"),
            Self::Write { path, error } => {
                write!(f, "cannot write {}: {error}", path.display())
            }
        }
    }
}

perfectplay_core::debug_as_display!([] BakeError);

impl core::error::Error for BakeError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Solve(error) => Some(error),
            Self::Table(error) => Some(error),
            Self::Playbook(error) => Some(error),
            Self::Write { error, .. } => Some(error),
            _ => None,
        }
    }
}
