//! Contains the code that the benchmark programs share: exit codes and random numbers.

use std::error::Error;
use std::process::ExitCode;

/// Returns the exit code of a program. If the program failed, prints the error.
pub fn exit_code(program: &str, done: Result<(), Box<dyn Error>>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{program}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The generator of G. Marsaglia, "Xorshift RNGs" (2003). The seed must not be 0.
pub struct Xorshift(pub u64);

impl Xorshift {
    /// Draws a number below `limit`, which must not be 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}
