//! How a game is written: its states and moves as text.

use core::fmt;

use perfectplay::game::ParseStateError;
use perfectplay::{Game, Move};

/// A game whose states and moves have a text form.
pub trait Notation: Game {
    /// Writes a state in one line. The rows of a board come from the top, with `/` between
    /// them.
    ///
    /// # Errors
    /// Those of `out`.
    fn write_state(&self, state: Self::State, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Reads what [`write_state`](Self::write_state) writes: any state of this game that
    /// can be written, even one that no game reaches.
    ///
    /// # Errors
    /// When the text is not that of a state.
    fn read_state(&self, text: &str) -> Result<Self::State, ParseStateError>;

    /// Writes the name of a move, which no other legal move of the state has.
    ///
    /// # Errors
    /// Those of `out`.
    fn write_move(&self, _state: Self::State, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{mv}")
    }

    /// The state, for display.
    fn state_text(&self, state: Self::State) -> impl fmt::Display {
        from_fn(move |f| self.write_state(state, f))
    }

    /// The move, for display.
    fn move_text(&self, state: Self::State, mv: Move) -> impl fmt::Display {
        from_fn(move |f| self.write_move(state, mv, f))
    }
}

/// Displays what a function writes.
fn from_fn<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result>(write: F) -> impl fmt::Display {
    struct FromFn<F>(F);

    impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for FromFn<F> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            (self.0)(f)
        }
    }

    FromFn(write)
}
