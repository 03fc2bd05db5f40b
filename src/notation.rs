//! How a game is written: its states and moves as text.

use core::fmt;

use crate::game::{Game, Move};

/// A game whose states and moves have a text form.
pub trait Notation: Game {
    /// Writes a state in one line, the rows of a board from the top with `/` between them.
    ///
    /// # Errors
    /// Those of `out`.
    fn write_state(&self, state: Self::State, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Reads what [`write_state`](Self::write_state) writes: any state of this game that
    /// can be written, also one that no game reaches.
    ///
    /// # Errors
    /// When the text is not that of a state.
    fn read_state(&self, text: &str) -> Result<Self::State, ReadError>;

    /// Writes a move, in other words than every other legal move of the state.
    ///
    /// # Errors
    /// Those of `out`.
    fn write_move(&self, _state: Self::State, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{mv}")
    }

    /// The state, to be shown.
    fn state_text(&self, state: Self::State) -> impl fmt::Display {
        from_fn(move |f| self.write_state(state, f))
    }

    /// The move, to be shown.
    fn move_text(&self, state: Self::State, mv: Move) -> impl fmt::Display {
        from_fn(move |f| self.write_move(state, mv, f))
    }
}

/// Shows what a function writes.
fn from_fn<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result>(write: F) -> impl fmt::Display {
    struct FromFn<F>(F);

    impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for FromFn<F> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            (self.0)(f)
        }
    }

    FromFn(write)
}

/// A text that is not that of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// What should stand there.
    pub expected: &'static str,
    /// What stands there; `None` for the end of the text.
    pub found: Option<char>,
    /// At which character, from 1.
    pub at: usize,
}

impl ReadError {
    /// The error at the character of the text with this number, from 0.
    #[must_use]
    pub fn in_text(text: &str, index: usize, expected: &'static str) -> Self {
        Self {
            expected,
            found: text.chars().nth(index),
            at: index + 1,
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expected, at, .. } = self;
        match self.found {
            Some(found) => write!(f, "expected {expected}, found {found:?} at character {at}"),
            None => write!(f, "expected {expected}, found the end at character {at}"),
        }
    }
}

impl core::error::Error for ReadError {}
