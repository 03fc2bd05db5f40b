//! A state, and how a game reaches it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::Move;

/// A state and the moves that lead to it, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    start: String,
    moves: Vec<Move>,
    state: String,
}

impl Route {
    /// The route by these moves from a start to a state.
    #[must_use]
    pub fn new(start: impl fmt::Debug, moves: Vec<Move>, state: impl fmt::Debug) -> Self {
        Self {
            start: format!("{start:?}"),
            moves,
            state: format!("{state:?}"),
        }
    }

    /// The start of the game, in its `Debug` form.
    #[must_use]
    pub fn start(&self) -> &str {
        &self.start
    }

    /// The moves from the start; empty if the state itself is a start.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The state, in its `Debug` form.
    #[must_use]
    pub fn state(&self) -> &str {
        &self.state
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.state)?;
        if !self.moves.is_empty() {
            write!(f, ", reached from {} by {:?}", self.start, self.moves)?;
        }
        Ok(())
    }
}
