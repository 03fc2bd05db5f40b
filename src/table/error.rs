//! The reasons why bytes are not a table.

use core::fmt;

/// The reason why bytes are not a table, or are not a table of this game.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableError {
    /// The bytes do not begin with the label of a table.
    Label,
    /// The table has another version.
    Version {
        /// The version that this crate writes and reads.
        expected: u16,
        /// The version of the bytes.
        found: u16,
    },
    /// The bytes end within the header.
    Header {
        /// The number of bytes.
        found: usize,
    },
    /// The value of a field in the header is invalid.
    Field {
        /// The name of the field.
        name: &'static str,
        /// The value of the field.
        found: u64,
    },
    /// The number of bytes is not the length that the header gives.
    Length {
        /// The length in bytes that the header gives.
        expected: u64,
        /// The number of bytes found.
        found: usize,
    },
    /// The bytes are damaged.
    Checksum {
        /// The checksum at the end of the bytes.
        expected: u32,
        /// The checksum that was computed from the bytes.
        found: u32,
    },
    /// The number of moves in the table differs from that of the game.
    MoveCount {
        /// The number of moves of the game.
        expected: u32,
        /// The number of moves in the header of the table.
        found: u32,
    },
    /// The rules of the game differ from those from which the table was made.
    Rules {
        /// The [`fingerprint`](super::fingerprint()) of the rules.
        expected: u64,
        /// The fingerprint in the table.
        found: u64,
    },
    /// The table lacks a start of the game.
    NoStart,
}

/// The version number in the header of a table. The number is displayed together with the kind of
/// table, such as `a table (version 3)`.
struct FormatVersion(u16);

impl fmt::Display for FormatVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.0;
        match number {
            2 => write!(f, "a tablebase file (version {number})"),
            3 => write!(f, "a table (version {number})"),
            4 => write!(f, "a win/draw/loss table (version {number})"),
            5 => write!(f, "an opening (version {number})"),
            _ => write!(f, "version {number}"),
        }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Label => f.write_str(
                "expected a table that begins with \"perfectplay table\", found other bytes",
            ),
            Self::Version { expected, found } => {
                let (expected, found) = (FormatVersion(*expected), FormatVersion(*found));
                write!(f, "expected {expected}, found {found}")
            }
            Self::Header { found } => {
                write!(
                    f,
                    "expected the header of a table, found only {found} bytes"
                )
            }
            Self::Field { name, found } => write!(f, "expected a valid {name}, found {found}"),
            Self::Length { expected, found } => {
                write!(f, "expected {expected} bytes, found {found}")
            }
            Self::Checksum { expected, found } => write!(
                f,
                "expected the checksum {expected:08x}, found {found:08x}: the table is damaged"
            ),
            Self::MoveCount { expected, found } => write!(
                f,
                "expected a table of a game with {expected} moves, found one of {found} moves"
            ),
            Self::Rules { expected, found } => write!(
                f,
                "expected a table of rules with the fingerprint {expected:016x}, found \
                 {found:016x}: it was made from other rules or parameters, or from another version"
            ),
            Self::NoStart => f.write_str(
                "the table lacks a start of the game (have the rules or the parameters changed?)",
            ),
        }
    }
}

perfectplay_core::debug_as_display!([] TableError);

impl core::error::Error for TableError {}
