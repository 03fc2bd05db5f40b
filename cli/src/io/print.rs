//! Answers on standard output: for people, or one JSON object a line.

use std::fmt;
use std::io::{self, Write};

use serde::Serialize;

/// Prints an answer as text or as JSON.
pub fn print(answer: &(impl fmt::Display + Serialize), json: bool) -> io::Result<()> {
    print_to(&mut io::stdout().lock(), answer, json)
}

/// The same, somewhere else.
pub fn print_to(
    out: &mut dyn Write,
    answer: &(impl fmt::Display + Serialize),
    json: bool,
) -> io::Result<()> {
    if json {
        write_json(out, answer)
    } else {
        write!(out, "{answer}")
    }
}

/// Writes an answer as one line of JSON.
pub fn write_json(out: &mut dyn Write, answer: &impl Serialize) -> io::Result<()> {
    let mut line = Vec::new();
    push_json(&mut line, answer)?;
    out.write_all(&line)
}

/// Appends an answer as one line of JSON. The line is made in memory wherever it goes, so
/// that there is one function for each kind of answer.
pub fn push_json(lines: &mut Vec<u8>, answer: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *lines, answer)?;
    lines.push(b'\n');
    Ok(())
}
