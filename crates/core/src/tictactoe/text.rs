//! Text forms: a board as `X.O/.X./..O`, a line as `0-1-2`.

use core::fmt;
use core::str::FromStr;

use super::board::{CELLS, SIDE};
use super::line::Line;
use super::state::State;
use super::status::Status;
use crate::{ParseStateError, Player};

/// Parses the form that `Display` writes. The parser also accepts lower case, and `-` or `_` for an
/// empty cell. Spaces, line ends, one `/` or one `|` may separate rows. Either all rows must be
/// separated, or none.
impl FromStr for State {
    type Err = ParseStateError;

    fn from_str(text: &str) -> Result<Self, ParseStateError> {
        // The bytes before the offset were accepted, so they are ASCII.
        parse(text.as_bytes(), false)
            .map_err(|(expected, offset)| ParseStateError::at(text, offset, expected))
    }
}

#[derive(Clone, Copy)]
enum Gap {
    None,
    Space,
    Bar,
}

/// Parses a board. In an error, `.0` describes what the parser expected, and `.1` is the byte
/// offset in `text` at which the parser stopped. If `spaced` is `true`, `text` may contain spaces
/// and line ends anywhere. This is so for a [`state!`](crate::state) literal, because Rust may put
/// spaces and line ends between any two tokens.
const fn parse(text: &[u8], spaced: bool) -> Result<State, (&'static str, usize)> {
    const CELL: &str = "a cell (one of X O . - _)";
    const CELL_OR_ROW: &str = "a cell (one of X O . - _) or the next row (after / | or a space)";
    const END: &str = "the end after nine cells";
    const ALIKE: &str = "something between all rows (/ or | or a space), or nothing";
    let (mut x, mut o) = (0, 0);
    let mut cell = 0;
    // The separator after the current row, and the one after the first row.
    let (mut gap, mut first_gap) = (Gap::None, Gap::None);
    let mut i = 0;
    while i < text.len() {
        let between_rows = cell > 0 && cell < CELLS && cell % SIDE == 0;
        if between_rows && matches!(text[i], b'X' | b'x' | b'O' | b'o' | b'.' | b'-' | b'_') {
            if cell == SIDE {
                first_gap = gap;
            } else if matches!(gap, Gap::None) != matches!(first_gap, Gap::None) {
                return Err((ALIKE, i));
            }
            gap = Gap::None;
        }
        match text[i] {
            b'X' | b'x' if cell < CELLS => {
                x |= 1 << cell;
                cell += 1;
            }
            b'O' | b'o' if cell < CELLS => {
                o |= 1 << cell;
                cell += 1;
            }
            b'.' | b'-' | b'_' if cell < CELLS => cell += 1,
            b' ' | b'\n' | b'\r' if spaced => {}
            b' ' | b'\n' | b'\r' if between_rows => {
                if matches!(gap, Gap::None) {
                    gap = Gap::Space;
                }
            }
            b'/' | b'|' if between_rows && !matches!(gap, Gap::Bar) => gap = Gap::Bar,
            _ if cell == CELLS => return Err((END, i)),
            _ if between_rows && !matches!(gap, Gap::Bar) => return Err((CELL_OR_ROW, i)),
            _ => return Err((CELL, i)),
        }
        i += 1;
    }
    if cell < CELLS {
        return Err((CELL, i));
    }
    Ok(State::from_disjoint(x, o))
}

/// Returns the board of a [`state!`](crate::state) literal.
///
/// # Panics
/// Panics when the text is not a board. The macro calls this function at compile time.
#[doc(hidden)]
#[must_use]
pub const fn literal(text: &str) -> State {
    match parse(text.as_bytes(), true) {
        Ok(state) => state,
        Err((expected, _)) => panic!("{}", expected),
    }
}

/// Creates a board from a literal: `state!(X O . / . X . / . . O)`.
///
/// The result is a constant expression. An invalid board does not compile.
///
/// ```
/// use perfectplay::tictactoe::{State, state};
///
/// const FORK: State = state!(X . . / . O . / . . X);
/// assert_eq!(FORK.to_string(), "X../.O./..X");
/// ```
///
/// ```compile_fail
/// perfectplay::tictactoe::state!(X . . / . O . / . .);
/// ```
///
/// ```compile_fail
/// perfectplay::tictactoe::state!(X . . / . O . / . . Z);
/// ```
///
/// ```compile_fail
/// perfectplay::tictactoe::state!(X . / . . O . / . . X);
/// ```
#[macro_export]
macro_rules! state {
    ($($board:tt)+) => {
        const { $crate::tictactoe::literal(stringify!($($board)+)) }
    };
}

pub(super) const fn mark(player: Player) -> &'static str {
    match player {
        Player::First => "X",
        Player::Second => "O",
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ongoing => f.write_str("the game goes on"),
            Self::Won(player) => write!(f, "{} has won", mark(*player)),
            Self::Drawn => f.write_str("the game is drawn"),
        }
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.cells();
        write!(f, "{a}-{b}-{c}")
    }
}
