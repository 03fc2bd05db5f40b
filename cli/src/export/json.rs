//! The table as JSON: the answers of `lookup --json`.

use std::io::Write;

use super::TableFormat;
use crate::Failure;
use crate::print::write_json;
use crate::solved_game::SolvedGame;

/// One list of answers.
pub struct Json;

impl TableFormat for Json {
    fn write(&self, game: &dyn SolvedGame, out: &mut dyn Write) -> Result<(), Failure> {
        let mut separator = "[";
        game.views(&mut |view| {
            out.write_all(separator.as_bytes())?;
            serde_json::to_writer(&mut *out, &view).map_err(std::io::Error::from)?;
            separator = ",";
            Ok(())
        })?;
        Ok(out.write_all(b"]\n")?)
    }
}

/// One answer a line.
pub struct JsonLines;

impl TableFormat for JsonLines {
    fn write(&self, game: &dyn SolvedGame, out: &mut dyn Write) -> Result<(), Failure> {
        game.views(&mut |view| Ok(write_json(out, &view)?))
    }
}
