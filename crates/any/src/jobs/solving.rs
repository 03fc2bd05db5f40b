//! Solves a game tier by tier, in memory or in a directory from which the work can resume.

use std::fs::File;
use std::path::Path;

use perfectplay::game::Score;
use perfectplay_tablebase::{DirectoryStore, MemoryStore, ResultStore, Summary};

#[cfg(not(target_family = "wasm"))]
use super::work_directory::{self, WorkDirectory};
use super::{Cutting, Jobs};
use crate::error::Error;
use crate::estimate::{Capacity, Tiers};
use crate::game::AnyGame;
use crate::watch::{Limits, Solve};

/// The jobs that solve a game tier by tier, and the store of their results.
///
/// ```
/// use perfectplay_any::jobs::Solving;
/// use perfectplay_any::{Catalogue, Limits, Solve};
///
/// let game = Catalogue::with_games_that_ship().find("connect:4x4")?;
/// let solving = Solving::in_memory(&game, &Solve::default())?;
/// let summary = solving.solve(&Limits::default())?;
/// assert_eq!(summary.states(), 161_029);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solving {
    jobs: Jobs,
    results: CachedResults,
}

enum CachedResults {
    Memory(MemoryStore),
    #[cfg(not(target_family = "wasm"))]
    /// `.0` is the work directory, and `.1` is the open file that locks this directory.
    Directory(WorkDirectory, File),
}

impl Solving {
    /// Prepares to solve a game tier by tier, and to keep the results in memory.
    ///
    /// # Errors
    /// Fails when the game has no tiers. Also fails when there is not enough memory, unless `how.anyway` is set.
    pub fn in_memory(game: &AnyGame, how: &Solve<'_>) -> Result<Self, Error> {
        let capacity = Capacity {
            disk: None,
            ..how.into()
        };
        let jobs = game.jobs(cutting(capacity, how))?.0;
        if !how.anyway {
            jobs.check_capacity(&Tiers::in_memory, capacity, how.watch)?;
        }
        let results = CachedResults::Memory(MemoryStore::new());
        Ok(Self { jobs, results })
    }

    /// Prepares to solve a game tier by tier, and to keep the results in a directory. Creates the directory if it does
    /// not exist. Does not solve a tier again if its result is already in the directory. If the table is to become a
    /// file, `file` is the path of this file. If an interrupted run has moved the table to `file` but not deleted the
    /// directory, moves the table back into the directory.
    ///
    /// # Errors
    ///
    /// Fails in the same cases as [`in_memory`](Self::in_memory). Fails when the directory belongs to another game,
    /// or another process works in the directory.
    #[cfg(not(target_family = "wasm"))]
    pub fn in_directory(
        game: &AnyGame,
        path: &Path,
        file: Option<&Path>,
        how: &Solve<'_>,
    ) -> Result<Self, Error> {
        let capacity = how.into();
        let (jobs, cut) = game.jobs(if DirectoryStore::mark(path)?.is_some() {
            Cutting::Noted(WorkDirectory::sharding(path)?)
        } else {
            cutting(capacity, how)
        })?;
        if !how.anyway {
            let kept = work_directory::bytes(path);
            let placed = |tiers: Tiers| Tiers {
                disk: tiers.disk.saturating_sub(kept),
                ..tiers
            };
            jobs.check_capacity(&placed, capacity, how.watch)?;
        }
        let directory = WorkDirectory::new(path, jobs.solver().name(), cut)?;
        let lock = directory.lock()?;
        if let Some(file) = file {
            jobs.solver().take_back(&directory.store, file)?;
        }
        let results = CachedResults::Directory(directory, lock);
        Ok(Self { jobs, results })
    }

    /// Returns the jobs that solve the game.
    #[must_use]
    pub const fn jobs(&self) -> &Jobs {
        &self.jobs
    }

    /// Returns the store with the results of the jobs.
    #[must_use]
    pub fn store(&self) -> &dyn ResultStore {
        match &self.results {
            CachedResults::Memory(memory) => memory,
            #[cfg(not(target_family = "wasm"))]
            CachedResults::Directory(directory, _) => &directory.store,
        }
    }

    /// Returns the directory with the results of the jobs; `None` if the results are in memory.
    #[cfg(not(target_family = "wasm"))]
    #[must_use]
    pub const fn directory(&self) -> Option<&WorkDirectory> {
        match &self.results {
            CachedResults::Memory(_) => None,
            CachedResults::Directory(directory, _) => Some(directory),
        }
    }

    /// Solves the tiers that are not solved yet, and counts the states.
    ///
    /// # Errors
    ///
    /// Fails when the rules have a fault, a result cannot be read or written, there is not enough memory, or the work
    /// was stopped.
    pub fn solve(&self, limits: &Limits<'_>) -> Result<Summary, Error> {
        Ok(self.jobs.solver().solve(self.store(), limits)?)
    }

    /// Returns the score of the start of the solved game.
    ///
    /// # Errors
    /// Fails when a result is missing or damaged.
    pub fn score_of_start(&self) -> Result<Score, Error> {
        let score = self.jobs.solver().score_of_start(self.store())?;
        score.ok_or_else(|| Error::Record {
            state: "the start".to_owned(),
        })
    }

    /// Deletes the results of the tiers. Call this method when the table is complete and the results are not
    /// needed any more.
    ///
    /// # Errors
    /// Fails when the system cannot delete the results.
    #[cfg(not(target_family = "wasm"))]
    pub fn finish(self) -> Result<(), Error> {
        match self.results {
            CachedResults::Memory(_) => Ok(()),
            CachedResults::Directory(directory, lock) => {
                let plan = self.jobs.plan();
                directory.remove(plan.jobs().map(|job| plan.file(job)))?;
                drop(lock);
                Ok(())
            }
        }
    }
}

/// Returns the rule by which tiers are cut into shards (pieces of a tier). Tiers are cut only if whole tiers do not fit
/// into memory. A WebAssembly module never cuts tiers.
const fn cutting(capacity: Capacity, how: &Solve<'_>) -> Cutting {
    if cfg!(target_family = "wasm") {
        return Cutting::Noted(None);
    }
    Cutting::Within {
        capacity,
        refuses_many_tiers: !how.anyway,
    }
}
