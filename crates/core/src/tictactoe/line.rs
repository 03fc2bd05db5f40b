//! The eight lines of the board.

use super::board::{BOARD, SIDE};
use crate::Moves;

/// One of the eight lines of three cells. The order of the lines is: rows from top to bottom,
/// columns from left to right, the diagonal 0-4-8, the anti-diagonal 6-4-2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line(pub(super) u8);

impl Line {
    /// The number of lines.
    pub(super) const COUNT: usize = 2 * SIDE as usize + 2;

    /// The cells of every line.
    const CELLS: [[u8; SIDE as usize]; Self::COUNT] = {
        let mut lines = [[0; SIDE as usize]; Self::COUNT];
        let mut i = 0;
        while i < SIDE {
            let mut j = 0;
            while j < SIDE {
                lines[i as usize][j as usize] = i * SIDE + j;
                lines[(SIDE + i) as usize][j as usize] = j * SIDE + i;
                j += 1;
            }
            lines[2 * SIDE as usize][i as usize] = i * SIDE + i;
            lines[2 * SIDE as usize + 1][i as usize] = (SIDE - 1 - i) * SIDE + i;
            i += 1;
        }
        lines
    };

    /// The mask of each line.
    const MASKS: [u16; Self::COUNT] = {
        let mut masks = [0; Self::COUNT];
        let mut line = 0;
        while line < Self::COUNT {
            let mut i = 0;
            while i < SIDE as usize {
                masks[line] |= 1 << Self::CELLS[line][i];
                i += 1;
            }
            line += 1;
        }
        masks
    };

    /// For each mask of nine bits, one bit that is 1 if the mask contains all cells of a line.
    const HELD: [u64; (BOARD as usize + 1) / 64] = {
        let mut held = [0; (BOARD as usize + 1) / 64];
        let mut mask = 0;
        while mask <= BOARD {
            let mut line = 0;
            while line < Self::COUNT {
                if mask & Self::MASKS[line] == Self::MASKS[line] {
                    held[(mask >> 6) as usize] |= 1 << (mask & 63);
                }
                line += 1;
            }
            mask += 1;
        }
        held
    };

    /// Returns all eight lines in their order: rows, columns, the diagonal, the anti-diagonal.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Returns the cells in the order in which the line is written. The anti-diagonal starts at 6.
    #[must_use]
    #[inline]
    pub const fn cells(self) -> [u8; 3] {
        Self::CELLS[self.0 as usize]
    }

    /// Returns the cells as a set.
    #[must_use]
    #[inline]
    pub const fn moves(self) -> Moves {
        Moves::from_bits(self.mask() as u64)
    }

    #[inline]
    pub(super) const fn mask(self) -> u16 {
        Self::MASKS[self.0 as usize]
    }

    /// Returns whether a mask of nine bits contains all cells of a line.
    #[must_use]
    #[inline]
    pub const fn held_by(mask: u16) -> bool {
        // The remainder never changes the word. It shows the compiler that the index is in bounds.
        let word = (mask >> 6) as usize % Self::HELD.len();
        Self::HELD[word] >> (mask & 63) & 1 == 1
    }
}
