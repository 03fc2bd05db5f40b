//! The table as JSON: the answers of `lookup --json`.

use std::io::{self, Write};

use super::TableFormat;
use crate::Failure;
use crate::print::push_json;
use crate::solved_game::{Entry, SolvedGame};

/// One list of answers.
pub struct Json;

impl TableFormat for Json {
    fn write(&self, game: &dyn SolvedGame, out: &mut dyn Write) -> Result<(), Failure> {
        out.write_all(b"[")?;
        let write = |entry: &dyn Entry, text: &mut Vec<u8>| {
            text.push(b',');
            Ok(serde_json::to_writer(text, &entry.view()?).map_err(io::Error::from)?)
        };
        game.write_each(&write, &mut AllButFirst { out, begun: false })?;
        Ok(out.write_all(b"]\n")?)
    }
}

/// Leaves out the first byte: the comma before the first state.
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

/// One answer a line.
pub struct JsonLines;

impl TableFormat for JsonLines {
    fn write(&self, game: &dyn SolvedGame, out: &mut dyn Write) -> Result<(), Failure> {
        let write = |entry: &dyn Entry, text: &mut Vec<u8>| Ok(push_json(text, &entry.view()?)?);
        game.write_each(&write, out)
    }
}
