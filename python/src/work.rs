//! Runs long work while the interpreter is released, and shows the progress of this work. Ctrl-C
//! ends the work.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use perfectplay_any::{Error, Phase, Progress, Watch};
use pyo3::prelude::*;

use crate::errors::OrRaise;
use crate::own::PyRules;
use crate::values;

/// The time between two reports of progress, and between two checks for signals.
const PERIOD: Duration = Duration::from_millis(50);

pub struct WorkProgress {
    told: Option<Py<PyAny>>,
    /// The name of the present phase, if the library's `Phase` has no variant for this phase.
    doing: Mutex<Option<&'static str>>,
    signals: Arc<Signals>,
}

/// The data that a working thread shares with the thread that waits for it. The working thread
/// stores its progress in `latest`. The waiting thread sets `has_to_end` when the work has to end.
#[derive(Default)]
pub struct Signals {
    has_to_end: AtomicBool,
    latest: Mutex<Option<Progress>>,
}

impl Signals {
    /// Stores the progress, and returns whether to continue.
    fn watch(&self, progress: Progress) -> ControlFlow<()> {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
        self.flow()
    }

    /// Takes the latest progress.
    fn take(&self) -> Option<Progress> {
        self.latest
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }

    /// Returns whether to continue.
    fn flow(&self) -> ControlFlow<()> {
        flow(self.has_to_end.load(Ordering::Relaxed))
    }
}

/// The tasks that are asking an oracle at this moment.
#[derive(Default)]
pub struct OracleWork(Mutex<Vec<(Arc<Signals>, bool)>>);

impl OracleWork {
    /// Stores the progress of a proof, and returns whether the proof has to continue. Several tasks
    /// may ask the oracle at the same time. If any of these tasks has to end, the proof ends.
    pub fn watch(&self, progress: Progress) -> ControlFlow<()> {
        let work = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        work.iter()
            .try_for_each(|(signals, shows_proofs)| match shows_proofs {
                true => signals.watch(progress),
                false => signals.flow(),
            })
    }

    /// Runs work that asks the oracle. The progress display shows the progress of the proofs if
    /// `shows_proofs` is true, and the progress of the work if it is false.
    pub fn during<T>(
        &self,
        watcher: &WorkProgress,
        shows_proofs: bool,
        job: impl FnOnce() -> T,
    ) -> T {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lock().push((Arc::clone(&watcher.signals), shows_proofs));
        let done = job();
        lock().retain(|(signals, _)| !Arc::ptr_eq(signals, &watcher.signals));
        done
    }
}

impl WorkProgress {
    /// Creates the progress display that the argument `progress` of a Python function selects.
    pub fn new(py: Python<'_>, progress: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let watcher = py
            .import("perfectplay._progress")?
            .call_method1("watcher", (progress,))?;
        Ok(Self {
            told: (!watcher.is_none()).then(|| watcher.unbind()),
            doing: Mutex::new(None),
            signals: Arc::default(),
        })
    }

    /// Names the phase that begins now.
    pub fn call(&self, doing: &'static str) {
        *self.doing.lock().unwrap_or_else(PoisonError::into_inner) = Some(doing);
    }

    fn tell(&self, py: Python<'_>, progress: Progress) -> PyResult<()> {
        let Some(watcher) = &self.told else {
            return Ok(());
        };
        let phase = match progress.phase {
            Phase::Checking => "checking",
            Phase::Finding => "finding",
            Phase::Solving => "solving",
            Phase::Baking => "baking",
            Phase::Exploring => "exploring",
            Phase::Searching => "searching",
            Phase::Proving => "proving",
            Phase::Writing => "writing",
            Phase::Verifying => "verifying",
            _ => "working",
        };
        let doing = *self.doing.lock().unwrap_or_else(PoisonError::into_inner);
        let phase = doing.unwrap_or(phase);
        let Progress {
            done,
            total,
            is_of_states,
            ..
        } = progress;
        let progress = values::made(py, "Progress", (phase, done, total, is_of_states))?;
        watcher.call1(py, (progress,)).map(drop)
    }

    fn close(&self, py: Python<'_>) -> PyResult<()> {
        match &self.told {
            Some(watcher) if watcher.bind(py).hasattr("close")? => {
                watcher.call_method0(py, "close").map(drop)
            }
            _ => Ok(()),
        }
    }
}

/// The result of work that may be ended early.
pub enum WorkEnd<T> {
    Whole(T),
    /// An error or Ctrl-C has ended the work. `.0` is the exception; `.1` is the result so
    /// far.
    Ended(PyErr, Option<T>),
}

impl<T> WorkEnd<T> {
    fn whole(self) -> PyResult<T> {
        match self {
            Self::Whole(result) => Ok(result),
            Self::Ended(error, _) => Err(error),
        }
    }
}

/// Runs work while the interpreter is released. The work ends early at Ctrl-C, or if the progress
/// function raises an exception.
///
/// # Errors
///
/// Fails when the work fails. If rules or players in Python raised an exception, returns this
/// exception as the error.
pub fn work<T: Send>(
    py: Python<'_>,
    own: Option<&PyRules>,
    watcher: &WorkProgress,
    job: impl FnOnce(Watch<'_>) -> Result<T, Error> + Send,
) -> PyResult<T> {
    work_until(py, own, watcher, job)?.whole()
}

/// Runs work in this thread. The work spends most of its time in rules in Python, so the thread
/// keeps the interpreter. Taking the interpreter for each question would be slow. But many times a
/// second, the thread lets other threads use the interpreter.
///
/// # Errors
///
/// Fails when the work fails.
pub fn work_with_rules<T>(
    py: Python<'_>,
    own: &PyRules,
    watcher: &WorkProgress,
    job: impl FnOnce(Watch<'_>) -> Result<T, Error>,
) -> PyResult<T> {
    let done = here(py, own, watcher, |watch| {
        catch_unwind(AssertUnwindSafe(|| job(watch)))
    });
    watcher.close(py)?;
    done?.whole()
}

/// Runs work. If Ctrl-C or an error ends the work early, returns the result so far.
///
/// # Errors
///
/// Fails when the work fails.
pub fn work_until<T: Send>(
    py: Python<'_>,
    own: Option<&PyRules>,
    watcher: &WorkProgress,
    job: impl FnOnce(Watch<'_>) -> Result<T, Error> + Send,
) -> PyResult<WorkEnd<T>> {
    let done = match own {
        Some(own) => here(py, own, watcher, |watch| {
            py.detach(|| catch_unwind(AssertUnwindSafe(|| job(watch))))
        }),
        None => elsewhere(py, watcher, job),
    };
    watcher.close(py)?;
    done
}

/// Runs work in a new thread, while the calling thread checks for signals.
fn elsewhere<T: Send>(
    py: Python<'_>,
    watcher: &WorkProgress,
    job: impl FnOnce(Watch<'_>) -> Result<T, Error> + Send,
) -> PyResult<WorkEnd<T>> {
    let signals = &*watcher.signals;
    // The sender is dropped at the end of the work, even after a panic.
    let (at_work, done) = mpsc::channel::<()>();
    let done = Mutex::new(done);
    let is_done = || {
        let done = done.lock().unwrap_or_else(PoisonError::into_inner);
        done.recv_timeout(PERIOD) == Err(RecvTimeoutError::Disconnected)
    };
    let watch = |progress: Progress| signals.watch(progress);
    let mut ended = None;
    let result = thread::scope(|scope| {
        let job = scope.spawn(|| {
            let _at_work = at_work;
            job(&watch)
        });
        let mut told = Instant::now();
        // Work of a few milliseconds needs no check for signals.
        while !py.detach(is_done) {
            if ended.is_some() {
                continue;
            }
            let progress = signals.take();
            let on = py.check_signals().and_then(|()| match progress {
                Some(progress) if told.elapsed() >= PERIOD => {
                    told = Instant::now();
                    watcher.tell(py, progress)
                }
                _ => Ok(()),
            });
            if let Err(error) = on {
                ended = Some(error);
                signals.has_to_end.store(true, Ordering::Relaxed);
            }
        }
        py.detach(|| job.join())
    });
    // Report the last progress.
    if let (None, Some(progress)) = (&ended, signals.take()) {
        watcher.tell(py, progress)?;
    }
    let result = result.unwrap_or_else(|panic| resume_unwind(panic));
    match ended {
        Some(error) => Ok(WorkEnd::Ended(error, result.ok())),
        None => result.or_raise(py).map(WorkEnd::Whole),
    }
}

/// Runs work that calls rules in Python, in the caller's thread. Ctrl-C ends such rules directly.
fn here<T>(
    py: Python<'_>,
    own: &PyRules,
    watcher: &WorkProgress,
    job: impl FnOnce(Watch<'_>) -> thread::Result<Result<T, Error>>,
) -> PyResult<WorkEnd<T>> {
    // The time of the last report, and the exception that ends the work.
    let told = Mutex::new((Instant::now(), None));
    let watch = |progress: Progress| {
        let (last, ended) = &mut *told.lock().unwrap_or_else(PoisonError::into_inner);
        if ended.is_none() && last.elapsed() >= PERIOD {
            *last = Instant::now();
            *ended = Python::attach(|py| {
                // Give the interpreter to a thread that waits for it.
                py.detach(|| ());
                let on = py.check_signals().and_then(|()| watcher.tell(py, progress));
                on.err()
            });
        }
        flow(ended.is_some())
    };
    let result = job(&watch);
    let (_, ended) = told.into_inner().unwrap_or_else(PoisonError::into_inner);
    let failed = result
        .as_ref()
        .ok()
        .and_then(|result| result.as_ref().err());
    if let Some(error) = own.raised(py, failed, true) {
        return Err(error);
    }
    let result = result.unwrap_or_else(|panic| resume_unwind(panic));
    match ended {
        Some(error) => Ok(WorkEnd::Ended(error, result.ok())),
        None => result.or_raise(py).map(WorkEnd::Whole),
    }
}

const fn flow(has_to_end: bool) -> ControlFlow<()> {
    match has_to_end {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}
