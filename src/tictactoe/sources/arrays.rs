//! The table as two arrays, addressed by the masks of a board.
//!
//! The occupied cells choose a row, and the cells of X choose the column. The rows lie
//! between each other in one array. A slot is a record in 32 bits, so that a machine of 8 or 16
//! bits needs no wider numbers.

use crate::tictactoe::lookup::slot;
use alloc::vec;
use alloc::vec::Vec;
use perfectplay_core::tictactoe::{Record, State};

/// Where each part of a record begins, in bits: two sets of cells that mean different things
/// for each value, the distance times three and the value, and the occupied cells.
pub(super) const HIGH: u32 = 9;
pub(super) const SCORE: u32 = 18;
pub(super) const OCCUPIED: u32 = 23;
/// How wide a set of cells is.
pub(super) const CELLS: u32 = 9;
/// How wide the score is.
pub(super) const SCORE_BITS: u32 = OCCUPIED - SCORE;

/// Two arrays: where each row begins, and the slots.
pub(super) struct Arrays {
    pub(super) rows: Vec<u16>,
    pub(super) slots: Vec<u32>,
}

impl Arrays {
    /// Those of a table. An unused slot is 0, which looks like a record in the row of the empty
    /// board; that row has one column only, which is used.
    pub(super) fn new(records: &[(State, Record)]) -> Self {
        const ROWS: usize = 1 << CELLS;
        let mut arrays = Self {
            rows: vec![0; ROWS],
            slots: Vec::new(),
        };
        for &(state, record) in records {
            let at = slot(state).expect("a reachable state");
            if arrays.slots.len() <= at {
                arrays.slots.resize(at + 1, 0);
            }
            arrays.slots[at] = record.to_bits();
            // The column of a row is the mask of X.
            arrays.rows[usize::from(state.occupied())] = (at - usize::from(state.x())) as u16;
        }
        arrays
    }
}
