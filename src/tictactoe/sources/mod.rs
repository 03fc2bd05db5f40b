//! The table of tic-tac-toe as source code in other languages.
//!
//! Each of them is complete in itself, and looks a board up in constant time by the masks
//! of X and O. They take any solved game of tic-tac-toe: the baked one, a table from a
//! file, a solution.
//!
//! ```
//! use perfectplay::tictactoe::{TicTacToe, sources};
//!
//! assert!(sources::c(&TicTacToe).contains("int perfectplay_lookup(unsigned x, unsigned o"));
//! ```

mod arrays;
mod c;
mod js;
mod rust;

pub use c::c;
pub use js::{js, mjs};
pub use rust::rust;

use super::{State, TicTacToe};
use crate::solved::Solved;
use perfectplay_core::Analysis;

/// Tic-tac-toe, solved in any way.
type Table<'a> = &'a dyn Solved<Game = TicTacToe>;

/// The reachable states in their order, and what the table says of them.
fn records(table: Table<'_>) -> impl Iterator<Item = (State, Analysis)> {
    State::all().filter_map(move |state| Some((state, table.analysis(state)?)))
}
