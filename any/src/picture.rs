//! What the board of a game looks like in a state.

use perfectplay::Player;
use perfectplay_games::show::{Grid, Square, SquareLine, Threat};

use crate::info::{Board, Info};

/// The board of a state. A game without a board has no squares.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The size of the board.
    pub grid: Option<Grid>,
    /// What the pieces of the first and of the second player look like.
    pub marks: [char; 2],
    /// What stands on each square.
    pub squares: Vec<Square>,
    /// The names of the squares.
    pub names: Vec<String>,
    /// The names of the columns: letters, as in chess.
    pub columns: Vec<String>,
    /// How many points each player has, in a game of points.
    pub points: Option<[u32; 2]>,
    /// The lines that are complete.
    pub lines: Vec<SquareLine>,
    pub(crate) threats: [Vec<Threat>; 2],
}

impl Picture {
    /// The board without what stands on it.
    pub(crate) fn new(info: &Info) -> Self {
        let board = info.board.as_ref();
        Self {
            grid: board.map(|board| board.grid),
            marks: info.marks,
            squares: Vec::new(),
            names: board.map_or_else(Vec::new, |board| board.names.clone()),
            columns: board.map_or_else(Vec::new, Board::columns),
            points: None,
            lines: Vec::new(),
            threats: Default::default(),
        }
    }

    /// The squares where a player would complete a line.
    #[must_use]
    pub fn threats(&self, player: Player) -> &[Threat] {
        &self.threats[player as usize]
    }

    /// The name of a square.
    #[must_use]
    pub fn name(&self, square: u8) -> &str {
        &self.names[usize::from(square)]
    }

    /// What stands on a square.
    #[must_use]
    pub fn square(&self, square: u8) -> Square {
        self.squares[usize::from(square)]
    }

    /// The name of a line: `0-1-2`, `a1-b2-c3`.
    #[must_use]
    pub fn line_name(&self, line: SquareLine) -> String {
        let names = line.squares().map(|square| self.name(square));
        names.collect::<Vec<_>>().join("-")
    }

    /// The squares of all complete lines, each once, by their numbers.
    #[must_use]
    pub fn line_squares(&self) -> Vec<u8> {
        line_squares(&self.lines)
    }
}

/// The squares of some lines, each once, by their numbers.
pub(crate) fn line_squares(lines: &[SquareLine]) -> Vec<u8> {
    let squares = lines.iter().flat_map(|line| line.squares());
    let mut squares = squares.collect::<Vec<_>>();
    squares.sort_unstable();
    squares.dedup();
    squares
}
