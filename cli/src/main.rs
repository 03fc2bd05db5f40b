//! The `perfectplay` command: solved tic-tac-toe from the command line.

mod board;
mod lookup;
mod play;
mod view;

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Solved tic-tac-toe: every answer is read from a table, nothing is searched.
#[derive(Parser)]
#[command(version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Lookup(lookup::Args),
    Play(play::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Lookup(args) => lookup::run(&args),
        Command::Play(args) => play::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads the output has read enough.
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            // Where even this cannot be written, the status still tells.
            let _ = writeln!(io::stderr(), "perfectplay: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Why a command did not do its work: one line for standard error, and status 1. Wrong
/// use is found by the argument parser, which ends with status 2.
#[derive(Debug)]
enum Failure {
    /// Something was read, and it is wrong.
    Input(String),
    /// Reading or writing failed.
    Io(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) => f.write_str(message),
            Self::Io(error) => write!(f, "{error}"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
