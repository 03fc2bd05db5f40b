//! Prints answers on standard output: as text for people, or as one JSON object on each line.

use std::fmt;
use std::io::{self, Write};

use perfectplay_any::printable;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

/// Prints an answer as text or as JSON. Control characters in the answer are escaped.
pub fn print(answer: &(impl fmt::Display + Serialize), json: bool) -> io::Result<()> {
    print_beside(false, answer, json)
}

/// Prints an answer as text or as JSON, like [`print`]. If `is_stdout_taken` is set, other output goes to standard
/// output, and the answer goes to standard error.
pub fn print_beside(
    is_stdout_taken: bool,
    answer: &(impl fmt::Display + Serialize),
    json: bool,
) -> io::Result<()> {
    let out: &mut dyn Write = if is_stdout_taken {
        &mut io::stderr().lock()
    } else {
        &mut io::stdout().lock()
    };
    match json {
        true => write_json(out, answer),
        false => {
            let text = answer.to_string();
            let lines = text.split('\n').map(printable);
            out.write_all(lines.collect::<Vec<_>>().join("\n").as_bytes())
        }
    }
}

/// Writes an answer as one line of JSON.
pub fn write_json(out: &mut dyn Write, answer: &impl Serialize) -> io::Result<()> {
    let mut line = Vec::new();
    push_json(&mut line, answer)?;
    out.write_all(&line)
}

/// Appends an answer to `lines` as one line of JSON. This function writes only into memory. If the
/// function wrote into any `Write`, it would be compiled again for each type of output.
pub fn push_json(lines: &mut Vec<u8>, answer: &impl Serialize) -> io::Result<()> {
    stream_json(&mut *lines, answer)?;
    lines.push(b'\n');
    Ok(())
}

/// Writes an answer part by part, as JSON without a line break at the end.
pub fn stream_json(out: impl Write, answer: &impl Serialize) -> io::Result<()> {
    Ok(answer.serialize(&mut Serializer::with_formatter(out, Visible))?)
}

/// A formatter of JSON that escapes the same characters as [`printable`], such as control characters. The escapes have
/// the form of JSON, such as `\u001b`.
struct Visible;

impl Formatter for Visible {
    fn write_string_fragment<W: Write + ?Sized>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        if printable(fragment) == *fragment {
            return out.write_all(fragment.as_bytes());
        }
        fragment.chars().try_for_each(|character| {
            let mut bytes = [0; 4];
            let text = character.encode_utf8(&mut bytes);
            if printable(text) == *text {
                return out.write_all(text.as_bytes());
            }
            let mut units = [0; 2];
            let mut units = character.encode_utf16(&mut units).iter();
            units.try_for_each(|unit| write!(out, "\\u{unit:04x}"))
        })
    }
}
