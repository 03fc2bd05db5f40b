//! Why a table was not baked.

use alloc::string::String;
use core::fmt;
use std::io;
use std::path::PathBuf;

use crate::kernel::solve::SolveError;

/// Why a table was not baked.
#[non_exhaustive]
pub enum BakeError {
    /// The game could not be solved.
    Solve(SolveError),
    /// The name cannot be that of a table.
    Name {
        /// The name.
        found: String,
    },
    /// The game has more states than a table counts.
    TooManyStates {
        /// How many.
        found: usize,
    },
    /// No way was found to place the keys, among many thousands.
    NoPlaces,
    /// Cargo does not say where to write: this is not a build script.
    NoOutDir,
    /// A file could not be written.
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
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
            Self::TooManyStates { found } => {
                write!(f, "expected at most {} states, found {found}", u32::MAX)
            }
            Self::NoPlaces => f.write_str("expected to find a place for every key, found none"),
            Self::NoOutDir => f.write_str("expected OUT_DIR as cargo sets it, found nothing"),
            Self::Write { path, error } => {
                write!(f, "expected to write {}, found: {error}", path.display())
            }
        }
    }
}

/// As for people: a build script whose `main` returns this error prints it so.
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
