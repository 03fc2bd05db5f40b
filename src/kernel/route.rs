//! A state, and how a game gets there.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::Move;

/// A state, and the moves by which a game reaches it, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    start: String,
    moves: Vec<Move>,
    state: String,
}

#[cfg_attr(
    not(baked),
    expect(dead_code, reason = "the build script only prints it")
)]
impl Route {
    pub(crate) fn new(start: impl fmt::Debug, moves: Vec<Move>, state: impl fmt::Debug) -> Self {
        Self {
            start: format!("{start:?}"),
            moves,
            state: format!("{state:?}"),
        }
    }

    /// The state in which the game begins, as its `Debug` writes it.
    #[must_use]
    pub fn start(&self) -> &str {
        &self.start
    }

    /// The moves from there; none if the state itself is a start.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The state, as its `Debug` writes it.
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
