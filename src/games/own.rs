//! What a game offers beside what every game has.

#[cfg(feature = "bake")]
use alloc::{boxed::Box, vec::Vec};
#[cfg(feature = "bake")]
use core::error::Error;

use crate::Strategy;
#[cfg(feature = "bake")]
use crate::{Analysis, Game, Solved};

/// A player that knows one game only. The [levels](crate::Level) play every game.
pub struct OwnPlayer<S: 'static> {
    /// Its name, in lower case.
    pub name: &'static str,
    /// How it plays, in a line.
    pub about: &'static str,
    /// The player.
    pub strategy: &'static dyn Strategy<S>,
}

/// A format in which the tables of one game only are written.
#[cfg(feature = "bake")]
pub struct OwnFormat<G: Game> {
    /// Its name, in lower case. If every game has a format of this name, the game's own
    /// takes its place.
    pub name: &'static str,
    /// Writes the whole table of a solved game.
    pub write: fn(&dyn Solved<Game = G>) -> Result<Vec<u8>, Box<dyn Error>>,
    /// Reads a table back, if programs do that.
    pub read: Option<ReadFormat<G>>,
}

/// Reads the states of a table, and what it says of them; `None` if the bytes are of
/// something else. An error says in what they are not as they were written.
#[cfg(feature = "bake")]
pub type ReadFormat<G> =
    fn(&[u8]) -> Result<Option<Vec<(<G as Game>::State, Analysis)>>, Box<dyn Error>>;
