//! Solves a game tier by tier, with a store beside the table, and shows the progress.

use std::path::Path;

use perfectplay::forecast::Effort;
use perfectplay::game::Score;
use perfectplay_games::Listed;
use perfectplay_tablebase::{Form, Index, Memory, ResultStore, Sharding, Summary};

use crate::estimate::{Estimate, Room, Tiers, free_disk};
use crate::limits_arg::LimitsArg;
use crate::solving_jobs::SolvingJobs;
use crate::spec::Spec;
use crate::stop::Stop;
use crate::tier_work::TierWork;
use crate::work_folder::{self, Lock, WorkFolder};
use crate::{Failure, output};

/// A game that is solved tier by tier.
pub struct TierSolving<'a, I> {
    jobs: SolvingJobs<I>,
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

impl<'g, 'a, G: Listed, I: Index<Game = &'g G> + Copy> TierSolving<'a, I> {
    /// Nothing is solved yet. The results are kept in a folder, if there is a place for it.
    /// Fails if this machine lacks what it takes, unless the game is to be solved `anyway`.
    pub fn new(
        index: I,
        place: Option<&Path>,
        limits: &LimitsArg,
        anyway: bool,
        stop: &'a Stop,
    ) -> Result<Self, Failure> {
        let sharding = noted_sharding(place)?;
        let jobs = SolvingJobs::new(index, sharding)?;
        let mut work = TierWork::new(limits, stop, place);
        match jobs.form() {
            _ if !anyway => refuse_if_too_large(&jobs, place, limits.memory())?,
            Form::Dense => work.allow(jobs.solver.plan().workload(0, &[]).costs().memory),
            Form::Sparse => {}
        }
        Self::with(jobs, &Spec::of(*index.game()), sharding, place, work)
    }

    /// The jobs, with results in a folder, if there is a place for it.
    fn with(
        jobs: SolvingJobs<I>,
        spec: &Spec,
        sharding: Option<Sharding>,
        place: Option<&Path>,
        work: TierWork<'a>,
    ) -> Result<Self, Failure> {
        let results = match place {
            Some(path) => {
                let folder = WorkFolder::of_game(path, spec, sharding)?;
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
            .run(|limits| self.jobs.solver.solve(self.results.store(), limits))
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
            bytes = self.work.run(|limits| {
                self.jobs
                    .solver
                    .gather_into(self.results.store(), out, limits)
            })?;
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
                folder.remove(jobs.solver.jobs().map(|job| jobs.file(job)))?;
                drop(lock);
                Ok(())
            }
        }
    }
}

/// Into what tiers are cut in a place where a game is solved already, if it is.
fn noted_sharding(place: Option<&Path>) -> Result<Option<Sharding>, Failure> {
    Ok(place.map(WorkFolder::sharding).transpose()?.flatten())
}

/// Fails if this machine lacks what it takes to solve a game, with results in this place, or
/// else in memory. So much memory may be used; `None` if that is not known.
fn refuse_if_too_large<'g, G: Listed, I: Index<Game = &'g G> + Copy>(
    jobs: &SolvingJobs<I>,
    place: Option<&Path>,
    memory: Option<u64>,
) -> Result<(), Failure> {
    let plan = jobs.solver.plan();
    let (room, kept) = (room_for(place, memory), place.map(work_folder::bytes));
    if let Some(numbered) = plan.numbered() {
        // All that have a number take less than a byte each, whichever of them are reached.
        let disk = numbered;
        let most = Tiers {
            disk,
            ..Tiers::dense(plan, numbered)
        };
        if placed(most, kept).fit(room) {
            return Ok(());
        }
    }
    let tiers = |states| {
        let tiers = match plan.form() {
            Form::Dense => Tiers::dense(plan, states),
            Form::Sparse => Tiers::sparse(states),
        };
        Some(placed(tiers, kept))
    };
    let game = *jobs.solver.game();
    let estimate = match plan.form() {
        // The memory that it takes is known.
        Form::Dense => Estimate::new(game, &tiers, Effort::default()),
        Form::Sparse => Estimate::up_to(game, &tiers, room),
    };
    let estimate = estimate.map_err(|error| Failure::Input(error.to_string()))?;
    match estimate.shortage(room) {
        Some(shortage) => Err(estimate.refusal(&shortage)),
        None => Ok(()),
    }
}

/// The room for results in this place, or else in memory.
fn room_for(place: Option<&Path>, memory: Option<u64>) -> Room {
    let disk = place.and_then(free_disk);
    Room { memory, disk }
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
