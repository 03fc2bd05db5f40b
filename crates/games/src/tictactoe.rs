//! Makes tic-tac-toe one of the games that ship, and adds players of tic-tac-toe that others have
//! published.

mod corner_first;
mod trap_avoider;

pub use corner_first::CornerFirst;
pub use trap_avoider::TrapAvoider;

use core::fmt;

#[cfg(feature = "formats")]
use perfectplay::bake::SourceRules;
use perfectplay::game::ParseStateError;
use perfectplay::tictactoe::{BOARD, CELLS, State, TicTacToe};
use perfectplay::{Move, Player};

use crate::board::{BoardSize, TextReader};
use crate::lines::{line_of_three, lines_of_three};
use crate::listed::{Baked, Listed};
use crate::own::OwnPlayer;
use crate::show::{Grid, Place, Square, SquareLine, Threat};

impl Listed for TicTacToe {
    const NAME: &'static str = "tictactoe";
    const TITLE: &'static str = "Tic-tac-toe";
    const RULES: &'static str = "Mark cells of a board of 3 by 3 in turn; three in a line win.";
    const STATES: &'static str = "the rows from the top, such as X.O/.X./..O";
    const MOVES: &'static str =
        "the number of its cell, row by row from 0, or its name as in chess, such as a1";
    const PLAYERS: &'static [OwnPlayer<State>] = &[
        OwnPlayer {
            name: "trap-avoider",
            about: "Wins, blocks, and tries not to be forked, as it was published",
            strategy: &TrapAvoider::Published,
        },
        OwnPlayer {
            name: "trap-avoider-corrected",
            about: "The same, with its mistake corrected",
            strategy: &TrapAvoider::Corrected,
        },
        OwnPlayer {
            name: "corner-first",
            about: "Wins, blocks, and prefers the centre and the corners",
            strategy: &CornerFirst,
        },
    ];
    const KEYS_TELL_STATES: bool = true;

    fn with_parameters(text: &str) -> Option<Self> {
        text.is_empty().then_some(Self)
    }

    fn of_key(&self, key: u64) -> Option<State> {
        State::from_masks(key as u16 & BOARD, (key >> CELLS) as u16 & BOARD).ok()
    }

    fn baked(&self) -> Option<&Baked<Self>> {
        Some(self)
    }

    #[cfg(feature = "formats")]
    fn source_rules(&self) -> SourceRules {
        SourceRules::TicTacToe
    }

    fn write_state(&self, state: State, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{state}")
    }

    /// Parses the rows of a board. Also parses the form that is usual in data sets, with commas
    /// between the cells and `b` for a blank: `x,b,o,b,x,b,b,b,o`.
    fn read_state(&self, text: &str) -> Result<State, ParseStateError> {
        if !text.contains(',') {
            return text.parse();
        }
        let (mut x, mut o) = (0, 0);
        let mut reader = TextReader::new(text);
        for cell in 0..CELLS {
            if cell > 0 {
                reader.next("a comma", |found| found == ',')?;
            }
            reader.next("a cell (one of x o b)", |found| {
                match found {
                    'x' => x |= 1 << cell,
                    'o' => o |= 1 << cell,
                    'b' | '.' => {}
                    _ => return false,
                }
                true
            })?;
        }
        reader.end("the end after nine cells")?;
        Ok(State::from_masks(x, o).expect("one mark in a cell"))
    }

    fn grid(&self) -> Option<Grid> {
        Some(Grid::from_board(BoardSize::THREE))
    }

    fn square(&self, state: State, square: u8) -> Square {
        state.cell(square).map_or(Square::Empty, Square::piece)
    }

    fn place(&self, _state: State, mv: Move) -> Place {
        Place::Square(mv.index())
    }

    /// Writes the number of the cell.
    fn write_square(&self, square: u8, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{square}")
    }

    fn lines(&self, state: State) -> impl Iterator<Item = SquareLine> {
        lines_of_three([state.x(), state.o()])
    }

    fn threats(&self, state: State, player: Player) -> impl Iterator<Item = Threat> {
        state.completions(player).map(|(line, cell)| Threat {
            square: cell.index(),
            line: line_of_three(line),
        })
    }

    fn why_unreachable(&self, state: State) -> Option<impl fmt::Display> {
        state.unreachable()
    }
}
