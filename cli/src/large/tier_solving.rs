//! Solves a game tier by tier, with a store beside the table, and shows the progress.

use std::path::Path;

use perfectplay::forecast::{Effort, Forecast};
use perfectplay::game::Score;
use perfectplay::ranked::Ranked;
use perfectplay_games::Listed;
use perfectplay_tablebase::{Jobs, Memory, Store, Summary};

use crate::Failure;
use crate::args::limits::LimitsArg;
use crate::io::output;
use crate::io::output::free_disk;
use crate::io::stop::Stop;
use crate::large::cut::Cut;
use crate::large::estimate::{estimate, estimate_up_to, tiers_of, tiers_of_keys};
use crate::large::solving_jobs::{self, Keyed, SolvingJobs};
use crate::large::spec::Spec;
use crate::large::tier_work::{TierWork, told};
use crate::large::work_folder::{self, Lock, WorkFolder};
use perfectplay_any::{Room, Tiers};

/// A game that is solved tier by tier.
pub struct TierSolving<'a, J> {
    jobs: J,
    results: Results,
    work: TierWork<'a>,
}

/// Where the results of tiers are.
enum Results {
    Memory(Memory),
    Folder(WorkFolder, Lock),
}

impl Results {
    fn store(&self) -> &dyn Store {
        match self {
            Self::Memory(memory) => memory,
            Self::Folder(folder, _) => &folder.store,
        }
    }
}

impl<'a, G: Listed + Ranked + Send + Sync> TierSolving<'a, Jobs<'a, G>> {
    /// Nothing is solved yet. The results are kept in a folder, if there is a place for it.
    /// Fails if this machine lacks what it takes, unless the game is to be solved `anyway`.
    pub fn new(
        game: &'a G,
        place: Option<&Path>,
        limits: &LimitsArg,
        anyway: bool,
        stop: &'a Stop,
    ) -> Result<Self, Failure> {
        let cut = noted_cut(place)?;
        let jobs = solving_jobs::ranked(game, cut)?;
        let mut work = TierWork::new(limits, stop, place);
        if anyway {
            work.allow(jobs.least_memory());
        } else {
            refuse_if_too_large(&jobs, place, limits.memory())?;
        }
        Self::with(jobs, &Spec::of(game), cut, place, work)
    }
}

impl<'a, G: Listed> TierSolving<'a, Keyed<'a, G>> {
    /// The same for a game without ranks.
    pub fn of_keys(
        game: &'a G,
        place: Option<&Path>,
        limits: &LimitsArg,
        anyway: bool,
        stop: &'a Stop,
    ) -> Result<Self, Failure> {
        let cut = noted_cut(place)?;
        let jobs = Keyed::new(game, cut)?;
        if !anyway {
            let kept = place.map(work_folder::bytes);
            let tiers = |so_far: &Forecast| Some(placed(tiers_of_keys(so_far.states), kept));
            let room = room_for(place, limits.memory());
            let estimate = estimate_up_to(game, tiers, room);
            let estimate = estimate.map_err(|error| Failure::Input(error.to_string()))?;
            if let Some(shortage) = estimate.shortage(room) {
                return Err(estimate.refusal(shortage).into());
            }
        }
        let work = TierWork::new(limits, stop, place);
        Self::with(jobs, &Spec::of(game), cut, place, work)
    }
}

impl<'a, J: SolvingJobs> TierSolving<'a, J> {
    /// The jobs, with results in a folder, if there is a place for it.
    fn with(
        jobs: J,
        spec: &Spec,
        cut: Option<Cut>,
        place: Option<&Path>,
        work: TierWork<'a>,
    ) -> Result<Self, Failure> {
        let results = match place {
            Some(path) => {
                let folder = WorkFolder::of_game(path, spec, cut)?;
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
        let score = score.map_err(told)?;
        Ok(score.expect("a start, which has been solved"))
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
                .run(|limits| self.jobs.write_table(self.results.store(), out, limits))?;
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
                folder.remove(jobs.list().into_iter().map(|job| jobs.file(job)))?;
                drop(lock);
                Ok(())
            }
        }
    }
}

/// How tiers are cut in a place where a game is solved already, if it is.
fn noted_cut(place: Option<&Path>) -> Result<Option<Cut>, Failure> {
    Ok(place.map(WorkFolder::cut).transpose()?.flatten())
}

/// Fails if this machine lacks what it takes to solve a game, with results in this place, or
/// else in memory. So much memory may be used; `None` if that is not known.
fn refuse_if_too_large<G: Listed + Ranked + Sync>(
    jobs: &Jobs<'_, G>,
    place: Option<&Path>,
    memory: Option<u64>,
) -> Result<(), Failure> {
    let tiers = placed(tiers_of(jobs), place.map(work_folder::bytes));
    let room = room_for(place, memory);
    if tiers.fit(room) {
        return Ok(());
    }
    let estimate = estimate(jobs.game(), Some(tiers), Effort::default());
    let estimate = estimate.map_err(|error| Failure::Input(error.to_string()))?;
    match estimate.shortage(room) {
        Some(shortage) => Err(estimate.refusal(shortage).into()),
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
