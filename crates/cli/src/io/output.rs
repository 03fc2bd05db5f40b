//! The output of a subcommand: a file, or standard output.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process;

use tempfile::{Builder, NamedTempFile, TempPath};

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
    /// Returns whether the output goes to a terminal.
    pub fn is_terminal(&self) -> bool {
        let stdout = self
            .output
            .as_ref()
            .is_none_or(|path| path.as_os_str() == "-");
        stdout && io::stdout().is_terminal()
    }

    /// Writes the content.
    pub fn write(&self, content: Content<'_>) -> Result<(), Failure> {
        match &self.output {
            None => write_to_stdout(content),
            Some(path) => write(path, content),
        }
    }

    /// Writes these bytes.
    pub fn write_bytes(&self, bytes: &[u8]) -> Result<(), Failure> {
        self.write(&mut |out| Ok(out.write_all(bytes)?))
    }
}

/// A function that writes the content of the output. It is called at most once, and has no type of its
/// own, so that the ways to write are compiled once.
pub type Content<'a> = &'a mut dyn FnMut(&mut dyn Write) -> Result<(), Failure>;

/// Writes to a file or device that the user names. A file is written completely or not at all:
/// on failure, the old file stays as it was.
pub fn write(path: &Path, content: Content<'_>) -> Result<(), Failure> {
    match Destination::new(path).map_err(|error| not_written(path, &error))? {
        Destination::Stdout => write_to_stdout(content),
        Destination::Open(target) => File::create(target)
            .map_err(Failure::Io)
            .and_then(|file| write_into(file, content)),
        Destination::File { target, old } => replace(&target, old.as_ref(), content),
    }
    .map_err(|failure| match failure {
        Failure::Io(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            not_written(path, &error)
        }
        // An error of the content says nothing about the file.
        failure => failure,
    })
}

/// Writes these bytes to a file or device that the user names, like [`write`].
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write(path, &mut |out| Ok(out.write_all(bytes)?))
}

/// A file that is written in another directory, perhaps by several processes in turn, and is
/// then moved to its final path.
pub struct Draft {
    draft: PathBuf,
    target: PathBuf,
    /// The file that the draft will replace.
    old: Option<fs::Metadata>,
}

impl Draft {
    /// Opens the draft at this path, or creates it. `None` if the draft could not be moved to
    /// `path`, or if `path` is not a file.
    pub fn new(draft: PathBuf, path: &Path) -> Result<Option<Self>, Failure> {
        let place = Destination::new(path).map_err(|error| not_written(path, &error))?;
        let Destination::File { target, old } = place else {
            return Ok(None);
        };
        if !can_be_moved(directory(&draft), directory(&target)) {
            return Ok(None);
        }
        if !draft.exists() {
            let name = draft.file_name().unwrap_or_default();
            let mut builder = Builder::new();
            let file = temporary(
                directory(&draft),
                old.as_ref(),
                builder.prefix(name).rand_bytes(0),
            );
            let kept = file.and_then(|file| file.keep().map_err(|error| error.error));
            kept.map_err(|error| not_written(path, &error))?;
        }
        Ok(Some(Self { draft, target, old }))
    }

    /// Moves the complete draft to its final path.
    pub fn put(self) -> Result<(), Failure> {
        let put = || {
            if let Some(old) = &self.old {
                let file = File::open(&self.draft)?;
                keep_group(&file, old)?;
                file.set_permissions(old.permissions())?;
            }
            // Without this, a loss of power between the move and the write would leave neither
            // the old file nor the new one.
            File::open(&self.draft)?.sync_all()?;
            fs::rename(&self.draft, &self.target)
        };
        put().map_err(|error| not_written(&self.target, &error))?;
        sync_directory(directory(&self.target))
    }
}

/// Checks that the path can be written. Long computations call this first, to fail early.
/// Returns whether the path is standard output.
pub fn probe(path: &Path) -> Result<bool, Failure> {
    let probed = Destination::new(path).and_then(|place| match place {
        Destination::Stdout => Ok(true),
        Destination::Open(_) => Ok(false),
        Destination::File { target, old } => beside(&target, old.as_ref()).map(|_| false),
    });
    probed.map_err(|error| not_written(path, &error))
}

/// Returns the file that a path leads to after all links; `None` for standard output, a device
/// or a pipe.
pub fn file(path: &Path) -> Result<Option<PathBuf>, Failure> {
    match Destination::new(path).map_err(|error| not_written(path, &error))? {
        Destination::File { target, .. } => Ok(Some(target)),
        Destination::Stdout | Destination::Open(_) => Ok(None),
    }
}

fn not_written(path: &Path, error: &io::Error) -> Failure {
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

/// The target of the output, after all links.
enum Destination {
    Stdout,
    /// A device, a pipe, or a file that a process has open. It must not be replaced by a new
    /// file.
    Open(PathBuf),
    File {
        target: PathBuf,
        /// The existing file, which will be replaced.
        old: Option<fs::Metadata>,
    },
}

impl Destination {
    /// The greatest number of links that are followed, as on Linux.
    const MOST_LINKS: u32 = 40;

    fn new(path: &Path) -> io::Result<Self> {
        if path.as_os_str() == "-" {
            return Ok(Self::Stdout);
        }
        let mut path = path.to_owned();
        for _ in 0..Self::MOST_LINKS {
            // The system's link to an open file leads to the path at which it was opened. By
            // now, another file or none may be there.
            if let Some(open) = Self::from_open_file(&path) {
                return Ok(open);
            }
            match fs::read_link(&path) {
                Ok(next) => path = directory(&path).join(next),
                Err(_) => return Self::without_links(path),
            }
        }
        Err(io::Error::other("too many links"))
    }

    /// Returns the open file of a process, if the path is the system's name for one.
    fn from_open_file(path: &Path) -> Option<Self> {
        const STDOUT: &str = "1";
        let directory = fs::canonicalize(directory(path)).ok()?;
        let process = Path::new("/proc").join(process::id().to_string());
        let is_own = directory == Path::new("/dev/fd") || directory == process.join("fd");
        if is_own && path.file_name()? == STDOUT {
            Some(Self::Stdout)
        } else if is_own || directory.starts_with("/proc") {
            Some(Self::Open(path.to_owned()))
        } else {
            None
        }
    }

    fn without_links(target: PathBuf) -> io::Result<Self> {
        let found = match fs::metadata(&target) {
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
        // The permissions of the directory would allow it, but those of the file say what its
        // owner wants.
        if found.permissions().readonly() {
            return Err(io::Error::other("it is read-only"));
        }
        if is_of_another_user(&found) {
            return Err(io::Error::other("it belongs to another user"));
        }
        Ok(Self::File {
            target,
            old: Some(found),
        })
    }
}

#[cfg(unix)]
fn is_of_another_user(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    found.uid() != rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_of_another_user(_found: &fs::Metadata) -> bool {
    false
}

/// Writes a new file, and replaces the old one with it.
fn replace(target: &Path, old: Option<&fs::Metadata>, content: Content<'_>) -> Result<(), Failure> {
    let (file, name) = match unnamed(directory(target), old) {
        Some(file) => (file, None),
        None => {
            let (file, name) = beside(target, old)?.into_parts();
            (file, Some(name))
        }
    };
    // The temporary file adds its own name to errors, so the plain file is used here.
    write_into(&file, content)?;
    if let Some(old) = old {
        keep_group(&file, old)?;
        file.set_permissions(old.permissions())?;
    }
    // Without this, a loss of power between the move and the write would leave neither the old
    // file nor the new one.
    file.sync_all()?;
    let name = match name {
        Some(name) => name,
        None => name_beside(&file, target)?,
    };
    name.persist(target).map_err(|error| error.error)?;
    sync_directory(directory(target))
}

/// Creates a file without a name in a directory. When the process ends, for any reason, nothing
/// is left of it. `None` if the system has no such files.
#[cfg(target_os = "linux")]
fn unnamed(directory: &Path, old: Option<&fs::Metadata>) -> Option<File> {
    use rustix::fs::{Mode, OFlags, open};
    let mode = if old.is_none() { 0o666 } else { 0o600 };
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    let file = open(directory, flags, Mode::from_raw_mode(mode)).ok()?;
    let file = File::from(file);
    name_by_number(&file).exists().then_some(file)
}

/// Names a file without a name beside its target, so that it can replace the target.
#[cfg(target_os = "linux")]
fn name_beside(file: &File, target: &Path) -> io::Result<TempPath> {
    use rustix::fs::{AtFlags, CWD, linkat};
    let number = name_by_number(file);
    let link = |name: &Path| Ok(linkat(CWD, &number, CWD, name, AtFlags::SYMLINK_FOLLOW)?);
    let named = Builder::new().make_in(directory(target), link);
    let named = named.map_err(|error| io::Error::from(error.kind()))?;
    Ok(named.into_temp_path())
}

/// Returns the system's name for an open file.
#[cfg(target_os = "linux")]
fn name_by_number(file: &File) -> PathBuf {
    use std::os::fd::AsRawFd;
    format!("/proc/self/fd/{}", file.as_raw_fd()).into()
}

#[cfg(not(target_os = "linux"))]
fn unnamed(_directory: &Path, _old: Option<&fs::Metadata>) -> Option<File> {
    None
}

#[cfg(not(target_os = "linux"))]
fn name_beside(_file: &File, _target: &Path) -> io::Result<TempPath> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Returns the directory that contains a path.
fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(directory) if !directory.as_os_str().is_empty() => directory,
        _ => Path::new("."),
    }
}

/// Creates a file in the directory of the target, because a move is atomic only within one file
/// system.
fn beside(target: &Path, old: Option<&fs::Metadata>) -> io::Result<NamedTempFile> {
    temporary(directory(target), old, &mut Builder::new())
}

/// Returns whether both directories are on the same file system.
#[cfg(unix)]
fn can_be_moved(from: &Path, to: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let device = |directory| fs::metadata(directory).ok().map(|found| found.dev());
    device(from).is_some_and(|from| device(to) == Some(from))
}

#[cfg(not(unix))]
fn can_be_moved(_from: &Path, _to: &Path) -> bool {
    false
}

/// Creates a temporary file. It is deleted unless it is moved to its final path.
fn temporary(
    directory: &Path,
    old: Option<&fs::Metadata>,
    builder: &mut Builder<'_, '_>,
) -> io::Result<NamedTempFile> {
    #[cfg(unix)]
    if old.is_none() {
        use std::os::unix::fs::PermissionsExt;
        // This is the mode of any new file. By default, only the owner can read a temporary
        // file. That is right if there is an old file, since the complete file gets its mode.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = old;
    // Only the kind of the error is kept: the name of the temporary file means nothing to
    // users.
    let file = builder.tempfile_in(directory);
    file.map_err(|error| error.kind().into())
}

#[cfg(unix)]
fn keep_group(new: &File, old: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    if new.metadata()?.gid() == old.gid() {
        return Ok(());
    }
    fchown(new, None, Some(old.gid()))
}

#[cfg(not(unix))]
fn keep_group(_new: &File, _old: &fs::Metadata) -> io::Result<()> {
    Ok(())
}

/// Makes sure that the move survives a loss of power.
#[cfg(unix)]
fn sync_directory(directory: &Path) -> Result<(), Failure> {
    // A directory without read permission cannot be opened, but the file is in it.
    let Ok(directory) = File::open(directory) else {
        return Ok(());
    };
    match directory.sync_all() {
        // Some network file systems cannot sync a directory.
        Err(error) if error.kind() != io::ErrorKind::InvalidInput => Err(error.into()),
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
fn sync_directory(_directory: &Path) -> Result<(), Failure> {
    Ok(())
}

/// Returns the number of free bytes on the disk of a path, which need not exist; `None` if the
/// system does not tell.
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

    /// Returns the message of the failure, and checks that the file still has the old text.
    #[cfg(unix)]
    fn refusal(path: &Path, old: &str) -> String {
        let probed = probe(path).expect_err("a file to refuse").to_string();
        let written = write_text(path, "new").expect_err("a file to refuse");
        assert_eq!(probed, written.to_string());
        assert_eq!(fs::read_to_string(path).expect("a file"), old);
        probed
    }

    #[test]
    fn a_file_is_made_and_replaced() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("file");
        for text in ["the first text", "another"] {
            write_text(&path, text).expect("a file");
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        }
        let names = fs::read_dir(directory.path()).expect("a directory");
        assert_eq!(names.count(), 1, "nothing else is left");
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

    #[cfg(unix)]
    /// Nothing has to be cleaned up, no matter how the process ends.
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
    fn a_draft_is_put_into_its_place() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().expect("a directory");
        let [path, draft] = ["file", "draft"].map(|name| directory.path().join(name));
        let made = || Draft::new(draft.clone(), &path).expect("a place");
        fs::write(&path, "old").expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("a file");
        drop(made().expect("a draft"));
        // Nobody else can read the draft before it has its mode.
        let mode = fs::metadata(&draft).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        fs::write(&draft, "of an interrupted process").expect("a file");
        made().expect("the same draft").put().expect("a file");
        let text = fs::read_to_string(&path).expect("a file");
        assert_eq!(text, "of an interrupted process");
        let mode = fs::metadata(&path).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert!(!draft.exists());
        // Nothing can be moved out of this directory.
        let none = Draft::new(PathBuf::from("/proc/draft"), &path);
        assert!(none.expect("a place").is_none());
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
        // Only root can give a file away, and others cannot replace this file of root.
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
        // The first time, the links lead to no file.
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
