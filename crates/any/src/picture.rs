//! A board with its pieces, as data from which a picture is drawn.

use perfectplay::Player;
use perfectplay_games::show::{Grid, Square, SquareLine, Threat};

/// A board with its pieces, as data from which a picture is drawn. A game without a board has no squares.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The size of the board.
    pub grid: Option<Grid>,
    /// The character for a piece of the first player (`[0]`) and for a piece of the second player
    /// (`[1]`).
    pub marks: [char; 2],
    /// The content of each square.
    pub squares: Vec<Square>,
    /// The names of the squares.
    pub names: Vec<String>,
    /// The names of the columns, which are letters as in chess.
    pub columns: Vec<String>,
    /// The points of each player, in a game in which players score points.
    pub points: Option<[u32; 2]>,
    /// The lines along which pieces move. Each entry is the pair of squares that a line joins.
    pub edges: Vec<[u8; 2]>,
    /// The lines that a player has completed.
    pub lines: Vec<SquareLine>,
    pub(crate) threats: [Vec<Threat>; 2],
}

impl Picture {
    /// Returns the free squares on which `player` would complete a line.
    #[must_use]
    pub fn threats(&self, player: Player) -> &[Threat] {
        &self.threats[player as usize]
    }

    /// Returns the name of a square.
    #[must_use]
    pub fn name(&self, square: u8) -> &str {
        &self.names[usize::from(square)]
    }

    /// Finds a square by its name. `name` may be the name that the game gives to the square, or a name as in chess.
    /// Upper and lower case count as equal.
    #[must_use]
    pub fn find_square(&self, name: &str) -> Option<u8> {
        let is_named = |own: &String| own.eq_ignore_ascii_case(name);
        let own = self.names.iter().position(is_named);
        own.map(|square| square as u8).or_else(|| {
            let grid = self.grid.filter(|grid| grid.boards == 1)?;
            let letter = name.bytes().next()?.to_ascii_lowercase();
            let column = letter.checked_sub(b'a')?;
            let row = grid.rows.checked_sub(name.get(1..)?.parse().ok()?)?;
            (row < grid.rows && column < grid.columns).then(|| grid.square(0, row, column))
        })
    }

    /// Returns the content of a square.
    #[must_use]
    pub fn square(&self, square: u8) -> Square {
        self.squares[usize::from(square)]
    }

    /// Returns the name of a line, such as `0-1-2` or `a1-b2-c3`.
    #[must_use]
    pub fn line_name(&self, line: SquareLine) -> String {
        let names = line.squares().map(|square| self.name(square));
        names.collect::<Vec<_>>().join("-")
    }

    /// Returns the squares of all complete lines, in ascending order. Each square comes once.
    #[must_use]
    pub fn line_squares(&self) -> Vec<u8> {
        line_squares(&self.lines)
    }
}

/// Returns the squares of `lines`, in ascending order. Each square comes once.
pub(crate) fn line_squares(lines: &[SquareLine]) -> Vec<u8> {
    let squares = lines.iter().flat_map(|line| line.squares());
    let mut squares = squares.collect::<Vec<_>>();
    squares.sort_unstable();
    squares.dedup();
    squares
}
