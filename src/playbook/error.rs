//! The reasons why bytes are not a playbook.

use core::fmt;

/// The reason why bytes are not a playbook, or not a playbook of this game.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlaybookError {
    /// The bytes do not begin with the label of a playbook.
    Label,
    /// The playbook has another version.
    Version {
        /// The versions of the format that this crate can read.
        expected: [u8; 2],
        /// The version of the bytes.
        found: u8,
    },
    /// The bytes end too early.
    Length {
        /// The number of bytes.
        found: usize,
    },
    /// A field of the header has a value that no playbook has.
    Field {
        /// The name of the field.
        name: &'static str,
        /// The value of the field.
        found: u32,
    },
    /// The bytes are damaged.
    Checksum {
        /// The checksum at the end of the bytes.
        expected: u32,
        /// The checksum computed from the bytes before the stored checksum.
        found: u32,
    },
    /// A bucket has fewer than 2 or more than 65,535 bytes, or it extends beyond the end of the
    /// playbook's bytes.
    Bucket {
        /// The index of the bucket.
        bucket: u32,
        /// The offset of the bucket's first byte.
        from: usize,
        /// The offset after the bucket's last byte.
        to: usize,
    },
    /// The rules of the game differ from those from which the playbook was made.
    Rules {
        /// The [`fingerprint`](crate::table::fingerprint) of the rules.
        expected: u64,
        /// The fingerprint in the playbook.
        found: u64,
    },
}

impl fmt::Display for PlaybookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Label => {
                f.write_str("expected a playbook that begins with \"ppb\", found other bytes")
            }
            Self::Version { expected, found } => {
                let [old, new] = expected;
                write!(f, "expected version {old} or {new}, found {found}")
            }
            Self::Length { found } => {
                write!(f, "expected a whole playbook, found only {found} bytes")
            }
            Self::Field { name, found } => write!(f, "expected a valid {name}, found {found}"),
            Self::Checksum { expected, found } => write!(
                f,
                "expected the checksum {expected:08x}, found {found:08x}: the playbook is damaged"
            ),
            Self::Bucket { bucket, from, to } => write!(
                f,
                "expected 2 to 65535 bytes of the playbook in bucket {bucket}, found the bytes \
                 {from}..{to}"
            ),
            Self::Rules { expected, found } => write!(
                f,
                "expected a playbook of rules with the fingerprint {expected:016x}, found \
                 {found:016x}: it was made from other rules or parameters, or from another version"
            ),
        }
    }
}

perfectplay_core::debug_as_display!([] PlaybookError);

impl core::error::Error for PlaybookError {}
