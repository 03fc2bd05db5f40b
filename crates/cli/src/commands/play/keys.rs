//! The names of the squares of a 3 by 3 board. A user types these names at the prompt.

use perfectplay_games::show::{Grid, Place};

use perfectplay_any::Picture;
use perfectplay_any::{Answer, Choice};
use perfectplay_present::drawing::names_all_moves;

/// The two ways to name the squares of a board at the prompt.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum SquareKeys {
    /// As the game names them
    #[value(alias = "rows")]
    Names,
    /// 1 to 9, as on a keypad: 7 8 9 at the top
    Numpad,
}

/// Returns whether a keypad can name the moves. A keypad can name the moves if the board is 3 by 3 and each move is on
/// a square of its own.
pub fn fit(view: &Answer<'_>, picture: &Picture) -> bool {
    let fits = |grid: Grid| (grid.boards, grid.columns, grid.rows) == (1, 3, 3);
    let on_square = |choice: &Choice| matches!(choice.place, Place::Square(_));
    picture.grid.is_some_and(fits)
        && view.choices.iter().all(on_square)
        && names_all_moves(view, picture)
}

impl SquareKeys {
    /// With `Numpad`, renames each square to a digit of the keypad, and each move to the digit of its square. With
    /// `Names`, changes nothing.
    pub fn rename(self, view: &mut Answer<'_>, picture: &mut Picture) {
        if self == Self::Names {
            return;
        }
        for (square, name) in (0..).zip(&mut picture.names) {
            *name = numpad_key(square).to_string();
        }
        for choice in &mut view.choices {
            if let Place::Square(square) = choice.place {
                choice.name = numpad_key(square).to_string();
            }
        }
    }
}

/// Returns the digit that names a square. Square 0 is at the top left, but digit 1 is at the bottom
/// left.
const fn numpad_key(square: u8) -> u8 {
    3 * (2 - square / 3) + square % 3 + 1
}
