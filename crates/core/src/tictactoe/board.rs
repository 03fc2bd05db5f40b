//! The size of the board.

/// The side of the board in cells, and the number of marks in a line.
pub(super) const SIDE: u8 = 3;
/// The number of cells.
pub const CELLS: u8 = SIDE * SIDE;
/// The mask of the whole board.
pub const BOARD: u16 = (1 << CELLS) - 1;
