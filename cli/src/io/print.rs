//! Prints answers on standard output: as text for people, or as one JSON object on each line.

use std::fmt;
use std::io::{self, Write};

use perfectplay_any::printable;
use serde::Serialize;

/// Prints an answer as text or as JSON. Control characters in the answer are escaped.
pub fn print(answer: &(impl fmt::Display + Serialize), json: bool) -> io::Result<()> {
    print_to(&mut io::stdout().lock(), answer, json)
}

/// Writes an answer to `out`, like [`print`].
pub fn print_to(
    out: &mut dyn Write,
    answer: &(impl fmt::Display + Serialize),
    json: bool,
) -> io::Result<()> {
    if json {
        write_json(out, answer)
    } else {
        let text = answer.to_string();
        let lines = text.split('\n').map(printable);
        out.write_all(lines.collect::<Vec<_>>().join("\n").as_bytes())
    }
}

/// Writes an answer as one line of JSON.
pub fn write_json(out: &mut dyn Write, answer: &impl Serialize) -> io::Result<()> {
    let mut line = Vec::new();
    push_json(&mut line, answer)?;
    out.write_all(&line)
}

/// Appends an answer as one line of JSON. The line is first made in memory, so that only one
/// function is compiled for each type of answer.
pub fn push_json(lines: &mut Vec<u8>, answer: &impl Serialize) -> io::Result<()> {
    let start = lines.len();
    serde_json::to_writer(&mut *lines, answer)?;
    // The JSON writer escapes control characters, except for those above ASCII.
    if lines[start..].iter().any(|&byte| byte >= 0x7f) {
        let json = String::from_utf8_lossy(&lines[start..]).into_owned();
        lines.truncate(start);
        for character in json.chars() {
            push_visible(lines, character);
        }
    }
    lines.push(b'\n');
    Ok(())
}

/// Appends a character to JSON. A character that [`printable`] escapes is written as JSON's own
/// escape.
fn push_visible(lines: &mut Vec<u8>, character: char) {
    let mut bytes = [0; 4];
    let text = character.encode_utf8(&mut bytes);
    if character.is_ascii_graphic() || printable(text) == *text {
        lines.extend_from_slice(text.as_bytes());
    } else {
        for unit in character.encode_utf16(&mut [0; 2]) {
            lines.extend_from_slice(format!("\\u{unit:04x}").as_bytes());
        }
    }
}
