//! The table as two arrays, addressed by the masks of a board.
//!
//! The occupied cells choose a row, and the cells of X choose the column. The rows lie
//! between each other in one array. A slot is a number of 64 bits with the parts of a
//! record side by side: a reader needs shifts and masks only.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{Display, Write};

use crate::tictactoe::lookup::slot;
use perfectplay_core::tictactoe::{Record, State};

/// Where each part of a record begins, in bits. Sets of cells have nine bits; of the
/// others there is room for more than there are.
const OCCUPIED: u32 = 0;
pub(super) const WINNING: u32 = 9;
pub(super) const LOSING: u32 = 18;
pub(super) const NEUTRAL: u32 = 27;
pub(super) const BEST: u32 = 36;
pub(super) const DISTANCE: u32 = 45;
pub(super) const VALUE: u32 = 49;
/// How wide a set of cells is.
pub(super) const CELLS: u32 = 9;
/// How wide the distance is.
pub(super) const DISTANCE_BITS: u32 = VALUE - DISTANCE;

/// Two arrays: where each row begins, and the slots.
pub(super) struct Arrays {
    pub(super) rows: Vec<u16>,
    pub(super) slots: Vec<u64>,
}

impl Arrays {
    /// Those of a table. An unused slot is 0, which no record is: the one record without
    /// occupied cells is that of the empty board, where every move is neutral.
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
            arrays.slots[at] = packed(record);
            // The column of a row is the mask of X.
            arrays.rows[usize::from(state.occupied())] = (at - usize::from(state.x())) as u16;
        }
        arrays
    }
}

/// What is known of a state, as the number in its slot.
fn packed(record: Record) -> u64 {
    record.occupied().bits() << OCCUPIED
        | record.winning().bits() << WINNING
        | record.losing().bits() << LOSING
        | record.neutral().bits() << NEUTRAL
        | record.best().bits() << BEST
        | u64::from(record.distance()) << DISTANCE
        | (record.value() as u64) << VALUE
}

/// The items of an array in source, eight a line.
pub(super) fn items<T: Display>(items: &[T]) -> String {
    let mut source = String::new();
    for line in items.chunks(8) {
        source += "   ";
        for item in line {
            write!(source, " {item},").expect("a string takes every text");
        }
        source += "\n";
    }
    source
}
