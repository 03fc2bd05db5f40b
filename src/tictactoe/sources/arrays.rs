//! Stores the table as two arrays, indexed by the masks of a board.
//!
//! The occupied cells choose a row, and the cells of X choose the column. The rows overlap in
//! one array. A slot is a record of 32 bits, so a machine of 8 or 16 bits needs no wider
//! numbers.

use crate::tictactoe::lookup::slot;
use alloc::vec;
use alloc::vec::Vec;
use perfectplay_core::tictactoe::{Record, State};

/// The first bit of each part of a record. The parts are two sets of cells, whose meaning
/// depends on the value; the distance times three plus the value; and the occupied cells.
pub(super) const HIGH: u32 = 9;
pub(super) const SCORE: u32 = 18;
pub(super) const OCCUPIED: u32 = 23;
/// The number of bits of a set of cells.
pub(super) const CELLS: u32 = 9;
/// The number of bits of the score.
pub(super) const SCORE_BITS: u32 = OCCUPIED - SCORE;

/// Two arrays: the offset of each row, and the slots.
pub(super) struct Arrays {
    pub(super) rows: Vec<u16>,
    pub(super) slots: Vec<u32>,
}

impl Arrays {
    /// Creates the arrays of a table. An unused slot is 0. It looks like a record in the row of
    /// the empty board, but that row has only one column, which is used.
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
