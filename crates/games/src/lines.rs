//! The lines of the 3 by 3 board, which several games share.

use perfectplay::Moves;
use perfectplay::tictactoe::Line;

use crate::show::SquareLine;

/// Returns each line of the 3 by 3 board whose three cells are all in the same mask.
pub(crate) fn lines_of_three<const N: usize>(masks: [u16; N]) -> impl Iterator<Item = SquareLine> {
    masks.into_iter().flat_map(|mask| {
        let held = Moves::from_bits(mask.into());
        let lines = Line::all().filter(move |line| line.moves().is_subset(held));
        lines.map(line_of_three)
    })
}

/// Returns a line of the 3 by 3 board, in the form for display.
pub(crate) const fn line_of_three(line: Line) -> SquareLine {
    let [first, next, _] = line.cells();
    SquareLine {
        first,
        step: next as i8 - first as i8,
        length: 3,
    }
}
