//! `--memory` and `--threads`: the limits for work on large games.

use std::num::NonZero;
use std::thread::available_parallelism;

use bytesize::ByteSize;
use perfectplay_any::{Limits, Watch};

use crate::args::number::positive;
use crate::io::memory;

/// The options that limit how much memory and how many threads the solver of a large game uses.
#[derive(Default, clap::Args)]
pub struct LimitsArg {
    /// Use at most this much memory for the states of the game, such as 4G or 500MiB [default:
    /// three quarters of the free memory].
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory: Option<u64>,

    /// Use NUMBER threads, at most one for each core [default: one for each core].
    #[arg(long, value_name = "NUMBER", value_parser = threads)]
    pub threads: Option<usize>,
}

impl LimitsArg {
    /// Returns the limits for a solver. The solver will report its progress to `watch`.
    pub fn limits<'a>(&self, watch: Watch<'a>) -> Limits<'a> {
        Limits {
            memory: self.memory(),
            threads: self.threads,
            watch,
        }
    }

    /// Returns the memory limit that the user has set, if any.
    pub const fn given_memory(&self) -> Option<u64> {
        self.memory
    }

    /// Returns how many bytes of memory the states of a game may take. Returns `None` if the user
    /// set no limit and the system does not report its free memory.
    pub fn memory(&self) -> Option<u64> {
        // The last quarter is for everything except tiers.
        self.memory.or_else(|| Some(memory::free()? / 4 * 3))
    }
}

pub fn bytes(text: &str) -> Result<u64, &'static str> {
    let size = text.parse().map(|ByteSize(bytes)| bytes).ok();
    size.filter(|&bytes| bytes > 0)
        .ok_or("expected a number of bytes, such as 4G or 500MiB")
}

/// Parses a number of threads. Returns at most the number of cores, because more threads than cores
/// would only wait for each other.
pub fn threads(text: &str) -> Result<usize, &'static str> {
    let threads: NonZero<usize> = positive(text)?;
    let cores = available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    Ok(threads.min(cores).get())
}
