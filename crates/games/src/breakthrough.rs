//! Breakthrough (D. Troyka, 2000).
//!
//! The board has *columns* by *rows* cells. Each player has two rows of pieces. X's pieces fill the
//! bottom rows, and O's the top rows. X moves first.
//!
//! - A piece moves one row ahead to an empty cell, straight or diagonally. A diagonal move may also
//!   capture an opponent's piece. Captures are not compulsory.
//! - A player wins by reaching the farthest row, or by capturing the opponent's last piece.
//!
//! A player always has a move, because the piece that is farthest ahead can move diagonally.
//!
//! | board | reachable states | result |
//! | --- | --- | --- |
//! | 2x4 | 646 | O in 8 |
//! | 2x5 | 11,287 | O in 10 |
//! | 3x4 | 55,152 | O in 12 |
//! | 3x5 | 2,418,400 | O in 18 |
//! | 4x4 | 3,212,224 | O in 14 |
//!
//! A board of 5x5 is too large to solve with this crate. On this board, O wins in 26 plies
//! (reported in the forum of Little Golem, "5x5 solved", 2006).
//!
//! The moves of each state are numbered separately, because a board may have more than 64 different
//! moves. For example, there are 65 different moves on a board of 5 by 6. In one state, each piece
//! has at most three moves.

use perfectplay::game::{Hints, Outlook, Score, canonical};
use perfectplay::{Game, Move, Moves, Player, Value};

use crate::board::BoardSize;
use crate::listed::Listed;
use crate::pawns::{Pawns, index_pawns, last_rows, mirrored, tier};
use crate::pieces::{Pieces, Stepping, cells};
use crate::show::Shape;

const PIECE_ROWS: u8 = 2;
/// The number of directions in which a piece moves: left, ahead and right.
const SIDES: u8 = 3;
const AHEAD: u8 = 1;

/// The rules of Breakthrough.
///
/// The index of a move is its place among the legal moves of the state. The legal moves are ordered
/// by the cell of the piece, row by row from the top. The moves of one piece are ordered by
/// direction: left, ahead, right. For both players, left means the left side of the written board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Breakthrough {
    board: BoardSize,
}

impl Breakthrough {
    /// Creates the game on a board of this size. `None` unless the board has at least two columns,
    /// at least four rows, and at most 31 cells.
    #[must_use]
    pub fn new(columns: u8, rows: u8) -> Option<Self> {
        let cells = u32::from(columns) * u32::from(rows);
        let fits = columns >= 2 && rows >= 2 * PIECE_ROWS && cells < u32::BITS;
        fits.then_some(Self {
            board: BoardSize { columns, rows },
        })
    }

    /// Returns the pieces of the player to move that can go left (`[0]`), ahead (`[1]`) and right
    /// (`[2]`).
    fn movable(&self, state: Pieces) -> [u32; SIDES as usize] {
        let BoardSize { columns, rows } = self.board;
        let board = (1 << self.board.cells()) - 1;
        let first_column = (0..rows).fold(0, |column, row| column | 1 << (row * columns));
        let (mine, free) = (state.mine(), board & !state.occupied());
        let aslant = free | state.theirs();
        // The content of the target cells, shifted to the cell of the piece.
        let brought = |mask: u32, by: u8| match state.to_move() {
            Player::First => mask << by,
            Player::Second => mask >> by,
        };
        let (near, far) = (columns - 1, columns + 1);
        let (left, right) = match state.to_move() {
            Player::First => (far, near),
            Player::Second => (near, far),
        };
        [
            mine & !first_column & brought(aslant, left),
            mine & brought(free, columns),
            mine & !(first_column << near) & brought(aslant, right),
        ]
    }

    /// Lists the legal moves in the order of their indexes. Each item consists of the cell that the
    /// piece leaves, and the cell that it reaches.
    fn steps(&self, state: Pieces) -> impl Iterator<Item = (u8, u8)> {
        let movable = self.movable(state);
        let columns = self.board.columns;
        cells(state.mine()).flat_map(move |from| {
            let sides = (0..SIDES).filter(move |&side| movable[side as usize] >> from & 1 == 1);
            sides.map(move |side| {
                let ahead = match state.to_move() {
                    Player::First => from - columns,
                    Player::Second => from + columns,
                };
                (from, ahead + side - AHEAD)
            })
        })
    }

    fn count(&self, state: Pieces) -> u32 {
        self.movable(state).into_iter().map(u32::count_ones).sum()
    }
}

impl Game for Breakthrough {
    crate::pieces::play_with_pieces!();

    fn move_count(&self) -> u32 {
        u32::from(self.board.columns * PIECE_ROWS * SIDES)
    }

    fn start(&self) -> Pieces {
        let [x, o] =
            [Player::Second, Player::First].map(|far| last_rows(self.board, far, PIECE_ROWS));
        Pieces::start(x, o)
    }

    fn outcome(&self, state: Pieces) -> Option<Value> {
        let player = state.to_move();
        let arrived = |player, held| held & last_rows(self.board, player, 1) != 0;
        if state.mine() == 0 || arrived(player.other(), state.theirs()) {
            return Some(Value::Loss);
        }
        let won = state.theirs() == 0 || arrived(player, state.mine());
        won.then_some(Value::Win)
    }

    fn legal(&self, state: Pieces) -> Moves {
        Moves::first_n(self.count(state))
    }

    fn play(&self, state: Pieces, mv: Move) -> Pieces {
        let (mine, theirs) = (state.mine(), state.theirs());
        match self.step(state, mv) {
            Some((from, to)) => state.after(mine ^ 1 << from | 1 << to, theirs & !(1 << to)),
            None => state,
        }
    }

    fn legal_count(&self, state: Pieces) -> Option<u32> {
        Some(self.count(state))
    }

    fn tier(&self, state: Pieces) -> Option<u32> {
        Some(tier(self.board, state))
    }
}

impl Stepping for Breakthrough {
    fn board(&self) -> BoardSize {
        self.board
    }

    fn step(&self, state: Pieces, mv: Move) -> Option<(u8, u8)> {
        self.steps(state).nth(mv.index().into())
    }

    fn shape_of(&self, _player: Player) -> Shape {
        Shape::Pawn
    }
}

index_pawns!(Breakthrough);

impl Pawns for Breakthrough {
    fn each(&self) -> u8 {
        self.board.columns * PIECE_ROWS
    }

    /// Returns all moves of the game, whatever the row is. The index of a move does not tell in
    /// which row the piece stands, so any move may belong to the row.
    fn moves_of_row(&self, _row: u8, _captures: bool) -> Moves {
        Moves::first_n(self.move_count())
    }
}

impl Hints for Breakthrough {
    fn symmetries(&self) -> u32 {
        2
    }

    fn image(&self, symmetry: u32, state: Pieces) -> Pieces {
        if symmetry == 0 {
            return state;
        }
        state.map(|cell| mirrored(self.board, cell))
    }

    fn image_of_move(&self, symmetry: u32, state: Pieces, mv: Move) -> Move {
        if symmetry == 0 {
            return mv;
        }
        let step = self.step(state, mv);
        let image = step.map(|(from, to)| (mirrored(self.board, from), mirrored(self.board, to)));
        let mut steps = self.steps(self.image(symmetry, state));
        let number = steps.position(|step| Some(step) == image);
        number
            .and_then(|number| Move::new(number as u8))
            .unwrap_or(mv)
    }

    /// Predicts the result if a piece is one row before the row where it wins. The piece reaches
    /// that row unless it is captured at once.
    #[inline]
    fn outlook(&self, state: Pieces) -> Outlook {
        if let Some(value) = self.outcome(state) {
            return Outlook::Known(Score::finished(value));
        }
        let player = state.to_move();
        let before_goal = |player| last_rows(self.board, player, 2);
        let known = |value, plies| Outlook::Known(Score::new(value, Some(plies)));
        if state.mine() & before_goal(player) != 0 {
            return known(Value::Win, 1);
        }
        let mut moves = self.legal(state);
        let threats = state.theirs() & before_goal(player.other());
        if threats != 0 {
            let numbers = (0..).zip(self.steps(state));
            let takes = numbers.filter(|&(_, (_, to))| threats == 1 << to);
            moves = takes.filter_map(|(number, _)| Move::new(number)).collect();
            if moves.is_empty() {
                return known(Value::Loss, 2);
            }
        }
        Outlook::Open {
            moves,
            least: Score::new(Value::Loss, Some(2)),
            most: Score::new(Value::Win, Some(1)),
        }
    }

    /// Prefers captures to moves that capture nothing. Between moves of the same kind, prefers the
    /// move that leads farther ahead.
    #[inline]
    fn promise(&self, state: Pieces, mv: Move) -> u32 {
        let Some((_, to)) = self.step(state, mv) else {
            return 0;
        };
        let row = self.board.place(to).0;
        let ahead = match state.to_move() {
            Player::First => self.board.rows - row,
            Player::Second => row + 1,
        };
        let takes = state.theirs() >> to & 1;
        takes << 5 | u32::from(ahead)
    }

    #[inline]
    fn proof_key(&self, state: Pieces) -> Option<u64> {
        Some(self.key(canonical(self, state).0))
    }
}

impl Listed for Breakthrough {
    const NAME: &'static str = "breakthrough";
    const TITLE: &'static str = "Breakthrough";
    const RULES: &'static str = "Pieces move one square forward, straight or diagonally, and capture diagonally. \
        Reach the last row to win.";
    const PARAMETERS: &'static str =
        "COLUMNSxROWS, such as 3x4: at least 2x4, and no more than 31 cells";
    const STATES: &'static str = "the rows from the top and the player to move, \
        such as OOO/OOO/XXX/XXX X";
    const SAMPLES: &'static [&'static str] = &["3x4", "2x4", "2x5"];

    crate::pawns::write_pawns!();
    crate::pieces::draw_by_steps!();
}
