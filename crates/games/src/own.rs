//! Players and formats that only one game has.

use core::convert::Infallible;

#[cfg(feature = "formats")]
use alloc::{boxed::Box, vec::Vec};
#[cfg(feature = "formats")]
use core::error::Error;

use perfectplay::level::Strategy;
#[cfg(feature = "formats")]
use perfectplay::{Analysis, Game};

/// A player that knows only one game. The [levels](perfectplay::Level) play every game.
pub struct OwnPlayer<S: 'static> {
    /// Its name, in lower case.
    pub name: &'static str,
    /// How it plays, on one line without a full stop.
    pub about: &'static str,
    /// The player.
    pub strategy: &'static dyn Strategy<S, Error = Infallible>,
}

/// A format that only the tables of one game have.
#[cfg(feature = "formats")]
pub struct OwnFormat<G: Game> {
    /// Its name, in lower case. If every game has a format of this name, this one is used
    /// instead.
    pub name: &'static str,
    /// Writes the whole table. The same content gives the same bytes.
    pub write: FormatWriter<G>,
    /// The first bytes of each table, if programs read this format back.
    pub label: Option<&'static [u8]>,
    /// Validates the bytes of a table that begins with the label.
    pub validate: fn(&[u8]) -> FormatResult<()>,
}

/// Writes a table in a format, from every reachable state and its analysis, in any order.
#[cfg(feature = "formats")]
pub type FormatWriter<G> = fn(Vec<(<G as Game>::State, Analysis)>) -> FormatResult<Vec<u8>>;

/// The result of writing or validating a format, or the reason why it failed.
#[cfg(feature = "formats")]
pub type FormatResult<T> = Result<T, Box<dyn Error>>;

#[cfg(feature = "formats")]
impl<G: Game> OwnFormat<G> {
    /// A format of source code, which programs do not read back.
    pub(crate) const fn source(name: &'static str, write: FormatWriter<G>) -> Self {
        Self {
            name,
            write,
            label: None,
            validate: |_| Ok(()),
        }
    }
}
