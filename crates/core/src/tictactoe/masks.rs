//! Creates a state from the masks of the cells of X and O, and lists all states.

use core::fmt;

use super::board::{BOARD, CELLS};
use super::state::State;
use crate::Moves;

impl State {
    /// Creates the state in which X holds the cells of `x` and O holds the cells of `o`.
    ///
    /// ```
    /// use perfectplay::tictactoe::State;
    ///
    /// assert_eq!(State::from_masks(0b001, 0b100)?.to_string(), "X.O/.../...");
    /// assert_eq!(
    ///     State::from_masks(0b011, 0b110).unwrap_err().to_string(),
    ///     "expected that each cell is in at most one mask, found both players in cell 1",
    /// );
    /// # Ok::<(), perfectplay::tictactoe::StateError>(())
    /// ```
    ///
    /// # Errors
    /// Fails when the masks have a common cell, or a mask has a bit above bit 8.
    pub const fn from_masks(x: u16, o: u16) -> Result<Self, StateError> {
        let beyond = (x | o) & !BOARD;
        if beyond != 0 {
            return Err(StateError::Beyond {
                cells: Moves::from_bits(beyond as u64),
            });
        }
        let shared = x & o;
        if shared != 0 {
            return Err(StateError::Overlap {
                cells: Moves::from_bits(shared as u64),
            });
        }
        Ok(Self::from_disjoint(x, o))
    }

    /// Returns all 19,683 boards, reachable or not, in ascending order. Each cell is empty, or
    /// holds X or O.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=BOARD).flat_map(|occupied| {
            // Subtracting the mask from a subset of it, within the mask, gives the next
            // subset.
            let mut next = Some(0_u16);
            core::iter::from_fn(move || {
                let x = next?;
                let following = x.wrapping_sub(occupied) & occupied;
                next = (following != 0).then_some(following);
                Some(Self::from_disjoint(x, occupied ^ x))
            })
        })
    }
}

/// The reason why two masks do not give a state.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateError {
    /// Both players hold these cells.
    Overlap {
        /// The cells that are in both masks.
        cells: Moves,
    },
    /// A mask has bits above bit 8.
    Beyond {
        /// The positions of the bits above bit 8.
        cells: Moves,
    },
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overlap { cells } => {
                f.write_str(
                    "expected that each cell is in at most one mask, found both players in ",
                )?;
                write_cells(f, *cells)
            }
            Self::Beyond { cells } => {
                write!(f, "expected cells 0 to {}, found ", CELLS - 1)?;
                write_cells(f, *cells)
            }
        }
    }
}

crate::debug_as_display!([] StateError);

/// Writes `cell 1`, or `cells 1, 2 and 4`.
fn write_cells(f: &mut fmt::Formatter<'_>, cells: Moves) -> fmt::Result {
    f.write_str(if cells.len() == 1 { "cell" } else { "cells" })?;
    for (place, cell) in (1..).zip(cells) {
        let separator = match place {
            1 => " ",
            last if last == cells.len() => " and ",
            _ => ", ",
        };
        write!(f, "{separator}{cell}")?;
    }
    Ok(())
}

impl core::error::Error for StateError {}
