//! Solves a game tier by tier, with a store beside the table, and shows the progress.

use std::path::Path;

use perfectplay::game::Score;
use perfectplay_any::jobs::{Cutting, Form, Jobs, Memory, ResultStore, Summary};
use perfectplay_any::{AnyGame, Capacity, Limits, Tiers};

use crate::Failure;
use crate::args::limits::LimitsArg;
use crate::io::output::{self, Draft, free_disk};
use crate::io::stop::Stop;
use crate::io::tier_work::TierWork;
use crate::io::work_directory::{self, Lock, WorkDirectory};

/// A game that is solved tier by tier.
pub struct TierSolving<'a> {
    jobs: Box<dyn Jobs>,
    results: Results,
    work: TierWork<'a>,
}

/// Where the results of tiers are.
enum Results {
    Memory(Memory),
    Directory(WorkDirectory, Lock),
}

impl Results {
    fn store(&self) -> &dyn ResultStore {
        match self {
            Self::Memory(memory) => memory,
            Self::Directory(directory, _) => &directory.store,
        }
    }
}

impl<'a> TierSolving<'a> {
    /// Nothing is solved yet. The results are kept in a directory, if there is a place for it.
    /// Fails if this machine lacks what it takes, unless the game is to be solved `anyway`.
    pub fn new(
        game: &AnyGame,
        output: Option<&Path>,
        place: Option<&Path>,
        limits: &LimitsArg,
        anyway: bool,
        stop: &'a Stop,
    ) -> Result<Self, Failure> {
        let (jobs, cut) = game.jobs(match place.filter(|place| WorkDirectory::is_made(place)) {
            Some(place) => Cutting::Noted(WorkDirectory::sharding(place)?),
            None => Cutting::Within(limits.memory()),
        })?;
        let mut work = TierWork::new(limits, stop, place);
        if anyway {
            if jobs.plan().form() == Form::Dense {
                work.allow(jobs.plan().workload(0, &[]).costs().memory);
            }
        } else {
            let kept = place.map(work_directory::bytes);
            let capacity = Capacity {
                memory: limits.memory(),
                disk: place.and_then(free_disk),
            };
            let watch = Limits::default().watch;
            jobs.check_capacity(&|tiers| placed(tiers, kept), capacity, watch)?;
        }
        let results = match place {
            Some(path) => {
                let directory = WorkDirectory::new(path, jobs.name(), cut)?;
                let lock = directory.lock()?;
                if let Some(file) = output.map(output::file).transpose()?.flatten() {
                    jobs.take_back(&directory.store, &file)?;
                }
                Results::Directory(directory, lock)
            }
            None => Results::Memory(Memory::new()),
        };
        Ok(Self {
            jobs,
            results,
            work,
        })
    }

    /// Solves what is not solved yet, and counts the states.
    pub fn solve(&self) -> Result<Summary, Failure> {
        self.work
            .run(|limits| self.jobs.solve(self.results.store(), limits))
    }

    /// What the start is worth, once the game is solved.
    pub fn score_of_start(&self) -> Result<Score, Failure> {
        let score = self.jobs.score_of_start(self.results.store());
        Ok(score?.expect("a start, which has been solved"))
    }

    /// Writes the table once the game is solved, and tells how many bytes it has.
    pub fn write(&self, file: &Path) -> Result<u64, Failure> {
        let mut bytes = 0;
        if let Results::Directory(WorkDirectory { store, .. }, _) = &self.results {
            if let Some(draft) = Draft::new(store.table(), file)? {
                bytes = self
                    .work
                    .run(|limits| self.jobs.gather_within(store, limits))?;
                draft.put()?;
                return Ok(bytes);
            }
        }
        output::write(file, |out| {
            bytes = self
                .work
                .run(|limits| self.jobs.gather_into(self.results.store(), out, limits))?;
            Ok(())
        })?;
        Ok(bytes)
    }

    /// Deletes the results of tiers, once there is a table.
    pub fn finish(self) -> Result<(), Failure> {
        match self.results {
            Results::Memory(_) => Ok(()),
            Results::Directory(directory, lock) => {
                let jobs = &self.jobs;
                directory.remove(jobs.plan().jobs().map(|job| jobs.plan().file(job)))?;
                drop(lock);
                Ok(())
            }
        }
    }
}

/// What tiers take with results in a place where so many bytes are kept already, or else in
/// memory.
fn placed(mut tiers: Tiers, kept: Option<u64>) -> Tiers {
    match kept {
        Some(kept) => tiers.disk = tiers.disk.saturating_sub(kept),
        None => tiers.memory = tiers.memory.saturating_add(tiers.disk),
    }
    tiers
}
