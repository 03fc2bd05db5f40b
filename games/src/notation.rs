//! How a game is written: its states and moves as text.

use core::fmt;

use perfectplay::game::ParseStateError;
use perfectplay::{Game, Move};
#[cfg(feature = "alloc")]
use perfectplay::{game::starts, graph::States};

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
    /// With the feature `alloc`, it need not be given: the states of the game are then written, one
    /// after the other, until one has this text. That reads only states that a game reaches, and
    /// only among the million that are nearest to the start. It takes as long as to find the state.
    ///
    /// # Errors
    /// When the text is not that of a state.
    #[cfg(feature = "alloc")]
    fn read_state(&self, text: &str) -> Result<Self::State, ParseStateError>
    where
        Self: Sized,
    {
        search(self, text)
    }

    /// Reads what [`write_state`](Self::write_state) writes: any state of this game that
    /// can be written, even one that no game reaches.
    ///
    /// # Errors
    /// When the text is not that of a state.
    #[cfg(not(feature = "alloc"))]
    fn read_state(&self, text: &str) -> Result<Self::State, ParseStateError>
    where
        Self: Sized;

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

/// The most states that a search for a text looks at.
#[cfg(feature = "alloc")]
const SEARCHED: u32 = 1 << 20;

/// The state nearest to a start that has this text.
#[cfg(feature = "alloc")]
fn search<G: Notation>(game: &G, text: &str) -> Result<G::State, ParseStateError> {
    let mut states = States::new();
    for start in starts(game) {
        states.meet(game.key(start), start);
    }
    // How much of the text some state begins with.
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
    let expected = "what the text of a state goes on with";
    Err(ParseStateError::at(text, index, expected))
}

/// Takes a text as long as it is the one that is expected.
#[cfg(feature = "alloc")]
struct Expected<'a> {
    text: &'a str,
    /// How many bytes of it were written.
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
