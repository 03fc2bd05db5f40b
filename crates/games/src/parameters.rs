//! Parses the numbers in the parameters of games.

use core::str::FromStr;

/// Parses a whole number. Accepts only digits, without a sign and without leading zeros. So there
/// is only one way to write the parameters of a game. This matters because files are found by the
/// name of their game, which contains the parameters.
pub(crate) fn number<N: FromStr>(text: &str) -> Option<N> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let is_shortest = text == "0" || !text.starts_with('0');
    (is_plain && is_shortest)
        .then(|| text.parse().ok())
        .flatten()
}
