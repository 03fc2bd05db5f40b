//! Writes the table as lines of JSON, in the form of `lookup --json`.

use std::io::Write;

use perfectplay_any::{Answer, AnyTable, Error, Position};

use super::each::write_each;
use crate::Failure;
use crate::io::print::push_json;

/// Returns the answer about a state. The state must be in the table.
fn answer<'t>(position: &Position<'t>) -> Result<Answer<'t>, Error> {
    let answer = position.answer()?;
    if answer.is_reachable() {
        Ok(answer)
    } else {
        Err(position.no_record())
    }
}

/// Writes one answer on each line.
pub fn write(table: &AnyTable, out: &mut dyn Write) -> Result<(), Failure> {
    let write =
        |position: &Position<'_>, text: &mut Vec<u8>| Ok(push_json(text, &answer(position)?)?);
    write_each(table, &write, out)
}
