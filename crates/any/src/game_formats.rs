//! The formats that single games have of their own.

use std::io::Read;

use perfectplay::walk;

use crate::error::Error;
use crate::table::AnyTable;

/// Writes the table in this game's own format of this name; `None` if it has none.
pub(crate) fn write(table: &AnyTable, name: &str) -> Option<Result<Vec<u8>, Error>> {
    let format = table.game().0.format(&|known, _| known == name)?;
    Some(bytes(format, table))
}

/// Compares the input with the table, in the game's own format whose label the input begins
/// with, and returns the name of that format. It reads at most one byte more than expected.
pub(crate) fn compare(
    table: &AnyTable,
    beginning: &[u8],
    whole: &mut dyn Read,
) -> Result<&'static str, Error> {
    let rules = &table.game().0;
    let begins =
        |_: &str, label: Option<&[u8]>| label.is_some_and(|label| beginning.starts_with(label));
    let format = rules.format(&begins);
    let format = format
        .ok_or_else(|| Error::Format("expected an archive of the game, found none".to_owned()))?;
    let expected = bytes(format, table)?;
    let mut found = Vec::new();
    whole
        .take(expected.len() as u64 + 1)
        .read_to_end(&mut found)?;
    let Some(difference) = first_difference(&expected, &found) else {
        return Ok(rules.format_name(format));
    };
    Err(Error::Format(match rules.validate_format(format, &found) {
        Ok(()) => difference,
        Err(error) => format!("{error}: {difference}"),
    }))
}

fn bytes(format: usize, table: &AnyTable) -> Result<Vec<u8>, Error> {
    let visits = walk(table).map(|visit| visit.map(|visit| (visit.state, visit.analysis)));
    let states: Vec<_> = visits
        .collect::<Result<_, _>>()
        .map_err(|error| table.game().lacking(error))?;
    table.game().0.write_format(format, states)
}

/// Finds the first byte in which two texts differ.
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
