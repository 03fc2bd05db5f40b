//! Runs the jobs that solve a large game. Each job writes its result into a directory, which is
//! called the store.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::iter;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use clap::ValueEnum;
use indicatif::HumanDuration;
use perfectplay_any::jobs::{Cutting, Job, JobCosts, JobEvent, JobStatus, Jobs, Plan};
use perfectplay_any::{AnyGame, Error, unwatched};
use serde::{Serialize, Serializer};

use super::costs::{CutArg, ExpectedCost, rounded};
use crate::Failure;
use crate::args::limits::LimitsArg;
use crate::io::limited_work::LimitedWork;
use crate::io::lines::Lines;
use crate::io::output;
use crate::io::print::stream_json;
use crate::io::stop::Stop;
use perfectplay_any::jobs::WorkDirectory;

/// How to list jobs.
#[derive(Clone, Copy, ValueEnum)]
pub enum PlanFormat {
    /// One JSON object: the jobs, what each of them needs, and its cost
    Json,
    /// A makefile
    Make,
}

pub struct JobsInStore {
    jobs: Jobs,
    directory: WorkDirectory,
}

impl JobsInStore {
    /// Opens the store in the directory at `path`. `told` is the user's choice of how tiers are cut into shards. If
    /// `told` is `None`, the choice that is saved in the store applies.
    pub fn open(game: &AnyGame, path: &Path, told: Option<Cutting>) -> Result<Self, Failure> {
        let cutting = match told {
            Some(cutting) => cutting,
            None => {
                let sharding = WorkDirectory::sharding(path)?;
                match WorkDirectory::plan(path)? {
                    Some(plan) => Cutting::Planned(sharding, plan),
                    None => Cutting::Noted(sharding),
                }
            }
        };
        let (jobs, sharding) = game.jobs(cutting)?;
        let directory = WorkDirectory::new(path, jobs.solver().name(), sharding)?;
        Ok(Self { jobs, directory })
    }

    /// Writes the list of jobs, one job at a time, because there may be millions. Also saves the
    /// plan in the store, where the processes that run the jobs read it.
    pub fn plan(&self, cut: &CutArg, format: PlanFormat) -> Result<(), Failure> {
        if let Some(plan) = self.jobs.solver().plan_bytes() {
            self.directory.keep_plan(plan)?;
        }
        let out = &mut BufWriter::new(io::stdout().lock());
        match format {
            PlanFormat::Json => {
                let (states, work) = self.jobs.forecast(cut.states(), &unwatched)?;
                let planned = Planned {
                    game: self.jobs.solver().name(),
                    store: self.directory.path().display().to_string(),
                    expected: ExpectedCost::new(&self.jobs, states, &work),
                    jobs: PlannedJobs(self.jobs.plan(), work),
                };
                stream_json(&mut *out, &planned)?;
                writeln!(out)?;
            }
            PlanFormat::Make => self.makefile(cut, out)?,
        }
        Ok(out.flush()?)
    }

    /// Writes a makefile that runs all jobs. In the makefile, the result of a job depends on all results that the job
    /// reads. Jobs are grouped into bundles, and one process runs all jobs of a bundle. If the process is interrupted,
    /// the results of finished jobs remain.
    fn makefile(&self, cut: &CutArg, out: &mut dyn Write) -> Result<(), Failure> {
        let directory = self.directory.path().to_str();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
        let directory = directory.filter(|directory| directory.chars().all(is_plain));
        let directory = directory.ok_or_else(|| {
            Failure::Use(
                "make needs a directory whose name is of letters, digits and /._-".to_owned(),
            )
        })?;
        let plan = self.jobs.plan();
        let file = |job| plan.file(job);
        writeln!(
            out,
            "# The jobs that solve {}: made by `perfectplay tiers plan --format make`.\n\
             # A bundle has several targets, as GNU make 4.3 and later know them.\n\
             PERFECTPLAY ?= perfectplay",
            self.jobs.solver().name()
        )?;
        write!(out, "all:")?;
        for job in plan.jobs() {
            write!(out, " {directory}/{}", file(job))?;
        }
        writeln!(out)?;
        let (_, work) = self.jobs.forecast(cut.states(), &unwatched)?;
        for bundle in bundles(plan, &work) {
            for job in &bundle {
                write!(out, "{directory}/{} ", file(*job))?;
            }
            write!(out, "{}", if bundle.len() > 1 { "&:" } else { ":" })?;
            let own: BTreeSet<Job> = bundle.iter().copied().collect();
            let needs = bundle.iter().flat_map(|&job| plan.needs(job));
            for need in needs.collect::<BTreeSet<Job>>().difference(&own) {
                write!(out, " {directory}/{}", file(*need))?;
            }
            write!(out, "\n\t$(PERFECTPLAY) tiers run --store {directory}")?;
            for job in bundle {
                write!(out, " {}", file(job))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn work_within<'s>(&self, limits: &LimitsArg, stop: &'s Stop) -> LimitedWork<'s> {
        let directory = self.directory.path();
        LimitedWork::new(limits.memory(), limits.threads, stop, Some(directory))
    }

    fn job(&self, name: &str) -> Result<Job, Failure> {
        self.jobs.plan().job(name).ok_or_else(|| {
            let game = self.jobs.solver().name();
            Failure::Use(format!("expected a job of {game}, found {name}"))
        })
    }

    /// Runs the jobs that the lines of standard input name. Writes a line to standard output for each finished job. If
    /// a job fails, writes a line that begins with `failed`.
    pub fn work(&self, limits: &LimitsArg) -> Result<(), Failure> {
        /// A line with names of jobs may have at most this many bytes.
        const LONGEST: u64 = 1 << 20;
        let stop = Stop::new()?;
        // Ctrl-C loses no result: results are written whole or not at all.
        let _working = stop.end_at_once()?;
        let work = self.work_within(limits, &stop).silent();
        let out = Mutex::new(Ok(()));
        let tell = |line: fmt::Arguments<'_>| {
            let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
            if out.is_ok() {
                let mut stdout = io::stdout().lock();
                *out = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
            }
            out.is_ok()
        };
        let mut lines = Lines::new(io::stdin(), LONGEST);
        let mut problem = None;
        let mut groups = iter::from_fn(|| {
            loop {
                let line = match lines.next() {
                    Ok(line) => line?,
                    Err(error) => {
                        problem = Some(error);
                        return None;
                    }
                };
                let jobs = line.split_ascii_whitespace().map(|name| self.job(name));
                match jobs.collect::<Result<Vec<Job>, _>>() {
                    Ok(jobs) => return Some(jobs),
                    // Nobody reads the answers any more, so stop.
                    Err(failure) if !tell(format_args!("failed: {failure}")) => return None,
                    Err(_) => {}
                }
            }
        });
        let mut ended = |ended| {
            match ended {
                JobEvent::Job(job) => tell(format_args!("{}: done", self.jobs.plan().file(job))),
                JobEvent::Group(Err(error)) => tell(format_args!("failed: {}", Error::from(error))),
                JobEvent::Group(Ok(())) => true,
            };
        };
        let store = &self.directory.store;
        work.run(|limits| {
            let solver = self.jobs.solver();
            solver.run_as_they_come(&mut groups, store, limits, &mut ended)
        })?;
        if let Some(error) = problem {
            return Err(error.into());
        }
        Ok(out.into_inner().unwrap_or_else(PoisonError::into_inner)?)
    }

    pub fn run(&self, names: &[String], limits: &LimitsArg) -> Result<(), Failure> {
        let wanted = names.iter().map(|name| self.job(name));
        let wanted: Vec<Job> = wanted.collect::<Result<_, _>>()?;
        let stop = Stop::new()?;
        let work = self.work_within(limits, &stop);
        let mut printed = Ok(());
        let mut done = |job| {
            if printed.is_ok() {
                printed = writeln!(io::stdout(), "{}: done", self.jobs.plan().file(job));
            }
        };
        let store = &self.directory.store;
        work.run(|limits| {
            self.jobs
                .solver()
                .run_each(&wanted, store, limits, &mut done)
        })?;
        Ok(printed?)
    }

    pub fn status(&self) -> Result<StatusReport, Failure> {
        let mut written = BTreeMap::new();
        let (mut open, mut damaged) = (Vec::new(), Vec::new());
        let solver = self.jobs.solver();
        for job in solver.jobs() {
            let file = solver.plan().file(job);
            let status = solver.status(job, &self.directory.store);
            match status.map_err(Error::from)? {
                JobStatus::Done => {
                    let metadata = fs::metadata(self.directory.path().join(file));
                    written.insert(job, metadata.and_then(|file| file.modified()).ok());
                    continue;
                }
                JobStatus::Damaged => damaged.push(file),
                JobStatus::Missing => {}
            }
            open.push(job);
        }
        let seconds_left = self.seconds_left(&written, &open)?;
        let missing = open.len() - damaged.len();
        open.retain(|&job| {
            let needs = solver.plan().needs(job);
            needs.iter().all(|need| written.contains_key(need))
        });
        Ok(StatusReport {
            game: solver.name().to_owned(),
            jobs: written.len() + missing + damaged.len(),
            done: written.len(),
            missing,
            damaged,
            ready: open.iter().map(|&job| solver.plan().file(job)).collect(),
            seconds_left,
        })
    }

    /// Estimates how many seconds the jobs in `open` take, at the speed of the finished jobs. Returns `None` if `open`
    /// is empty, or if too few jobs are finished to know the speed.
    fn seconds_left(
        &self,
        written: &BTreeMap<Job, Option<SystemTime>>,
        open: &[Job],
    ) -> Result<Option<f64>, Failure> {
        if written.is_empty() || open.is_empty() {
            return Ok(None);
        }
        let (_, work) = self.jobs.forecast(None, &unwatched)?;
        let seconds = |job: &Job| work.cost(*job).seconds;
        let done = written
            .iter()
            .filter_map(|(job, written)| Some(((*written)?, seconds(job))));
        let left = open.iter().map(seconds).sum();
        Ok(seconds_left_at_pace(&done.collect::<Vec<_>>(), left))
    }

    /// Writes the table to `path`, from the results of all jobs.
    pub fn gather(&self, path: &Path) -> Result<(), Failure> {
        output::probe(path)?;
        if let Some(file) = output::file(path)? {
            // A table file that exists is complete: it is written whole or not at all.
            if self.jobs.solver().is_table(&file) {
                return Ok(());
            }
        }
        let stop = Stop::new()?;
        let work = self.work_within(&LimitsArg::default(), &stop);
        output::write(path, &mut |out| {
            let store = &self.directory.store;
            work.run(|limits| self.jobs.solver().gather_into(store, out, limits))?;
            Ok(())
        })
    }
}

/// Groups jobs into bundles. One process runs all jobs of a bundle. A bundle contains either some jobs of one level, or
/// all jobs of several successive levels. This rule makes it impossible that bundles wait for each other in a circle.
/// Bundles save time: starting a process can take longer than a short job. Also, results that one job has read stay in
/// memory for the next job of the bundle.
fn bundles(plan: &Plan, work: &JobCosts<'_>) -> Vec<Vec<Job>> {
    /// A bundle of several jobs is expected to take at most this many seconds. The limit is low, because all other
    /// processes may have to wait for one bundle.
    const MOST: f64 = 0.25;
    let seconds = |jobs: &[Job]| jobs.iter().map(|&job| work.cost(job).seconds).sum::<f64>();
    let levels = plan.levels().iter();
    let score = levels.clone().rev();
    let find = levels.map(|level| level.clone().map(Job::Find).collect::<Vec<_>>());
    let score = score.map(|level| level.clone().rev().map(Job::Score).collect());
    let mut bundles: Vec<Vec<Job>> = Vec::new();
    // The expected time of the last bundle in seconds, if the bundle consists of whole levels.
    let mut last = None;
    for level in find.chain(score) {
        let own = seconds(&level);
        match (last, bundles.last_mut()) {
            (Some(before), Some(bundle)) if before + own <= MOST => {
                bundle.extend(level);
                last = Some(before + own);
            }
            _ if own <= MOST => {
                bundles.push(level);
                last = Some(own);
            }
            _ => {
                let mut sum = f64::INFINITY;
                for job in level {
                    let own = seconds(&[job]);
                    sum += own;
                    match bundles.last_mut() {
                        Some(bundle) if sum <= MOST => bundle.push(job),
                        _ => {
                            bundles.push(vec![job]);
                            sum = own;
                        }
                    }
                }
                last = None;
            }
        }
    }
    bundles
}

/// The plan of a game. The plan lists all jobs, each after the jobs that it needs.
#[derive(Serialize)]
struct Planned<'a> {
    game: &'a str,
    store: String,
    #[serde(flatten)]
    expected: ExpectedCost,
    jobs: PlannedJobs<'a>,
}

struct PlannedJobs<'a>(&'a Plan, JobCosts<'a>);

impl Serialize for PlannedJobs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(plan, work) = self;
        serializer.collect_seq(plan.jobs().map(|job| {
            let needs = plan.needs(job).into_iter();
            let cost = work.cost(job);
            PlannedJob {
                job: plan.file(job),
                needs: needs.map(|need| plan.file(need)).collect(),
                memory_bytes: work.memory(job),
                seconds: rounded(cost.seconds),
                bytes: cost.bytes,
            }
        }))
    }
}

#[derive(Serialize)]
struct PlannedJob {
    job: String,
    /// The names of the jobs whose results this job reads.
    needs: Vec<String>,
    /// The least memory that the job needs, in bytes.
    memory_bytes: u64,
    /// The expected time on one core, in seconds.
    seconds: f64,
    /// The expected size of the result, in bytes.
    bytes: u64,
}

#[derive(Serialize)]
pub struct StatusReport {
    game: String,
    jobs: usize,
    done: usize,
    /// The number of jobs without a result.
    missing: usize,
    /// The jobs whose results are damaged.
    damaged: Vec<String>,
    /// The names of the jobs that can run now.
    ready: Vec<String>,
    /// The estimated number of seconds until all jobs are done. The estimate assumes that the number of workers does
    /// not change.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds_left: Option<f64>,
}

impl fmt::Display for StatusReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            game, jobs, done, ..
        } = self;
        writeln!(f, "{game}: {done} of {jobs} jobs are done.")?;
        let left = self.seconds_left.map(Duration::try_from_secs_f64);
        if let Some(Ok(left)) = left {
            let left = HumanDuration(left);
            writeln!(f, "At the pace so far, {left} are left on as many workers.")?;
        }
        if !self.damaged.is_empty() {
            writeln!(f, "damaged  {}", self.damaged.join(" "))?;
        }
        if !self.ready.is_empty() {
            writeln!(f, "ready    {}", self.ready.join(" "))?;
        }
        Ok(())
    }
}

/// Estimates how many seconds it takes until the open jobs are done, at the pace of the finished jobs. `left` is the
/// sum of the expected seconds of the open jobs. `done` lists the finished jobs. In each entry of `done`, `.0` is the
/// time at which the job's result was written, and `.1` is the expected duration of the job in seconds. Returns `None`
/// if no job is open, or if too few jobs are done.
fn seconds_left_at_pace(done: &[(SystemTime, f64)], left: f64) -> Option<f64> {
    /// The function makes no estimate while the finished jobs are less than this fraction of the whole work.
    const TELLING: f64 = 0.01;
    let first = done.iter().map(|&(written, _)| written).min()?;
    let last = done.iter().map(|&(written, _)| written).max()?;
    let elapsed = last.duration_since(first).ok()?;
    // The results do not show when the first job started, so the time of this job is unknown.
    let since = done.iter().filter(|&&(written, _)| written > first);
    let done: f64 = since.map(|&(_, seconds)| seconds).sum();
    let tells = done > 0.0 && done >= TELLING * (done + left);
    let is_told = left > 0.0 && tells && elapsed >= Duration::from_secs(1);
    is_told.then(|| rounded(left / done * elapsed.as_secs_f64()))
}
