//! `--as`: the side on which a player is judged.

use clap::ValueEnum;
use perfectplay::Player;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SideArg {
    First,
    Second,
    Both,
}

impl SideArg {
    /// Returns the player of this side; `None` for both sides.
    pub const fn player(self) -> Option<Player> {
        match self {
            Self::First => Some(Player::First),
            Self::Second => Some(Player::Second),
            Self::Both => None,
        }
    }

    pub fn includes(self, player: Player) -> bool {
        self.player().is_none_or(|only| only == player)
    }
}
