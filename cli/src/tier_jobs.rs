//! Works on the jobs that solve a large game, with results in a folder.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::io::{self, Write};
use std::path::Path;

use clap::ValueEnum;
use perfectplay::Ranked;
use perfectplay::games::{Listed, Visitor};
use perfectplay_store::{Job, Jobs, Status};
use serde::Serialize;

use crate::limits_arg::LimitsArg;
use crate::print::{print, write_json};
use crate::solving_jobs::{Keyed, SolvingJobs};
use crate::spec::Spec;
use crate::stop::Stop;
use crate::tier_work::{TierWork, told};
use crate::work_folder::WorkFolder;
use crate::{Failure, output};

/// How to list jobs.
#[derive(Clone, Copy, Default, ValueEnum)]
pub enum PlanFormat {
    /// One object, with the jobs, what each needs, and the memory that it takes
    #[default]
    Json,
    /// A makefile
    Make,
}

/// What to do with the jobs.
pub enum Deed<'a> {
    /// List them.
    Plan(PlanFormat),
    /// Run those of these names.
    Run(&'a [String], &'a LimitsArg),
    /// Tell which are done.
    Status {
        /// As JSON.
        json: bool,
    },
    /// Write the table of their results to this file.
    Gather(&'a Path),
}

/// Does it in a folder, for a game of any type.
pub struct TierWorker<'a> {
    pub deed: Deed<'a>,
    pub folder: &'a Path,
}

impl Visitor for TierWorker<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Listed>(self, game: G) -> Result<(), Failure> {
        let spec = Spec::of(&game);
        let jobs = Keyed::new(&game, &spec.to_string())?;
        self.work(jobs, &spec)
    }

    fn visit_ranked<G: Listed + Ranked + Send + Sync>(self, game: G) -> Result<(), Failure> {
        let spec = Spec::of(&game);
        let jobs = Jobs::new(&game, &spec.to_string()).map_err(told)?;
        self.work(jobs, &spec)
    }
}

impl TierWorker<'_> {
    fn work<J: SolvingJobs>(self, jobs: J, spec: &Spec) -> Result<(), Failure> {
        let folder = WorkFolder::of_game(self.folder, spec)?;
        let store = JobsInStore { jobs, folder };
        match self.deed {
            Deed::Plan(format) => store.plan(format),
            Deed::Run(jobs, limits) => store.run(jobs, limits),
            Deed::Status { json } => Ok(print(&store.status()?, json)?),
            Deed::Gather(output) => store.gather(output),
        }
    }
}

/// The jobs of a game and where their results are.
struct JobsInStore<J> {
    jobs: J,
    folder: WorkFolder,
}

impl<J: SolvingJobs> JobsInStore<J> {
    fn plan(&self, format: PlanFormat) -> Result<(), Failure> {
        let out = &mut io::stdout().lock();
        match format {
            PlanFormat::Json => Ok(write_json(out, &self.planned())?),
            PlanFormat::Make => Ok(out.write_all(self.makefile()?.as_bytes())?),
        }
    }

    fn files(&self, jobs: Vec<Job>) -> Vec<String> {
        jobs.into_iter().map(|job| self.jobs.file(job)).collect()
    }

    fn planned(&self) -> Planned {
        let jobs = self.jobs.list().into_iter().map(|job| PlannedJob {
            job: self.jobs.file(job),
            needs: self.files(self.jobs.needs(job)),
            memory_bytes: self.jobs.memory(job),
        });
        Planned {
            game: self.jobs.name().to_owned(),
            store: self.folder.path().display().to_string(),
            jobs: jobs.collect(),
        }
    }

    /// A makefile in which a result is made from the results that its job needs.
    fn makefile(&self) -> Result<String, Failure> {
        let folder = self.folder.path().to_str();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
        let folder = folder.filter(|folder| folder.chars().all(is_plain));
        let folder = folder.ok_or_else(|| {
            Failure::Use("make needs a folder whose name is of letters, digits and /._-".to_owned())
        })?;
        let path = |job: &String| format!("{folder}/{job}");
        let Planned { game, jobs, .. } = self.planned();
        let results = jobs.iter().map(|planned| path(&planned.job));
        let results: Vec<String> = results.collect();
        let mut text = format!(
            "# The jobs that solve {game}: made by `perfectplay tiers plan --format make`.\n\
             PERFECTPLAY ?= perfectplay\n\
             all: {}\n",
            results.join(" ")
        );
        for PlannedJob { job, needs, .. } in &jobs {
            let needs: Vec<String> = needs.iter().map(path).collect();
            let (result, needs) = (path(job), needs.join(" "));
            writeln!(
                text,
                "{result}: {needs}\n\t$(PERFECTPLAY) tiers run --store {folder} {job}"
            )
            .expect("memory");
        }
        Ok(text)
    }

    fn run(&self, names: &[String], limits: &LimitsArg) -> Result<(), Failure> {
        let job = |name: &String| {
            self.jobs.job(name).ok_or_else(|| {
                let game = self.jobs.name();
                Failure::Use(format!("expected a job of {game}, found {name}"))
            })
        };
        let wanted: Vec<Job> = names.iter().map(job).collect::<Result<_, _>>()?;
        let stop = Stop::new()?;
        let work = TierWork::new(limits, &stop, Some(self.folder.path()));
        for job in wanted {
            work.run(|limits| self.jobs.run(job, &self.folder.store, limits))?;
            writeln!(io::stdout(), "{}: done", self.jobs.file(job))?;
        }
        Ok(())
    }

    fn status(&self) -> Result<Report, Failure> {
        let mut report = Report {
            game: self.jobs.name().to_owned(),
            jobs: 0,
            done: 0,
            damaged: Vec::new(),
            ready: Vec::new(),
        };
        let mut done = BTreeSet::new();
        let mut open = Vec::new();
        for job in self.jobs.list() {
            report.jobs += 1;
            match self.jobs.status(job, &self.folder.store).map_err(told)? {
                Status::Done => {
                    done.insert(job);
                    continue;
                }
                Status::Damaged => report.damaged.push(self.jobs.file(job)),
                Status::Missing => {}
            }
            open.push(job);
        }
        report.done = done.len();
        open.retain(|&job| self.jobs.needs(job).iter().all(|need| done.contains(need)));
        report.ready = self.files(open);
        Ok(report)
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
            work.run(|limits| self.jobs.write_table(store, out, limits))?;
            Ok(())
        })
    }
}

/// All jobs of a game, each after those that it needs.
#[derive(Serialize)]
struct Planned {
    game: String,
    store: String,
    jobs: Vec<PlannedJob>,
}

#[derive(Serialize)]
struct PlannedJob {
    job: String,
    /// The jobs whose results it reads.
    needs: Vec<String>,
    /// The memory that it takes at least; 0 if that is not known before it runs.
    memory_bytes: u64,
}

/// How far the jobs are.
#[derive(Serialize)]
struct Report {
    game: String,
    jobs: usize,
    done: usize,
    /// Those whose results are not what was written.
    damaged: Vec<String>,
    /// Those that can run now.
    ready: Vec<String>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            game, jobs, done, ..
        } = self;
        writeln!(f, "{game}: {done} of {jobs} jobs are done.")?;
        if !self.damaged.is_empty() {
            writeln!(f, "damaged  {}", self.damaged.join(" "))?;
        }
        if !self.ready.is_empty() {
            writeln!(f, "ready    {}", self.ready.join(" "))?;
        }
        Ok(())
    }
}
