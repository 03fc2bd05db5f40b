//! The lines of three cells on the 3 by 3 board, for all games that are played on this board.

use perfectplay::Moves;
use perfectplay::tictactoe::Line;

use crate::show::SquareLine;

/// Returns, for each mask in `masks`, the lines of the 3 by 3 board whose three cells are all in
/// the mask.
pub(crate) fn lines_of_three<const N: usize>(masks: [u16; N]) -> impl Iterator<Item = SquareLine> {
    masks.into_iter().flat_map(|mask| {
        let held = Moves::from_bits(mask.into());
        let lines = Line::all().filter(move |line| line.moves().is_subset(held));
        lines.map(line_of_three)
    })
}

/// Converts a line of the 3 by 3 board to a [`SquareLine`], the form in which programs display
/// lines.
pub(crate) const fn line_of_three(line: Line) -> SquareLine {
    let [first, next, _] = line.cells();
    SquareLine {
        first,
        step: next as i8 - first as i8,
        length: 3,
    }
}
