//! The stores for the results of jobs.

use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::Error;
use crate::jobs::results_in_table::{MovedResults, StoredPart};

/// A store for results of jobs. Each result is in it whole or not at all.
///
/// Several processes may write the same result at the same time: its bytes are always the same.
pub trait ResultStore: Sync {
    /// Returns the bytes of a result, if it exists.
    ///
    /// # Errors
    /// When the system cannot read it.
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Error>;

    /// Writes a result. When this returns, the whole result is in the store; before that, no
    /// part of it is.
    ///
    /// # Errors
    /// When the system cannot write it.
    fn write(&self, name: &str, bytes: Vec<u8>) -> Result<(), Error>;

    /// Removes a result that nothing reads any more, if it exists.
    ///
    /// # Errors
    /// When the system cannot remove it.
    fn remove(&self, name: &str) -> Result<(), Error>;

    /// Returns the path of a result, for errors.
    fn path(&self, name: &str) -> PathBuf;
}

/// A directory as a store.
///
/// A result is written under a temporary name, synced and then renamed, so that an interrupted
/// process, machine or disk leaves no partial result under its name.
///
/// Results may [move](crate::Solver::gather_within) into a tablebase file in the directory, and
/// are read from there.
#[derive(Clone, Debug)]
pub struct DirectoryStore {
    path: PathBuf,
    moved: Arc<Mutex<MovedResults>>,
}

impl DirectoryStore {
    /// The end of the name of an incomplete file.
    const PARTIAL: &'static str = ".part";
    /// The name of the tablebase file that results move into.
    const TABLE: &'static str = "table.part";

    /// Opens the store in a directory. The directory is created if it does not exist.
    ///
    /// # Errors
    ///
    /// When the system cannot create it.
    pub fn new(path: impl Into<PathBuf>) -> Result<Self, Error> {
        let path = path.into();
        fs::create_dir_all(&path).map_err(Error::io(&path))?;
        let directory = Self {
            path,
            moved: Arc::default(),
        };
        if let Some(noted) = directory.read(MovedResults::NAME)? {
            // If the entries are lost, results that have moved are made again.
            *directory.moved() = MovedResults::from_bytes(&noted).unwrap_or_default();
        }
        Ok(directory)
    }

    /// Opens the store beside a tablebase file that is being made: the directory with the
    /// file's name and `.work` appended.
    ///
    /// # Errors
    ///
    /// When the system cannot create it.
    pub fn beside(file: &Path) -> Result<Self, Error> {
        let mut path = file.as_os_str().to_owned();
        path.push(".work");
        Self::new(path)
    }

    fn moved(&self) -> MutexGuard<'_, MovedResults> {
        self.moved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the path of the tablebase file that results move into. It need not exist.
    #[must_use]
    pub fn table(&self) -> PathBuf {
        self.path.join(Self::TABLE)
    }

    /// Returns whether results have moved into the tablebase file.
    #[must_use]
    pub fn has_moved(&self) -> bool {
        !self.moved().is_empty()
    }

    /// Records the positions of results in the tablebase file, which has been synced, and
    /// removes the results.
    pub(crate) fn note_moved(
        &self,
        results: impl Iterator<Item = (String, StoredPart)>,
    ) -> Result<(), Error> {
        let mut names = Vec::new();
        let noted = {
            let mut moved = self.moved();
            for (name, part) in results {
                moved.note(name.clone(), part);
                names.push(name);
            }
            moved.to_bytes()
        };
        self.write(MovedResults::NAME, noted)?;
        names.iter().try_for_each(|name| self.remove(name))
    }

    /// Deletes the files with these names, and what interrupted writers have left of them. The
    /// directory is deleted, too, unless it contains something else.
    ///
    /// # Errors
    /// When the system cannot delete them.
    pub fn clear(self, names: impl IntoIterator<Item = String>) -> Result<(), Error> {
        let own = [Self::TABLE, MovedResults::NAME].map(str::to_owned);
        let names: BTreeSet<String> = names.into_iter().chain(own).collect();
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

impl ResultStore for DirectoryStore {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let path = self.path(name);
        match fs::read(&path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.moved().read(name, &self.table())
            }
            Err(error) => Err(Error::io(&path)(error)),
        }
    }

    fn write(&self, name: &str, bytes: Vec<u8>) -> Result<(), Error> {
        write_whole(&self.path(name), |file| file.write_all(&bytes))
    }

    fn remove(&self, name: &str) -> Result<(), Error> {
        let path = self.path(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::io(&path)(error)),
            _ => Ok(()),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

/// Writes a file that appears whole or not at all: it is written under another name, synced,
/// and then renamed.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), Error> {
    // The name has a random number, because processes on several machines may write the same
    // file.
    let number = RandomState::new().build_hasher().finish();
    let mut partial = path.as_os_str().to_owned();
    partial.push(format!(".{number:016x}{}", DirectoryStore::PARTIAL));
    let partial = PathBuf::from(partial);
    let written = File::create(&partial)
        .and_then(|mut file| {
            write(&mut file)?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&partial, path))
        .and_then(|()| sync_directory(path));
    if written.is_err() {
        // The incomplete file is useless, and the disk may be full.
        let _ = fs::remove_file(&partial);
    }
    written.map_err(Error::io(path))
}

/// Renames a file that has been synced.
pub(crate) fn put_into_place(file: &Path, path: &Path) -> Result<(), Error> {
    let put = fs::rename(file, path).and_then(|()| sync_directory(path));
    put.map_err(Error::io(path))
}

/// Syncs the new name of a file.
#[cfg(unix)]
fn sync_directory(path: &Path) -> io::Result<()> {
    let directory = path.parent().filter(|path| *path != Path::new(""));
    File::open(directory.unwrap_or(Path::new(".")))?.sync_all()
}

/// Does nothing: a system that cannot open directories syncs names by itself.
#[cfg(not(unix))]
fn sync_directory(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// A store in memory, for games that are solved to be asked at once.
#[derive(Debug, Default)]
pub struct MemoryStore {
    results: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl MemoryStore {
    /// Creates an empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn with<T>(&self, work: impl FnOnce(&mut BTreeMap<String, Vec<u8>>) -> T) -> T {
        work(&mut self.results.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl ResultStore for MemoryStore {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        Ok(self.with(|results| results.get(name).cloned()))
    }

    fn write(&self, name: &str, bytes: Vec<u8>) -> Result<(), Error> {
        self.with(|results| results.insert(name.to_owned(), bytes));
        Ok(())
    }

    fn remove(&self, name: &str) -> Result<(), Error> {
        self.with(|results| results.remove(name));
        Ok(())
    }

    fn path(&self, name: &str) -> PathBuf {
        PathBuf::from(name)
    }
}
