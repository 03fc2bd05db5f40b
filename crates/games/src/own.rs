//! Players that only one game has.

use core::convert::Infallible;

use perfectplay::level::Strategy;

/// A player that knows only one game. The [levels](perfectplay::Level) play every game.
pub struct OwnPlayer<S: 'static> {
    /// Its name, in lower case.
    pub name: &'static str,
    /// How it plays, on one line without a full stop.
    pub about: &'static str,
    /// The player.
    pub strategy: &'static dyn Strategy<S, Error = Infallible>,
}
