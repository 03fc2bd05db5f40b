//! Displays and parses the states of a game. The game defines only how a state is written; to parse
//! a text, [`search`] compares it with the text of each state.

use core::fmt;

use perfectplay::Game;
use perfectplay::game::{ParseStateError, starts};
use perfectplay::graph::States;

/// Turns the function `write` into a value that implements `Display`.
pub(crate) fn from_fn<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result>(
    write: F,
) -> impl fmt::Display {
    struct FromFn<F>(F);

    impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for FromFn<F> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            (self.0)(f)
        }
    }

    FromFn(write)
}

/// The greatest number of states that [`search`] visits.
const SEARCHED: u32 = 1 << 20;

/// Searches for a state that `write` writes as `text`. If there are several such states, returns
/// the state that is reached in the fewest moves.
pub(crate) fn search<G: Game>(
    game: &G,
    write: impl Fn(G::State, &mut ExpectedText<'_>) -> fmt::Result,
    text: &str,
) -> Result<G::State, ParseStateError> {
    let mut states = States::new();
    for start in starts(game) {
        states.meet(game.key(start), start);
    }
    // The length in bytes of the longest common beginning of `text` and the text of a state.
    let mut most = 0;
    for number in 0..SEARCHED {
        let Some(state) = states.get(number) else {
            break;
        };
        let mut expected = ExpectedText { text, written: 0 };
        if write(state, &mut expected).is_ok() && expected.written == text.len() {
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

/// Returns whether `write` writes exactly `text`.
pub(crate) fn is_text_of(text: &str, write: impl Fn(&mut ExpectedText<'_>) -> fmt::Result) -> bool {
    let mut expected = ExpectedText { text, written: 0 };
    write(&mut expected).is_ok() && expected.written == text.len()
}

/// A writer that fails as soon as the written text differs from the expected text.
pub(crate) struct ExpectedText<'a> {
    text: &'a str,
    /// The number of bytes that have been written.
    written: usize,
}

impl fmt::Write for ExpectedText<'_> {
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
