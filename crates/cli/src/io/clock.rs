//! Derives a number from the clock, for random choices if the user gives no seed.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns a number that differs between calls.
pub fn clock() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_nanos() as u64)
}
