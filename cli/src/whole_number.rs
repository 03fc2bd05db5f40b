//! Whole numbers as arguments.

use std::str::FromStr;

/// A whole number of any type, from an argument.
pub fn whole_number<N: FromStr>(text: &str) -> Result<N, &'static str> {
    text.parse().map_err(|_| "expected a whole number")
}
