//! Where the results of jobs are kept.

use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::error::Error;

/// A place for files that are there whole or not at all.
///
/// Several processes may write the same file at the same time: it has the same bytes
/// whoever was last.
pub trait Store: Sync {
    /// The bytes of a file, if it is there.
    ///
    /// # Errors
    /// When the system cannot read it.
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Error>;

    /// Writes a file, so that it is there whole when this returns, and not in part before.
    ///
    /// # Errors
    /// When the system cannot write it.
    fn write(&self, name: &str, bytes: Vec<u8>) -> Result<(), Error>;

    /// Where a file is, as errors tell it.
    fn path(&self, name: &str) -> PathBuf;
}

/// A folder as a store.
///
/// A file is written under a name of its own, brought to the disk and then renamed, so that
/// an interrupted process, machine or disk leaves no part of it behind under its name.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The end of the name of a file that is not yet whole.
    const PARTIAL: &'static str = ".part";

    /// The store in a folder, which is made if it is not there.
    ///
    /// # Errors
    /// When the system cannot make it.
    pub fn new(path: impl Into<PathBuf>) -> Result<Self, Error> {
        let path = path.into();
        fs::create_dir_all(&path).map_err(Error::io(&path))?;
        Ok(Self { path })
    }

    /// The store beside a table file that is being made: its name with `.work` behind.
    ///
    /// # Errors
    /// When the system cannot make it.
    pub fn beside(table: &Path) -> Result<Self, Error> {
        let mut path = table.as_os_str().to_owned();
        path.push(".work");
        Self::new(path)
    }

    /// Deletes the files of these names, and what interrupted writers have left of them. The
    /// folder goes too, unless there is something else in it.
    ///
    /// # Errors
    /// When the system cannot delete them.
    pub fn remove(self, names: impl IntoIterator<Item = String>) -> Result<(), Error> {
        let names: BTreeSet<String> = names.into_iter().collect();
        let is_own = |file: &str| {
            let partial = file.strip_suffix(Self::PARTIAL);
            let name = partial.and_then(|partial| Some(partial.rsplit_once('.')?.0));
            names.contains(name.unwrap_or(file))
        };
        for entry in fs::read_dir(&self.path).map_err(Error::io(&self.path))? {
            let entry = entry.map_err(Error::io(&self.path))?;
            if entry.file_name().to_str().is_some_and(is_own) {
                fs::remove_file(entry.path()).map_err(Error::io(&entry.path()))?;
            }
        }
        match fs::remove_dir(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::DirectoryNotEmpty => {
                Err(Error::io(&self.path)(error))
            }
            _ => Ok(()),
        }
    }
}

impl Store for Folder {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let path = self.path(name);
        match fs::read(&path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Error::io(&path)(error)),
        }
    }

    fn write(&self, name: &str, bytes: Vec<u8>) -> Result<(), Error> {
        write_whole(&self.path(name), |file| file.write_all(&bytes))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

/// Writes a file that is there whole or not at all: under another name, to the disk, and
/// then under its own.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), Error> {
    // A random number: processes of several machines may write the same file.
    let number = RandomState::new().build_hasher().finish();
    let mut partial = path.as_os_str().to_owned();
    partial.push(format!(".{number:016x}{}", Folder::PARTIAL));
    let partial = PathBuf::from(partial);
    let written = File::create(&partial)
        .and_then(|mut file| {
            write(&mut file)?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&partial, path))
        .and_then(|()| sync_folder(path));
    if written.is_err() {
        // What is left of it is of no use, and the disk may be full.
        let _ = fs::remove_file(&partial);
    }
    written.map_err(Error::io(path))
}

/// Brings the new name of a file to the disk.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// A system that cannot open folders brings names to the disk by itself.
#[cfg(not(unix))]
fn sync_folder(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// A store in memory, for games that are solved to be asked at once.
#[derive(Debug, Default)]
pub struct Memory {
    files: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl Memory {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Store for Memory {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(files.get(name).cloned())
    }

    fn write(&self, name: &str, bytes: Vec<u8>) -> Result<(), Error> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.insert(name.to_owned(), bytes);
        Ok(())
    }

    fn path(&self, name: &str) -> PathBuf {
        PathBuf::from(name)
    }
}
