//! The size of the board.

/// The number of rows and of columns, and also the number of cells in a line.
pub(super) const SIDE: u8 = 3;
/// The number of cells.
pub const CELLS: u8 = SIDE * SIDE;
/// The mask of the whole board.
pub const BOARD: u16 = (1 << CELLS) - 1;
