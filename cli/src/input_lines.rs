//! Standard input, a line at a time.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read, StdinLock};

/// The lines of some input, whatever bytes they hold.
pub struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    /// The number of the last line that was read, from 1.
    pub number: u64,
}

impl Lines<StdinLock<'static>> {
    pub fn of_stdin() -> Self {
        Self {
            // Larger than the buffer of standard input itself, which is then not used.
            input: BufReader::with_capacity(1 << 16, io::stdin().lock()),
            line: Vec::new(),
            number: 0,
        }
    }
}

impl<R: Read> Lines<R> {
    /// The next line without its end and without spaces around it; `None` at the end of
    /// the input. What is not UTF-8 is replaced by a character that is in no state or move.
    pub fn next(&mut self) -> io::Result<Option<Cow<'_, str>>> {
        self.line.clear();
        if self.input.read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        Ok(Some(String::from_utf8_lossy(self.line.trim_ascii())))
    }

    /// Whether the next line has arrived, so that there is no wait for it.
    pub fn is_ready(&self) -> bool {
        self.input.buffer().contains(&b'\n')
    }
}
