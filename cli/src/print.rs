//! Answers on standard output: for people, or one JSON object a line.

use std::fmt;
use std::io::{self, Write};

use serde::Serialize;

/// Prints an answer as text or as JSON.
pub fn print(answer: &(impl fmt::Display + Serialize), json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        write_json(&mut out, answer)
    } else {
        write!(out, "{answer}")
    }
}

/// Writes an answer as one line of JSON.
pub fn write_json(mut out: impl Write, answer: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut out, answer)?;
    writeln!(out)
}
