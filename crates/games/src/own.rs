//! Players that can play only one game each.

use core::convert::Infallible;

use perfectplay::level::Strategy;

/// A player that can play only one game. The [levels](perfectplay::Level) play every game.
pub struct OwnPlayer<S: 'static> {
    /// The name of the player, in lower case.
    pub name: &'static str,
    /// How the player plays, on one line without a full stop.
    pub about: &'static str,
    /// The strategy by which the player chooses moves.
    pub strategy: &'static dyn Strategy<S, Error = Infallible>,
}
