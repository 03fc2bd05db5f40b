//! The work directory of a game that is solved tier by tier. The directory holds the results of jobs, and three more
//! files: a mark, the plan and a lock. The mark names the game. If the tiers of the game are cut into shards, the mark
//! also says how they are cut.

use std::fmt::Display;
use std::fs::{self, File};
use std::path::Path;

use fs4::{FileExt, TryLockError};
use perfectplay_tablebase::{DirectoryStore, ResultStore, Sharding};

use crate::error::Error;

/// The name of the file with the plan. The plan is stored because a plan of many tiers takes long to make.
const PLAN: &str = "plan";

/// Returns the total size of the files in a directory, in bytes; 0 if the directory does not exist.
pub fn bytes(directory: &Path) -> u64 {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let sizes = entries.filter_map(|entry| Some(entry.metadata().ok()?.len()));
    sizes.sum()
}

/// A directory that holds the results of the jobs of a game.
pub struct WorkDirectory {
    /// Reads and writes the results of the jobs.
    pub store: DirectoryStore,
}

/// The content of the file that marks a work directory. This file names the game and says how the game's tiers are cut
/// into shards.
struct Noted {
    game: String,
    /// The shards into which the tiers are cut; `None` for whole tiers.
    sharding: Option<Sharding>,
}

impl Noted {
    fn read(path: &Path) -> Result<Option<Self>, Error> {
        let Some(mark) = DirectoryStore::mark(path)? else {
            return Ok(None);
        };
        let (game, sharding) = match mark.split_once('\n') {
            Some((game, sharding)) => (game.to_owned(), Some(sharding)),
            None => (mark, None),
        };
        let sharding = sharding.map(str::parse).transpose();
        let note = path.join(DirectoryStore::MARK);
        let sharding = sharding.map_err(|error| wrong(&note, &error))?;
        Ok(Some(Self { game, sharding }))
    }

    fn to_mark(&self) -> String {
        match self.sharding {
            Some(sharding) => format!("{}\n{sharding}", self.game),
            None => self.game.clone(),
        }
    }
}

impl WorkDirectory {
    /// Opens the work directory of a game. Creates the directory if it does not exist. Refuses a directory that holds
    /// results of another game. If `sharding` is given, also refuses a directory in which the tiers are cut in another
    /// way.
    pub fn new(path: &Path, game: &str, sharding: Option<Sharding>) -> Result<Self, Error> {
        let noted = match Noted::read(path)? {
            Some(found) if found.game != game => {
                let found = found.game;
                let problem = format!("expected results of {game}, found those of {found}");
                return Err(wrong(path, &problem));
            }
            Some(found) if sharding.is_some() && sharding != found.sharding => {
                let [expected, found] =
                    [sharding, found.sharding].map(|some| some.unwrap_or(Sharding::Whole));
                let problem = format!("expected the sharding `{expected}`, found `{found}`");
                return Err(wrong(path, &problem));
            }
            Some(found) => found,
            None => Noted {
                game: game.to_owned(),
                sharding,
            },
        };
        let store = DirectoryStore::open(path, &noted.to_mark())?;
        Ok(Self { store })
    }

    /// Reads from a work directory how the tiers of its game are cut into shards. Returns `None` if the tiers are not
    /// cut, or if the directory does not exist.
    pub fn sharding(path: &Path) -> Result<Option<Sharding>, Error> {
        Ok(Noted::read(path)?.and_then(|noted| noted.sharding))
    }

    /// Reads the plan from a work directory. Does not check whether the plan is damaged. Returns `None` if there is no
    /// plan.
    pub fn plan(path: &Path) -> Result<Option<Vec<u8>>, Error> {
        match DirectoryStore::mark(path)? {
            Some(mark) => Ok(DirectoryStore::open(path, &mark)?.read(PLAN)?),
            None => Ok(None),
        }
    }

    /// Stores a plan, unless the directory already has a plan.
    pub fn keep_plan(&self, plan: Vec<u8>) -> Result<(), Error> {
        if self.store.read(PLAN)?.is_some() {
            return Ok(());
        }
        Ok(self.store.write(PLAN, plan)?)
    }

    /// Reads the name of the game in a directory that [`new`](Self::new) created.
    pub fn game(path: &Path) -> Result<String, Error> {
        let noted = Noted::read(path)?;
        let missing = || wrong(path, &"expected results of a game, found none");
        Ok(noted.ok_or_else(missing)?.game)
    }

    /// Returns the path of the directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.store.files().path()
    }

    /// Prevents other processes from solving the game in this directory, until the returned file is closed. The
    /// system closes the file at the latest when the process ends.
    pub fn lock(&self) -> Result<File, Error> {
        let file = self.store.lock_file()?;
        match FileExt::try_lock(&file) {
            Ok(()) if self.store.has_lock_file() => Ok(file),
            Ok(()) | Err(TryLockError::WouldBlock) => Err(wrong(
                self.path(),
                &"another process is solving the game here",
            )),
            Err(TryLockError::Error(error)) => Err(wrong(self.path(), &error)),
        }
    }

    /// Deletes the results. Then deletes the directory itself, unless it contains other files.
    pub fn remove(self, results: impl Iterator<Item = String>) -> Result<(), Error> {
        let names = results.chain([PLAN.to_owned()]);
        Ok(self.store.clear(names)?)
    }
}

fn wrong(path: &Path, problem: &dyn Display) -> Error {
    Error::file(path, problem)
}
