//! Numbers in the parameters of games.

use core::str::FromStr;

/// Parses a whole number that is written in the only accepted way: digits without a sign, and
/// without leading zeros. So a game has one name, by which its table or cached file is found.
pub(crate) fn number<N: FromStr>(text: &str) -> Option<N> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let is_shortest = text == "0" || !text.starts_with('0');
    (is_plain && is_shortest)
        .then(|| text.parse().ok())
        .flatten()
}
