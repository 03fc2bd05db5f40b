//! The formats that a game has of its own.

use std::io::Read;

use perfectplay::walk;
use perfectplay_games::{Listed, OwnFormat};

use crate::error::Error;
use crate::solved::{Any, lacking};

/// The table in the game's own format of this name; `None` if it has none.
pub(crate) fn write<G: Listed>(table: &Any<'_, G>, name: &str) -> Option<Result<Vec<u8>, Error>> {
    let format = G::FORMATS.iter().find(|format| format.name == name)?;
    Some(bytes(format, table))
}

/// Whether bytes begin like an archive of the game's own.
pub(crate) fn has_archive<G: Listed>(found: &[u8]) -> bool {
    find::<G>(found).is_some()
}

/// The format that begins like these bytes.
fn find<G: Listed>(found: &[u8]) -> Option<&'static OwnFormat<G>> {
    let begins = |format: &&OwnFormat<G>| {
        let label = format.label;
        label.is_some_and(|label| found.starts_with(label))
    };
    G::FORMATS.iter().find(begins)
}

/// Compares what is read with the table in the game's own format that begins like it, and
/// tells the name of this format. No more is read than there should be, and one byte.
pub(crate) fn compare<G: Listed>(
    table: &Any<'_, G>,
    beginning: &[u8],
    whole: &mut dyn Read,
) -> Result<&'static str, Error> {
    let format = find::<G>(beginning);
    let format = format
        .ok_or_else(|| Error::Format("expected an archive of the game, found none".to_owned()))?;
    let expected = bytes(format, table)?;
    let mut found = Vec::new();
    whole
        .take(expected.len() as u64 + 1)
        .read_to_end(&mut found)?;
    let Some(difference) = first_difference(&expected, &found) else {
        return Ok(format.name);
    };
    Err(Error::Format(match (format.validate)(&found) {
        Ok(()) => difference,
        Err(error) => format!("{error}: {difference}"),
    }))
}

fn bytes<G: Listed>(format: &OwnFormat<G>, table: &Any<'_, G>) -> Result<Vec<u8>, Error> {
    let visits = walk(table).map(|visit| visit.map(|visit| (visit.state, visit.analysis)));
    let table: Vec<_> = visits
        .collect::<Result<_, _>>()
        .map_err(|error| lacking(table.game(), error))?;
    (format.write)(table).map_err(|error| Error::Format(error.to_string()))
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
