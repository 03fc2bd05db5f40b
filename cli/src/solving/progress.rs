//! The progress of a solver, as a bar on standard error, if that is a terminal.

use std::fmt::Write;

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use perfectplay::Progress;

const FINDING: &str =
    "finding [{bar:30}] {human_pos} of about {human_len} states, {rate} a second, {eta} left";
const SOLVING: &str =
    "solving [{bar:30}] {human_pos} of {human_len} states, {rate} a second, {eta} left";

/// A bar for each of the two phases of a solver: it finds the states, then solves them.
pub struct Bar {
    bar: ProgressBar,
    all_found: bool,
}

impl Bar {
    /// The bar of a game with about this number of states.
    pub fn new(expected: u64) -> Self {
        Self {
            bar: ProgressBar::new(expected).with_style(style(FINDING)),
            all_found: false,
        }
    }

    pub fn show(&mut self, progress: Progress) {
        if !progress.all_found {
            self.bar.set_position(progress.found);
            return;
        }
        if !self.all_found {
            self.all_found = true;
            self.bar.finish_and_clear();
            self.bar = ProgressBar::new(progress.found).with_style(style(SOLVING));
        }
        self.bar.set_position(progress.solved);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    let rate = |state: &ProgressState, out: &mut dyn Write| {
        // Where this cannot be shown nothing else can.
        let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
    };
    ProgressStyle::with_template(template)
        .expect("a template")
        .with_key("rate", rate)
}
