//! Ends long work early: on Ctrl-C, or when memory runs out.

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::failure::{Failure, INTERRUPTED};
use crate::io::memory;

/// Tells long work when it must end early: after Ctrl-C, or when memory runs out.
pub struct Stop {
    pressed: Arc<AtomicBool>,
    memory_is_low: AtomicBool,
    /// The time at which the system was last asked for its free memory.
    asked: Mutex<Instant>,
}

impl Stop {
    /// Work ends if fewer bytes of memory than this are free. With less free memory, the system might kill the
    /// process.
    const RESERVE: u64 = 64 << 20;
    /// The system is asked for its free memory at most once in this time.
    const PERIOD: Duration = Duration::from_millis(100);

    /// Creates a `Stop`. From now on, the first Ctrl-C does not end the process, but tells work to end early. A second
    /// Ctrl-C ends the process. If an allocation of memory fails, the standard library prints a message, and the
    /// process ends with status 1.
    pub fn new() -> io::Result<Self> {
        let pressed = Arc::default();
        flag::register_conditional_shutdown(SIGINT, INTERRUPTED.into(), Arc::clone(&pressed))?;
        flag::register(SIGINT, Arc::clone(&pressed))?;
        #[cfg(unix)]
        flag::register_conditional_shutdown(
            signal_hook::consts::SIGABRT,
            1,
            Arc::new(AtomicBool::new(true)),
        )?;
        Ok(Self {
            pressed,
            memory_is_low: AtomicBool::new(false),
            asked: Mutex::new(Instant::now()),
        })
    }

    /// Returns whether work has to end. Any thread may ask at any time.
    pub fn is_asked_for(&self) -> bool {
        if let Ok(mut asked) = self.asked.try_lock() {
            if asked.elapsed() >= Self::PERIOD {
                *asked = Instant::now();
                if memory::free().is_some_and(|free| free < Self::RESERVE) {
                    self.memory_is_low.store(true, Ordering::Relaxed);
                }
            }
        }
        self.is_pressed() || self.memory_is_low.load(Ordering::Relaxed)
    }

    /// Returns [`ControlFlow::Break`] if work has to end.
    pub fn check(&self) -> ControlFlow<()> {
        match self.is_asked_for() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn is_pressed(&self) -> bool {
        self.pressed.load(Ordering::Relaxed)
    }

    /// Returns the error with which the command reports that work ended early. `results` is the directory that keeps
    /// the results so far; `None` if these results are lost.
    pub fn failure(&self, results: Option<PathBuf>) -> Failure {
        if self.is_pressed() {
            Failure::Interrupted { results }
        } else {
            Failure::OutOfMemory { results }
        }
    }

    /// Returns the error with which the command ends after work that ended early. Use this error if the command has
    /// already reported the results so far.
    pub fn failure_after_report(&self) -> Failure {
        if self.is_pressed() {
            Failure::InterruptedReport
        } else {
            Failure::OutOfMemory { results: None }
        }
    }

    /// Lets Ctrl-C end the process at once, until the returned value is dropped. Use this for work that cannot be
    /// stopped half way, and that leaves no files behind when it is killed.
    pub fn end_at_once(&self) -> Result<Working, Failure> {
        let working = Arc::new(AtomicBool::new(true));
        flag::register_conditional_shutdown(SIGINT, INTERRUPTED.into(), Arc::clone(&working))?;
        if self.is_pressed() {
            return Err(Failure::Interrupted { results: None });
        }
        Ok(Working(working))
    }
}

/// A guard value. As long as the guard exists, Ctrl-C ends the process at once.
pub struct Working(Arc<AtomicBool>);

impl Drop for Working {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}
