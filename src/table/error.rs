//! Why bytes are not a table.

use core::fmt;

/// Why bytes are not a table, or not one of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableError {
    /// They do not begin as a table does.
    Label,
    /// They are of another version.
    Version {
        /// The version that this crate reads.
        expected: u16,
        /// The version of the bytes.
        found: u16,
    },
    /// They end within the header.
    Header {
        /// How many bytes there are.
        found: usize,
    },
    /// The header says something that is true of no table.
    Field {
        /// What it tells about.
        name: &'static str,
        /// What it says.
        found: u64,
    },
    /// They are fewer or more than the header says.
    Length {
        /// How many it says.
        expected: u64,
        /// How many there are.
        found: usize,
    },
    /// They are the records only, which belong to a map in source.
    NoIndex,
    /// They are not the bytes that were written.
    Checksum {
        /// The checksum at the end.
        expected: u32,
        /// That of what stands before it.
        found: u32,
    },
    /// They are of a game with another number of moves.
    MoveCount {
        /// How many the game has.
        expected: u32,
        /// How many the table has.
        found: u32,
    },
    /// A start of the game is not among the states.
    NoStart,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Label => f.write_str(
                "expected a table that begins with \"perfectplay table\", found other bytes",
            ),
            Self::Version { expected, found } => {
                write!(f, "expected version {expected}, found {found}")
            }
            Self::Header { found } => {
                write!(
                    f,
                    "expected the header of a table, found only {found} bytes"
                )
            }
            Self::Field { name, found } => write!(f, "expected possible {name}, found {found}"),
            Self::Length { expected, found } => {
                write!(f, "expected {expected} bytes, found {found}")
            }
            Self::NoIndex => {
                f.write_str("expected a table in bytes, found the records of one in a `phf` map")
            }
            Self::Checksum { expected, found } => write!(
                f,
                "expected the checksum {expected:08x}, found {found:08x}: the table is damaged"
            ),
            Self::MoveCount { expected, found } => write!(
                f,
                "expected the table of a game with {expected} moves, found one with {found}"
            ),
            Self::NoStart => f.write_str(
                "expected every start of the game in the table, found one that is not \
                 (the rules have changed, or the parameters)",
            ),
        }
    }
}

impl core::error::Error for TableError {}
