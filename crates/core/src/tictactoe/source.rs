//! Writes the table of tic-tac-toe as Rust source, for the build script.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::record::{PackError, Record};
use super::rules::TicTacToe;
use super::state::State;
use crate::Moves;
use crate::row_displacement::displace;
use crate::solve::Solution;

/// Returns every reachable board and its record.
///
/// # Errors
/// Fails when the analysis of a board does not fit into a record. This happens only if the solution
/// is wrong.
pub fn records(solution: &Solution<TicTacToe>) -> Result<Vec<(State, Record)>, PackError> {
    let analyses = solution.iter();
    analyses
        .map(|(state, analysis)| {
            Ok((
                state,
                Record::pack(&analysis, Moves::from_bits(state.occupied().into()))?,
            ))
        })
        .collect()
}

/// Returns the source of the arrays `ROWS` and `SLOTS`. The record of a board is `SLOTS[ROWS[row] +
/// column]`, where [`State::address`] returns `row` and `column`.
#[must_use]
pub fn rows_and_slots(records: &[(State, Record)]) -> String {
    let entries = records.iter();
    let index = displace(entries.map(|(state, record)| (state.address(), record.to_bits())));
    array("ROWS", "u16", &index.rows) + &array("SLOTS", "u32", &index.slots)
}

fn array<T: fmt::Debug>(name: &str, item: &str, items: &[T]) -> String {
    format!(
        "pub static {name}: [{item}; {}] = {items:?};\n",
        items.len()
    )
}
