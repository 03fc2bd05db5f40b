//! The `perfectplay` command.

use std::process::ExitCode;

use perfectplay_cli::Program;

fn main() -> ExitCode {
    Program::new("perfectplay", env!("CARGO_PKG_VERSION"))
        .games_that_ship()
        .run()
}
