//! Writes files.

use std::fs::File;
use std::io;
use std::path::Path;

use pyo3::prelude::*;

/// Writes a file whole or not at all.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> PyResult<()> {
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut draft = tempfile::Builder::new();
    // The mode is that of any new file: the user's mask applies.
    #[cfg(unix)]
    draft.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut draft = draft.tempfile_in(directory)?;
    write(draft.as_file_mut())?;
    draft.persist(path).map_err(|error| error.error)?;
    Ok(())
}
