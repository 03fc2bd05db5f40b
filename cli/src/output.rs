//! The output of a subcommand: a file, or standard output.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::Failure;

/// The option that names a file for the output.
#[derive(clap::Args)]
pub struct Output {
    /// Write to this file instead of standard output. The file is written completely or not
    /// at all.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Output {
    pub fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        write_whole(self.output.as_deref(), bytes)
    }
}

/// Writes to a file, or to standard output if none is named.
pub fn write_whole(file: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
    match file {
        None => Ok(io::stdout().write_all(bytes)?),
        Some(path) => replace(path, bytes).map_err(|error| not_written(path, &error)),
    }
}

/// Fails if a file cannot be written there, before a long computation has its result to
/// write.
pub fn probe(file: &Path) -> Result<(), Failure> {
    let target = target(file);
    if target.is_dir() {
        return Err(not_written(file, &io::ErrorKind::IsADirectory.into()));
    }
    if !is_special(&target) {
        beside(&target).map_err(|error| not_written(file, &error))?;
    }
    Ok(())
}

fn not_written(path: &Path, error: &io::Error) -> Failure {
    Failure::Input(format!("cannot write {}: {error}", path.display()))
}

/// Writes a file. On failure, the old file stays as it was.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = target(path);
    if is_special(&target) {
        return fs::write(target, bytes);
    }
    let mut written = beside(&target)?;
    written.write_all(bytes)?;
    written.persist(target)?;
    Ok(())
}

/// The file that a link leads to.
fn target(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Whether it is a device or a pipe, which a file must not replace.
fn is_special(target: &Path) -> bool {
    fs::metadata(target).is_ok_and(|found| !found.is_file())
}

/// A new file in the same folder: only within one file system is a move atomic.
fn beside(target: &Path) -> io::Result<NamedTempFile> {
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As for any new file: by default, only the owner can read a temporary file.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // The name of the temporary file, which the error contains, means nothing to users.
    let file = builder.tempfile_in(folder);
    file.map_err(|error| error.kind().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_made_and_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        for text in ["the first text", "another"] {
            write_whole(Some(&path), text.as_bytes()).expect("a file");
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        }
        let names = fs::read_dir(folder.path()).expect("a folder");
        assert_eq!(names.count(), 1, "nothing else is left");
    }

    #[test]
    fn nothing_is_left_where_it_fails() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("missing/file");
        let failure = write_whole(Some(&path), b"text").expect_err("no folder");
        assert!(failure.to_string().contains(&path.display().to_string()));
        assert!(write_whole(Some(folder.path()), b"text").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let [path, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&path, "old").expect("a file");
        std::os::unix::fs::symlink("file", &link).expect("a link");
        write_whole(Some(&link), b"new").expect("a file");
        assert_eq!(fs::read(&path).expect("a file"), b"new");
        assert!(link.is_symlink());

        write_whole(Some(Path::new("/dev/null")), b"text").expect("a device");
        assert!(!Path::new("/dev/null").is_file());
    }
}
