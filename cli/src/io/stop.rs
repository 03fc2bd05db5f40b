//! What ends long work before it is done: Ctrl-C, and memory that runs out.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::failure::{Failure, INTERRUPTED};
use crate::io::memory;

/// Whether work has to end.
pub struct Stop {
    pressed: Arc<AtomicBool>,
    memory_is_low: AtomicBool,
    /// When the system was last asked for free memory.
    asked: Mutex<Instant>,
}

impl Stop {
    /// Less memory than this is too little to go on with: soon the system would end the
    /// process.
    const RESERVE: u64 = 64 << 20;
    /// How often the system is asked.
    const PERIOD: Duration = Duration::from_millis(100);

    /// From now on, Ctrl-C sets a flag. Pressed again, it ends the process. Where memory
    /// cannot be had, the process ends with status 1 after the line of the standard library.
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

    /// Whether it is time to end. Any thread may ask, and as often as it likes.
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

    fn is_pressed(&self) -> bool {
        self.pressed.load(Ordering::Relaxed)
    }

    /// The failure for work that has ended so, with the directory in which its results are.
    pub fn failure(&self, results: Option<PathBuf>) -> Failure {
        if self.is_pressed() {
            Failure::Interrupted { results }
        } else {
            Failure::OutOfMemory { results }
        }
    }

    /// Lets Ctrl-C end the process at once, until the result is dropped: for work that
    /// cannot be stopped half way and leaves nothing behind.
    pub fn end_at_once(&self) -> Result<Working, Failure> {
        let working = Arc::new(AtomicBool::new(true));
        flag::register_conditional_shutdown(SIGINT, INTERRUPTED.into(), Arc::clone(&working))?;
        if self.is_pressed() {
            return Err(Failure::Interrupted { results: None });
        }
        Ok(Working(working))
    }
}

/// Work that Ctrl-C ends at once.
pub struct Working(Arc<AtomicBool>);

impl Drop for Working {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}
