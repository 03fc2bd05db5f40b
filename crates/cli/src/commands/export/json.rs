//! Writes the table as JSON: the answers of `lookup --json`.

use std::io::{self, Write};

use perfectplay_any::{Answer, AnyTable, Error, Position};

use super::each::write_each;
use crate::Failure;
use crate::io::print::{push_json, stream_json};

/// Writes all answers in one list.
pub fn write_list(table: &AnyTable, out: &mut dyn Write) -> Result<(), Failure> {
    out.write_all(b"[")?;
    let write = |position: &Position<'_>, text: &mut Vec<u8>| {
        text.push(b',');
        Ok(stream_json(text, &answer(position)?)?)
    };
    write_each(table, &write, &mut AllButFirst { out, begun: false })?;
    Ok(out.write_all(b"]\n")?)
}

/// Returns the answer about a state. The table must have it.
fn answer<'t>(position: &Position<'t>) -> Result<Answer<'t>, Error> {
    let answer = position.answer()?;
    if answer.is_reachable() {
        Ok(answer)
    } else {
        Err(position.no_record())
    }
}

/// A writer that drops the first byte: the comma before the first state.
struct AllButFirst<'a> {
    out: &'a mut dyn Write,
    begun: bool,
}

impl Write for AllButFirst<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.begun || bytes.is_empty() {
            return self.out.write(bytes);
        }
        self.begun = true;
        Ok(1)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes one answer on each line.
pub fn write_lines(table: &AnyTable, out: &mut dyn Write) -> Result<(), Failure> {
    let write =
        |position: &Position<'_>, text: &mut Vec<u8>| Ok(push_json(text, &answer(position)?)?);
    write_each(table, &write, out)
}
