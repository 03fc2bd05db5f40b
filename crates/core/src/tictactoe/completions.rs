//! Complete lines on the board, and lines that lack one mark.

use super::line::Line;
use super::state::State;
use crate::{Move, Moves, Player};

impl State {
    /// Returns the lines that the player has completed. A won game has one or two. If there are
    /// two, they share the cell that was marked last.
    pub fn lines(self, player: Player) -> impl Iterator<Item = Line> {
        let held = self.held_by(player);
        Line::all().filter(move |line| held & line.mask() == line.mask())
    }

    /// Returns the ways in which the player can complete a line with one more mark. Each pair is a
    /// line that holds two of the player's marks, and the empty cell of this line. It does not
    /// matter who is to move or whether the game is over. The pairs are in the order of the lines;
    /// a cell that completes two lines occurs twice.
    ///
    /// ```
    /// use perfectplay::tictactoe::State;
    /// use perfectplay::Player;
    ///
    /// let state: State = "o../oxo/xx.".parse()?;
    /// let cells = state.completions(Player::First).map(|(_, cell)| cell.index());
    /// assert!(cells.eq([8, 1, 2]));
    /// # Ok::<(), perfectplay::game::ParseStateError>(())
    /// ```
    pub fn completions(self, player: Player) -> impl Iterator<Item = (Line, Move)> {
        Line::all().filter_map(move |line| Some((line, self.completion(player, line)?)))
    }

    /// Returns the cells of [`completions`](Self::completions), as a set.
    #[must_use]
    pub const fn completing(self, player: Player) -> Moves {
        let mut cells = Moves::EMPTY;
        let mut line = 0;
        while line < Line::COUNT as u8 {
            if let Some(cell) = self.completion(player, Line(line)) {
                cells = cells.union(Moves::from_move(cell));
            }
            line += 1;
        }
        cells
    }

    /// Returns the empty cell of a line whose two other cells the player holds.
    const fn completion(self, player: Player, line: Line) -> Option<Move> {
        let missing = line.mask() & !self.held_by(player);
        if missing.count_ones() == 1 && missing & self.occupied() == 0 {
            Moves::from_bits(missing as u64).first()
        } else {
            None
        }
    }
}
