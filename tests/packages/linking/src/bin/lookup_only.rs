//! Looks up one board with `lookup`, and prints its value and the mask of its winning moves.
//!
//! The program `map_only` does the same, but uses `MAP` instead of `lookup`.
//! `tests/packaging/linking.rs` tests that each of the two programs contains only the data that it
//! uses.

use std::env;
use std::error::Error;
use std::process::ExitCode;

use perfectplay::lookup;
use perfectplay::tictactoe::{Record, State};

fn main() -> ExitCode {
    let board = env::args_os().nth(1).unwrap_or_default();
    match answer(&board.to_string_lossy()) {
        Ok(record) => {
            println!("{} {:09b}", record.value(), record.winning());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn answer(board: &str) -> Result<Record, Box<dyn Error>> {
    let state: State = board.parse()?;
    let record = lookup(state).ok_or("expected a reachable board")?;
    Ok(record)
}
