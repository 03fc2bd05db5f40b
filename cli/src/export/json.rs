//! The table as JSON: the answers of `lookup --json`.

use std::io;

use super::TableFormat;
use crate::print::push_json;
use crate::solved_game::SolvedGame;

/// One list of answers.
pub struct Json;

impl TableFormat for Json {
    fn write(&self, game: &dyn SolvedGame) -> io::Result<Vec<u8>> {
        let mut json = Vec::new();
        push_json(&mut json, &game.views().collect::<Vec<_>>())?;
        Ok(json)
    }
}

/// One answer a line.
pub struct JsonLines;

impl TableFormat for JsonLines {
    fn write(&self, game: &dyn SolvedGame) -> io::Result<Vec<u8>> {
        let mut lines = Vec::new();
        for view in game.views() {
            push_json(&mut lines, &view)?;
        }
        Ok(lines)
    }
}
