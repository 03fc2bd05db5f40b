//! A game in progress, of any game.

use perfectplay::round::{self, Ply, Seat};

use crate::game::Subgame;
use crate::table::AnyTable;

/// A round of any game. Its [`solved`](perfectplay::Round::solved) game returns the
/// [position](Subgame::position) of each state.
pub type Round<'t> = round::Round<Subgame<'t>, Vec<Ply<u64>>>;

/// Creates a round between the first and the second player.
#[must_use]
pub fn round(table: &AnyTable, seats: [Seat; 2]) -> Round<'_> {
    Round::new(table.start().subgame(), seats)
}
