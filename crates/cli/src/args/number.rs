//! Parsers for numbers in arguments.

use std::str::FromStr;
use std::time::Duration;

pub fn whole_number<N: FromStr>(text: &str) -> Result<N, &'static str> {
    text.parse().map_err(|_| "expected a whole number")
}

/// Parses a whole number above 0, of any type.
pub fn positive<N: FromStr>(text: &str) -> Result<N, &'static str> {
    text.parse()
        .map_err(|_| "expected a whole number from 1 on")
}

pub fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or("expected a number of seconds above 0")
}
