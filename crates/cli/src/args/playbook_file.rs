//! Reads the file of a playbook.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use perfectplay::playbook::PlaybookError;
use perfectplay_any::{AnyTable, Playbook};

use crate::Failure;

/// Reads a playbook, which must belong to the game of `table`.
pub fn read(path: &Path, table: &AnyTable) -> Result<Playbook, Failure> {
    /// The greatest length of a playbook in bytes. An offset into a playbook's arrays is stored in
    /// three bytes, so no playbook can be longer.
    const MOST_BYTES: u64 = 1 << 25;
    let wrong = |problem: &dyn std::fmt::Display| {
        let path = path.display();
        Failure::Input(format!("{path}: {problem}"))
    };
    let bytes = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.take(MOST_BYTES).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = bytes().map_err(|error| wrong(&error))?;
    table.open_playbook(bytes).map_err(|error| match error {
        PlaybookError::Rules { .. } => {
            let spec = &table.info().spec;
            wrong(&format_args!(
                "expected a playbook of {spec}, found one of another game or other parameters \
                 (--game names the game)"
            ))
        }
        error => wrong(&error),
    })
}
