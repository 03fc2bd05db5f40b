//! Solves a game tier by tier, with a store beside the table, and shows the progress.

use std::path::Path;

use perfectplay::game::Score;
use perfectplay_any::jobs::{Cutting, Form, Jobs, Memory, ResultStore, Summary};
use perfectplay_any::{Room, Rules, Tiers};

use crate::Failure;
use crate::args::limits::LimitsArg;
use crate::io::output;
use crate::io::output::free_disk;
use crate::io::stop::Stop;
use crate::io::tier_work::TierWork;
use crate::io::work_folder::{self, Lock, WorkFolder};

/// A game that is solved tier by tier.
pub struct TierSolving<'a> {
    jobs: Box<dyn Jobs>,
    results: Results,
    work: TierWork<'a>,
}

/// Where the results of tiers are.
enum Results {
    Memory(Memory),
    Folder(WorkFolder, Lock),
}

impl Results {
    fn store(&self) -> &dyn ResultStore {
        match self {
            Self::Memory(memory) => memory,
            Self::Folder(folder, _) => &folder.store,
        }
    }
}

impl<'a> TierSolving<'a> {
    /// Nothing is solved yet. The results are kept in a folder, if there is a place for it.
    /// Fails if this machine lacks what it takes, unless the game is to be solved `anyway`.
    pub fn new(
        game: &dyn Rules,
        place: Option<&Path>,
        limits: &LimitsArg,
        anyway: bool,
        stop: &'a Stop,
    ) -> Result<Self, Failure> {
        let noted = place.map(WorkFolder::sharding).transpose()?.flatten();
        let (jobs, cut) = game.jobs(Cutting::Noted(noted))?;
        let mut work = TierWork::new(limits, stop, place);
        if anyway {
            if jobs.plan().form() == Form::Dense {
                work.allow(jobs.plan().workload(0, &[]).costs().memory);
            }
        } else {
            let kept = place.map(work_folder::bytes);
            let room = Room {
                memory: limits.memory(),
                disk: place.and_then(free_disk),
            };
            jobs.check_room(&|tiers| placed(tiers, kept), room)?;
        }
        let results = match place {
            Some(path) => {
                let folder = WorkFolder::of_game(path, jobs.name(), cut)?;
                let lock = folder.lock()?;
                Results::Folder(folder, lock)
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
        let draft = match &self.results {
            Results::Memory(_) => None,
            Results::Folder(folder, _) => Some(folder.draft()),
        };
        output::write_by_way_of(draft.as_deref(), file, |out| {
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
            Results::Folder(folder, lock) => {
                let jobs = &self.jobs;
                folder.remove(jobs.plan().jobs().map(|job| jobs.plan().file(job)))?;
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
