//! `--playbook`: the playbook that makes moves.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use perfectplay::Player;
use perfectplay::playbook::PlaybookError;
use perfectplay_any::{AnyGame, AnyTable, Playbook};

use crate::Failure;
use crate::args::oracle::OracleArg;
use crate::args::table::TableArg;

/// The option `--playbook`, which names a playbook.
#[derive(clap::Args)]
pub struct PlaybookArg {
    /// Play by the book in this file, which `perfectplay playbook -o` wrote. The book knows the states
    /// that its player meets from the start of a game on. In any other state its move is arbitrary.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["level", "seed"])]
    playbook: Option<PathBuf>,
}

impl PlaybookArg {
    /// Returns whether the user gave a playbook.
    pub const fn is_given(&self) -> bool {
        self.playbook.is_some()
    }

    /// Opens the table of the game, and the playbook if the user gave one. With a playbook, the
    /// game is not solved: without `--table`, the table knows no state.
    pub fn open(
        &self,
        game: &TableArg,
        oracle: &OracleArg,
    ) -> Result<(AnyTable, Option<Playbook>), Failure> {
        let (table, _, book) = self.open_for(game, oracle, |_| Ok(Vec::new()))?;
        Ok((table, book))
    }

    /// Lets `states` read states first, as [`TableArg::open_to_ask`] does, and then opens the table and the
    /// playbook.
    pub fn open_for(
        &self,
        game: &TableArg,
        oracle: &OracleArg,
        states: impl FnOnce(&AnyGame) -> Result<Vec<u64>, Failure>,
    ) -> Result<(AnyTable, Vec<u64>, Option<Playbook>), Failure> {
        let Some(path) = &self.playbook else {
            let (table, states) = game.open_to_ask(oracle, states)?;
            return Ok((table, states, None));
        };
        let (table, states) = match game.table {
            Some(_) => game.open_to_ask(oracle, states)?,
            None => {
                let game = game.game.game();
                let states = states(&game)?;
                (game.without_table(), states)
            }
        };
        let book = read(path, &table)?;
        Ok((table, states, Some(book)))
    }
}

/// Reads a playbook, which must belong to the game of `table`.
pub fn read(path: &Path, table: &AnyTable) -> Result<Playbook, Failure> {
    /// Offsets in the arrays of a playbook have three bytes, so no playbook is longer.
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

/// Returns the error for a playbook that does not play `side`.
pub fn not_for(side: Player) -> Failure {
    Failure::Use(format!("the playbook is not for the {side} player"))
}
