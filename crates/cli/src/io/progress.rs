//! Shows progress: as a bar on a terminal, and as a line every few seconds elsewhere.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressFinish, ProgressStyle};
use perfectplay_any::{self as any, Progress};
#[cfg(feature = "full")]
use perfectplay_judge::Step;

/// The template of the bar. The bar fits into 80 columns even with the longest names and counts.
const BAR: &str = "{prefix} [{bar:20}] {percent}%{msg}, {eta} left";

/// The time between two lines if there is no terminal.
const PERIOD: Duration = Duration::from_secs(5);

/// When to show progress.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum ShowProgress {
    #[default]
    Auto,
    Never,
}

static IS_SHOWN: AtomicBool = AtomicBool::new(true);

/// Sets when this process shows progress. With `never`, the command prints no progress, so its standard error is the
/// same for fast and slow runs.
pub fn use_choice(choice: ShowProgress) {
    IS_SHOWN.store(choice != ShowProgress::Never, Ordering::Relaxed);
}

fn is_shown() -> bool {
    IS_SHOWN.load(Ordering::Relaxed)
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub struct WorkKind {
    doing: &'static str,
    /// Whether the progress of this work is counted in states. If the progress is counted in other steps, the display
    /// does not show the total.
    is_of_states: bool,
}

impl WorkKind {
    /// Returns a kind of work whose progress is counted in states.
    pub const fn of_states(doing: &'static str) -> Self {
        Self {
            doing,
            is_of_states: true,
        }
    }

    /// Returns the total in words, such as " of 5,478 states". Returns an empty text if the steps are not states,
    /// because a total of other steps would tell users nothing.
    fn total(self, total: u64) -> String {
        if self.is_of_states {
            format!(" of {} states", HumanCount(total))
        } else {
            String::new()
        }
    }
}

/// Shows progress on standard error. Several threads may share a meter.
pub struct Meter {
    shown: Mutex<Option<Shown>>,
}

struct Shown {
    phase: WorkKind,
    since: Instant,
    printed: Instant,
    /// The bar; `None` if there is no terminal.
    bar: Option<ProgressBar>,
}

impl Meter {
    pub const fn new() -> Self {
        Self {
            shown: Mutex::new(None),
        }
    }

    /// Shows that `done` of `total` steps of `phase` are done. A `total` of 0 means that the total
    /// is unknown.
    pub fn show(&self, phase: WorkKind, done: u64, total: u64) {
        if !is_shown() {
            return;
        }
        // If another thread is showing its progress, that progress is just as recent.
        let mut guard = match self.shown.try_lock() {
            Ok(shown) => shown,
            Err(TryLockError::WouldBlock) => return,
            Err(TryLockError::Poisoned(shown)) => shown.into_inner(),
        };
        if guard.as_ref().is_none_or(|shown| shown.phase != phase) {
            *guard = Some(Shown::new(phase, guard.as_ref()));
        }
        if let Some(shown) = guard.as_mut() {
            shown.show(done, total);
        }
    }

    /// Shows `progress`. Always returns `Continue`, so the work goes on.
    pub fn watch(&self, progress: Progress) -> ControlFlow<()> {
        let doing = match progress.phase {
            any::Phase::Checking => "checking",
            any::Phase::Finding => "finding",
            any::Phase::Baking => "baking",
            any::Phase::Exploring => "exploring",
            any::Phase::Searching => "searching",
            any::Phase::Writing => "writing",
            any::Phase::Verifying => "verifying",
            any::Phase::Proving => "proving",
            _ => "solving",
        };
        let phase = WorkKind {
            doing,
            is_of_states: progress.is_of_states,
        };
        self.show(phase, progress.done, progress.total);
        ControlFlow::Continue(())
    }

    pub fn clear(&self) {
        *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Shown {
    /// Begins to show `phase`. `before` is the phase that was shown before, if there was one. The time between two
    /// lines stays the same across phases, so several short phases print no more lines than one long phase.
    fn new(phase: WorkKind, before: Option<&Self>) -> Self {
        let now = Instant::now();
        let bar = io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template(BAR).expect("a template");
            ProgressBar::new(0)
                .with_style(style)
                .with_prefix(phase.doing)
                .with_finish(ProgressFinish::AndClear)
        });
        Self {
            phase,
            since: now,
            printed: before.map_or(now, |before| before.printed),
            bar,
        }
    }

    fn show(&mut self, done: u64, total: u64) {
        if let Some(bar) = &self.bar {
            let total = total.max(done);
            if bar.length() != Some(total) {
                bar.set_length(total);
                bar.set_message(self.phase.total(total));
            }
            bar.set_position(done);
        } else if self.is_due() {
            self.printed = Instant::now();
            // Ignore a failure: no message about it could be written either.
            let _ = writeln!(io::stderr(), "{}", self.line(done, total));
        }
    }

    fn is_due(&self) -> bool {
        self.printed.elapsed() >= PERIOD
    }

    fn line(&self, done: u64, total: u64) -> String {
        // In `total`, symmetric states may count as one. In `done`, each of them counts, so `done` may exceed
        // `total`.
        let is_known = total >= done && total > 0;
        if !is_known {
            return format!("{}: {} states", self.phase.doing, HumanCount(done));
        }
        let share = done as f64 / total as f64;
        let (doing, percent) = (self.phase.doing, (100.0 * share) as u64);
        let words = format!("{doing}: {percent}%{}", self.phase.total(total));
        let left = self.since.elapsed().as_secs_f64() * (1.0 - share) / share;
        // Before the first step is done, the estimated time is infinite.
        match Duration::try_from_secs_f64(left) {
            Ok(left) => format!("{words}, {} left", HumanDuration(left)),
            Err(_) => words,
        }
    }
}

/// Returns a function that shows the progress while a player is judged. If standard error is a terminal, the function
/// shows a bar; otherwise it shows nothing. The bar is removed when the function is dropped.
#[cfg(feature = "full")]
pub fn step_bar() -> impl Fn(Step) -> ControlFlow<()> + Sync {
    let shown = Mutex::new(None::<(&'static str, ProgressBar)>);
    move |step| {
        if is_shown() {
            let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
            match &*shown {
                Some((doing, bar)) if *doing == step.doing => bar.set_position(step.done),
                _ => *shown = Some((step.doing, bar(step))),
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(feature = "full")]
fn bar(step: Step) -> ProgressBar {
    let (bar, template) = match step.total {
        Some(total) => (
            ProgressBar::new(total),
            "{prefix} [{bar:30}] {human_pos} of {human_len} {msg}, {eta} left",
        ),
        None => (
            ProgressBar::new_spinner(),
            "{prefix} {spinner} {human_pos} {msg} in {elapsed}",
        ),
    };
    let style = ProgressStyle::with_template(template).expect("a template");
    let bar = bar.with_style(style).with_prefix(step.doing);
    let bar = bar.with_message(step.unit).with_position(step.done);
    let bar = bar.with_finish(ProgressFinish::AndClear);
    bar.reset_eta();
    bar.tick();
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests that a line of progress fits into 80 columns. The line shows the longest name of a phase, and more states
    /// than any disk can hold.
    #[test]
    fn a_line_fits_into_eighty_columns() {
        let mut shown = Shown::new(WorkKind::of_states("verifying"), None);
        shown.since -= Duration::from_secs(1000);
        for (done, total) in [
            (1, 10_u64.pow(15)),
            (10_u64.pow(15), 10_u64.pow(15)),
            (0, 1),
        ] {
            let line = shown.line(done, total);
            assert!(line.len() <= 80, "{line}");
        }
    }

    /// Without a terminal, lines of progress are printed even if each phase of the work is short, as in the search for
    /// a playbook.
    #[test]
    fn a_line_is_due_whatever_the_phase() {
        let [exploring, searching] = ["exploring", "searching"].map(WorkKind::of_states);
        let mut shown = Shown::new(exploring, None);
        assert!(!shown.is_due());
        shown.printed -= PERIOD;
        let next = Shown::new(searching, Some(&shown));
        assert!(next.is_due());
        let line = next.line(1, 4);
        assert!(line.starts_with("searching: 25% of 4 states"), "{line}");
        assert_eq!(next.line(0, 4), "searching: 0% of 4 states");
        assert_eq!(next.line(5, 4), "searching: 5 states");
    }
}
