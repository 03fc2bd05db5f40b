//! A question that `check` asks of a game.

use core::fmt;

/// A method of [`Game`](super::Game) that must give the same answer every time.
#[cfg_attr(not(baked), expect(dead_code, reason = "only `check` asks twice"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Question {
    /// [`outcome`](super::Game::outcome).
    Outcome,
    /// [`legal`](super::Game::legal).
    Legal,
    /// [`play`](super::Game::play).
    Play,
    /// [`key`](super::Game::key).
    Key,
    /// [`tier`](super::Game::tier).
    Tier,
    /// [`to_move`](super::Game::to_move).
    ToMove,
    /// [`legal_count`](super::Game::legal_count).
    LegalCount,
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Outcome => "outcome",
            Self::Legal => "legal",
            Self::Play => "play",
            Self::Key => "key",
            Self::Tier => "tier",
            Self::ToMove => "to_move",
            Self::LegalCount => "legal_count",
        })
    }
}
