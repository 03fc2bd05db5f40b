//! Where a command writes what it makes: to standard output, or to a file that appears
//! whole or not at all.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::Failure;

/// Where to write.
#[derive(clap::Args)]
pub struct Output {
    /// Write to this file, whole or not at all, and not to standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Output {
    pub fn write(&self, content: &[u8]) -> Result<(), Failure> {
        match &self.output {
            Some(path) => write_whole(path, content).map_err(|error| {
                Failure::Input(format!(
                    "expected to write {}, but: {error}",
                    path.display()
                ))
            }),
            None => {
                let mut stdout = io::stdout().lock();
                stdout.write_all(content)?;
                Ok(stdout.flush()?)
            }
        }
    }
}

/// Writes a new file beside the old one, and then puts it in its place: whoever reads,
/// reads the one or the other.
fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::fs::Permissions;
        use std::os::unix::fs::PermissionsExt;
        // What any new file has; the user's mask takes away what it must not have.
        builder.permissions(Permissions::from_mode(0o666));
    }
    let mut file: NamedTempFile = builder.tempfile_in(folder)?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
