//! The solver of a large game.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use perfectplay::Game;
use perfectplay::game::Score;

use crate::error::Error;
use crate::file::code::Codes;
use crate::file::gather;
use crate::file::reader::TableFile;
use crate::file::summary::Summary;
use crate::index::{Form, Index, Place, guarded};
use crate::jobs::job::Job;
use crate::jobs::plan::Plan;
use crate::jobs::result::{Results, Status};
use crate::jobs::sharding::Sharding;
use crate::jobs::store::{Directory, ResultStore, put_into_place};
use crate::solve::driver::{Ended, Work};
use crate::solve::sparse::Scores;
use crate::watch::{Limits, Watch};

/// Solves a large game, job by job.
///
/// ```
/// use perfectplay_games::Listed;
/// use perfectplay_games::domineering::Domineering;
/// use perfectplay_games::mnk::Connect;
/// use perfectplay_tablebase::{DenseIndex, Limits, Memory, Solver, SparseIndex};
///
/// let game = Connect::with_parameters("4x4").expect("a game");
/// let solver = Solver::new(DenseIndex(game), "connect:4x4,4")?;
/// let summary = solver.solve(&Memory::new(), &Limits::default())?;
/// assert_eq!(summary.states(), 161_029);
///
/// let game = Domineering::with_parameters("4x4").expect("a board");
/// let solver = Solver::new(SparseIndex(game), "domineering:4x4")?;
/// let summary = solver.solve(&Memory::new(), &Limits::default())?;
/// assert_eq!(summary.states(), perfectplay::solve(game)?.len() as u64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver<I> {
    index: I,
    name: String,
    plan: Plan,
    fingerprint: u32,
}

impl<I: Index> Solver<I> {
    /// Creates the solver of a game, which has this name and parameters.
    ///
    /// # Errors
    /// When the game cannot be [planned](Plan::new) for.
    pub fn new(index: I, name: &str) -> Result<Self, Error> {
        Self::with_sharding(index, name, Sharding::Whole)
    }

    /// Creates the solver of a game whose tiers are cut into shards.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_sharding(index: I, name: &str, sharding: Sharding) -> Result<Self, Error> {
        let (plan, fingerprint) = guarded(&index, || {
            Ok((Plan::of_jobs(&index, sharding)?, index.fingerprint()))
        })?;
        Ok(Self {
            plan,
            fingerprint,
            name: name.to_owned(),
            index,
        })
    }

    /// Creates the same with the plan in some bytes, which takes much less time to read than to
    /// make for a game of many tiers; `None` if it is not the plan of this game and sharding,
    /// or damaged.
    pub fn with_plan(index: I, name: &str, sharding: Sharding, bytes: &[u8]) -> Option<Self> {
        Some(Self {
            plan: Plan::from_bytes(bytes, &index, sharding)?,
            fingerprint: index.fingerprint(),
            name: name.to_owned(),
            index,
        })
    }

    /// Returns the plan as bytes, for [`with_plan`](Self::with_plan); `None` if it takes no
    /// time to make: with a sparse index, or few tiers.
    pub fn plan_bytes(&self) -> Option<Vec<u8>> {
        self.plan.to_bytes(&self.index)
    }

    /// Returns the game.
    pub fn game(&self) -> &I::Game {
        self.index.game()
    }

    /// Returns its name and parameters.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns how the work is cut up.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the codes that scores have.
    pub const fn codes(&self) -> Codes {
        self.plan.codes()
    }

    const fn results<'a>(&'a self, store: &'a dyn ResultStore) -> Results<'a> {
        Results {
            plan: &self.plan,
            fingerprint: self.fingerprint,
            store,
        }
    }

    fn work<'a>(&'a self, store: &'a dyn ResultStore) -> Work<'a> {
        Work {
            rules: &self.index,
            results: self.results(store),
        }
    }

    /// Returns all jobs, each after those that it needs.
    pub fn jobs(&self) -> impl Iterator<Item = Job> + use<I> {
        self.plan.jobs()
    }

    /// Returns whether the result of a job is there.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn status(&self, job: Job, store: &dyn ResultStore) -> Result<Status, Error> {
        self.results(store).status(job)
    }

    /// Returns the jobs that are still to be run, each after those that it needs: those whose
    /// results are not there and will be read. What was found for a shard is not read once
    /// there are its scores, unless what was found for others is missing.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn open_jobs(&self, store: &dyn ResultStore, watch: Watch<'_>) -> Result<Vec<Job>, Error> {
        self.work(store).open_jobs(watch)
    }

    /// Runs one job, unless its result is there.
    ///
    /// # Errors
    /// When a result that it needs is not there or damaged, the rules or the index of the game
    /// contradict themselves, the memory is not enough, or the store cannot be read or written.
    pub fn run(&self, job: Job, store: &dyn ResultStore, limits: &Limits<'_>) -> Result<(), Error> {
        self.run_each(&[job], store, limits, &mut |_| {})
    }

    /// Runs these jobs one after another, but those whose results are there, and tells of each
    /// that it is done. What one has read is held for the next ones, and several that find
    /// the states of consecutive shards are done together: so they take less time than one by one.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_each(
        &self,
        jobs: &[Job],
        store: &dyn ResultStore,
        limits: &Limits<'_>,
        done: &mut (dyn FnMut(Job) + Send),
    ) -> Result<(), Error> {
        let mut failed = Ok(());
        let ended = &mut |ended: Ended| match ended {
            Ended::Job(job) => done(job),
            Ended::Group(Err(error)) => failed = Err(error),
            Ended::Group(Ok(())) => {}
        };
        let mut groups = std::iter::once(jobs.to_vec());
        guarded(&self.index, || {
            self.work(store).run_groups(&mut groups, limits, ended)
        })?;
        failed
    }

    /// Runs jobs as they come, some at a time as by [`run_each`](Self::run_each), until there are no
    /// more. What some have read is held for the next ones. `ended` is told of each job that is
    /// done, and then how its group has ended; whatever that was, others may follow.
    ///
    /// # Errors
    /// When somebody stops it.
    pub fn run_as_they_come(
        &self,
        groups: &mut (dyn Iterator<Item = Vec<Job>> + Send),
        store: &dyn ResultStore,
        limits: &Limits<'_>,
        ended: &mut (dyn FnMut(Ended) + Send),
    ) -> Result<(), Error> {
        guarded(&self.index, || {
            self.work(store).run_groups(groups, limits, ended)
        })
    }

    /// Runs all jobs that are [open](Self::open_jobs), on this machine. What was found for a shard
    /// is removed when its scores are there, since nothing reads it any more.
    ///
    /// When it is interrupted, whatever the way, it goes on from there the next time. Others may
    /// run jobs in the same store at the same time: one that misses what was removed fails, and
    /// its result is there.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn solve(&self, store: &dyn ResultStore, limits: &Limits<'_>) -> Result<Summary, Error> {
        guarded(&self.index, || self.work(store).solve(limits))?;
        self.summary(store)
    }

    /// Solves the game and writes its tablebase file. The results of jobs are in a directory
    /// beside it, `PATH.work`, until the file is there: interrupted at any moment, this goes on
    /// where it was the next time, and the file has the same bytes.
    ///
    /// # Errors
    /// As [`solve`](Self::solve) and [`gather`](Self::gather).
    pub fn solve_to(&self, path: &Path, limits: &Limits<'_>) -> Result<Summary, Error> {
        let directory = Directory::beside(path)?;
        self.take_back(&directory, path)?;
        let summary = self.solve(&directory, limits)?;
        self.gather_within(&directory, limits)?;
        put_into_place(&directory.table(), path)?;
        directory.clear(self.jobs().map(|job| self.plan.file(job)))?;
        Ok(summary)
    }

    /// Returns whether there is a tablebase file of the game here, as far as its two ends tell.
    pub fn is_table(&self, path: &Path) -> bool {
        File::open(path)
            .is_ok_and(|file| TableFile::open(Box::new(file), path, &self.index).is_ok())
    }

    /// Takes a tablebase file back that was put into its place by a process that was then
    /// interrupted, before the directory was cleared.
    ///
    /// # Errors
    /// When the system cannot rename it.
    pub fn take_back(&self, directory: &Directory, path: &Path) -> Result<(), Error> {
        let table = directory.table();
        if directory.has_moved() && !table.exists() && self.is_table(path) {
            put_into_place(path, &table)?;
        }
        Ok(())
    }

    /// Moves the scores of all shards into the tablebase file of their
    /// [directory](Directory::table), and tells how many bytes it has. Each is removed when the file has
    /// it, so that both together take hardly more than one. Interrupted at any moment, this goes
    /// on where it was, and until then all that asks for the results finds them in the file.
    ///
    /// # Errors
    /// As [`gather`](Self::gather).
    pub fn gather_within(&self, directory: &Directory, limits: &Limits<'_>) -> Result<u64, Error> {
        let results = self.results(directory);
        gather::write_within(results, directory, &self.name, limits)
    }

    /// Writes the tablebase file from the scores of all shards. It is there whole or not at all.
    ///
    /// # Errors
    /// When scores are not there or damaged, or the system cannot read or write.
    pub fn gather(
        &self,
        store: &dyn ResultStore,
        path: &Path,
        limits: &Limits<'_>,
    ) -> Result<Summary, Error> {
        gather::to_file(self.results(store), &self.name, path, limits)
    }

    /// Returns the same, to wherever bytes can go. Tells how many there were.
    ///
    /// # Errors
    /// As [`gather`](Self::gather). An error of `out` has an empty path.
    pub fn gather_into(
        &self,
        store: &dyn ResultStore,
        out: &mut dyn Write,
        limits: &Limits<'_>,
    ) -> Result<u64, Error> {
        Ok(gather::write(self.results(store), &self.name, out, limits)?.bytes)
    }

    /// Returns what all scores together tell.
    ///
    /// # Errors
    /// When a result is not there or damaged, or the store cannot be read.
    pub fn summary(&self, store: &dyn ResultStore) -> Result<Summary, Error> {
        let results = self.results(store);
        let mut summary = Summary::new(self.codes());
        for shard in 0..self.plan.shards().len() {
            let more = match self.plan.form() {
                Form::Dense => summary.try_add(&results.read(Job::Score(shard))?.counts),
                Form::Sparse => summary.try_add(&Scores::read(results, shard)?.counts),
            };
            more.ok_or_else(|| results.damaged(Job::Score(shard)))?;
        }
        Ok(summary)
    }

    /// Returns the score of a state, as the results tell; `None` for one that no game reaches.
    ///
    /// # Errors
    /// When the result for its shard is not there or damaged, or the store cannot be read.
    pub fn score(
        &self,
        state: <I::Game as Game>::State,
        store: &dyn ResultStore,
    ) -> Result<Option<Score>, Error> {
        let place = self.index.place(state);
        place.map_or(Ok(None), |place| score_at(self.results(store), place))
    }
}

/// Returns the score of a state, as results tell.
fn score_at(results: Results<'_>, place: Place) -> Result<Option<Score>, Error> {
    let plan = results.plan;
    let (code, shard) = match plan.form() {
        Form::Dense => {
            let Some(place) = plan.place(place) else {
                return Ok(None);
            };
            let shard = plan.shard_with(place);
            let first = plan.shards()[shard].places.start;
            let number = (place - first) / Form::Dense.block();
            let base = first + number * Form::Dense.block();
            let result = results.read(Job::Score(shard))?;
            let block = result.block(number as usize, Form::Dense, base, plan.codes().width());
            let block = block.ok_or_else(|| results.damaged(Job::Score(shard)))?;
            (block.code(place), shard)
        }
        Form::Sparse => {
            let Some(level) = plan.level_of(place.tier) else {
                return Ok(None);
            };
            let shard = plan.levels()[level].start + plan.part_of(place.number) as usize;
            let tier = place.tier - plan.tiers_of_level(level).start();
            (
                Scores::read(results, shard)?.code(tier as usize, place.number)?,
                shard,
            )
        }
    };
    let Some(code) = code else {
        return Ok(None);
    };
    let score = plan.codes().score(code);
    score
        .map(Some)
        .ok_or_else(|| results.damaged(Job::Score(shard)))
}
