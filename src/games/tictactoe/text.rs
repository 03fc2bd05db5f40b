//! The text form of a board: `X.O/.X./..O`.

use core::fmt::{self, Write};
use core::str::FromStr;

use super::{CELLS, Player, SIDE, State};

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..CELLS {
            if cell > 0 && cell % SIDE == 0 {
                f.write_char('/')?;
            }
            f.write_char(match self.cell(cell) {
                Some(Player::X) => 'X',
                Some(Player::O) => 'O',
                None => '.',
            })?;
        }
        Ok(())
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "State({self})")
    }
}

/// Reads what `Display` writes, and also lower case, `-` or `_` for an empty cell, and
/// spaces, line ends, `/`, `|` or nothing between the rows.
impl FromStr for State {
    type Err = ParseStateError;

    fn from_str(text: &str) -> Result<Self, ParseStateError> {
        parse(text.as_bytes(), false).map_err(|(expected, offset)| {
            // Whatever stands before the offset was accepted, and is ASCII.
            ParseStateError {
                expected,
                found: text[offset..].chars().next(),
                position: offset + 1,
            }
        })
    }
}

/// Reads a board, or says what was expected at which byte. `spaced` allows spaces and
/// line ends anywhere, for the tokens of [`state!`](crate::state).
const fn parse(text: &[u8], spaced: bool) -> Result<State, (Expected, usize)> {
    let (mut x, mut o) = (0, 0);
    let mut cell = 0;
    let mut i = 0;
    while i < text.len() {
        let between_rows = cell > 0 && cell < CELLS && cell % SIDE == 0;
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
            b' ' | b'\n' | b'\r' if between_rows || spaced => {}
            b'/' | b'|' if between_rows => {}
            _ if cell == CELLS => return Err((Expected::End, i)),
            _ if between_rows => return Err((Expected::CellOrSeparator, i)),
            _ => return Err((Expected::Cell, i)),
        }
        i += 1;
    }
    if cell < CELLS {
        return Err((Expected::Cell, i));
    }
    Ok(State::from_disjoint(x, o))
}

/// The board of a [`state!`](crate::state) literal.
///
/// # Panics
/// When the text is no board: at compile time, in the macro's constant.
#[doc(hidden)]
#[must_use]
pub const fn literal(text: &str) -> State {
    match parse(text.as_bytes(), true) {
        Ok(state) => state,
        Err((expected, _)) => match expected {
            Expected::Cell => panic!("expected nine cells, each of them X, O or ."),
            Expected::CellOrSeparator => panic!("expected X, O, . or / between the rows"),
            Expected::End => panic!("expected no more than nine cells"),
        },
    }
}

/// A board, written out: `state!(X O . / . X . / . . O)`.
///
/// A constant expression, and a wrong board does not compile.
///
/// ```
/// use perfectplay::{State, state};
///
/// const FORK: State = state!(X . . / . O . / . . X);
/// assert_eq!(FORK.to_string(), "X../.O./..X");
/// ```
///
/// ```compile_fail
/// perfectplay::state!(X . . / . O . / . .);
/// ```
///
/// ```compile_fail
/// perfectplay::state!(X . . / . O . / . . Z);
/// ```
///
/// ```compile_fail
/// perfectplay::state!(X . / . . O . / . . X);
/// ```
#[macro_export]
macro_rules! state {
    ($($board:tt)+) => {
        const { $crate::tictactoe::literal(stringify!($($board)+)) }
    };
}

/// What a text form of a board should have had at some place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// A mark or an empty cell.
    Cell,
    /// A mark, an empty cell, or what separates two rows.
    CellOrSeparator,
    /// Nothing more: the ninth cell was read.
    End,
}

impl Expected {
    /// In words.
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Cell => "a cell (one of X O . - _)",
            Self::CellOrSeparator => {
                "a cell (one of X O . - _) or the next row (after / | or a space)"
            }
            Self::End => "the end after nine cells",
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A text that is no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseStateError {
    expected: Expected,
    found: Option<char>,
    position: usize,
}

impl ParseStateError {
    /// What should have been there.
    #[must_use]
    pub const fn expected(self) -> Expected {
        self.expected
    }

    /// The character that was there; `None` if the text ended.
    #[must_use]
    pub const fn found(self) -> Option<char> {
        self.found
    }

    /// Which character of the text it is, from 1.
    #[must_use]
    pub const fn position(self) -> usize {
        self.position
    }
}

impl fmt::Display for ParseStateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found ", self.expected)?;
        match self.found {
            Some(found) => write!(f, "{found:?}")?,
            None => f.write_str("the end")?,
        }
        write!(f, " at character {}", self.position)
    }
}

impl core::error::Error for ParseStateError {}
