//! Limits of long work, and reports of its progress.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

pub use perfectplay::watch::{Phase, Progress};

use crate::error::Error;

/// A function that receives the progress of long work and decides whether the work goes on. Any
/// thread may call the function, many times a second.
pub type Watch<'a> = &'a (dyn Fn(Progress) -> ControlFlow<()> + Sync);

/// Ignores the progress, and never stops the work.
pub const fn unwatched(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// How much memory and how many threads a long computation may use, and a function that can stop
/// the computation.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The greatest number of bytes to hold in memory, approximately; `None` for
    /// [`MOST`](Self::MOST).
    pub memory: Option<u64>,
    /// The number of threads; `None` for as many as the machine has cores.
    pub threads: Option<usize>,
    /// The function that receives the progress.
    pub watch: Watch<'a>,
}

impl Limits<'_> {
    /// The greatest number of bytes to hold in memory if the caller sets no limit: 64 GiB. A limit
    /// is needed because a system may grant more memory than it has, and later kill the process.
    pub const MOST: u64 = 1 << 36;

    /// Returns the greatest number of bytes to hold in memory.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.memory.unwrap_or(Self::MOST)
    }
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self {
            memory: None,
            threads: None,
            watch: &unwatched,
        }
    }
}

/// Counts the finished steps of a phase of the work, and reports them to a watcher.
pub(crate) struct StepMeter<'a> {
    watch: Watch<'a>,
    phase: Phase,
    done: AtomicU64,
    total: u64,
}

impl<'a> StepMeter<'a> {
    pub(crate) const fn new(watch: Watch<'a>, phase: Phase, total: u64) -> Self {
        Self {
            watch,
            phase,
            done: AtomicU64::new(0),
            total,
        }
    }

    pub(crate) fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Sets the number of finished steps back to `done`, when later steps have to be repeated.
    pub(crate) fn set(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }

    /// Counts more finished steps.
    pub(crate) fn add(&self, steps: u64) -> Result<(), Error> {
        let done = self.done.fetch_add(steps, Ordering::Relaxed) + steps;
        let progress = Progress::of_steps(self.phase, done, self.total);
        match (self.watch)(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Error::Interrupted),
        }
    }
}
