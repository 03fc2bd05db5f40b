//! Writes the manual pages of the command and of each subcommand into a directory. If you build a command for your own
//! games, a program like this one writes its manual pages.

use std::error::Error;
use std::{env, fs};

use perfectplay_cli::Program;

fn main() -> Result<(), Box<dyn Error>> {
    let directory = env::args_os().nth(1);
    let directory = directory.ok_or("expected a directory, found none")?;
    fs::create_dir_all(&directory)?;
    let program = Program::new("perfectplay", env!("CARGO_PKG_VERSION")).games_that_ship();
    Ok(clap_mangen::generate_to(program.command(), directory)?)
}
