//! The baked tables of tic-tac-toe, in Rust source.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::super::phf_source::{Key, phf_map};
use super::super::row_displacement::displace;
use super::super::solve::Solution;
use super::{PackError, Record, TicTacToe};

/// The source of both tables of tic-tac-toe: `MAP`, a `phf::Map` from states to records,
/// and the direct index `ROWS` and `SLOTS`. It must be included where `State` and
/// `Record` are in scope.
///
/// # Errors
/// When a record cannot hold an analysis, which means that the solution is wrong.
pub fn source(solution: &Solution<TicTacToe>) -> Result<String, PackError> {
    let records = solution
        .iter()
        .map(|(state, analysis)| Ok((state, Record::pack(&analysis, state.occupied_cells())?)))
        .collect::<Result<Vec<_>, PackError>>()?;
    let entries = records.iter().map(|(state, record)| {
        let key = Key {
            number: state.key(),
            source: format!("State::from_bits({:#x})", state.to_bits()),
        };
        (key, format!("Record::from_bits({:#x})", record.to_bits()))
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
fn array<T: fmt::Debug>(name: &str, item: &str, items: &[T]) -> String {
    format!(
        "pub static {name}: [{item}; {}] = {items:?};\n",
        items.len()
    )
}

#[cfg(test)]
mod tests {
    use super::super::TicTacToe;
    use super::source;
    use crate::kernel::solve::solve;

    /// The file that the build script wrote for the crate under test.
    const BAKED: &str = include_str!(concat!(env!("OUT_DIR"), "/tictactoe.rs"));

    #[test]
    fn baking_is_deterministic() {
        for _ in 0..2 {
            let solution = solve(&TicTacToe).unwrap();
            let again = source(&solution).unwrap();
            assert!(
                again == BAKED,
                "the baked source differs from the one that the build script wrote"
            );
        }
    }
}
