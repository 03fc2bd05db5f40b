//! `--playbook`: the playbook that makes moves.

use std::path::PathBuf;

use perfectplay::Player;
use perfectplay_any::{AnyGame, AnyTable, Playbook};

use crate::Failure;
use crate::args::oracle::{OnInterrupt, OracleArg};
use crate::args::playbook_file::read;
use crate::args::table::TableArg;

/// The option `--playbook`, which names a playbook.
#[derive(clap::Args)]
pub struct PlaybookArg {
    /// Play by the book in this file, which `perfectplay playbook -o` wrote. The book knows only
    /// states that can occur while the computer plays by the book from the start. In any other
    /// state, the book's move is arbitrary.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["level", "seed"])]
    playbook: Option<PathBuf>,
}

impl PlaybookArg {
    pub const fn is_given(&self) -> bool {
        self.playbook.is_some()
    }

    /// Calls `states`, which returns the states that the user asks about. Then opens the table, and
    /// the playbook if the user gave one. If there is a playbook, the game is not solved. The
    /// returned table then contains no values, unless the user gave `--table`.
    pub fn open(
        &self,
        game: &TableArg,
        oracle: &OracleArg,
        states: &dyn Fn(&AnyGame) -> Result<Vec<u64>, Failure>,
    ) -> Result<(AnyTable, Vec<u64>, Option<Playbook>), Failure> {
        let Some(path) = &self.playbook else {
            let (table, states) = game.open_to_ask(oracle, OnInterrupt::End, states)?;
            return Ok((table, states, None));
        };
        let (table, states) = match game.table {
            Some(_) => game.open_to_ask(oracle, OnInterrupt::End, states)?,
            None => {
                oracle.expect_unused("the moves are in the playbook")?;
                let game = game.game.game();
                let states = states(&game)?;
                (game.without_table(), states)
            }
        };
        let book = read(path, &table)?;
        Ok((table, states, Some(book)))
    }
}

/// Returns the error for a playbook that does not play `side`. The message ends with `advice`,
/// which tells the user to use another option instead.
pub fn not_for(side: Player, advice: &str) -> Failure {
    Failure::Use(format!(
        "the playbook is not for the {side} player: {advice}"
    ))
}
