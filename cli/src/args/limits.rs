//! `--memory` and `--threads`: what large games may use of the machine.

use bytesize::ByteSize;
use perfectplay_any::{Limits, Watch};

use crate::args::number::whole_number;
use crate::io::memory;

/// The options of work that goes tier by tier.
#[derive(Default, clap::Args)]
pub struct LimitsArg {
    /// Hold at most this number of bytes of tiers in memory, such as 4G or 500MiB [default: three
    /// quarters of the free memory].
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory: Option<u64>,

    /// Use this number of threads [default: one for each core].
    #[arg(long, value_name = "NUMBER", value_parser = threads)]
    pub threads: Option<usize>,
}

impl LimitsArg {
    /// Returns the limits, with a watcher of the progress.
    pub fn limits<'a>(&self, watch: Watch<'a>) -> Limits<'a> {
        Limits {
            memory: self.memory(),
            threads: self.threads,
            watch,
        }
    }

    /// Returns the limit of memory that the user has set.
    pub const fn given_memory(&self) -> Option<u64> {
        self.memory
    }

    /// Returns the most bytes of tiers to hold; `None` if neither the user nor the system tells.
    pub fn memory(&self) -> Option<u64> {
        // The rest is for everything but the tiers.
        self.memory.or_else(|| Some(memory::free()? / 4 * 3))
    }
}

/// A number of bytes.
pub fn bytes(text: &str) -> Result<u64, &'static str> {
    let size = text.parse().map(|ByteSize(bytes)| bytes).ok();
    size.filter(|&bytes| bytes > 0)
        .ok_or("expected a number of bytes, such as 4G or 500MiB")
}

/// A number of threads.
pub fn threads(text: &str) -> Result<usize, &'static str> {
    let threads = whole_number(text).ok().filter(|&threads| threads > 0);
    threads.ok_or("expected a whole number from 1 on")
}
