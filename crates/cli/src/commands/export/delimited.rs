//! Writes the table as lines of columns.

use std::io::Write;

use perfectplay_any::{AnyTable, Position};

use super::each::write_each;
use crate::Failure;
use crate::io::row::Delimited;

/// Writes a header, and one line for each state.
pub fn write(
    separator: &'static str,
    table: &AnyTable,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let lines = Delimited { separator };
    writeln!(out, "{}", lines.header())?;
    let write = |position: &Position<'_>, text: &mut Vec<u8>| {
        lines.push(position, text)?;
        text.push(b'\n');
        Ok(())
    };
    write_each(table, &write, out)
}
