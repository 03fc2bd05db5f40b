//! Complete lines on the board, and lines that lack one mark.

use super::line::Line;
use super::state::State;
use crate::{Move, Moves, Player};

impl State {
    /// Returns the lines that the player has completed. A player who has won the game has one or
    /// two lines. A player with two lines has completed both with the last mark, in the cell that
    /// the lines share.
    pub fn lines(self, player: Player) -> impl Iterator<Item = Line> {
        let held = self.held_by(player);
        Line::all().filter(move |line| held & line.mask() == line.mask())
    }

    /// Returns the lines that the player could complete with one more mark, even if it is not the
    /// player's turn or the game is over. In each pair, `.0` is the line, and `.1` is the empty
    /// cell of this line. The pairs are in the order of the lines. If a cell completes two lines,
    /// it occurs in two pairs.
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

    /// Returns the empty cells in which one more mark of the player would complete a line.
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

    /// Returns the empty cell of `line` if the player holds both other cells of the line.
    const fn completion(self, player: Player, line: Line) -> Option<Move> {
        let missing = line.mask() & !self.held_by(player);
        if missing.count_ones() == 1 && missing & self.occupied() == 0 {
            Moves::from_bits(missing as u64).first()
        } else {
            None
        }
    }
}
