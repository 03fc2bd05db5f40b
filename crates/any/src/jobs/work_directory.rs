//! The directory in which a game is solved tier by tier. It holds the name of the game, the
//! plan, and a lock.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use fs4::{FileExt, TryLockError};
use perfectplay_tablebase::{DirectoryStore, ResultStore, Sharding};

use crate::error::Error;

/// The name of the file that contains the name of the game.
const GAME: &str = "game";
/// The name of the file that says how tiers are cut. It is missing if they are whole.
const SHARDING: &str = "sharding";
/// The name of the file with the plan. A plan of many tiers takes long to make.
const PLAN: &str = "plan";
/// The name of the file that a process locks while it solves the game.
const LOCK: &str = "lock";

/// The greatest size of a file that is read whole. The name of a game is the longest content,
/// and is as long as in a table at most.
const LONGEST: u64 = u16::MAX as u64 + 1;

/// Returns the directory beside a table: the name of the table with `.work` appended.
pub fn beside(table: &Path) -> PathBuf {
    let mut path = table.as_os_str().to_owned();
    path.push(".work");
    path.into()
}

/// Returns the total size of the files in a directory in bytes; 0 if it does not exist.
pub fn bytes(directory: &Path) -> u64 {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let sizes = entries.filter_map(|entry| Some(entry.metadata().ok()?.len()));
    sizes.sum()
}

/// A directory with results of the jobs of a game.
pub struct WorkDirectory {
    /// The results.
    pub store: DirectoryStore,
    path: PathBuf,
}

impl WorkDirectory {
    /// Opens the directory of a game, or creates it with this sharding. An existing directory
    /// must belong to the same game and have the same sharding.
    pub fn new(path: &Path, game: &str, sharding: Option<Sharding>) -> Result<Self, Error> {
        let store = DirectoryStore::new(path)?;
        let write = |name, text: String| store.write(name, text.into_bytes()).map_err(Error::from);
        let Some(found) = noted(&path.join(GAME))? else {
            // The name of the game is written last: a directory that has it is complete.
            if let Some(sharding) = sharding {
                write(SHARDING, format!("{sharding}\n"))?;
            }
            write(GAME, format!("{game}\n"))?;
            return Ok(Self {
                store,
                path: path.to_owned(),
            });
        };
        if found != game {
            let problem = format!("expected results of {game}, found those of {found}");
            return Err(wrong(path, &problem));
        }
        let noted = Self::sharding(path)?;
        if sharding.is_some() && sharding != noted {
            let [expected, found] = [sharding, noted].map(|some| some.unwrap_or(Sharding::Whole));
            let problem = format!("expected tiers in shards of {expected}, found {found}");
            return Err(wrong(path, &problem));
        }
        Ok(Self {
            store,
            path: path.to_owned(),
        })
    }

    /// Reads how tiers are cut in a directory, which need not exist; `None` if they are whole.
    pub fn sharding(path: &Path) -> Result<Option<Sharding>, Error> {
        let file = path.join(SHARDING);
        let text = noted(&file)?;
        let sharding = text.map(|text| text.parse()).transpose();
        sharding.map_err(|error| wrong(&file, &error))
    }

    /// Reads the plan in a directory, if there is one. It may belong to another game.
    pub fn plan(path: &Path) -> Option<Vec<u8>> {
        fs::read(path.join(PLAN)).ok()
    }

    /// Stores a plan, unless the directory has one.
    pub fn keep_plan(&self, plan: Vec<u8>) -> Result<(), Error> {
        if self.path.join(PLAN).exists() {
            return Ok(());
        }
        Ok(self.store.write(PLAN, plan)?)
    }

    /// Returns whether the directory exists and is complete.
    pub fn is_made(path: &Path) -> bool {
        path.join(GAME).exists()
    }

    /// Reads the name of the game in a directory that [`new`](Self::new) created.
    pub fn game(path: &Path) -> Result<String, Error> {
        let file = path.join(GAME);
        let game = noted(&file)?;
        game.ok_or_else(|| wrong(&file, &"expected the name of a game, found no file"))
    }

    /// Returns the path of the directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Prevents other processes from solving the game here, until the lock is dropped or the
    /// process ends.
    pub fn lock(&self) -> Result<Lock, Error> {
        let path = self.path.join(LOCK);
        let file = File::create(&path).map_err(|error| wrong(&path, &error))?;
        match FileExt::try_lock(&file) {
            // The process that held the lock before may have deleted the directory.
            Ok(()) if path.exists() => Ok(Lock { _file: file }),
            Ok(()) | Err(TryLockError::WouldBlock) => Err(wrong(
                &self.path,
                &"another process is solving the game here",
            )),
            Err(TryLockError::Error(error)) => Err(wrong(&path, &error)),
        }
    }

    /// Deletes the results, and the directory unless it contains other files.
    pub fn remove(self, results: impl Iterator<Item = String>) -> Result<(), Error> {
        let names = results.chain([GAME, SHARDING, PLAN, LOCK].map(str::to_owned));
        Ok(self.store.clear(names)?)
    }
}

/// Reads a small file of a directory; `None` if it does not exist.
fn noted(path: &Path) -> Result<Option<String>, Error> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(wrong(path, &error)),
    };
    let mut text = String::new();
    let read = file.take(LONGEST + 1).read_to_string(&mut text);
    match read {
        Ok(bytes) if bytes as u64 <= LONGEST => Ok(Some(text.trim_end().to_owned())),
        Ok(_) => Err(wrong(
            path,
            &format!("expected at most {LONGEST} bytes, found more"),
        )),
        Err(error) => Err(wrong(path, &error)),
    }
}

/// A lock on the directory: no other process solves the game in it.
pub struct Lock {
    /// The system unlocks the file when it is closed.
    _file: File,
}

fn wrong(path: &Path, problem: &dyn Display) -> Error {
    Error::file(path, problem)
}
