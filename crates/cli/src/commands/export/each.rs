//! Writes a table with one line for each state.

use std::io::Write;

use perfectplay_any::{AnyTable, Position, Writer};

use crate::Failure;
use crate::io::print::push_json;
use crate::io::progress::{Meter, WorkKind};
use crate::io::row::Delimited;

/// Writes a header line, and then a line for each state. In each line, `separator` stands between
/// the columns.
pub fn write_delimited(
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

/// Writes a line of JSON for each state, in the form of `lookup --json`.
pub fn write_json(table: &AnyTable, out: &mut dyn Write) -> Result<(), Failure> {
    let write = |position: &Position<'_>, text: &mut Vec<u8>| {
        let answer = position.answer()?;
        if !answer.is_reachable() {
            return Err(position.no_record());
        }
        Ok(push_json(text, &answer)?)
    };
    write_each(table, &write, out)
}

/// Calls `write` for each state, and shows the progress.
fn write_each(table: &AnyTable, write: &Writer<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let (meter, mut done) = (Meter::new(), 0);
    table.write_each(write, &mut |text, states| {
        let before = done;
        done += states;
        // Showing the progress for each state would take longer than writing the states.
        if done >> 10 != before >> 10 {
            meter.show(WorkKind::of_states("exporting"), done, table.states());
        }
        Ok(out.write_all(text)?)
    })?;
    Ok(())
}
