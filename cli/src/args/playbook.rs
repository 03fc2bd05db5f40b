//! `--playbook`: the playbook that makes moves.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use perfectplay::Player;
use perfectplay::playbook::PlaybookError;
use perfectplay_any::{Playbook, Table};

use crate::Failure;
use crate::args::table::TableArg;

/// The option that names a playbook.
#[derive(clap::Args)]
pub struct PlaybookArg {
    /// Play by the book in this file, which `perfectplay playbook -o` wrote. The book knows the states
    /// that its player meets from the start of a game on. In any other state its move is arbitrary.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["level", "error_rate", "seed"])]
    playbook: Option<PathBuf>,
}

impl PlaybookArg {
    /// Opens the table of the game, and the playbook if the user gave one. With a playbook, nothing is
    /// solved: without --table, the table is one that knows no state.
    pub fn open(&self, game: &TableArg) -> Result<(Box<dyn Table>, Option<Playbook>), Failure> {
        self.open_for(game, &[])
    }

    /// Does the same after reading these states, as [`TableArg::open_for`] does.
    pub fn open_for(
        &self,
        game: &TableArg,
        states: &[&str],
    ) -> Result<(Box<dyn Table>, Option<Playbook>), Failure> {
        let Some(path) = &self.playbook else {
            return Ok((game.open_for(states)?, None));
        };
        let table = match game.table {
            Some(_) => game.open()?,
            None => game.game.game().without_table(),
        };
        let book = read(path, &*table)?;
        Ok((table, Some(book)))
    }
}

/// Reads a playbook. It must be of this table's game.
pub fn read(path: &Path, table: &dyn Table) -> Result<Playbook, Failure> {
    /// The arrays of a playbook have offsets of three bytes, so that no playbook is longer.
    const MOST_BYTES: u64 = 1 << 25;
    let wrong = |problem: &dyn std::fmt::Display| {
        let path = path.display();
        Failure::Input(format!("{path}: {problem}"))
    };
    let bytes = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.take(MOST_BYTES).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = bytes().map_err(|error| wrong(&error))?;
    table.open_playbook(bytes).map_err(|error| match error {
        PlaybookError::Rules { .. } => {
            let spec = &table.info().spec;
            wrong(&format_args!(
                "expected a playbook of {spec}, found one of another game or other parameters \
                 (--game names the game)"
            ))
        }
        error => wrong(&error),
    })
}

/// Makes the error for a playbook that does not play a side.
pub fn not_for(side: Player) -> Failure {
    Failure::Use(format!("the playbook is not for the {side} player"))
}
