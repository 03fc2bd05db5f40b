//! The solver of a large game.

use std::io::Write;
use std::path::Path;

use perfectplay::Game;
use perfectplay::game::Score;

use crate::disk;
use crate::error::Error;
use crate::file::gather;
use crate::file::reader::TableFile;
use crate::file::summary::Summary;
use crate::index::{AnyIndex, Form, Index, Place, guarded};
use crate::jobs::job::{Job, ResultId};
use crate::jobs::plan::Plan;
use crate::jobs::result::{JobStatus, StoredResults};
use crate::jobs::sharding::Sharding;
use crate::jobs::store::{DirectoryStore, ResultStore};
use crate::solve::driver::{JobEvent, JobSet};
use crate::solve::sparse::TierScores;
use crate::watch::{Limits, Watch};

/// Solves a large game, job by job.
///
/// ```
/// use perfectplay_games::Listed;
/// use perfectplay_games::domineering::Domineering;
/// use perfectplay_games::mnk::Connect;
/// use perfectplay_tablebase::{DenseIndex, Limits, MemoryStore, Solver, SparseIndex};
///
/// let game = Connect::with_parameters("4x4").expect("a game");
/// let solver = Solver::new(DenseIndex(game), "connect:4x4,4")?;
/// let summary = solver.solve(&MemoryStore::new(), &Limits::default())?;
/// assert_eq!(summary.states(), 161_029);
///
/// let game = Domineering::with_parameters("4x4").expect("a board");
/// let solver = Solver::new(SparseIndex(game), "domineering:4x4")?;
/// let summary = solver.solve(&MemoryStore::new(), &Limits::default())?;
/// assert_eq!(summary.states(), perfectplay::solve(game)?.len() as u64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver<'g> {
    index: AnyIndex<'g>,
    name: String,
    plan: Plan,
    fingerprint: u32,
}

impl<'g> Solver<'g> {
    /// Creates the solver of a game. `name` is the name of the game with its parameters.
    ///
    /// # Errors
    /// Fails when the game cannot be [planned](Plan::new).
    pub fn new(index: impl Into<AnyIndex<'g>>, name: &str) -> Result<Self, Error> {
        Self::with_sharding(index, name, Sharding::Whole)
    }

    /// Creates the solver of a game whose tiers are cut into shards.
    ///
    /// # Errors
    /// Fails in the same cases as [`new`](Self::new).
    pub fn with_sharding(
        index: impl Into<AnyIndex<'g>>,
        name: &str,
        sharding: Sharding,
    ) -> Result<Self, Error> {
        let index = index.into();
        let rules = &*index.0;
        let (plan, fingerprint) = guarded(rules, || {
            Ok((Plan::of_jobs(&index, sharding)?, rules.fingerprint()))
        })?;
        Ok(Self {
            plan,
            fingerprint,
            name: name.to_owned(),
            index,
        })
    }

    /// Creates the solver with a stored plan. For a game of many tiers, reading a plan takes much
    /// less time than making it. Returns `None` if the plan is damaged, or was made for another
    /// game or another sharding.
    pub fn with_plan(
        index: impl Into<AnyIndex<'g>>,
        name: &str,
        sharding: Sharding,
        bytes: &[u8],
    ) -> Option<Self> {
        let index = index.into();
        Some(Self {
            plan: Plan::from_bytes(bytes, &*index.0, sharding)?,
            fingerprint: index.0.fingerprint(),
            name: name.to_owned(),
            index,
        })
    }

    /// Returns the plan as bytes, for [`with_plan`](Self::with_plan). Returns `None` for a sparse
    /// index or for few tiers, because making such a plan again takes hardly any time.
    pub fn plan_bytes(&self) -> Option<Vec<u8>> {
        self.plan.to_bytes(&*self.index.0)
    }

    /// Returns the name of the game with its parameters.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the plan, which divides the work into jobs.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    const fn results<'a>(&'a self, store: &'a dyn ResultStore) -> StoredResults<'a> {
        StoredResults {
            plan: &self.plan,
            fingerprint: self.fingerprint,
            store,
        }
    }

    fn work<'a>(&'a self, store: &'a dyn ResultStore) -> JobSet<'a> {
        JobSet {
            rules: &*self.index.0,
            results: self.results(store),
        }
    }

    /// Returns all jobs in an order in which they can run: each job comes after the jobs whose
    /// results it needs.
    pub fn jobs(&self) -> impl Iterator<Item = Job> + use<'g> {
        self.plan.jobs()
    }

    /// Returns the status of a job's result.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub fn status(&self, job: Job, store: &dyn ResultStore) -> Result<JobStatus, Error> {
        self.results(store).status(job.into())
    }

    /// Returns the open jobs. A job is open if its result is missing or damaged, and is still
    /// needed. In the returned list, each job comes after the jobs whose results it needs. The job
    /// that finds the states of a shard is needed until the shard has scores. The same job is also
    /// needed if an open job reads its result to find the states of a later shard.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub fn open_jobs(&self, store: &dyn ResultStore, watch: Watch<'_>) -> Result<Vec<Job>, Error> {
        self.work(store).open_jobs(watch)
    }

    /// Runs `jobs` one after the other, except jobs that already have results. Calls `done` with
    /// each finished job. Running the jobs together takes less time than running each job alone.
    /// Data that one job has read stay in memory for the next job, and the states of consecutive
    /// shards are found together.
    ///
    /// # Errors
    /// Fails when a result that the job needs is missing or damaged, or the rules or the index
    /// contradict themselves. Fails when the memory is too small, or the store cannot be read or
    /// written.
    pub fn run_each(
        &self,
        jobs: &[Job],
        store: &dyn ResultStore,
        limits: &Limits<'_>,
        done: &mut (dyn FnMut(Job) + Send),
    ) -> Result<(), Error> {
        let mut failed = Ok(());
        let ended = &mut |ended: JobEvent| match ended {
            JobEvent::Job(job) => done(job),
            JobEvent::Group(Err(error)) => failed = Err(error),
            JobEvent::Group(Ok(())) => {}
        };
        let mut groups = std::iter::once(jobs.to_vec());
        guarded(&*self.index.0, || {
            self.work(store).run_groups(&mut groups, limits, ended)
        })?;
        failed
    }

    /// Takes groups of jobs from `groups` until there are no more, and runs each group as
    /// [`run_each`](Self::run_each) does. Data that one job has read stay in memory for the next
    /// job. Calls `ended` with each finished job, and then with the result of its group. After a
    /// failed group, the next groups still run.
    ///
    /// # Errors
    /// Fails when the work is stopped.
    pub fn run_as_they_come(
        &self,
        groups: &mut (dyn Iterator<Item = Vec<Job>> + Send),
        store: &dyn ResultStore,
        limits: &Limits<'_>,
        ended: &mut (dyn FnMut(JobEvent) + Send),
    ) -> Result<(), Error> {
        guarded(&*self.index.0, || {
            self.work(store).run_groups(groups, limits, ended)
        })
    }

    /// Runs all [open](Self::open_jobs) jobs on this machine. As soon as a shard is scored, removes
    /// the result of the job that found its states.
    ///
    /// An interrupted run resumes at the next call. Other processes may run jobs in the same store
    /// at the same time. A job of another process may fail because this method has removed its
    /// input. In this case, the store already holds the result of the failed job.
    ///
    /// # Errors
    /// Fails in the same cases as [`run_each`](Self::run_each).
    pub fn solve(&self, store: &dyn ResultStore, limits: &Limits<'_>) -> Result<Summary, Error> {
        guarded(&*self.index.0, || self.work(store).solve(limits))?;
        self.summary(store)
    }

    /// Solves the game and writes its tablebase file. Until the file is complete, the results of
    /// jobs are in the directory `PATH.work` beside the file. An interrupted run resumes at the
    /// next call, and the file gets the same bytes as after a run without a break.
    ///
    /// # Errors
    /// Fails in the same cases as [`solve`](Self::solve) and [`gather`](Self::gather).
    pub fn solve_to(&self, path: &Path, limits: &Limits<'_>) -> Result<Summary, Error> {
        let directory = DirectoryStore::open(DirectoryStore::beside(path), &self.mark())?;
        self.take_back(&directory, path)?;
        let summary = self.solve(&directory, limits)?;
        self.gather_within(&directory, limits)?;
        directory.put_table(path, None)?;
        let results = self.jobs().map(|job| self.plan.file(job));
        directory.clear(results.chain(self.plan.checkpoints()))?;
        Ok(summary)
    }

    /// Returns the text that marks a directory of results as belonging to this game. The text
    /// contains the name of the game and, if tiers are cut, the sharding.
    fn mark(&self) -> String {
        match self.plan.sharding() {
            Sharding::Whole => self.name.clone(),
            sharding => format!("{}\n{sharding}", self.name),
        }
    }

    /// Returns whether the file at `path` is a tablebase file of the game. Checks only the header
    /// and the tail.
    pub fn is_table(&self, path: &Path) -> bool {
        disk::open_regular(path)
            .is_ok_and(|file| TableFile::open(Box::new(file), path, &*self.index.0).is_ok())
    }

    /// If the directory's results have moved into the tablebase file at `path`, moves this file
    /// back into the directory. Call this method after a run that was interrupted between moving
    /// the file and removing the directory.
    ///
    /// # Errors
    /// Fails when the system cannot move the file.
    pub fn take_back(&self, directory: &DirectoryStore, path: &Path) -> Result<(), Error> {
        if directory.has_moved() && self.is_table(path) {
            return directory.take_table(path);
        }
        Ok(())
    }

    /// Moves the scores of all shards into the tablebase file of their directory. Returns the
    /// length of this file in bytes. Each result is removed once the file contains it. So the
    /// results and the file together take hardly more room than the file alone. An interrupted move
    /// can resume. Until the move is complete, results that have already moved are read from the
    /// file.
    ///
    /// # Errors
    /// Fails in the same cases as [`gather`](Self::gather).
    pub fn gather_within(
        &self,
        directory: &DirectoryStore,
        limits: &Limits<'_>,
    ) -> Result<u64, Error> {
        let results = self.results(directory);
        gather::write_within(results, directory, &self.name, limits)
    }

    /// Writes the tablebase file from the scores of all shards. The file appears whole or not
    /// at all.
    ///
    /// # Errors
    /// Fails when scores are missing or damaged, or the system cannot read or write.
    pub fn gather(
        &self,
        store: &dyn ResultStore,
        path: &Path,
        limits: &Limits<'_>,
    ) -> Result<Summary, Error> {
        gather::to_file(self.results(store), &self.name, path, limits)
    }

    /// Writes the tablebase file to any stream, and returns the number of its bytes.
    ///
    /// # Errors
    /// Fails in the same cases as [`gather`](Self::gather). If `out` fails, the path in the error
    /// is empty.
    pub fn gather_into(
        &self,
        store: &dyn ResultStore,
        out: &mut dyn Write,
        limits: &Limits<'_>,
    ) -> Result<u64, Error> {
        Ok(gather::write(self.results(store), &self.name, out, limits)?.bytes)
    }

    /// Returns how many states have each score, according to the results.
    ///
    /// # Errors
    /// Fails when a result is missing or damaged, or the store cannot be read.
    pub fn summary(&self, store: &dyn ResultStore) -> Result<Summary, Error> {
        let results = self.results(store);
        let mut summary = Summary::new(self.plan.codes());
        for shard in 0..self.plan.shards().len() {
            let more = match self.plan.form() {
                Form::Dense => summary.try_add(&results.read(ResultId::Scores(shard))?.counts),
                Form::Sparse => summary.try_add(&TierScores::read(results, shard)?.counts),
            };
            more.ok_or_else(|| results.damaged(ResultId::Scores(shard)))?;
        }
        Ok(summary)
    }

    /// Returns the score of the game's start, or of the first of several starts, according to the
    /// results.
    ///
    /// # Errors
    /// Fails when the result for the shard of the state is missing or damaged, or the store cannot
    /// be read.
    pub fn score_of_start(&self, store: &dyn ResultStore) -> Result<Option<Score>, Error> {
        score_at(self.results(store), self.index.0.start()?)
    }

    /// Returns the score of a state, according to the results; `None` for an unreachable state.
    ///
    /// # Errors
    /// Fails when the result for the shard of the state is missing or damaged, or the store cannot
    /// be read.
    pub fn score<I: Index>(
        &self,
        index: &I,
        state: <I::Game as Game>::State,
        store: &dyn ResultStore,
    ) -> Result<Option<Score>, Error> {
        let place = index.place(state);
        place.map_or(Ok(None), |place| score_at(self.results(store), place))
    }
}

fn score_at(results: StoredResults<'_>, place: Place) -> Result<Option<Score>, Error> {
    let plan = results.plan;
    let (code, shard, codes) = match plan.form() {
        Form::Dense => {
            let Some(place) = plan.place(place) else {
                return Ok(None);
            };
            let shard = plan.shard_with(place);
            let first = plan.shards()[shard].places.start;
            let number = (place - first) / Form::Dense.block();
            let base = first + number * Form::Dense.block();
            let result = results.read(ResultId::Scores(shard))?;
            let damaged = || results.damaged(ResultId::Scores(shard));
            let codes = result.codes().ok_or_else(damaged)?;
            let block = result.block(number as usize, Form::Dense, base, codes.width());
            (block.ok_or_else(damaged)?.code(place), shard, codes)
        }
        Form::Sparse => {
            let Some(level) = plan.level_of(place.tier) else {
                return Ok(None);
            };
            let shard = plan.levels()[level].start + plan.part_of(place.number) as usize;
            let tier = place.tier - plan.tiers_of_level(level).start();
            let code = TierScores::read(results, shard)?.code(tier as usize, place.number)?;
            (code, shard, plan.codes())
        }
    };
    let Some(code) = code else {
        return Ok(None);
    };
    let score = codes.score(code);
    score
        .map(Some)
        .ok_or_else(|| results.damaged(ResultId::Scores(shard)))
}
