//! The formats that a game has of its own.

use std::error::Error;

use perfectplay::Solved;
use perfectplay::games::{Listed, OwnFormat};

use crate::Failure;

/// The table in the game's own format of this name; `None` if it has none.
pub fn write<G: Listed>(
    table: &dyn Solved<Game = G>,
    name: &str,
) -> Option<Result<Vec<u8>, Failure>> {
    let format = G::FORMATS.iter().find(|format| format.name == name)?;
    Some(bytes(format, table).map_err(Failure::Input))
}

/// Compares bytes with the table in the game's own format that begins like them, and tells
/// the name of this format; `None` if no format does.
pub fn compare<G: Listed>(
    table: &dyn Solved<Game = G>,
    found: &[u8],
) -> Option<Result<&'static str, String>> {
    let begins = |format: &&OwnFormat<G>| {
        let label = format.label;
        label.is_some_and(|label| found.starts_with(label))
    };
    let format = G::FORMATS.iter().find(begins)?;
    Some(bytes(format, table).and_then(|expected| {
        let Some(difference) = first_difference(&expected, found) else {
            return Ok(format.name);
        };
        Err(match (format.validate)(found) {
            Ok(()) => difference,
            Err(error) => format!("{error}: {difference}"),
        })
    }))
}

fn bytes<G: Listed>(
    format: &OwnFormat<G>,
    table: &dyn Solved<Game = G>,
) -> Result<Vec<u8>, String> {
    (format.write)(table).map_err(|error: Box<dyn Error>| error.to_string())
}

/// The first byte in which two texts differ.
fn first_difference(expected: &[u8], found: &[u8]) -> Option<String> {
    let longest = expected.len().max(found.len());
    let at = (0..longest).find(|&at| expected.get(at) != found.get(at))?;
    let byte = |bytes: &[u8]| match bytes.get(at) {
        Some(byte) => format!("{byte:#04x}"),
        None => "the end".to_owned(),
    };
    let (expected, found) = (byte(expected), byte(found));
    Some(format!("at byte {at} expected {expected}, found {found}"))
}
