//! File operations on Unix.

use std::ffi::{OsStr, OsString};
use std::fs::{DirBuilder, File, Metadata};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::Path;

use rustix::fs::{AtFlags, Dir, FlockOperation, Mode, OFlags};
use rustix::io::Errno;

/// An open directory. The names of files are looked up in this directory, even if its path later
/// leads to another directory.
#[derive(Debug)]
pub(super) struct Folder(OwnedFd);

/// The flags with which a file is opened without following a link, and without waiting for the
/// other end of a pipe.
const FILE: OFlags = OFlags::NOFOLLOW
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);

impl Folder {
    /// Opens a directory. If the path is a symbolic link, follows the link if `follows` is true,
    /// and fails otherwise.
    pub fn open(path: &Path, follows: bool) -> io::Result<Self> {
        // A directory in which files may be created need not be readable.
        #[cfg(target_os = "linux")]
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        #[cfg(not(target_os = "linux"))]
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let flags = if follows {
            flags
        } else {
            flags | OFlags::NOFOLLOW
        };
        Ok(Self(rustix::fs::open(path, flags, Mode::empty())?))
    }

    pub fn metadata(&self) -> io::Result<Metadata> {
        File::from(self.0.try_clone()?).metadata()
    }

    fn open_at(&self, name: &OsStr, flags: OFlags, mode: u32) -> io::Result<File> {
        let mode = Mode::from_raw_mode(mode as rustix::fs::RawMode);
        match rustix::fs::openat(&self.0, name, flags, mode) {
            Err(Errno::LOOP) => Err(io::Error::other(super::NO_FILE)),
            opened => Ok(opened?.into()),
        }
    }

    pub fn read(&self, name: &OsStr) -> io::Result<File> {
        self.open_at(name, FILE | OFlags::RDONLY, 0)
    }

    pub fn write(&self, name: &OsStr) -> io::Result<File> {
        self.open_at(name, FILE | OFlags::RDWR | OFlags::CREATE, super::OWN_MODE)
    }

    /// Creates a file. Fails if the name is in use.
    pub fn create(&self, name: &OsStr, mode: u32) -> io::Result<File> {
        let flags = FILE | OFlags::RDWR | OFlags::CREATE | OFlags::EXCL;
        self.open_at(name, flags, mode)
    }

    /// Creates a file without a name. When the process ends, for any reason, the system deletes the
    /// file. Returns `None` if the file system does not support files without a name.
    #[cfg(target_os = "linux")]
    pub fn unnamed(&self, mode: u32) -> Option<File> {
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        let file = self.open_at(OsStr::new("."), flags, mode).ok()?;
        Path::new(&name_by_number(&file)).exists().then_some(file)
    }

    /// Gives a name to a file that has none.
    #[cfg(target_os = "linux")]
    pub fn link(&self, file: &File, name: &OsStr) -> io::Result<()> {
        let (number, follow) = (name_by_number(file), AtFlags::SYMLINK_FOLLOW);
        Ok(rustix::fs::linkat(
            rustix::fs::CWD,
            number,
            &self.0,
            name,
            follow,
        )?)
    }

    #[cfg(not(target_os = "linux"))]
    pub fn unnamed(&self, _mode: u32) -> Option<File> {
        None
    }

    #[cfg(not(target_os = "linux"))]
    pub fn link(&self, _file: &File, _name: &OsStr) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Renames a file. A file that already has the new name is replaced.
    pub fn rename(&self, from: &OsStr, into: &Self, to: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::renameat(&self.0, from, &into.0, to)?)
    }

    pub fn remove(&self, name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.0, name, AtFlags::empty())?)
    }

    fn readable(&self) -> io::Result<OwnedFd> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(rustix::fs::openat(&self.0, ".", flags, Mode::empty())?)
    }

    /// Returns the names of all files and directories in this directory.
    pub fn names(&self) -> io::Result<Vec<OsString>> {
        let mut names = Vec::new();
        for entry in Dir::new(self.readable()?)? {
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if name != b"." && name != b".." {
                names.push(OsStr::from_bytes(name).to_owned());
            }
        }
        Ok(names)
    }

    /// Makes sure that new names survive a loss of power.
    pub fn sync(&self) -> io::Result<()> {
        // A directory that may not be read cannot be opened for syncing, but the file is in it.
        let Ok(directory) = self.readable() else {
            return Ok(());
        };
        match rustix::fs::fsync(directory) {
            // Some network file systems cannot sync a directory.
            Err(Errno::INVAL) => Ok(()),
            synced => Ok(synced?),
        }
    }
}

/// Returns a path in `/proc` that leads to an open file.
#[cfg(target_os = "linux")]
fn name_by_number(file: &File) -> String {
    use std::os::fd::AsRawFd;
    format!("/proc/self/fd/{}", file.as_raw_fd())
}

pub(super) fn builder(mode: u32) -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.mode(mode);
    builder
}

/// Opens a file for reading, without waiting for the other end of a pipe. Links are followed.
pub(super) fn open_without_waiting(path: &Path) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    Ok(rustix::fs::open(path, flags, Mode::empty())?.into())
}

/// Locks a file until the file is closed, if its file system supports locks.
pub(super) fn lock(file: &File) -> io::Result<()> {
    match rustix::fs::flock(file, FlockOperation::LockExclusive) {
        Err(Errno::NOSYS | Errno::OPNOTSUPP | Errno::NOLCK) => Ok(()),
        locked => Ok(locked?),
    }
}

/// Waits until a file can be locked, and locks it. Then returns whether `name` is still the name of
/// this file.
pub(super) fn lock_the_same(folder: &Folder, name: &OsStr, file: &File) -> io::Result<bool> {
    rustix::fs::flock(file, FlockOperation::LockExclusive)?;
    let found = match folder.read(name) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        found => found?.metadata()?,
    };
    let file = file.metadata()?;
    Ok((found.dev(), found.ino()) == (file.dev(), file.ino()))
}

pub(super) fn device(found: &Metadata) -> Option<u64> {
    Some(found.dev())
}

/// Returns the reason why other users may have changed a file or directory; `None` if they could
/// not have changed it.
pub(super) fn distrust(found: &Metadata) -> Option<&'static str> {
    if found.uid() != rustix::process::geteuid().as_raw() {
        Some("it belongs to another user, so it is not used")
    } else if found.mode() & 0o022 != 0 {
        Some("other users may write to it, so it is not used")
    } else {
        None
    }
}

/// Gives a file the group and the mode of the file that it replaces.
pub(super) fn keep_permissions(file: &File, old: &Metadata) -> io::Result<()> {
    if file.metadata()?.gid() != old.gid() {
        std::os::unix::fs::fchown(file, None, Some(old.gid()))?;
    }
    file.set_permissions(old.permissions())
}

/// Removes the right to write to a file from everybody except its owner.
pub(crate) fn keep_from_others(file: &File) -> io::Result<()> {
    let mode = file.metadata()?.mode() & 0o7755;
    file.set_permissions(PermissionsExt::from_mode(mode))
}
