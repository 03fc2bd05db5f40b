//! Why a table was not baked.

use alloc::string::String;
use core::fmt;
use std::io;
use std::path::PathBuf;

use perfectplay_core::Move;
use perfectplay_core::solve::SolveError;

/// Why a table was not baked.
#[non_exhaustive]
pub enum BakeError {
    /// The game could not be solved.
    Solve(SolveError),
    /// The name is not a valid name of a table.
    Name {
        /// The name.
        found: String,
    },
    /// The game is loopy, and values alone do not tell how to go on.
    Loopy,
    /// The game has more states than a table can hold.
    TooManyStates {
        /// The number of states, or in a win/draw/loss table of bits.
        found: usize,
    },
    /// No perfect hash of the keys was found in many thousands of attempts.
    NoPlaces,
    /// What solves the game has no answer for a reachable state.
    NoRecord,
    /// A user's rule gives away what a playbook must keep.
    Rule {
        /// Its move.
        mv: Move,
    },
    /// The caller has stopped the work before there was a result.
    Stopped,
    /// A playbook did not pass its proof.
    Unproved {
        /// What it does wrong.
        found: String,
    },
    /// The environment variable `OUT_DIR` is not set: the program is not a build script.
    NoOutDir,
    /// A file could not be written.
    Write {
        /// The path of the file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
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
            Self::Loopy => f.write_str("the game is loopy, and has no win/draw/loss table"),
            Self::TooManyStates { found } => {
                write!(
                    f,
                    "a table has no room for {found} states, only for {}",
                    u32::MAX
                )
            }
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
            Self::Unproved { found } => write!(f, "the playbook errs: it {found}"),
            Self::Write { path, error } => {
                write!(f, "cannot write {}: {error}", path.display())
            }
        }
    }
}

/// The same text as `Display`, because a build script whose `main` returns this error
/// prints it with `Debug`.
impl fmt::Debug for BakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl core::error::Error for BakeError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Solve(error) => Some(error),
            Self::Write { error, .. } => Some(error),
            _ => None,
        }
    }
}
