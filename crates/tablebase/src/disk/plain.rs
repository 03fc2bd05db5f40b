//! File operations on systems where the owner of a file is unknown, and directories cannot be
//! opened.

use std::ffi::{OsStr, OsString};
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// A directory. The directory is stored as a path, because these systems cannot open a directory.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    pub fn open(path: &Path, follows: bool) -> io::Result<Self> {
        let find = if follows {
            fs::metadata
        } else {
            fs::symlink_metadata
        };
        match find(path)?.is_dir() {
            true => Ok(Self(path.to_owned())),
            false => Err(io::ErrorKind::NotADirectory.into()),
        }
    }

    pub fn metadata(&self) -> io::Result<Metadata> {
        fs::symlink_metadata(&self.0)
    }

    /// Opens a file for reading, unless it is a link or a device.
    pub fn read(&self, name: &OsStr) -> io::Result<File> {
        let path = self.0.join(name);
        super::distrust(&fs::symlink_metadata(&path)?, super::DiskEntry::File)?;
        File::open(path)
    }

    pub fn write(&self, name: &OsStr) -> io::Result<File> {
        let path = self.0.join(name);
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                options.create_new(true).open(path)
            }
            found => {
                super::distrust(&found?, super::DiskEntry::File)?;
                options.open(path)
            }
        }
    }

    /// Creates a file. Fails if a file with this name exists.
    pub fn create(&self, name: &OsStr, _mode: u32) -> io::Result<File> {
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create_new(true);
        options.open(self.0.join(name))
    }

    /// Returns `None`, because these systems cannot create a file without a name.
    pub fn unnamed(&self, _mode: u32) -> Option<File> {
        None
    }

    pub fn link(&self, _file: &File, _name: &OsStr) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn rename(&self, from: &OsStr, into: &Self, to: &OsStr) -> io::Result<()> {
        fs::rename(self.0.join(from), into.0.join(to))
    }

    pub fn remove(&self, name: &OsStr) -> io::Result<()> {
        fs::remove_file(self.0.join(name))
    }

    pub fn names(&self) -> io::Result<Vec<OsString>> {
        fs::read_dir(&self.0)?
            .map(|entry| Ok(entry?.file_name()))
            .collect()
    }

    /// Does nothing, because these systems cannot open a directory to sync it. These systems write
    /// the names of new files to the disk by themselves.
    pub fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}

pub(super) fn builder(_mode: u32) -> DirBuilder {
    DirBuilder::new()
}

pub(super) fn open_without_waiting(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Does nothing, because a file that is being written cannot be deleted on these systems.
pub(super) fn lock(_file: &File) -> io::Result<()> {
    Ok(())
}

/// Returns `true`. If another process still has the file open, the caller cannot delete the file.
pub(super) fn lock_the_same(_folder: &Folder, _name: &OsStr, _file: &File) -> io::Result<bool> {
    Ok(true)
}

/// Returns `None`, because the file system is unknown.
pub(super) fn device(_found: &Metadata) -> Option<u64> {
    None
}

/// Returns `None`, because the owner is unknown.
pub(super) fn distrust(_found: &Metadata) -> Option<&'static str> {
    None
}

pub(super) fn keep_permissions(file: &File, old: &Metadata) -> io::Result<()> {
    file.set_permissions(old.permissions())
}

/// Does nothing, because a file has the permissions of its directory.
pub(crate) fn keep_from_others(_file: &File) -> io::Result<()> {
    Ok(())
}
