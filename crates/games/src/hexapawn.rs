//! Hexapawn (Gardner, Mathematical Games, Scientific American, March 1962).
//!
//! The board has *columns* by *rows* cells. X has a pawn in every cell of the bottom row, and O in
//! every cell of the top row. X moves first.
//!
//! - A pawn moves one row ahead in its own column, if the cell is empty. It may also capture an
//!   opponent's pawn that stands diagonally ahead of it, as in chess. Captures are not compulsory.
//! - A player who brings a pawn to the farthest row wins.
//! - A player who cannot move loses, and so does a player without pawns.
//!
//! Play always ends, because pawns only move ahead. The article describes the game on 3 by 3, where
//! O wins in 6 plies. There are 135 reachable states, including finished states. On 4 by 4, the
//! game is called octopawn. Octopawn has 20,286 states, and X wins in 11 plies.

use perfectplay::game::{Hints, MOVE_LIMIT};
use perfectplay::{Game, Move, Moves, Player, Value};

use crate::board::BoardSize;
use crate::listed::Listed;
use crate::pawns::{Pawns, index_pawns, last_rows, mirrored, seen_by, tier};
use crate::pieces::{Pieces, Stepping, cells};
use crate::show::Shape;

/// The number of directions of a move: ahead to the left, straight ahead, and ahead to the right.
const SIDES: u8 = 3;
const AHEAD: u8 = 1;

/// The rules of hexapawn.
///
/// The index of a move is 3 times the place of the pawn, plus the direction. Direction 0 captures
/// to the left, 1 steps ahead, and 2 captures to the right. For both players, left and right are as
/// on the board in text form. Places are numbered row by row, beginning with the row where the
/// player's pawns start. Within a row, places are numbered from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hexapawn {
    board: BoardSize,
}

impl Hexapawn {
    /// Creates the game on a board of this size. `None` unless `columns` is at least 1, `rows` is
    /// at least 3, and `columns` × (`rows` − 1) is at most 21.
    #[must_use]
    pub fn new(columns: u8, rows: u8) -> Option<Self> {
        let steps = u32::from(columns) * u32::from(rows.checked_sub(1)?);
        let fits = columns >= 1 && rows >= 3 && steps * u32::from(SIDES) <= MOVE_LIMIT;
        fits.then_some(Self {
            board: BoardSize { columns, rows },
        })
    }

    const fn last_row(&self, player: Player) -> u32 {
        last_rows(self.board, player, 1)
    }

    /// Returns the cell that a pawn of the player leaves (`.0`) and the cell that it reaches
    /// (`.1`). `None` if the move leads off the board. The function does not check whether there is
    /// a pawn, or whether the move is legal.
    fn step(&self, player: Player, mv: Move) -> Option<(u8, u8)> {
        let (pawn, side) = (mv.index() / SIDES, mv.index() % SIDES);
        let (row, column) = self.board.place(pawn);
        let column = (column + side).checked_sub(AHEAD)?;
        let to = self.board.cell(row + 1, column)?;
        let seen = |cell| seen_by(self.board, player, cell);
        Some((seen(pawn), seen(to)))
    }
}

impl Game for Hexapawn {
    crate::pieces::play_with_pieces!();

    fn move_count(&self) -> u32 {
        let BoardSize { columns, rows } = self.board;
        u32::from(columns * (rows - 1) * SIDES)
    }

    fn start(&self) -> Pieces {
        Pieces::start(self.last_row(Player::Second), self.last_row(Player::First))
    }

    fn outcome(&self, state: Pieces) -> Option<Value> {
        let player = state.to_move();
        if state.theirs() & self.last_row(player.other()) != 0 {
            Some(Value::Loss)
        } else if state.mine() & self.last_row(player) != 0 {
            Some(Value::Win)
        } else {
            self.legal(state).is_empty().then_some(Value::Loss)
        }
    }

    fn legal(&self, state: Pieces) -> Moves {
        let player = state.to_move();
        let moves = cells(state.mine()).flat_map(|cell| {
            let pawn = seen_by(self.board, player, cell);
            (0..SIDES).filter_map(move |side| Move::new(pawn * SIDES + side))
        });
        let may = |mv: &Move| {
            let open = match mv.index() % SIDES {
                AHEAD => !state.occupied(),
                _ => state.theirs(),
            };
            let step = self.step(player, *mv);
            step.is_some_and(|(_, to)| open >> to & 1 == 1)
        };
        moves.filter(may).collect()
    }

    fn play(&self, state: Pieces, mv: Move) -> Pieces {
        let (mine, theirs) = (state.mine(), state.theirs());
        match self.step(state.to_move(), mv) {
            Some((from, to)) => state.after(mine ^ 1 << from | 1 << to, theirs & !(1 << to)),
            None => state,
        }
    }

    fn tier(&self, state: Pieces) -> Option<u32> {
        Some(tier(self.board, state))
    }
}

impl Stepping for Hexapawn {
    fn board(&self) -> BoardSize {
        self.board
    }

    fn step(&self, state: Pieces, mv: Move) -> Option<(u8, u8)> {
        self.step(state.to_move(), mv)
    }

    fn shape_of(&self, _player: Player) -> Shape {
        Shape::Pawn
    }
}

index_pawns!(Hexapawn);

impl Pawns for Hexapawn {
    fn each(&self) -> u8 {
        self.board.columns
    }

    /// Returns the moves of pawns that stand in the row `row`, as if there were a pawn in every
    /// cell of the row. Returns the capturing moves if `captures` is true, and otherwise the moves
    /// straight ahead.
    fn moves_of_row(&self, row: u8, captures: bool) -> Moves {
        let pawns = row * self.board.columns..(row + 1) * self.board.columns;
        let sides = (0..SIDES).filter(move |&side| (side != AHEAD) == captures);
        pawns
            .flat_map(|pawn| sides.clone().map(move |side| pawn * SIDES + side))
            .filter_map(Move::new)
            .collect()
    }
}

impl Hints for Hexapawn {
    fn symmetries(&self) -> u32 {
        2
    }

    fn image(&self, symmetry: u32, state: Pieces) -> Pieces {
        if symmetry == 0 {
            return state;
        }
        state.map(|cell| mirrored(self.board, cell))
    }

    fn image_of_move(&self, symmetry: u32, _state: Self::State, mv: Move) -> Move {
        if symmetry == 0 {
            return mv;
        }
        // The mirror reverses both columns and sides.
        let width = self.board.columns * SIDES;
        let row = mv.index() / width;
        mv.map(|index| (row + 1) * width - 1 - index % width)
    }
}

impl Listed for Hexapawn {
    const NAME: &'static str = "hexapawn";
    const TITLE: &'static str = "Hexapawn";
    const RULES: &'static str = "Pawns move one square forward and capture diagonally. \
        Reach the last row, or leave the opponent without a move, to win.";
    const PARAMETERS: &'static str = "COLUMNSxROWS, such as 3x3: at least 1x3, \
        and no more than 21 cells without the last row";
    const STATES: &'static str = "the rows from the top and the player to move, \
        such as OOO/X../.XX O";
    const SAMPLES: &'static [&'static str] = &["3x3", "4x4", "3x4", "4x3", "5x3"];

    crate::pawns::write_pawns!();
    crate::pieces::draw_by_steps!();
}
