//! The rules of a game without its types: states are keys.

use perfectplay::game::is_extra_turn;
use perfectplay::{Game, Value};

use super::plan::tier_of;
use crate::error::Error;

/// A state after a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct After {
    pub tier: u32,
    pub key: u64,
    /// Whether the player who made the move moves again.
    pub again: bool,
}

/// The rules of a game. What works with them is compiled once, and not for each game.
pub(crate) trait Rules: Sync {
    /// The value of a finished game, or else the states after all moves, at least one, which
    /// replace what was in the list.
    fn look_at(&self, key: u64, after: &mut Vec<After>) -> Result<Option<Value>, Error>;

    /// The tiers and keys of all starts.
    fn starts(&self) -> Result<Vec<(u32, u64)>, Error>;

    /// How errors tell the state that has a key.
    fn state(&self, key: u64) -> String;
}

impl<G: Game + Sync> Rules for G {
    fn look_at(&self, key: u64, after: &mut Vec<After>) -> Result<Option<Value>, Error> {
        after.clear();
        let Some(state) = self.state_of_key(key) else {
            return Err(Error::Key { key });
        };
        let outcome = self.outcome(state);
        if outcome.is_none() {
            for mv in self.legal(state) {
                let next = self.play(state, mv);
                after.push(After {
                    tier: tier_of(self, next)?,
                    key: self.key(next),
                    again: is_extra_turn(self, state, next),
                });
            }
            if after.is_empty() {
                return Err(Error::NoMoves {
                    state: format!("{state:?}"),
                });
            }
        }
        Ok(outcome)
    }

    fn starts(&self) -> Result<Vec<(u32, u64)>, Error> {
        perfectplay::game::starts(self)
            .map(|start| Ok((tier_of(self, start)?, self.key(start))))
            .collect()
    }

    fn state(&self, key: u64) -> String {
        match self.state_of_key(key) {
            Some(state) => format!("{state:?}"),
            None => format!("the state with the key {key}"),
        }
    }
}
