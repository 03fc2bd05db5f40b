//! Reads files that the user names.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use perfectplay_any::disk;

use crate::Failure;

/// Reads a regular file of at most `most` bytes. A pipe or a device is refused, since it may never end.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let bytes = disk::open_regular(path).and_then(|file| disk::read(file, most));
    bytes.map_err(|error| Failure::at(path, &error))
}

/// Reads at most `most` bytes from a file, a pipe or a device.
pub fn read_any(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
