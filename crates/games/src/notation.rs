//! Writes and parses the states and moves of a game.

use core::fmt;

use perfectplay::game::ParseStateError;
use perfectplay::{Game, Move};
#[cfg(feature = "alloc")]
use perfectplay::{game::starts, graph::States};

/// A game whose states and moves have a text form.
pub trait Notation: Game {
    /// Writes a state on one line. The rows of a board come from the top, with `/` between
    /// them.
    ///
    /// # Errors
    ///
    /// When `out` fails.
    fn write_state(&self, state: Self::State, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Parses the text that [`write_state`](Self::write_state) writes, of any state that can be
    /// written, even an unreachable one.
    ///
    /// With the feature `alloc`, this method has a default: it writes the states of the game,
    /// one after the other, until one has this text. So it finds only reachable states, and
    /// only among the million that are nearest to the start. It takes as long as finding the
    /// state.
    ///
    /// # Errors
    ///
    /// When the text is not a state.
    #[cfg(feature = "alloc")]
    fn read_state(&self, text: &str) -> Result<Self::State, ParseStateError>
    where
        Self: Sized,
    {
        search(self, text)
    }

    /// Parses the text that [`write_state`](Self::write_state) writes, of any state that can be
    /// written, even an unreachable one.
    ///
    /// # Errors
    ///
    /// When the text is not a state.
    #[cfg(not(feature = "alloc"))]
    fn read_state(&self, text: &str) -> Result<Self::State, ParseStateError>
    where
        Self: Sized;

    /// Writes the name of a move. No other legal move of the state has the same name.
    ///
    /// # Errors
    ///
    /// When `out` fails.
    fn write_move(&self, _state: Self::State, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{mv}")
    }

    /// Returns the state, for display.
    fn state_text(&self, state: Self::State) -> impl fmt::Display {
        from_fn(move |f| self.write_state(state, f))
    }

    /// Returns the move, for display.
    fn move_text(&self, state: Self::State, mv: Move) -> impl fmt::Display {
        from_fn(move |f| self.write_move(state, mv, f))
    }
}

/// Displays the text that a function writes.
fn from_fn<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result>(write: F) -> impl fmt::Display {
    struct FromFn<F>(F);

    impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for FromFn<F> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            (self.0)(f)
        }
    }

    FromFn(write)
}

/// The number of states that the search for a text visits.
#[cfg(feature = "alloc")]
const SEARCHED: u32 = 1 << 20;

/// Returns the state with this text that is nearest to a start.
#[cfg(feature = "alloc")]
fn search<G: Notation>(game: &G, text: &str) -> Result<G::State, ParseStateError> {
    let mut states = States::new();
    for start in starts(game) {
        states.meet(game.key(start), start);
    }
    // The number of characters of the text with which the text of some state begins.
    let mut most = 0;
    for number in 0..SEARCHED {
        let Some(state) = states.get(number) else {
            break;
        };
        let mut expected = Expected { text, written: 0 };
        if game.write_state(state, &mut expected).is_ok() && expected.written == text.len() {
            return Ok(state);
        }
        most = most.max(expected.written);
        if game.outcome(state).is_none() {
            for mv in game.legal(state) {
                let after = game.play(state, mv);
                states.meet(game.key(after), after);
            }
        }
    }
    let index = text[..most].chars().count();
    let expected = "the continuation of the text of a state";
    Err(ParseStateError::at(text, index, expected))
}

/// Accepts text as long as it equals the expected text.
#[cfg(feature = "alloc")]
struct Expected<'a> {
    text: &'a str,
    /// The number of bytes that were written.
    written: usize,
}

#[cfg(feature = "alloc")]
impl fmt::Write for Expected<'_> {
    fn write_str(&mut self, written: &str) -> fmt::Result {
        for found in written.chars() {
            if !self.text[self.written..].starts_with(found) {
                return Err(fmt::Error);
            }
            self.written += found.len_utf8();
        }
        Ok(())
    }
}
