//! Reads standard input line by line.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read, StdinLock};

/// The argument with which users name standard input.
pub const STDIN: &str = "-";

/// A reader of the lines of an input, which may hold any bytes.
pub struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    /// The greatest length of a line in bytes, with its line break.
    longest: u64,
    /// The number of the last line that was read, from 1.
    pub number: u64,
}

impl Lines<StdinLock<'static>> {
    /// The greatest length of a line with a state, which is more than any state has. An input may
    /// never end a line.
    const LONGEST_STATE: u64 = 1 << 12;

    /// Reads lines with a state or a move.
    pub fn from_stdin() -> Self {
        Self::new(io::stdin().lock(), Self::LONGEST_STATE)
    }
}

impl<R: Read> Lines<R> {
    /// Creates a reader of lines of at most `longest` bytes, with their line breaks.
    pub fn new(input: R, longest: u64) -> Self {
        Self {
            // This buffer is larger than the buffer of standard input, so reads go around the
            // latter.
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
    /// When a line is too long, or the input cannot be read. The error has the number of the line.
    pub fn next(&mut self) -> io::Result<Option<Cow<'_, str>>> {
        let number = self.number + 1;
        let line = self.next_bytes().map_err(|error| {
            let problem = format!("line {number}: {error}");
            io::Error::new(error.kind(), problem)
        })?;
        Ok(line.map(String::from_utf8_lossy))
    }

    /// Reads the next line as bytes. The error does not have the number of the line.
    pub fn next_bytes(&mut self) -> io::Result<Option<&[u8]>> {
        self.line.clear();
        let mut rest = self.input.by_ref().take(self.longest);
        if rest.read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        if rest.limit() == 0 && !self.line.ends_with(b"\n") {
            let problem = format!("expected at most {} bytes, found more", self.longest);
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        Ok(Some(self.line.trim_ascii()))
    }

    /// Returns whether the next line has arrived, so that reading it does not block.
    pub fn is_ready(&self) -> bool {
        self.input.buffer().contains(&b'\n')
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
    }
}
