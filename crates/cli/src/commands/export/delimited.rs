//! Writes the table as lines of columns.

use std::io::Write;

use perfectplay::Value;
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

const NUMERIC_COLUMNS: [&str; 7] = [
    "key", "value", "distance", "winning", "losing", "neutral", "best",
];

/// Writes a header, and one line of whole numbers for each state.
///
/// The value is -1, 0 or 1: a loss, a draw or a win. The distance is -1 if perfect play never ends.
/// A set of moves is the sum of 2^i over the indexes i of its moves.
pub fn write_numbers(
    separator: &'static str,
    table: &AnyTable,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    writeln!(out, "{}", NUMERIC_COLUMNS.join(separator))?;
    let write = |position: &Position<'_>, text: &mut Vec<u8>| {
        let record = position.record()?;
        let value = match record.value {
            Value::Loss => -1,
            Value::Draw => 0,
            Value::Win => 1,
        };
        let distance = record.distance.map_or(-1, i64::from);
        write!(
            text,
            "{}{separator}{value}{separator}{distance}",
            position.key()
        )?;
        for moves in [record.winning, record.losing, record.neutral, record.best] {
            write!(text, "{separator}{}", moves.bits())?;
        }
        text.push(b'\n');
        Ok(())
    };
    write_each(table, &write, out)
}
