//! Works on the jobs that solve a large game, with results in a folder.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};

use clap::ValueEnum;
use indicatif::HumanDuration;
use perfectplay_any::Rules;
use perfectplay_any::jobs::{Cutting, Job, Jobs, Plan, Sharding, Status, Work};
use serde::{Serialize, Serializer};

use super::costs::{CutArg, Expected, OnPaper, rounded};
use crate::Failure;
use crate::args::limits::LimitsArg;
use crate::io::output;
use crate::io::print::print;
use crate::io::stop::Stop;
use crate::io::tier_work::TierWork;
use crate::io::work_folder::WorkFolder;

/// How to list jobs.
#[derive(Clone, Copy, Default, ValueEnum)]
pub enum PlanFormat {
    /// One object, with the jobs, what each needs, and what it takes
    #[default]
    Json,
    /// A makefile
    Make,
}

/// What to do with the jobs. A path is that of the folder with their results.
pub enum Deed<'a> {
    /// Tell what all of them take, perhaps as JSON.
    Estimate(&'a CutArg, bool),
    /// List them.
    Plan(&'a Path, &'a CutArg, PlanFormat),
    /// Run those of these names.
    Run(&'a Path, &'a [String], &'a LimitsArg),
    /// Tell which are done, perhaps as JSON.
    Status(&'a Path, bool),
    /// Write the table of their results to this file.
    Gather(&'a Path, &'a Path),
}

impl Deed<'_> {
    /// Into what tiers are cut in the folder with the results of jobs, if there is one.
    fn noted_sharding(&self) -> Result<Option<Sharding>, Failure> {
        match self {
            Self::Estimate(..) => Ok(None),
            Self::Plan(path, ..)
            | Self::Run(path, ..)
            | Self::Status(path, _)
            | Self::Gather(path, _) => WorkFolder::sharding(path),
        }
    }

    /// How many states a shard is to have, and how many there are if that is known; `None` if
    /// nothing is said of shards.
    fn shard_states(&self) -> Option<(u64, Option<u64>)> {
        match self {
            Self::Estimate(cut, _) | Self::Plan(_, cut, _) => {
                cut.shard_states().map(|part| (part, cut.states()))
            }
            _ => None,
        }
    }

    /// Does it.
    pub fn run(self, game: &dyn Rules) -> Result<(), Failure> {
        let (jobs, sharding) = game.jobs(match self.shard_states() {
            Some((states, known)) => Cutting::Shards { states, known },
            None => Cutting::Noted(self.noted_sharding()?),
        })?;
        let open = |path| JobsInStore::open(&*jobs, path, sharding);
        match self {
            Self::Estimate(cut, json) => Ok(print(&OnPaper::of(&*jobs, cut)?, json)?),
            Self::Plan(path, cut, format) => open(path)?.plan(cut, format),
            Self::Run(path, names, limits) => open(path)?.run(names, limits),
            Self::Status(path, json) => Ok(print(&open(path)?.status()?, json)?),
            Self::Gather(path, output) => open(path)?.gather(output),
        }
    }
}

/// The jobs of a game and where their results are.
struct JobsInStore<'a> {
    jobs: &'a dyn Jobs,
    folder: WorkFolder,
}

impl<'a> JobsInStore<'a> {
    /// Those with results in this folder.
    fn open(jobs: &'a dyn Jobs, path: &Path, sharding: Option<Sharding>) -> Result<Self, Failure> {
        let folder = WorkFolder::of_game(path, jobs.name(), sharding)?;
        Ok(Self { jobs, folder })
    }

    /// Lists the jobs, one at a time: there may be millions.
    fn plan(&self, cut: &CutArg, format: PlanFormat) -> Result<(), Failure> {
        let out = &mut BufWriter::new(io::stdout().lock());
        match format {
            PlanFormat::Json => {
                let (states, work) = self.jobs.forecast(cut.states())?;
                let planned = Planned {
                    game: self.jobs.name(),
                    store: self.folder.path().display().to_string(),
                    expected: Expected::of(self.jobs, states, &work),
                    jobs: PlannedJobs(self.jobs.plan(), work),
                };
                serde_json::to_writer(&mut *out, &planned).map_err(io::Error::from)?;
                writeln!(out)?;
            }
            PlanFormat::Make => self.makefile(out)?,
        }
        Ok(out.flush()?)
    }

    /// Writes a makefile in which a result is made from the results that its job needs.
    fn makefile(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let folder = self.folder.path().to_str();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
        let folder = folder.filter(|folder| folder.chars().all(is_plain));
        let folder = folder.ok_or_else(|| {
            Failure::Use("make needs a folder whose name is of letters, digits and /._-".to_owned())
        })?;
        let file = |job| self.jobs.plan().file(job);
        writeln!(
            out,
            "# The jobs that solve {}: made by `perfectplay tiers plan --format make`.\n\
             PERFECTPLAY ?= perfectplay",
            self.jobs.name()
        )?;
        write!(out, "all:")?;
        for job in self.jobs.plan().jobs() {
            write!(out, " {folder}/{}", file(job))?;
        }
        writeln!(out)?;
        for job in self.jobs.plan().jobs() {
            write!(out, "{folder}/{}:", file(job))?;
            for need in self.jobs.plan().needs(job) {
                write!(out, " {folder}/{}", file(need))?;
            }
            let job = file(job);
            writeln!(out, "\n\t$(PERFECTPLAY) tiers run --store {folder} {job}")?;
        }
        Ok(())
    }

    fn run(&self, names: &[String], limits: &LimitsArg) -> Result<(), Failure> {
        let job = |name: &String| {
            self.jobs.plan().job(name).ok_or_else(|| {
                let game = self.jobs.name();
                Failure::Use(format!("expected a job of {game}, found {name}"))
            })
        };
        let wanted: Vec<Job> = names.iter().map(job).collect::<Result<_, _>>()?;
        let stop = Stop::new()?;
        let work = TierWork::new(limits, &stop, Some(self.folder.path()));
        let mut told = Ok(());
        let mut done = |job| {
            if told.is_ok() {
                told = writeln!(io::stdout(), "{}: done", self.jobs.plan().file(job));
            }
        };
        let store = &self.folder.store;
        work.run(|limits| self.jobs.run(&wanted, store, limits, &mut done))?;
        Ok(told?)
    }

    fn status(&self) -> Result<Report, Failure> {
        let (_, work) = self.jobs.forecast(None)?;
        let mut pace = Pace::default();
        let (mut done, mut open) = (BTreeSet::new(), Vec::new());
        let mut damaged = Vec::new();
        for job in self.jobs.plan().jobs() {
            let file = self.jobs.plan().file(job);
            let seconds = work.cost(job).seconds;
            match self.jobs.status(job, &self.folder.store)? {
                Status::Done => {
                    let metadata = fs::metadata(self.folder.path().join(file));
                    pace.add_done(seconds, metadata.and_then(|file| file.modified()).ok());
                    done.insert(job);
                    continue;
                }
                Status::Damaged => damaged.push(file),
                Status::Missing => {}
            }
            pace.left += seconds;
            open.push(job);
        }
        let missing = open.len() - damaged.len();
        open.retain(|&job| {
            self.jobs
                .plan()
                .needs(job)
                .iter()
                .all(|need| done.contains(need))
        });
        Ok(Report {
            game: self.jobs.name().to_owned(),
            jobs: done.len() + missing + damaged.len(),
            done: done.len(),
            missing,
            damaged,
            ready: open
                .into_iter()
                .map(|job| self.jobs.plan().file(job))
                .collect(),
            seconds_left: pace.seconds_left(),
        })
    }

    fn gather(&self, path: &Path) -> Result<(), Failure> {
        if let Some(file) = output::file(path)? {
            // The table is written whole or not at all.
            if self.jobs.is_table(&file) {
                return Ok(());
            }
        }
        let stop = Stop::new()?;
        let work = TierWork::new(&LimitsArg::default(), &stop, Some(self.folder.path()));
        output::write(path, |out| {
            let store = &self.folder.store;
            work.run(|limits| self.jobs.gather_into(store, out, limits))?;
            Ok(())
        })
    }
}

/// All jobs of a game, each after those that it needs.
#[derive(Serialize)]
struct Planned<'a> {
    game: &'a str,
    store: String,
    #[serde(flatten)]
    expected: Expected,
    jobs: PlannedJobs<'a>,
}

/// The jobs, with what each takes by a forecast.
struct PlannedJobs<'a>(&'a Plan, Work<'a>);

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
    /// The jobs whose results it reads.
    needs: Vec<String>,
    /// The memory that it takes at least.
    memory_bytes: u64,
    /// The time that it is expected to take on one core.
    seconds: f64,
    /// The size that its result is expected to have.
    bytes: u64,
}

/// How far the jobs are.
#[derive(Serialize)]
struct Report {
    game: String,
    jobs: usize,
    done: usize,
    /// How many have no result.
    missing: usize,
    /// Those whose results are not what was written.
    damaged: Vec<String>,
    /// Those that can run now.
    ready: Vec<String>,
    /// How long the others take at the pace so far, on as many workers.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds_left: Option<f64>,
}

impl fmt::Display for Report {
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

/// How fast results have come, by the times at which they were written.
#[derive(Default)]
struct Pace {
    /// What the jobs that are not done were expected to take.
    left: f64,
    /// Of each job that is done, when its result was written, and what it was expected to take.
    done: Vec<(SystemTime, f64)>,
}

impl Pace {
    /// The least share of all work that tells a pace.
    const TELLING: f64 = 0.01;

    fn add_done(&mut self, seconds: f64, written: Option<SystemTime>) {
        self.done.extend(written.map(|written| (written, seconds)));
    }

    /// `None` if nothing is left, or too little is done to tell.
    fn seconds_left(&self) -> Option<f64> {
        let first = self.done.iter().map(|&(written, _)| written).min()?;
        let last = self.done.iter().map(|&(written, _)| written).max()?;
        let elapsed = last.duration_since(first).ok()?;
        // Nobody knows when the first job began.
        let since = self.done.iter().filter(|&&(written, _)| written > first);
        let done: f64 = since.map(|&(_, seconds)| seconds).sum();
        let tells = done > 0.0 && done >= Self::TELLING * (done + self.left);
        let is_told = self.left > 0.0 && tells && elapsed >= Duration::from_secs(1);
        is_told.then(|| rounded(self.left / done * elapsed.as_secs_f64()))
    }
}
