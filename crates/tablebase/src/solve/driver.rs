//! Runs the jobs of any game on this machine.

use crate::error::Error;
use crate::file::code::{CodeWidth, Codes};
use crate::index::{ErasedIndex, Form};
#[cfg(not(target_family = "wasm"))]
use crate::jobs::background_writes::write_behind;
use crate::jobs::job::Job;
use crate::jobs::result::{JobStatus, StoredResults};
#[cfg(target_family = "wasm")]
use crate::jobs::store::ResultStore;
use crate::parallel;
use crate::solve::dense;
use crate::solve::sparse;
use crate::watch::{Limits, Phase, StepMeter, Watch};

/// The jobs of a game, and the store of their results.
#[derive(Clone, Copy)]
pub(crate) struct JobSet<'a> {
    pub rules: &'a dyn ErasedIndex,
    pub results: StoredResults<'a>,
}

/// An event that is reported while a series of jobs runs.
#[derive(Debug)]
pub enum JobEvent {
    /// A job is finished.
    Job(Job),
    /// A group of jobs has ended. If a job of the group failed, the later jobs of the group were
    /// not started.
    Group(Result<(), Error>),
}

/// A function that is called after each finished job.
pub(crate) type JobListener<'a> = dyn FnMut(Job) -> Result<(), Error> + Send + 'a;

impl<'a> JobSet<'a> {
    /// Returns the open jobs. A job is open if its result is missing or damaged, and is still
    /// needed. In the returned list, each job comes after the jobs whose results it needs.
    pub fn open_jobs(&self, watch: Watch<'_>) -> Result<Vec<Job>, Error> {
        let plan = self.results.plan;
        let shards = plan.shards().len();
        let meter = StepMeter::new(watch, Phase::Checking, 2 * shards as u64);
        let is_open = |job: Job| {
            meter.add(1)?;
            Ok::<_, Error>(self.results.status(job.into())? != JobStatus::Done)
        };
        let (mut scores, mut finds) = (Vec::new(), Vec::new());
        let mut is_asked = vec![false; shards];
        for shard in (0..shards).rev() {
            if is_open(Job::Score(shard))? {
                scores.push(Job::Score(shard));
                is_asked[shard] = true;
            }
        }
        for shard in (0..shards).rev() {
            if is_asked[shard] && is_open(Job::Find(shard))? {
                finds.push(Job::Find(shard));
                for before in plan.previous(shard) {
                    is_asked[before] = true;
                }
            }
        }
        finds.reverse();
        finds.extend(scores);
        Ok(finds)
    }

    /// Runs the jobs of each group, except jobs that already have results. Data that one job has
    /// read stay in memory for the next job.
    pub fn run_groups(
        &self,
        groups: &mut (dyn Iterator<Item = Vec<Job>> + Send),
        limits: &Limits<'_>,
        ended: &mut (dyn FnMut(JobEvent) + Send),
    ) -> Result<(), Error> {
        parallel::with_threads(limits.threads, &mut || {
            let mut driver = Driver::new(self, limits);
            for group in &mut *groups {
                let worked = self.run_group(&mut driver, &group, ended);
                if let Err(Error::Interrupted) = worked {
                    return worked;
                }
                ended(JobEvent::Group(worked));
            }
            Ok(())
        })
    }

    fn run_group(
        &self,
        driver: &mut Driver<'_>,
        jobs: &[Job],
        ended: &mut (dyn FnMut(JobEvent) + Send),
    ) -> Result<(), Error> {
        let mut open = Vec::new();
        for &job in jobs {
            if self.results.status(job.into())? == JobStatus::Done {
                ended(JobEvent::Job(job));
            } else if !open.contains(&job) {
                open.push(job);
            }
        }
        driver.drive(&open, &mut |job| {
            ended(JobEvent::Job(job));
            Ok(())
        })
    }

    /// Runs all open jobs. As soon as a shard is scored, removes the result of the job that found
    /// its states.
    pub fn solve(&self, limits: &Limits<'_>) -> Result<(), Error> {
        let found = |shard| self.results.plan.file(Job::Find(shard));
        let store = self.results.store;
        parallel::with_threads(limits.threads, &mut || {
            let open = self.open_jobs(limits.watch)?;
            write_behind(store, |store| {
                let results = StoredResults {
                    store,
                    ..self.results
                };
                let work = JobSet { results, ..*self };
                Driver::new(&work, limits).drive(&open, &mut |job| match job {
                    Job::Find(_) => Ok(()),
                    Job::Score(shard) => store.remove(&found(shard)),
                })
            })?;
            // Some shards already had scores, and their states were found again only for the sake
            // of other shards. Nothing reads these states any more.
            (0..self.results.plan.shards().len()).try_for_each(|shard| store.remove(&found(shard)))
        })
    }

    /// Runs jobs, and removes the finished jobs from `jobs`.
    fn drive_dense<W: CodeWidth>(
        &self,
        worker: &mut dense::DenseWorker<'_, W>,
        jobs: &mut &[Job],
        limits: &Limits<'_>,
        [finding, solving]: &[StepMeter<'_>; 2],
        done: &mut JobListener<'_>,
    ) -> Result<(), Error> {
        let plan = self.results.plan;
        let needed = jobs.iter().map(|&job| plan.memory(job, W::BYTES));
        Error::unless_enough_memory(needed.max().unwrap_or(0), limits.memory())?;
        while !jobs.is_empty() {
            let (some, rest) = jobs.split_at(worker.together(jobs));
            let meter = match some[0] {
                Job::Find(_) => finding,
                Job::Score(_) => solving,
            };
            let begun = meter.done();
            let made = worker.work(some, meter);
            if let Err(Error::TooLong { .. }) = made {
                meter.set(begun);
            }
            for (&job, bytes) in some.iter().zip(made?) {
                self.write(job, bytes, done)?;
                worker.forget_rounds(job)?;
            }
            *jobs = rest;
        }
        Ok(())
    }

    fn drive_sparse<W: CodeWidth>(
        &self,
        jobs: &[Job],
        limits: &Limits<'_>,
        done: &mut JobListener<'_>,
    ) -> Result<(), Error> {
        let work = sparse::JobContext {
            rules: self.rules,
            results: self.results,
            memory: limits.memory(),
        };
        // The number of states is unknown before they are found.
        let finding = StepMeter::new(limits.watch, Phase::Finding, 0);
        let mut solving = None;
        for (number, &job) in jobs.iter().enumerate() {
            let bytes = match job {
                Job::Find(shard) => sparse::find(work, shard, &finding)?,
                Job::Score(shard) => {
                    if solving.is_none() {
                        let states = work.states(&jobs[number..])?;
                        solving = Some(StepMeter::new(limits.watch, Phase::Solving, states));
                    }
                    let meter = solving.as_ref().unwrap_or(&finding);
                    sparse::score::<W>(work, shard, meter)?
                }
            };
            self.write(job, bytes, done)?;
        }
        Ok(())
    }

    fn write(&self, job: Job, bytes: Vec<u8>, done: &mut JobListener<'_>) -> Result<(), Error> {
        self.results
            .store
            .write(&self.results.plan.file(job), bytes)?;
        done(job)
    }
}

struct Driver<'a> {
    work: JobSet<'a>,
    limits: Limits<'a>,
    held: HeldData<'a>,
}

enum HeldData<'a> {
    Narrow(dense::DenseWorker<'a, u8>),
    Wide(dense::DenseWorker<'a, u16>),
    /// With a sparse index, each job reads all its data itself.
    Nothing,
}

impl<'a> HeldData<'a> {
    fn new(work: &JobSet<'a>, memory: u64, coding: Codes) -> Self {
        let JobSet { rules, results } = *work;
        match (results.plan.form(), coding.width()) {
            (Form::Dense, 1) => {
                Self::Narrow(dense::DenseWorker::new(rules, results, memory, coding))
            }
            (Form::Dense, _) => Self::Wide(dense::DenseWorker::new(rules, results, memory, coding)),
            (Form::Sparse, _) => Self::Nothing,
        }
    }
}

impl<'a> Driver<'a> {
    fn new(work: &JobSet<'a>, limits: &Limits<'a>) -> Self {
        Self {
            work: *work,
            limits: *limits,
            held: HeldData::new(work, limits.memory(), work.results.plan.codes()),
        }
    }

    /// Runs jobs. If a distance is too long for the codes, runs the unfinished jobs with codes for
    /// longer distances.
    fn drive(&mut self, jobs: &[Job], done: &mut JobListener<'_>) -> Result<(), Error> {
        let Self { work, limits, held } = self;
        let plan = work.results.plan;
        let meter = |phase| {
            let jobs = jobs.iter().filter(|job| job.phase() == phase);
            let lens = jobs.map(|job| plan.shards()[job.shard()].len());
            StepMeter::new(limits.watch, phase, lens.sum())
        };
        let meters = [meter(Phase::Finding), meter(Phase::Solving)];
        let (mut left, mut coding) = (jobs, plan.codes());
        loop {
            let driven = match held {
                HeldData::Narrow(worker) => {
                    work.drive_dense(worker, &mut left, limits, &meters, done)
                }
                HeldData::Wide(worker) => {
                    work.drive_dense(worker, &mut left, limits, &meters, done)
                }
                HeldData::Nothing if coding.width() == 1 => {
                    work.drive_sparse::<u8>(jobs, limits, done)
                }
                HeldData::Nothing => work.drive_sparse::<u16>(jobs, limits, done),
            };
            match driven {
                Err(Error::TooLong { plies, most }) => {
                    coding = Codes::new(most)
                        .and_then(|codes| codes.reaching(plies))
                        .ok_or(Error::TooLong { plies, most })?;
                    *held = HeldData::new(work, limits.memory(), coding);
                }
                driven => return driven,
            }
        }
    }
}

/// Calls `work` with `store`. On WebAssembly, no background thread writes the results.
#[cfg(target_family = "wasm")]
fn write_behind(
    store: &dyn ResultStore,
    work: impl FnOnce(&dyn ResultStore) -> Result<(), Error>,
) -> Result<(), Error> {
    work(store)
}
