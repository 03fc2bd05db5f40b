//! Reads files that the user names.

use std::path::Path;

use perfectplay_any::disk;

use crate::Failure;

/// Reads a regular file of at most `most` bytes. A pipe or a device is refused, since it may never end.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let bytes = disk::open_regular(path).and_then(|file| disk::read(file, most));
    bytes.map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}
