//! What a game's board looks like in a state, without the types of the game.

use perfectplay::Player;
use perfectplay_games::Listed;
use perfectplay_games::show::{Grid, Square, SquareLine, Threat};

/// The board of a state. A game without a board has no squares.
pub struct Picture {
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
    threats: [Vec<Threat>; 2],
}

impl Picture {
    pub fn of<G: Listed>(game: &G, state: G::State) -> Self {
        let grid = game.grid();
        let squares = 0..grid.map_or(0, Grid::squares);
        let name = |square| {
            let mut name = String::new();
            game.write_square(square, &mut name).expect("memory");
            name
        };
        let names = squares.clone().map(name).collect::<Vec<_>>();
        // The name of a square ends with the number of its row.
        let column = |name: &String| name.trim_end_matches(char::is_numeric).to_owned();
        let first_row = names
            .iter()
            .take(grid.map_or(0, |grid| grid.columns.into()));
        Self {
            grid,
            columns: first_row.map(column).collect(),
            marks: game.marks(),
            squares: squares.map(|at| game.square(state, at)).collect(),
            names,
            points: game.points(state),
            lines: game.lines(state).collect(),
            threats: Player::BOTH.map(|player| game.threats(state, player).collect()),
        }
    }

    pub fn threats(&self, player: Player) -> &[Threat] {
        &self.threats[player as usize]
    }

    /// The name of a square.
    pub fn name(&self, square: u8) -> &str {
        &self.names[usize::from(square)]
    }

    /// What stands on a square.
    pub fn square(&self, square: u8) -> Square {
        self.squares[usize::from(square)]
    }

    /// The name of a line: `0-1-2`, `a1-b2-c3`.
    pub fn line_name(&self, line: SquareLine) -> String {
        let names = line.squares().map(|square| self.name(square));
        names.collect::<Vec<_>>().join("-")
    }

    /// The squares of all complete lines, each once, by their numbers.
    pub fn line_squares(&self) -> Vec<u8> {
        let squares = self.lines.iter().flat_map(|line| line.squares());
        let mut squares = squares.collect::<Vec<_>>();
        squares.sort_unstable();
        squares.dedup();
        squares
    }
}
