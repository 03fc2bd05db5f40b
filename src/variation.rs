//! The line of best play.

use core::iter;

use crate::game::Move;
use crate::games::tictactoe::State;
use crate::lookup::lookup;

/// What both players do from a state on if neither errs: each best move with the state
/// that it leads to, up to the end of the game. The field calls it the principal
/// variation. Of several best moves it takes the first, so that there is one.
///
/// It has as many moves as the record says in [`distance`](crate::Record::distance), and
/// none from a state that no game reaches.
///
/// ```
/// use perfectplay::{principal_variation, state};
///
/// let cells = principal_variation(state!(X . O / . . . / . . .)).map(|(mv, _)| mv.index());
/// assert!(cells.eq([3, 6, 4, 1, 5]));
/// ```
pub fn principal_variation(state: State) -> impl Iterator<Item = (Move, State)> {
    let mut state = state;
    iter::from_fn(move || {
        let mv = lookup(state)?.best().first()?;
        state = state.with(state.to_move(), mv.index());
        Some((mv, state))
    })
}
