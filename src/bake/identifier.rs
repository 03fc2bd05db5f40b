//! Checks names for source code.

use alloc::string::ToString;

use super::error::BakeError;

/// Checks that a name consists of ASCII letters, digits and `_`, and does not begin with a digit.
/// Such a name can begin an identifier in C, Rust and JavaScript.
pub(super) fn check_identifier(name: &str) -> Result<(), BakeError> {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    if name.starts_with(is_letter) && name.chars().all(|c| is_letter(c) || c.is_ascii_digit()) {
        Ok(())
    } else {
        let found = name.to_string();
        Err(BakeError::Identifier { found })
    }
}
