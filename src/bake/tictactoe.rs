//! The tables of tic-tac-toe that are part of this crate.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::displace::displace;
use super::map::{Entry, phf_map};
use crate::games::tictactoe::TicTacToe;
use crate::record::{PackError, Record};
use crate::solve::Solution;

/// The source of both tables of tic-tac-toe, to be included where `State` and `Record`
/// are in scope: `MAP`, a `phf::Map` from state to record, and the direct index `ROWS`
/// and `SLOTS`.
///
/// # Errors
/// When a record cannot hold an analysis, which says that the solution is wrong.
pub fn tictactoe(solution: &Solution<TicTacToe>) -> Result<String, PackError> {
    let records = solution
        .iter()
        .map(|(state, analysis)| Ok((state, Record::pack(&analysis, state.occupied_cells())?)))
        .collect::<Result<Vec<_>, PackError>>()?;
    let entries = records.iter().map(|(state, record)| Entry {
        key: state.key(),
        key_source: format!("State::from_bits({:#x})", state.to_bits()),
        value_source: format!("Record::from_bits({:#x})", record.to_bits()),
    });
    let map = phf_map("::phf", entries);
    let index = displace(
        records
            .iter()
            .map(|(state, record)| (state.address(), record.to_bits())),
    );
    Ok(format!(
        "pub static MAP: phf::Map<State, Record> = {map};\n{}{}",
        array("ROWS", "u16", &index.rows),
        array("SLOTS", "u32", &index.slots),
    ))
}

/// The source of a static array of integers.
fn array<T: fmt::Display>(name: &str, item: &str, items: &[T]) -> String {
    let mut source = format!("pub static {name}: [{item}; {}] = [", items.len());
    for (i, item) in items.iter().enumerate() {
        let separator = if i % 16 == 0 { "\n    " } else { " " };
        write!(source, "{separator}{item},").expect("a string takes every text");
    }
    source + "\n];\n"
}
