//! A game in progress, of any kind.

use perfectplay::round::{self, Ply, Seat};

use crate::numbers::Numbers;
use crate::table::Table;

/// A round of any game. Its states are numbers, and its
/// [`solved`](perfectplay::Round::solved) tells the [position](Numbers::position) of each.
pub type Round<'t> = round::Round<Numbers<'t>, Vec<Ply<u32>>>;

/// A new round between the first and the second player.
#[must_use]
pub fn round(table: &dyn Table, seats: [Seat; 2]) -> Round<'_> {
    Round::new(table.numbers(), seats)
}
