//! Reads a playbook from a file that the user names.

use std::path::Path;

use perfectplay::playbook::PlaybookError;
use perfectplay_any::{AnyTable, Playbook};

use crate::Failure;
use crate::io::input;

/// Reads a playbook, which must belong to the game of `table`.
pub fn read(path: &Path, table: &AnyTable) -> Result<Playbook, Failure> {
    /// A file with more bytes than this is refused. A playbook with an entry for each state never
    /// exceeds this limit, because it stores the offset of each of its arrays in three bytes. A
    /// playbook by rules (with weights for the moves) can be longer, and is then refused.
    const MOST_BYTES: u64 = 1 << 25;
    let bytes = input::read_any(path, MOST_BYTES);
    let bytes = bytes.map_err(|error| Failure::at(path, &error))?;
    table.open_playbook(bytes).map_err(|error| match error {
        PlaybookError::Rules { .. } => {
            let spec = &table.info().spec;
            let problem = format!(
                "expected a playbook of {spec}, found one of another game or other parameters \
                 (--game names the game)"
            );
            Failure::at(path, &problem)
        }
        error => Failure::at(path, &error),
    })
}
