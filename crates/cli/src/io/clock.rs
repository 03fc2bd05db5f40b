//! Uses the clock as a source of numbers that differ between runs.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns a number that differs between calls.
pub fn clock() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_nanos() as u64)
}
