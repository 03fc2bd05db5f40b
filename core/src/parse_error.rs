//! A text that is not a state.

use core::fmt;

/// A text that is not a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseStateError {
    /// What should stand there, in words.
    pub expected: &'static str,
    /// What stands there; `None` if the text ended.
    pub found: Option<char>,
    /// Which character of the text it is, from 1.
    pub position: usize,
}

impl ParseStateError {
    /// The error at the character with this index, from 0.
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

impl core::error::Error for ParseStateError {}
