//! Hexapawn as a command. Its answers come from the table that the build script has baked.

mod board;
mod rules;

use std::process::ExitCode;

use perfectplay::table;
use perfectplay_cli::Program;
use perfectplay_games::{Baked, Listed};
use rules::{HEXAPAWN, Hexapawn};

table!(static BAKED: Hexapawn = HEXAPAWN, "hexapawn");

impl Listed for Hexapawn {
    const NAME: &'static str = "hexapawn";
    const RULES: &'static str = "Reach the far side, or leave the opponent without a move.";
    const STATES: &'static str = "the rows from Black's and the player to move: BBB/.../WWW W";

    fn with_parameters(text: &str) -> Option<Self> {
        text.is_empty().then_some(*BAKED.game())
    }

    fn baked(&self) -> Option<&Baked<Self>> {
        Some(&BAKED)
    }
}

fn main() -> ExitCode {
    Program::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
        .game::<Hexapawn>()
        .run()
}
