//! The directory in which a game is solved tier by tier.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use fs4::{FileExt, TryLockError};
use perfectplay_any::Error;
use perfectplay_any::jobs::{Directory, ResultStore, Sharding};

use crate::Failure;

/// The name of the file that says which game the results are of.
const GAME: &str = "game";
/// The name of the file that says into what tiers are cut, if they are.
const SHARDING: &str = "sharding";
/// The name of the file with the plan, which takes long to make for a game of many tiers.
const PLAN: &str = "plan";
/// The name of the file that is locked by who makes a table of all results.
const LOCK: &str = "lock";

/// The most bytes of a file that says something: the name of a game is the longest of it, and is
/// that of a table.
const LONGEST: u64 = u16::MAX as u64 + 1;

/// The directory beside a table: its name with `.work` behind.
pub fn beside(table: &Path) -> PathBuf {
    let mut path = table.as_os_str().to_owned();
    path.push(".work");
    path.into()
}

/// How many bytes are in a directory, if it is there.
pub fn bytes(directory: &Path) -> u64 {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let sizes = entries.filter_map(|entry| Some(entry.metadata().ok()?.len()));
    sizes.sum()
}

/// A directory with results of the jobs of a game.
pub struct WorkDirectory {
    pub store: Directory,
    path: PathBuf,
}

impl WorkDirectory {
    /// The directory for a game, which is made if it is not there. Then its tiers are cut so, if
    /// that is told. A directory that is there must not be for another game or another sharding.
    pub fn new(path: &Path, game: &str, sharding: Option<Sharding>) -> Result<Self, Failure> {
        let store = Directory::new(path).map_err(Error::from)?;
        let write = |name, text: String| store.write(name, text.into_bytes()).map_err(Error::from);
        let Some(found) = noted(&path.join(GAME))? else {
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

    /// Into what tiers are cut in a directory, which need not be there; `None` if they are not.
    pub fn sharding(path: &Path) -> Result<Option<Sharding>, Failure> {
        let file = path.join(SHARDING);
        let text = noted(&file)?;
        let sharding = text.map(|text| text.parse()).transpose();
        sharding.map_err(|error| wrong(&file, &error))
    }

    /// The plan that is kept in a directory, if there is one. It may be of another game.
    pub fn plan(path: &Path) -> Option<Vec<u8>> {
        fs::read(path.join(PLAN)).ok()
    }

    /// Keeps a plan, unless there is one.
    pub fn keep_plan(&self, plan: Vec<u8>) -> Result<(), Failure> {
        if self.path.join(PLAN).exists() {
            return Ok(());
        }
        Ok(self.store.write(PLAN, plan).map_err(Error::from)?)
    }

    /// Whether there is such a directory.
    pub fn is_made(path: &Path) -> bool {
        path.join(GAME).exists()
    }

    /// The name of the game whose results a directory has that [`new`](Self::new) made.
    pub fn game(path: &Path) -> Result<String, Failure> {
        let file = path.join(GAME);
        let game = noted(&file)?;
        game.ok_or_else(|| wrong(&file, &"expected the name of a game, found no file"))
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
            // Who had the lock before may have deleted the directory since.
            Ok(()) if path.exists() => Ok(Lock { _file: file }),
            Ok(()) | Err(TryLockError::WouldBlock) => Err(wrong(
                &self.path,
                &"another process is solving the game here",
            )),
            Err(TryLockError::Error(error)) => Err(wrong(&path, &error)),
        }
    }

    /// Deletes the results, and the directory, unless there is something else in it.
    pub fn remove(self, results: impl Iterator<Item = String>) -> Result<(), Failure> {
        let names = results.chain([GAME, SHARDING, PLAN, LOCK].map(str::to_owned));
        Ok(self.store.clear(names).map_err(Error::from)?)
    }
}

/// What a file of a directory says, if it is there. No more of it is read than it can have.
fn noted(path: &Path) -> Result<Option<String>, Failure> {
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

/// Nobody else solves the game in the directory.
pub struct Lock {
    /// The system unlocks it when it is closed.
    _file: File,
}

fn wrong(path: &Path, problem: &dyn Display) -> Failure {
    Failure::Input(format!("{}: {problem}", path.display()))
}
