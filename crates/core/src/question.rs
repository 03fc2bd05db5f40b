//! Lists the methods of the rules that must give the same answer every time.

use core::fmt;

/// A method of [`Game`](crate::Game) that must give the same answer every time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Question {
    /// [`start`](crate::Game::start).
    Start,
    /// [`outcome`](crate::Game::outcome).
    Outcome,
    /// [`legal`](crate::Game::legal).
    Legal,
    /// [`play`](crate::Game::play).
    Play,
    /// [`key`](crate::Game::key).
    Key,
    /// [`tier`](crate::Game::tier).
    Tier,
    /// [`to_move`](crate::Game::to_move).
    ToMove,
    /// [`legal_count`](crate::Game::legal_count).
    LegalCount,
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Start => "start",
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
