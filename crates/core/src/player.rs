//! The two players.

use core::fmt;

/// One of the two players. The first player makes the first move of the game.
///
/// Each game gives the players its own names, such as X and O, or White and Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Player {
    /// The player who makes the first move.
    First,
    /// The opponent.
    Second,
}

impl Player {
    /// Both players, the first one first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// Returns the player to move after `plies` plies, if turns alternate.
    #[must_use]
    #[inline]
    pub const fn after_plies(plies: u32) -> Self {
        if plies % 2 == 0 {
            Self::First
        } else {
            Self::Second
        }
    }

    /// Returns the opponent.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// The [name](crate::Game::player_names) of a player in a game. `Display` writes the name as
/// messages need it. If the name begins with a capital letter, `Display` writes only the name, as
/// in "White". Otherwise, it writes the name as an adjective, as in "the first player".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayerName(pub &'static str);

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.starts_with(char::is_uppercase) {
            f.write_str(self.0)
        } else {
            write!(f, "the {} player", self.0)
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}
