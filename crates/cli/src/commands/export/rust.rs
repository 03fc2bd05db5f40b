//! Writes the table as a Rust module.

use std::fmt::Write as _;
use std::io::Write;

use perfectplay_any::AnyTable;

use super::source::sorted;
use crate::Failure;

/// The template of the module. The module contains the table as a single string, because the Rust
/// compiler takes little time even for a long string.
const MODULE: &str = include_str!("module.rs.txt");

pub fn write(table: &AnyTable, out: &mut dyn Write) -> Result<(), Failure> {
    let mut lines = String::new();
    for row in sorted(table)? {
        let fields = [
            &row.state,
            ["loss", "draw", "win"][row.value as usize],
            &row.distance
                .map_or_else(String::new, |plies| plies.to_string()),
            &row.winning,
            &row.losing,
            &row.neutral,
            &row.best,
        ];
        writeln!(lines, "{}", fields.join("\t").escape_debug()).expect("a string takes every text");
    }
    let source = MODULE
        .replace("GAME", &table.info().spec)
        .replace("LINES\n", &lines);
    Ok(out.write_all(source.as_bytes())?)
}
