//! Reads standard input line by line.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read, Stdin};

use serde::Serialize;

use crate::failure::{Failure, report};

/// The argument that selects standard input.
pub const STDIN: &str = "-";

/// A reader of the lines of an input. The lines may contain any bytes.
pub struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    /// The greatest length of a line in bytes, including its line break.
    longest: u64,
    /// The number of the last line that was read, from 1.
    pub number: u64,
}

impl Lines<Stdin> {
    /// The greatest length of a line that contains a state. Every state is shorter. Without a limit, a line that never
    /// ends would fill the memory.
    const LONGEST_STATE: u64 = 1 << 12;

    /// Creates a reader of standard input, in which each line contains one state or one move.
    pub fn from_stdin() -> Self {
        Self::new(io::stdin(), Self::LONGEST_STATE)
    }
}

impl<R: Read> Lines<R> {
    /// Creates a reader of lines. Each line has at most `longest` bytes, including its line break.
    pub fn new(input: R, longest: u64) -> Self {
        Self {
            // This buffer is larger than the buffer of standard input, so reads bypass the buffer
            // of standard input.
            input: BufReader::with_capacity(1 << 16, input),
            line: Vec::new(),
            longest,
            number: 0,
        }
    }

    /// Reads the next line, without its line break and without spaces around it; `None` at the end
    /// of the input. Bytes that are not UTF-8 are replaced by a character that occurs in no state
    /// and no move.
    ///
    /// # Errors
    /// Returns an error if the line is too long, or if the input cannot be read. The error message
    /// contains the line number. If the kind of the error is
    /// [`InvalidData`](io::ErrorKind::InvalidData), the line was too long, and the next call reads
    /// the line after it.
    pub fn next(&mut self) -> io::Result<Option<Cow<'_, str>>> {
        let number = self.number + 1;
        let line = self.next_bytes();
        let line = line.map_err(|error| numbered(number, &error))?;
        Ok(line.map(String::from_utf8_lossy))
    }

    /// Does the same as [`next`](Self::next), but returns the line as bytes. The message of an
    /// error does not contain the number of the line.
    pub fn next_bytes(&mut self) -> io::Result<Option<&[u8]>> {
        self.line.clear();
        let mut rest = self.input.by_ref().take(self.longest);
        if rest.read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        if rest.limit() == 0 && !self.line.ends_with(b"\n") {
            let problem = format!("expected at most {} bytes, found more", self.longest);
            let kind = match self.skip_line()? {
                true => io::ErrorKind::InvalidData,
                false => io::ErrorKind::FileTooLarge,
            };
            return Err(io::Error::new(kind, problem));
        }
        Ok(Some(self.line.trim_ascii()))
    }

    /// Skips the rest of a long line. Returns whether the end of the line was found. The search for
    /// the end is limited, because an input may never end a line.
    fn skip_line(&mut self) -> io::Result<bool> {
        const MOST: u64 = 1 << 20;
        let mut rest = self.input.by_ref().take(MOST);
        rest.skip_until(b'\n')?;
        Ok(rest.limit() > 0)
    }

    /// Returns whether the whole next line is already in the buffer. Reading this line then does not block.
    pub fn is_ready(&self) -> bool {
        self.input.buffer().contains(&b'\n')
    }
}

/// Returns `error` with the number of the line in front of the message.
pub fn numbered(number: u64, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("line {number}: {error}"))
}

/// Calls `answer` with each line of standard input and the line number. Each line should contain one state. If a line
/// has no answer, calls `missing` with the line, its number, and the problem, and continues with the next line.
///
/// # Errors
///
/// Returns [`Failure::Reported`] at the end of the input if a line was wrong. Returns [`Failure::Unproved`] at the end
/// of the input if all lines were right, but some values were not proved. Returns any other failure at once, without
/// reading the remaining lines.
pub fn answer_states(
    answer: &mut dyn FnMut(&str, u64) -> Result<(), Failure>,
    missing: &mut dyn FnMut(&str, u64, &str) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut lines = Lines::from_stdin();
    let (mut is_wrong, mut lacks_values) = (false, false);
    loop {
        let number = lines.number + 1;
        let (line, answered) = match lines.next_bytes() {
            Ok(None) => break,
            Ok(Some(line)) => {
                let line = String::from_utf8_lossy(line);
                let answered = answer(&line, number);
                (line, answered)
            }
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                (Cow::default(), Err(Failure::Input(error.to_string())))
            }
            Err(error) => return Err(numbered(number, &error).into()),
        };
        match answered {
            Ok(()) => {}
            Err(Failure::Unproved(problem)) => {
                lacks_values = true;
                if let Some(problem) = problem {
                    missing(&line, number, &problem)?;
                }
            }
            Err(Failure::Use(problem) | Failure::Input(problem)) => {
                is_wrong = true;
                missing(&line, number, &problem)?;
            }
            Err(Failure::Reported) => is_wrong = true,
            Err(failure) => return Err(failure),
        }
    }
    if is_wrong {
        return Err(Failure::Reported);
    }
    Failure::if_unproved(lacks_values)
}

/// Reports on standard error why a line has no answer.
pub fn report_line(_: &str, number: u64, problem: &str) -> io::Result<()> {
    report(&format_args!("line {number}: {problem}"));
    Ok(())
}

/// The answer in JSON to a line that is not a state.
#[derive(Serialize)]
pub struct MalformedLine<'a> {
    game: &'a str,
    status: &'static str,
    /// The line; empty if it is too long.
    input: &'a str,
    /// The number of the line, from 1.
    line: u64,
    problem: &'a str,
}

impl<'a> MalformedLine<'a> {
    pub const fn new(game: &'a str, input: &'a str, line: u64, problem: &'a str) -> Self {
        Self {
            game,
            status: "malformed",
            input,
            line,
            problem,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_a_greatest_length() {
        let mut lines = Lines::new(b"abc\nd\nabcd\ne\n".as_slice(), 4);
        assert_eq!(lines.next().expect("a line").as_deref(), Some("abc"));
        assert_eq!(lines.next().expect("a line").as_deref(), Some("d"));
        let problem = lines.next().expect_err("a long line").to_string();
        assert_eq!(problem, "line 3: expected at most 4 bytes, found more");
        assert_eq!(lines.next().expect("a line").as_deref(), Some("e"));
        assert_eq!(lines.next().expect("an end").as_deref(), None);
    }
}
