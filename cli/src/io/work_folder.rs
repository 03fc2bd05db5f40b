//! The folder in which a game is solved tier by tier.

use std::fmt::Display;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use fs4::{FileExt, TryLockError};
use perfectplay_any::Error;
use perfectplay_any::jobs::{Directory, ResultStore, Sharding};

use crate::Failure;

/// The name of the file that says which game the results are of.
const GAME: &str = "game";
/// The name of the file that says into what tiers are cut, if they are.
const SHARDING: &str = "sharding";
/// The name of the file that is locked by who makes a table of all results.
const LOCK: &str = "lock";
/// The name of the table, until it is complete.
const DRAFT: &str = "table.part";

/// The folder beside a table: its name with `.work` behind.
pub fn beside(table: &Path) -> PathBuf {
    let mut path = table.as_os_str().to_owned();
    path.push(".work");
    path.into()
}

/// How many bytes are in a folder, if it is there.
pub fn bytes(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.filter_map(|entry| Some(entry.metadata().ok()?.len()));
    sizes.sum()
}

/// A folder with results of the jobs of a game.
pub struct WorkFolder {
    pub store: Directory,
    path: PathBuf,
}

impl WorkFolder {
    /// The folder for a game, which is made if it is not there. Then its tiers are cut so, if
    /// that is told. A folder that is there must not be for another game or another sharding.
    pub fn of_game(path: &Path, game: &str, sharding: Option<Sharding>) -> Result<Self, Failure> {
        let store = Directory::new(path).map_err(Error::from)?;
        let write = |name, text: String| store.write(name, text.into_bytes()).map_err(Error::from);
        let Some(found) = store.read(GAME).map_err(Error::from)? else {
            // The game comes last: where it is, all is told.
            if let Some(sharding) = sharding {
                write(SHARDING, format!("{sharding}\n"))?;
            }
            write(GAME, format!("{game}\n"))?;
            return Ok(Self {
                store,
                path: path.to_owned(),
            });
        };
        let found = String::from_utf8_lossy(&found);
        let found = found.trim_end();
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

    /// Into what tiers are cut in a folder, which need not be there; `None` if they are not.
    pub fn sharding(path: &Path) -> Result<Option<Sharding>, Failure> {
        let file = path.join(SHARDING);
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(wrong(&file, &error)),
        };
        let sharding = text.trim_end().parse().map(Some);
        sharding.map_err(|error| wrong(&file, &error))
    }

    /// The name of the game whose results a folder has that [`of_game`](Self::of_game) made.
    pub fn game(path: &Path) -> Result<String, Failure> {
        let file = path.join(GAME);
        let game = fs::read_to_string(&file).map_err(|error| wrong(&file, &error))?;
        Ok(game.trim_end().to_owned())
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where who has the lock writes the table, until it is complete.
    pub fn draft(&self) -> PathBuf {
        self.path.join(DRAFT)
    }

    /// Keeps other processes from solving the game here, until the lock is dropped or the
    /// process ends, in whatever way.
    pub fn lock(&self) -> Result<Lock, Failure> {
        let path = self.path.join(LOCK);
        let file = File::create(&path).map_err(|error| wrong(&path, &error))?;
        match FileExt::try_lock(&file) {
            // Who had the lock before may have deleted the folder since.
            Ok(()) if path.exists() => Ok(Lock { _file: file }),
            Ok(()) | Err(TryLockError::WouldBlock) => Err(wrong(
                &self.path,
                &"another process is solving the game here",
            )),
            Err(TryLockError::Error(error)) => Err(wrong(&path, &error)),
        }
    }

    /// Deletes the results, and the folder, unless there is something else in it.
    pub fn remove(self, results: impl Iterator<Item = String>) -> Result<(), Failure> {
        let names = results.chain([GAME, SHARDING, LOCK, DRAFT].map(str::to_owned));
        Ok(self.store.clear(names).map_err(Error::from)?)
    }
}

/// Nobody else solves the game in the folder.
pub struct Lock {
    /// The system unlocks it when it is closed.
    _file: File,
}

fn wrong(path: &Path, problem: &dyn Display) -> Failure {
    Failure::Input(format!("{}: {problem}", path.display()))
}
