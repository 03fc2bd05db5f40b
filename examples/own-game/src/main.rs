//! Hexapawn as a command. The command answers from the table that the build script has baked.

mod board;
mod rules;

use std::process::ExitCode;

use perfectplay::table;
use perfectplay_cli::Program;
use perfectplay_games::Baked;
use rules::{HEXAPAWN, Hexapawn};

table!(static BAKED: Hexapawn = HEXAPAWN, "hexapawn");

/// Returns the table of the game, if the build script has baked it.
fn baked(game: &Hexapawn) -> Option<&'static Baked<Hexapawn>> {
    (game == BAKED.game()).then_some(&BAKED)
}

fn main() -> ExitCode {
    Program::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
        .game::<Hexapawn>()
        .run()
}
