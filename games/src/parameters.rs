//! Numbers in the parameters of games.

use core::str::FromStr;

/// Reads a whole number that is written in one way only: digits without a sign, and without a zero
/// before others. So a game has one name, and a table or a cached file is found by it.
pub(crate) fn number<N: FromStr>(text: &str) -> Option<N> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let is_shortest = text == "0" || !text.starts_with('0');
    (is_plain && is_shortest)
        .then(|| text.parse().ok())
        .flatten()
}
