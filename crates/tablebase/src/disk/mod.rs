//! Opens and writes private files and directories, on a disk that other users and programs use,
//! too.
//!
//! The solver keeps three kinds of files: results of jobs, cached tables, and saved work. The
//! solver trusts, rewrites and deletes these files. So the solver uses a file only if no other user
//! could have changed this file:
//!
//! - A directory is opened without following a link. The directory must belong to the user who runs
//!   the process, and nobody else may write to it. Files in the directory are opened relative to
//!   the open directory, not by their full paths. So no other directory is used if somebody puts
//!   one at the same path.
//! - A file is opened without following a link, and without waiting for the other end of a pipe.
//!   The file must be a regular file of the same user, and nobody else may write to it.
//! - A file is read only up to a maximum size.
//! - A file is written whole or not at all. On systems that have files without a name, a killed
//!   writer leaves nothing behind.
//!
//! Systems other than Unix do not tell the owner of a file. On these systems, only links and
//! devices are refused.

#[cfg(not(unix))]
mod plain;
#[cfg(unix)]
mod unix;

use std::collections::hash_map::RandomState;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[cfg(not(unix))]
use plain as system;
use system::Folder;
pub(crate) use system::keep_from_others;
#[cfg(unix)]
use unix as system;

/// The suffix of the name of an incomplete file.
pub const PART: &str = ".part";

/// A directory that only the user who runs this process can write to.
#[derive(Clone, Debug)]
pub struct PrivateDirectory {
    path: PathBuf,
    folder: Arc<Folder>,
}

impl PrivateDirectory {
    /// Opens a directory. Returns `None` if nothing is at `path`.
    ///
    /// # Errors
    /// Fails when something other than a directory is at the path, such as a link. Fails when other
    /// users may write to the directory, or when the directory cannot be opened.
    pub fn open(path: &Path) -> io::Result<Option<Self>> {
        // If the path ended with a slash, a link at the path would be followed.
        let path: PathBuf = path.components().collect();
        match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            found => distrust(&found?, DiskEntry::Directory)?,
        }
        let folder = Folder::open(&path, false)?;
        // Another directory may have taken the place of the directory that was checked.
        distrust(&folder.metadata()?, DiskEntry::Directory)?;
        let folder = Arc::new(folder);
        Ok(Some(Self { path, folder }))
    }

    /// Opens a directory, or creates it with the permissions `mode`. Also creates missing parent
    /// directories.
    ///
    /// # Errors
    /// Fails in the same cases as [`open`](Self::open), and also when the directory cannot be
    /// created.
    pub fn create(path: &Path, mode: u32) -> io::Result<Self> {
        if let Some(found) = Self::open(path)? {
            return Ok(found);
        }
        fs::create_dir_all(parent(path))?;
        match system::builder(mode).create(path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        Self::open(path)?.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Returns the path at which the directory was opened.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the names of everything in the directory.
    ///
    /// # Errors
    /// Fails when the system cannot read the directory.
    pub fn names(&self) -> io::Result<Vec<OsString>> {
        self.folder.names()
    }

    /// Opens a file for reading. Returns `None` if the directory has no file with this name.
    ///
    /// # Errors
    /// Fails when the name belongs to a link or a device, when other users may have changed the
    /// file, or when the file cannot be opened.
    pub fn file(&self, name: impl AsRef<OsStr>) -> io::Result<Option<File>> {
        match self.folder.read(name.as_ref()) {
            Ok(file) => trusted(file).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Reads a file of at most `most` bytes. Returns `None` if there is no file with this name.
    ///
    /// # Errors
    /// Fails in the same cases as [`file`](Self::file), and also when the file has more than `most`
    /// bytes.
    pub fn read(&self, name: impl AsRef<OsStr>, most: u64) -> io::Result<Option<Vec<u8>>> {
        self.file(name)?.map(|file| read(file, most)).transpose()
    }

    /// Opens a file for reading and writing, or creates it.
    ///
    /// # Errors
    /// Fails in the same cases as [`file`](Self::file), and also when the file cannot be created.
    pub fn writable(&self, name: impl AsRef<OsStr>) -> io::Result<File> {
        trusted(self.folder.write(name.as_ref())?)
    }

    /// Creates a file that is still incomplete. [`NewFile::put`] gives the complete file its name.
    ///
    /// # Errors
    /// Fails when the file cannot be created.
    pub fn draft(&self, name: impl AsRef<OsStr>) -> io::Result<NewFile> {
        // The name has a random number, because processes on several machines may write the same
        // file.
        let number = RandomState::new().build_hasher().finish();
        let mut part = name.as_ref().to_owned();
        part.push(format!(".{number:016x}{PART}"));
        NewFile::new(Arc::clone(&self.folder), part, OWN_MODE)
    }

    /// Writes a file whole or not at all.
    ///
    /// # Errors
    /// Fails when `content` fails, or the file cannot be written.
    pub fn write(
        &self,
        name: impl AsRef<OsStr>,
        content: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut draft = self.draft(&name)?;
        content(draft.file())?;
        draft.put(name)
    }

    /// Deletes a file, if it exists. If the name belongs to a link, the link is deleted, and not
    /// the file that the link leads to.
    ///
    /// # Errors
    /// Fails when the system cannot delete the file or the link.
    pub fn remove(&self, name: impl AsRef<OsStr>) -> io::Result<()> {
        match self.folder.remove(name.as_ref()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Moves a file of the directory to a path on the same file system.
    ///
    /// # Errors
    /// Fails when the system cannot move the file.
    pub fn move_out(&self, name: impl AsRef<OsStr>, path: &Path) -> io::Result<()> {
        let into = Folder::open(parent(path), true)?;
        self.folder
            .rename(name.as_ref(), &into, path.file_name().unwrap_or_default())?;
        into.sync()
    }

    /// Moves a file from a path on the same file system into the directory.
    ///
    /// # Errors
    /// Fails when the system cannot move the file.
    pub fn move_in(&self, path: &Path, name: impl AsRef<OsStr>) -> io::Result<()> {
        let from = Folder::open(parent(path), true)?;
        from.rename(
            path.file_name().unwrap_or_default(),
            &self.folder,
            name.as_ref(),
        )?;
        self.folder.sync()
    }

    /// Returns whether the directory and `path` are on the same file system, so that files can be
    /// moved between them.
    #[must_use]
    pub fn is_beside(&self, path: &Path) -> bool {
        let other = Folder::open(parent(path), true).and_then(|other| other.metadata());
        match (self.folder.metadata(), other) {
            (Ok(own), Ok(other)) => {
                system::device(&own).is_some_and(|device| Some(device) == system::device(&other))
            }
            _ => false,
        }
    }
}

/// The mode of a new file that only its owner may write.
const OWN_MODE: u32 = 0o644;

/// A file that is being written. The file gets its name when it is complete. A file that is never
/// completed is deleted.
#[derive(Debug)]
pub struct NewFile {
    file: File,
    folder: Arc<Folder>,
    /// The name of the incomplete file.
    part: OsString,
    /// Whether the directory contains the file under the name `part`.
    is_named: bool,
}

impl NewFile {
    /// Creates an incomplete file beside `path`. When the file is complete, [`put`](Self::put)
    /// gives it this path. If `is_private` is set, only the owner may read and write the file. If
    /// `is_private` is not set, everybody may read and write the file, unless the umask of the
    /// process forbids it.
    ///
    /// On systems without unnamed files, only one process at a time can write the file at `path`.
    /// If a killed process has left an incomplete file, the next process that writes to `path`
    /// deletes that file.
    ///
    /// # Errors
    /// Fails when the file cannot be created.
    pub fn beside(path: &Path, is_private: bool) -> io::Result<Self> {
        let name = path.file_name().unwrap_or_default();
        // The incomplete file gets a short name, because the target may already have the longest
        // possible name.
        let number = crc32fast::hash(name.as_encoded_bytes());
        let part = format!(".perfectplay-{number:08x}{PART}").into();
        let folder = Arc::new(Folder::open(parent(path), true)?);
        Self::new(folder, part, if is_private { 0o600 } else { 0o666 })
    }

    fn new(folder: Arc<Folder>, part: OsString, mode: u32) -> io::Result<Self> {
        let (file, is_named) = match folder.unnamed(mode) {
            Some(file) => (file, false),
            None => {
                let create = |folder: &Folder, part: &OsStr| folder.create(part, mode);
                (named(&folder, &part, create)?, true)
            }
        };
        system::lock(&file)?;
        Ok(Self {
            file,
            folder,
            part,
            is_named,
        })
    }

    /// Returns the file.
    pub const fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Returns the metadata of the file, such as its length and its mode.
    ///
    /// # Errors
    /// Fails when the system cannot read the metadata.
    pub fn metadata(&self) -> io::Result<Metadata> {
        self.file.metadata()
    }

    /// Gives the complete file its name in its directory. A file that already has this name is
    /// replaced.
    ///
    /// # Errors
    /// Fails when the system cannot write or rename the file.
    pub fn put(mut self, name: impl AsRef<OsStr>) -> io::Result<()> {
        // Without this call, a loss of power after the renaming and before the writing would
        // destroy both the old file and the new one.
        self.file.sync_all()?;
        if !self.is_named {
            named(&self.folder, &self.part, |folder, part| {
                folder.link(&self.file, part)
            })?;
            self.is_named = true;
        }
        self.folder
            .rename(&self.part, &self.folder, name.as_ref())?;
        self.is_named = false;
        self.folder.sync()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if self.is_named {
            // The incomplete file is useless, and the disk may be full.
            let _ = self.folder.remove(&self.part);
        }
    }
}

/// Calls `name`, which gives an incomplete file the name `part`. If another incomplete file already
/// has this name, first waits until the process that writes the other file has unlocked it. Then
/// deletes the other file, unless the name now belongs to a different file.
fn named<T>(
    folder: &Folder,
    part: &OsStr,
    name: impl Fn(&Folder, &OsStr) -> io::Result<T>,
) -> io::Result<T> {
    loop {
        match name(folder, part) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let left = match folder.read(part) {
                    Ok(left) => trusted(left)?,
                    Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                    Err(error) => return Err(error),
                };
                if system::lock_the_same(folder, part, &left)? {
                    folder.remove(part)?;
                }
            }
            named => return named,
        }
    }
}

/// Opens a regular file for reading, at a path that a user gives. Links are followed. A pipe or a
/// device is an error, because reading it may never end.
///
/// # Errors
/// Fails when the file cannot be opened, or is no regular file.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let file = system::open_without_waiting(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other("expected a file, found something else")),
    }
}

/// Opens a regular file for reading and writing, or creates it. A link is not followed.
///
/// # Errors
/// Fails when a link or a device is at the path, or the file cannot be opened.
pub fn open_or_create(path: &Path) -> io::Result<File> {
    let folder = Folder::open(parent(path), true)?;
    let file = folder.write(path.file_name().unwrap_or_default())?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other(NO_FILE)),
    }
}

/// Reads a file of at most `most` bytes. It is an error if another user could have changed the
/// file. The directory of the file may belong to other users. Returns `None` if no file is at
/// `path`.
///
/// # Errors
/// Fails in the same cases as [`PrivateDirectory::read`].
pub fn read_own(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let opened = Folder::open(parent(path), true)
        .and_then(|folder| folder.read(path.file_name().unwrap_or_default()));
    match opened {
        Ok(file) => read(trusted(file)?, most).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Reads a whole file of at most `most` bytes.
///
/// # Errors
/// Fails when the file cannot be read, or has more than `most` bytes.
pub fn read(file: File, most: u64) -> io::Result<Vec<u8>> {
    let length = file.metadata()?.len();
    let mut bytes = Vec::new();
    let room = usize::try_from(length.min(most)).unwrap_or(usize::MAX);
    bytes
        .try_reserve_exact(room)
        .map_err(|_| io::ErrorKind::OutOfMemory)?;
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!(
            "expected at most {most} bytes, found more"
        )));
    }
    Ok(bytes)
}

/// Returns `file`, or an error if another user could have changed it.
fn trusted(file: File) -> io::Result<File> {
    distrust(&file.metadata()?, DiskEntry::File)?;
    Ok(file)
}

/// The error message for a link, a directory or a device where a regular file is expected.
const NO_FILE: &str = "it is a link, a directory or a device, so it is not used";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DiskEntry {
    Directory,
    File,
}

/// Checks that no other user could have changed a file or a directory. The error tells why the file
/// or directory is not trusted.
fn distrust(found: &Metadata, kind: DiskEntry) -> io::Result<()> {
    let problem = match kind {
        DiskEntry::Directory if found.is_symlink() => {
            Some("it is a link, so it is not used: name the directory that it leads to")
        }
        DiskEntry::Directory if !found.is_dir() => Some("it is no directory"),
        DiskEntry::File if !found.is_file() => Some(NO_FILE),
        _ => system::distrust(found),
    };
    problem.map_or(Ok(()), |problem| Err(io::Error::other(problem)))
}

/// Returns the directory that contains a path.
#[must_use]
pub fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(directory) if !directory.as_os_str().is_empty() => directory,
        _ => Path::new("."),
    }
}

/// Gives a file the group and the permissions of the file that it replaces.
///
/// # Errors
/// Fails when the system does not allow the change.
pub fn keep_permissions(file: &File, old: &Metadata) -> io::Result<()> {
    system::keep_permissions(file, old)
}
