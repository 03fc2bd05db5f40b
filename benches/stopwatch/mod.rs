//! Measures the least time of some work, because noise only ever adds time.

use std::env;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The number of times that each work is measured.
const ROUNDS: u32 = 20;

/// Returns the least time of some work in seconds. Returns 0, and does no work, without `--bench`: `cargo test`
/// only compares answers.
pub fn seconds<T>(work: impl Fn() -> T) -> f64 {
    let rounds = if env::args().any(|arg| arg == "--bench") {
        ROUNDS
    } else {
        0
    };
    let time = |_| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    let least = (0..rounds).map(time).min();
    least.unwrap_or(Duration::ZERO).as_secs_f64()
}
