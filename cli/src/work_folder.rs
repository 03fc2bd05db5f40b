//! The folder in which a game is solved tier by tier.

use std::fmt::Display;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use fs4::{FileExt, TryLockError};
use perfectplay_store::{Folder, Store};

use crate::Failure;
use crate::spec::Spec;

/// The name of the file that says which game the results are of.
const GAME: &str = "game";
/// The name of the file that is locked by who makes a table of all results.
const LOCK: &str = "lock";

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
    pub store: Folder,
    path: PathBuf,
}

impl WorkFolder {
    /// The folder for a game, which is made if it is not there.
    pub fn of_game(path: &Path, game: &Spec) -> Result<Self, Failure> {
        let told = |error: perfectplay_store::Error| Failure::Input(error.to_string());
        let store = Folder::new(path).map_err(told)?;
        match store.read(GAME).map_err(told)? {
            None => {
                let text = format!("{game}\n");
                store.write(GAME, text.into_bytes()).map_err(told)?;
            }
            Some(found) => {
                let found = String::from_utf8_lossy(&found);
                let found = found.trim_end();
                if found != game.to_string() {
                    let problem = format!("expected results of {game}, found those of {found}");
                    return Err(wrong(path, &problem));
                }
            }
        }
        Ok(Self {
            store,
            path: path.to_owned(),
        })
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
        let names = results.chain([GAME, LOCK].map(str::to_owned));
        let removed = self.store.remove(names);
        removed.map_err(|error| Failure::Input(error.to_string()))
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
