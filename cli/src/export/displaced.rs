//! The table for other languages: two arrays, addressed by the masks of a board.
//!
//! The occupied cells choose a row and those of X the column; the rows lie between each
//! other in one array. A slot is a number of 64 bits with the parts of a record beside
//! each other, so that a reader needs shifts and masks only.

use std::fmt::{Display, Write};

use perfectplay::Record;
use perfectplay::tictactoe::{records, slot};

/// Where each part of a record begins, in bits. Sets of cells have nine bits; of the
/// others there is room for more than there are.
pub const OCCUPIED: u32 = 0;
pub const WINNING: u32 = 9;
pub const LOSING: u32 = 18;
pub const NEUTRAL: u32 = 27;
pub const BEST: u32 = 36;
pub const DISTANCE: u32 = 45;
pub const VALUE: u32 = 49;
/// How wide a set of cells is.
pub const CELLS: u32 = 9;
/// How wide the distance is.
pub const DISTANCE_BITS: u32 = VALUE - DISTANCE;

/// Two arrays: where each row begins, and the slots.
pub struct Table {
    pub rows: Vec<u16>,
    pub slots: Vec<u64>,
}

impl Table {
    /// The baked table. An unused slot is 0, which no record is: the one record without
    /// occupied cells is that of the empty board, where every move is neutral.
    pub fn baked() -> Self {
        const ROWS: usize = 1 << CELLS;
        let mut table = Self {
            rows: vec![0; ROWS],
            slots: Vec::new(),
        };
        for (state, record) in records() {
            let at = slot(state).expect("a reachable state");
            if table.slots.len() <= at {
                table.slots.resize(at + 1, 0);
            }
            table.slots[at] = packed(record);
            // The column of a row is the mask of X.
            table.rows[usize::from(state.occupied())] = (at - usize::from(state.x())) as u16;
        }
        table
    }
}

/// A record as the number in a slot.
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
pub fn items<T: Display>(items: &[T]) -> String {
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
