//! The error for a text that is not a state.

use core::fmt;

/// The error for a text that is not a state.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseStateError {
    /// A description of the text that the parser expected at `position`.
    pub expected: &'static str,
    /// The character at `position`; `None` if the text ended there.
    pub found: Option<char>,
    /// The position of the character in the text; the first character has position 1.
    pub position: usize,
}

impl ParseStateError {
    /// Creates an error for character number `index` of `text`, counted from 0.
    #[must_use]
    pub fn at(text: &str, index: usize, expected: &'static str) -> Self {
        Self {
            expected,
            found: text.chars().nth(index),
            position: index + 1,
        }
    }
}

impl fmt::Display for ParseStateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found ", self.expected)?;
        match self.found {
            Some(found) => write!(f, "{found:?}")?,
            None => f.write_str("the end")?,
        }
        write!(f, " at character {}", self.position)
    }
}

crate::debug_as_display!([] ParseStateError);

impl core::error::Error for ParseStateError {}
