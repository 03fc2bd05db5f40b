//! Standard input, a line at a time.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read, StdinLock};

/// The lines of some input, whatever bytes they hold.
pub struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    /// The number of the line that was read last, from 1.
    pub number: u64,
}

impl Lines<StdinLock<'static>> {
    pub fn of_stdin() -> Self {
        Self {
            // More than standard input buffers by itself, and so in place of it.
            input: BufReader::with_capacity(1 << 16, io::stdin().lock()),
            line: Vec::new(),
            number: 0,
        }
    }
}

impl<R: Read> Lines<R> {
    /// The next line without its end and without spaces around it; `None` at the end of
    /// the input. What is not UTF-8 is replaced, and so is neither a board nor a cell.
    pub fn next(&mut self) -> io::Result<Option<Cow<'_, str>>> {
        self.line.clear();
        if self.input.read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        Ok(Some(String::from_utf8_lossy(self.line.trim_ascii())))
    }

    /// Whether the next line is there already, so that nobody is waited for.
    pub fn is_ready(&self) -> bool {
        self.input.buffer().contains(&b'\n')
    }
}
