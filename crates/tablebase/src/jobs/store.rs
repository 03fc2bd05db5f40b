//! Stores for the results of the jobs into which the work of solving a game is divided.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, Metadata};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::disk::{self, NewFile, PART, PrivateDirectory};
use crate::error::Error;
use crate::jobs::results_in_table::{MovedResults, StoredPart};

/// A store for the results of the jobs into which the work of solving a game is divided. Each
/// result is stored whole or not at all.
///
/// Several processes may write the same result at the same time, because its bytes are always the
/// same.
pub trait ResultStore: Sync {
    /// Returns the bytes of a result, if it exists.
    ///
    /// # Errors
    /// Fails when the system cannot read the result.
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Error>;

    /// Writes a result. When this method returns, the whole result is in the store. Until then, no
    /// part of the result can be read.
    ///
    /// # Errors
    /// Fails when the system cannot write the result.
    fn write(&self, name: &str, bytes: Vec<u8>) -> Result<(), Error>;

    /// Removes a result, if it exists. The caller makes sure that nothing reads this result any
    /// more.
    ///
    /// # Errors
    /// Fails when the system cannot remove the result.
    fn remove(&self, name: &str) -> Result<(), Error>;

    /// Returns the path of a result, for error messages.
    fn path(&self, name: &str) -> PathBuf;
}

/// A store in a directory, with a file for each result.
///
/// A result appears in the directory whole or not at all. If a process, the machine or the disk
/// fails, no incomplete file has the name of a result.
///
/// Results may [move](crate::Solver::gather_within) into a tablebase file in the directory. The
/// store then reads these results from this file.
///
/// The directory is [private](PrivateDirectory). The file `game` in the directory names the game of
/// the results. If a directory contains other files, but no file `game`, opening a store there is
/// an error. So the store never replaces or deletes a file that belongs to somebody else.
#[derive(Clone, Debug)]
pub struct DirectoryStore {
    files: PrivateDirectory,
    moved: Arc<Mutex<MovedResults>>,
}

impl DirectoryStore {
    /// The name of the tablebase file that results move into.
    const TABLE: &'static str = "table.part";
    /// The name of the file with the mark, which is a text that names the game of the results.
    pub const MARK: &'static str = "game";
    /// The name of the file that a process locks while it works in the directory.
    const LOCK: &'static str = "lock";
    /// The greatest size in bytes of the mark, which contains the name of a game. A tablebase file has room for a
    /// name of at most 65,535 bytes.
    const LONGEST_MARK: u64 = 2 * u16::MAX as u64;
    /// The greatest size of a result in bytes. This is more than the memory of any machine, so a larger file cannot be
    /// a result.
    const MOST: u64 = 1 << 40;
    /// The first bytes of every result. A file that begins with other bytes is not read further.
    const LABEL: &'static [u8] = b"perfectplay ";

    /// Opens the store in a directory. `mark` contains the name of the game, and everything else
    /// that the results depend on. A missing directory is created.
    ///
    /// # Errors
    /// Fails when the directory has a mark other than `mark`, or contains files but no mark. Fails when other users
    /// can write to the directory, or the system cannot create or read it.
    pub fn open(path: impl AsRef<Path>, mark: &str) -> Result<Self, Error> {
        let path = path.as_ref();
        let wrong = || Error::io(path);
        let files = PrivateDirectory::create(path, 0o755).map_err(wrong())?;
        match Self::mark_in(&files)? {
            Some(found) if found == mark => {}
            Some(found) => {
                return Err(Error::Foreign {
                    path: path.to_owned(),
                    expected: format!("results of {}", mark.replace('\n', " in shards of ")),
                    found: format!("those of {}", found.replace('\n', " in shards of ")),
                });
            }
            None if Self::is_unused(&files).map_err(wrong())? => {
                let write = |file: &mut File| writeln!(file, "{mark}");
                files.write(Self::MARK, write).map_err(wrong())?;
            }
            None => {
                return Err(Error::io(path)(io::Error::other(
                    "expected an empty directory, or one with results of a game, found other files: \
                     nothing is written there",
                )));
            }
        }
        let directory = Self {
            files,
            moved: Arc::default(),
        };
        if let Some(noted) = directory.read(MovedResults::NAME)? {
            // If the record is damaged, the moved results are missing, and their jobs run again.
            *directory.moved() = MovedResults::from_bytes(&noted).unwrap_or_default();
        }
        Ok(directory)
    }

    /// Returns the path of the work directory beside a table. The path of the directory is the path of
    /// the table with `.work` appended.
    #[must_use]
    pub fn beside(table: &Path) -> PathBuf {
        let mut path = table.as_os_str().to_owned();
        path.push(".work");
        path.into()
    }

    /// Returns the text of the mark, a file that describes the results in the directory. Returns `None` if the
    /// directory or the mark does not exist.
    ///
    /// # Errors
    /// Fails when other users can write to the directory or its mark, or the system cannot read them.
    pub fn mark(path: &Path) -> Result<Option<String>, Error> {
        match PrivateDirectory::open(path).map_err(Error::io(path))? {
            Some(files) => Self::mark_in(&files),
            None => Ok(None),
        }
    }

    fn mark_in(files: &PrivateDirectory) -> Result<Option<String>, Error> {
        let bytes = files.read(Self::MARK, Self::LONGEST_MARK);
        let bytes = bytes.map_err(Error::io(&files.path().join(Self::MARK)))?;
        Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).trim_end().to_owned()))
    }

    /// Returns whether a directory without a mark is free for a new store. Such a directory may contain only files of a
    /// process that was killed while it created or deleted a store. Such a file is an empty lock file, or a mark file
    /// that is not completely written.
    fn is_unused(files: &PrivateDirectory) -> io::Result<bool> {
        for name in files.names()? {
            let is_own = match name.to_str() {
                Some(Self::LOCK) => match files.file(Self::LOCK)? {
                    Some(lock) => lock.metadata()?.len() == 0,
                    None => true,
                },
                Some(name) => Self::of_part(name) == Some(Self::MARK),
                None => false,
            };
            if !is_own {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the final name of an incomplete file whose present name is `file`; `None` if `file` is not the
    /// name of an incomplete file.
    fn of_part(file: &str) -> Option<&str> {
        let (name, number) = file.strip_suffix(PART)?.rsplit_once('.')?;
        let is_number = number.len() == 16 && number.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_number.then_some(name)
    }

    fn moved(&self) -> MutexGuard<'_, MovedResults> {
        self.moved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the directory.
    #[must_use]
    pub const fn files(&self) -> &PrivateDirectory {
        &self.files
    }

    /// Opens the file that a process locks while it works in the directory. The file is empty.
    ///
    /// # Errors
    /// Fails when other users can write to the file, or the file cannot be created.
    pub fn lock_file(&self) -> Result<File, Error> {
        let opened = self.files.writable(Self::LOCK);
        opened.map_err(Error::io(&self.path(Self::LOCK)))
    }

    /// Returns whether the lock file still exists. Call this after taking the lock, because the previous holder
    /// of the lock may have deleted the directory.
    #[must_use]
    pub fn has_lock_file(&self) -> bool {
        self.files.file(Self::LOCK).is_ok_and(|lock| lock.is_some())
    }

    pub(crate) fn table(&self) -> Result<File, Error> {
        let opened = self.files.writable(Self::TABLE);
        opened.map_err(Error::io(&self.table_path()))
    }

    pub(crate) fn table_path(&self) -> PathBuf {
        self.path(Self::TABLE)
    }

    /// Moves the complete tablebase file to `path`, which must be on the same file system. A file that already
    /// exists at `path` is replaced. `old` is the metadata of the replaced file; `None` if there was no file.
    ///
    /// # Errors
    /// Fails when the system cannot move the file.
    pub fn put_table(&self, path: &Path, old: Option<&Metadata>) -> Result<(), Error> {
        let put = || {
            let table = self.files.writable(Self::TABLE)?;
            match old {
                Some(old) => disk::keep_permissions(&table, old)?,
                None => {
                    let new = NewFile::beside(path, false)?;
                    table.set_permissions(new.metadata()?.permissions())?;
                }
            }
            // Without this call, a loss of power after the move and before the writing would
            // destroy both the old file and the new one.
            table.sync_all()?;
            self.files.move_out(Self::TABLE, path)
        };
        put().map_err(Error::io(path))
    }

    /// Moves a tablebase file from `path` back into the directory, unless the directory already contains a
    /// tablebase file.
    pub(crate) fn take_table(&self, path: &Path) -> Result<(), Error> {
        let take = || {
            if self.files.file(Self::TABLE)?.is_some() {
                return Ok(());
            }
            disk::keep_from_others(&disk::open_regular(path)?)?;
            self.files.move_in(path, Self::TABLE)
        };
        take().map_err(Error::io(path))
    }

    /// Returns whether results have moved into the tablebase file.
    #[must_use]
    pub fn has_moved(&self) -> bool {
        !self.moved().is_empty()
    }

    /// Records the positions of results in the tablebase file, and removes the results from the
    /// directory. The caller must have synced the tablebase file to the disk before this call.
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

    /// Deletes the results that `names` lists, and the incomplete files of interrupted writers. Also deletes the
    /// tablebase file in the directory, and the record of the results that have moved into this file. Then deletes the
    /// mark and the lock. Finally deletes the directory, unless it contains other files.
    ///
    /// # Errors
    /// Fails when the system cannot delete the files or the directory.
    pub fn clear(self, names: impl IntoIterator<Item = String>) -> Result<(), Error> {
        let own = [Self::TABLE, MovedResults::NAME].map(str::to_owned);
        let names: BTreeSet<String> = names.into_iter().chain(own).collect();
        let is_own = |file: &str| match Self::of_part(file) {
            Some(name) => name == Self::MARK || names.contains(name),
            None => names.contains(file),
        };
        let path = self.files.path();
        for name in self.files.names().map_err(Error::io(path))? {
            if let Some(name) = name.to_str().filter(|name| is_own(name)) {
                self.remove(name)?;
            }
        }
        // The mark is deleted after all results, and the lock after the mark.
        self.remove(Self::MARK)?;
        self.remove(Self::LOCK)?;
        match fs::remove_dir(path) {
            Err(error) if error.kind() != io::ErrorKind::DirectoryNotEmpty => {
                Err(Error::io(path)(error))
            }
            _ => Ok(()),
        }
    }
}

impl ResultStore for DirectoryStore {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let path = self.path(name);
        let read = |mut file: File| {
            let mut label = Vec::new();
            let most = Self::LABEL.len() as u64;
            (&file).take(most).read_to_end(&mut label)?;
            if label != Self::LABEL {
                // A file with another beginning is not a result, so the rest is not read.
                return Ok(label);
            }
            file.rewind()?;
            disk::read(file, Self::MOST)
        };
        match self.files.file(name).map_err(Error::io(&path))? {
            Some(file) => read(file).map(Some).map_err(Error::io(&path)),
            None => {
                let table = || self.files.file(Self::TABLE);
                let moved = self.moved().read(name, &table);
                moved.map_err(Error::io(&self.table_path()))
            }
        }
    }

    fn write(&self, name: &str, bytes: Vec<u8>) -> Result<(), Error> {
        let written = self.files.write(name, |file| file.write_all(&bytes));
        written.map_err(Error::io(&self.path(name)))
    }

    fn remove(&self, name: &str) -> Result<(), Error> {
        let removed = self.files.remove(name);
        removed.map_err(Error::io(&self.path(name)))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.files.path().join(name)
    }
}

/// A store in memory, for a process that solves a game and then looks up its states.
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
