//! Contains a function for each parser that the fuzz targets in `tests/fuzz/` test. The functions
//! are public so that the fuzz targets can call them. This module is not part of the public
//! interface.

use std::io::BufReader;

use perfectplay::Moves;
use perfectplay_judge::NamedMove;
use perfectplay_judge::external::{next_line, short};
use perfectplay_judge::fault::Broken;
use perfectplay_judge::protocol::Earlier;

use crate::Program;
use crate::commands::verify;

/// Returns what `verify -` prints if `input` arrives on standard input.
///
/// # Errors
/// The error message that the command prints.
pub fn verify(program: &Program, input: &[u8]) -> Result<String, String> {
    verify::read_all(program.catalogue.clone(), input).map_err(|failure| failure.to_string())
}

/// Reads the answers of a player from `output`. Each line is one answer, and all answers are about the same state.
/// `names` lists the names of the legal moves in this state. The index of a move is its place in this list.
pub fn answers(output: &[u8], names: &[&str]) -> Vec<Result<Moves, String>> {
    let legal = NamedMove::numbered(names);
    let mut output = BufReader::new(output);
    let mut earlier = Earlier::default();
    let mut answers = Vec::new();
    while let Some(line) = next_line(&mut output).ok().filter(|line| !line.is_empty()) {
        let answer = short(&line).and_then(|answer| earlier.judge(answer, &legal));
        answers.push(answer.map_err(|fault| Broken::from(fault).to_string()));
    }
    answers
}
