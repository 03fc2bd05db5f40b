//! Reads and writes files.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use perfectplay_any::disk::{self, NewFile};
use pyo3::prelude::*;

/// Writes a file whole or not at all.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> PyResult<()> {
    let mut file = NewFile::beside(path, false)?;
    write(file.file())?;
    file.put(path.file_name().unwrap_or_default())?;
    Ok(())
}

/// Reads a regular file. Refuses pipes and devices, because their content may never end.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    /// The greatest size of a file that can be read, in bytes.
    const MOST: u64 = 1 << 36;
    disk::read(disk::open_regular(path)?, MOST)
}

/// Writes a text to a file, whole or not at all. A process that is killed leaves no incomplete
/// file.
#[pyfunction]
pub fn _write_text(path: PathBuf, text: &str) -> PyResult<()> {
    write_whole(&path, |file| file.write_all(text.as_bytes()))
}
