//! The output of a subcommand: a file, or standard output.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process;

use perfectplay_any::disk::{self, NewFile, parent};
use perfectplay_any::jobs::DirectoryStore;

use crate::Failure;

/// The option `-o`, which names a file for the output.
#[derive(clap::Args)]
pub struct Output {
    /// Write to this file instead of standard output; - is standard output. The file is written
    /// completely or not at all.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Output {
    pub fn is_terminal(&self) -> bool {
        let stdout = self
            .output
            .as_ref()
            .is_none_or(|path| path.as_os_str() == "-");
        stdout && io::stdout().is_terminal()
    }

    pub fn write(&self, content: Content<'_>) -> Result<(), Failure> {
        match &self.output {
            None => write_to_stdout(content),
            Some(path) => write(path, content),
        }
    }

    /// Checks that the output can be written. [`probe`] says how.
    pub fn probe(&self) -> Result<(), Failure> {
        self.output
            .as_deref()
            .map_or(Ok(()), |path| probe(path).map(drop))
    }

    pub fn write_bytes(&self, bytes: &[u8]) -> Result<(), Failure> {
        self.write(&mut |out| Ok(out.write_all(bytes)?))
    }
}

/// A function that writes the content of the output. The function is called at most once. With a generic parameter
/// instead of this trait object, each function that takes a `Content` would be compiled several times.
pub type Content<'a> = &'a mut dyn FnMut(&mut dyn Write) -> Result<(), Failure>;

/// Writes `content` to the file or device at `path`, which the user named. A file is written
/// completely or not at all: on failure, the old file stays as it was.
pub fn write(path: &Path, content: Content<'_>) -> Result<(), Failure> {
    let written = Destination::new(path)
        .map_err(Failure::Io)
        .and_then(|place| match place {
            Destination::Stdout => write_to_stdout(content),
            Destination::Open(target) => write_into(File::create(target)?, content),
            Destination::File { target, old } => replace(&target, old.as_ref(), content),
        });
    written.map_err(|failure| match failure {
        Failure::Io(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            not_written(path, &error)
        }
        // If the content could not be made, the error does not name the file.
        failure => failure,
    })
}

/// Writes `bytes` to the file or device at `path`. A file is written completely or not at all.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write(path, &mut |out| Ok(out.write_all(bytes)?))
}

/// The destination of a tablebase file. The command first writes the file in the work directory, beside the results of
/// the jobs. If the process that writes the file is interrupted, another process can finish the file. Only the complete
/// file is moved to its destination.
pub struct TablePlace {
    target: PathBuf,
    old: Option<Metadata>,
}

impl TablePlace {
    /// Returns the destination at `path`. Returns `None` if `path` is a device, a pipe or standard output. Also returns
    /// `None` if the system cannot move a file from the directory of `store` to `path`.
    pub fn new(store: &DirectoryStore, path: &Path) -> Result<Option<Self>, Failure> {
        let place = Destination::new(path).map_err(|error| not_written(path, &error))?;
        Ok(match place {
            Destination::File { target, old } if store.files().is_beside(&target) => {
                Some(Self { target, old })
            }
            _ => None,
        })
    }

    /// Moves the complete table to its destination.
    pub fn put(self, store: &DirectoryStore) -> Result<(), Failure> {
        let put = store.put_table(&self.target, self.old.as_ref());
        put.map_err(|error| not_written(&self.target, &error))
    }
}

/// Checks that `path` can be written, and returns whether it is standard output. Call this function
/// before a long computation, so that the command fails early.
pub fn probe(path: &Path) -> Result<bool, Failure> {
    let probed = Destination::new(path).and_then(|place| match place {
        Destination::Stdout => Ok(true),
        Destination::Open(target) => fs::metadata(target).map(|_| false),
        Destination::File { target, old } => NewFile::beside(&target, old.is_some()).map(|_| false),
    });
    probed.map_err(|error| not_written(path, &error))
}

/// Follows all links from `path`, and returns the file there; `None` for standard output, a device
/// or a pipe.
pub fn file(path: &Path) -> Result<Option<PathBuf>, Failure> {
    match Destination::new(path).map_err(|error| not_written(path, &error))? {
        Destination::File { target, .. } => Ok(Some(target)),
        Destination::Stdout | Destination::Open(_) => Ok(None),
    }
}

fn not_written(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Input(format!("cannot write {}: {error}", path.display()))
}

fn write_to_stdout(content: Content<'_>) -> Result<(), Failure> {
    write_into(io::stdout().lock(), content)
}

fn write_into(out: impl Write, content: Content<'_>) -> Result<(), Failure> {
    let mut out = BufWriter::new(out);
    content(&mut out)?;
    Ok(out.flush()?)
}

/// Writes `content` to a new file, which then replaces the old file at `target`.
fn replace(target: &Path, old: Option<&Metadata>, content: Content<'_>) -> Result<(), Failure> {
    // The new file has the mode of the old one before it has any content.
    let mut new = NewFile::beside(target, old.is_some())?;
    write_into(new.file(), content)?;
    if let Some(old) = old {
        disk::keep_permissions(new.file(), old)?;
    }
    Ok(new.put(target.file_name().unwrap_or_default())?)
}

/// The destination of the output. If the user named a link, the destination is the file to which the link leads.
enum Destination {
    Stdout,
    /// A device, a pipe, or an open file that an entry such as `/dev/fd/3` stands for. The command writes into this
    /// device, pipe or file, and does not replace it by a new file.
    Open(PathBuf),
    File {
        target: PathBuf,
        /// The existing file, which will be replaced.
        old: Option<Metadata>,
    },
}

impl Destination {
    /// The greatest number of links that are followed one after the other. Linux has the same limit.
    const MOST_LINKS: u32 = 40;

    fn new(path: &Path) -> io::Result<Self> {
        if path.as_os_str() == "-" {
            return Ok(Self::Stdout);
        }
        let mut path = path.to_owned();
        for _ in 0..Self::MOST_LINKS {
            // The system's link to an open file shows the path at which the file was opened. By now, there may
            // be another file at this path, or none.
            if let Some(open) = Self::from_open_file(&path) {
                return Ok(open);
            }
            let found = match fs::symlink_metadata(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                found => Some(found?),
            };
            match found.filter(Metadata::is_symlink) {
                // Only links that belong to root or to the user are followed.
                Some(link) if !is_of_another_user(&link, true) => {
                    path = parent(&path).join(fs::read_link(&path)?);
                }
                Some(_) => return Err(io::Error::other("it is a link of another user")),
                None => return Self::without_links(path),
            }
        }
        Err(io::Error::other("too many links"))
    }

    /// If `path` stands for a file that a process has open, returns this file as a destination. An example is an entry
    /// of `/dev/fd`.
    fn from_open_file(path: &Path) -> Option<Self> {
        let directory = fs::canonicalize(parent(path)).ok()?;
        let process = Path::new("/proc").join(process::id().to_string());
        let is_own = directory == Path::new("/dev/fd") || directory == process.join("fd");
        if is_own && path.file_name()? == "1" {
            Some(Self::Stdout)
        } else if is_own || directory.starts_with("/proc") {
            Some(Self::Open(path.to_owned()))
        } else {
            None
        }
    }

    fn without_links(target: PathBuf) -> io::Result<Self> {
        let found = match fs::symlink_metadata(&target) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Self::File { target, old: None });
            }
            found => found?,
        };
        if found.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if !found.is_file() {
            return Ok(Self::Open(target));
        }
        // The permissions of the directory would allow a replacement. But the permissions of the file show that
        // its owner does not want a replacement.
        if found.permissions().readonly() {
            return Err(io::Error::other("it is read-only"));
        }
        if is_of_another_user(&found, false) {
            return Err(io::Error::other("it belongs to another user"));
        }
        Ok(Self::File {
            target,
            old: Some(found),
        })
    }
}

/// Returns whether a file belongs to a user other than the one who runs the process. If
/// `trusts_root` is set, returns `false` for a file of root.
#[cfg(unix)]
fn is_of_another_user(found: &Metadata, trusts_root: bool) -> bool {
    use std::os::unix::fs::MetadataExt;
    let is_trusted_root = trusts_root && found.uid() == 0;
    found.uid() != rustix::process::geteuid().as_raw() && !is_trusted_root
}

#[cfg(not(unix))]
fn is_of_another_user(_found: &Metadata, _trusts_root: bool) -> bool {
    false
}

/// Returns the free space in bytes on the disk of `path`; `None` if the system does not report it.
/// The path need not exist.
pub fn free_disk(path: &Path) -> Option<u64> {
    let absolute = std::path::absolute(path).ok()?;
    let directory = absolute.ancestors().find(|directory| directory.is_dir())?;
    fs4::available_space(directory).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write_text(path: &Path, text: &str) -> Result<(), Failure> {
        write_bytes(path, text.as_bytes())
    }

    /// Checks that an attempt to write to `path` fails, and that the file still contains the text
    /// `old`. Returns the message of the failure.
    #[cfg(unix)]
    fn refusal(path: &Path, old: &str) -> String {
        let probed = probe(path).expect_err("a file to refuse").to_string();
        let written = write_text(path, "new").expect_err("a file to refuse");
        assert_eq!(probed, written.to_string());
        assert_eq!(fs::read_to_string(path).expect("a file"), old);
        probed
    }

    #[test]
    fn nothing_is_left_where_it_fails() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("missing/file");
        let failure = write_text(&path, "text").expect_err("no directory");
        assert!(failure.to_string().contains(&path.display().to_string()));
        assert!(write_text(directory.path(), "text").is_err());

        let path = directory.path().join("file");
        write_text(&path, "old").expect("a file");
        let failure = write(&path, &mut |out| {
            out.write_all(&[0; 1 << 20])?;
            Err(io::Error::from(io::ErrorKind::StorageFull).into())
        });
        let failure = failure.expect_err("no room").to_string();
        let begin = format!("cannot write {}: ", path.display());
        assert!(failure.starts_with(&begin), "{failure}");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "old");
        assert_eq!(
            fs::read_dir(directory.path()).expect("a directory").count(),
            1
        );
    }

    /// Even if the process is killed while it writes, no incomplete file remains.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_part_of_a_file_has_no_name() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("file");
        for old in [0, 1] {
            write(&path, &mut |out| {
                out.write_all(b"a part")?;
                out.flush()?;
                let names = fs::read_dir(&directory).expect("a directory").count();
                assert_eq!(names, old);
                Ok(())
            })
            .expect("a file");
        }
        assert_eq!(fs::read_to_string(&path).expect("a file"), "a part");
    }

    #[cfg(unix)]
    #[test]
    fn a_table_is_put_into_its_place() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().expect("a directory");
        let [path, work] = ["file", "file.work"].map(|name| directory.path().join(name));
        let mode_of = |path: &Path| {
            let found = fs::metadata(path).expect("a file");
            found.permissions().mode() & 0o777
        };
        fs::write(&path, "new").expect("a file");
        let usual = mode_of(&path);
        for old in [None, Some(0o640)] {
            match old {
                None => fs::remove_file(&path).expect("a file"),
                Some(mode) => {
                    let mode = fs::Permissions::from_mode(mode);
                    fs::set_permissions(&path, mode).expect("a file");
                }
            }
            let store = DirectoryStore::open(&work, "a game").expect("a store");
            let text = format!("of an interrupted process, {old:?}");
            fs::write(work.join("table.part"), &text).expect("a file");
            let place = TablePlace::new(&store, &path).expect("a place");
            place.expect("a file").put(&store).expect("a file");
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
            assert_eq!(mode_of(&path), old.unwrap_or(usual));
            assert!(!work.join("table.part").exists());
            for elsewhere in ["/proc/table", "/dev/null", "-"] {
                let place = TablePlace::new(&store, Path::new(elsewhere));
                assert!(!matches!(place, Ok(Some(_))), "{elsewhere}");
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_keeps_its_mode_and_its_group() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("file");
        fs::write(&path, "old").expect("a file");
        if rustix::process::geteuid().is_root() {
            chown(&path, None, Some(12)).expect("root may");
        }
        let group = fs::metadata(&path).expect("a file").gid();
        for mode in [0o600, 0o640, 0o664, 0o755] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a file");
            write_text(&path, "new").expect("a file");
            let found = fs::metadata(&path).expect("a file");
            assert_eq!((found.mode() & 0o7777, found.gid()), (mode, group));
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_read_only_file_stays() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("file");
        fs::write(&path, "old").expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("a file");
        let expected = format!("cannot write {}: it is read-only", path.display());
        assert_eq!(refusal(&path, "old"), expected);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_of_another_user_stays() {
        use std::os::unix::fs::chown;
        let directory = tempfile::tempdir().expect("a directory");
        // Only root can give a file to another user. Any other user tries to replace a file of
        // root.
        let path = if rustix::process::geteuid().is_root() {
            let path = directory.path().join("file");
            fs::write(&path, "old").expect("a file");
            chown(&path, Some(1), None).expect("root may");
            path
        } else {
            PathBuf::from("/etc/passwd")
        };
        let old = fs::read_to_string(&path).expect("a file");
        let expected = format!(
            "cannot write {}: it belongs to another user",
            path.display()
        );
        assert_eq!(refusal(&path, &old), expected);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay() {
        use std::os::unix::fs::symlink;
        let directory = tempfile::tempdir().expect("a directory");
        let [path, link, next] = ["file", "link", "next"].map(|name| directory.path().join(name));
        symlink("file", &link).expect("a link");
        symlink(&link, &next).expect("a link");
        // Before the first write, the links lead to no file.
        for (at, text) in [(&next, "new"), (&link, "newer")] {
            write_text(at, text).expect("a file");
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
            assert!(link.is_symlink() && next.is_symlink());
        }

        write_text(Path::new("/dev/null"), "text").expect("a device");
        assert!(!Path::new("/dev/null").is_file());

        fs::remove_file(&path).expect("a file");
        symlink("next", &path).expect("a link");
        let failure = write_text(&path, "text").expect_err("a circle").to_string();
        assert!(failure.ends_with("too many links"), "{failure}");
        assert!(path.is_symlink());
    }
}
