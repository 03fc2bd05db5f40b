//! `perfectplay tiers`: the jobs that solve a large game, one by one.

mod costs;
mod jobs;

use std::path::PathBuf;

use clap::Subcommand;

use crate::Failure;
use crate::args::game::GameArg;
use crate::args::limits::LimitsArg;
use crate::context::Context;
use crate::io::print::print;
use costs::{CutArg, OnPaper};
use jobs::{JobsInStore, PlanFormat};
use perfectplay_any::jobs::{Cutting, WorkDirectory};

/// Solve a large game in jobs that any program may run, on one machine or on many.
///
/// A store is a directory with the results of jobs. A job reads the results of other jobs, and
/// writes one result, completely or not at all. A job may run twice, on any machine and at any
/// time: its result always has the same bytes. If the work of a command is already done, the
/// command returns at once.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay tiers plan --game connect:5x5 --store connect --format make > connect.mk
  make -j 2 -f connect.mk
  perfectplay tiers status --store connect
  perfectplay tiers gather --store connect -o connect.table")]
pub struct Args {
    #[command(subcommand)]
    command: TiersCommand,
}

#[derive(Subcommand)]
enum TiersCommand {
    Plan(PlanArgs),
    Run(RunArgs),
    Work(WorkArgs),
    Status(StatusArgs),
    Gather(GatherArgs),
}

/// Make a store for a game, and list the jobs that solve the game. Each job is listed after the
/// jobs that it needs.
///
/// With --estimate, the command makes no store, but prints the estimated cost of all jobs together.
#[derive(clap::Args)]
struct PlanArgs {
    #[command(flatten)]
    game: GameArg,

    /// The directory with the results of jobs.
    #[arg(long, value_name = "DIR", required_unless_present = "estimate")]
    store: Option<PathBuf>,

    #[command(flatten)]
    cut: CutArg,

    /// How to list the jobs.
    #[arg(long, value_enum, default_value = "json")]
    format: PlanFormat,

    /// Print the estimated cost of all jobs together. No store is needed.
    #[arg(long, conflicts_with_all = ["store", "format"])]
    estimate: bool,

    /// Answer with one JSON object.
    #[arg(long, requires = "estimate")]
    json: bool,
}

/// Run jobs, except those that have results.
#[derive(clap::Args)]
struct RunArgs {
    /// The jobs, by the names that plan and status print.
    #[arg(required = true, value_name = "JOB")]
    jobs: Vec<String>,

    #[command(flatten)]
    store: StoreArg,

    #[command(flatten)]
    limits: LimitsArg,
}

/// Run the jobs that standard input names, until it ends.
///
/// A line names one job, or several jobs that are run one after another. For each finished job, the answer is a line
/// NAME: done. If a job fails, the answer is a line that begins with failed and gives the reason. After a failed job,
/// the command goes on with the next line. The results that one job has read stay in memory for the next jobs, as far
/// as --memory allows.
#[derive(clap::Args)]
#[command(after_help = "Example:
  echo found-0 | perfectplay tiers work --store connect")]
struct WorkArgs {
    #[command(flatten)]
    store: StoreArg,

    #[command(flatten)]
    limits: LimitsArg,
}

/// Print which jobs are done, and which can run now.
#[derive(clap::Args)]
struct StatusArgs {
    #[command(flatten)]
    store: StoreArg,

    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,
}

/// Write the table when all jobs are done. The store is not deleted.
#[derive(clap::Args)]
struct GatherArgs {
    /// Write the table to this file; - is standard output.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    #[command(flatten)]
    store: StoreArg,
}

#[derive(clap::Args)]
struct StoreArg {
    /// The directory with the results of jobs.
    #[arg(long, value_name = "DIR")]
    store: PathBuf,
}

pub fn run(args: &Args, context: &Context<'_>) -> Result<(), Failure> {
    match &args.command {
        TiersCommand::Plan(plan) => plan.run(),
        TiersCommand::Run(RunArgs {
            jobs,
            store,
            limits,
        }) => store.open(context)?.run(jobs, limits),
        TiersCommand::Work(WorkArgs { store, limits }) => store.open(context)?.work(limits),
        TiersCommand::Status(StatusArgs { store, json }) => {
            Ok(print(&store.open(context)?.status()?, *json)?)
        }
        TiersCommand::Gather(GatherArgs { output, store }) => store.open(context)?.gather(output),
    }
}

impl StoreArg {
    /// Opens the directory with the results of jobs. The program must know the game of these jobs.
    fn open(&self, context: &Context<'_>) -> Result<JobsInStore, Failure> {
        let path = &self.store;
        let game = context.catalogue.find(&WorkDirectory::game(path)?);
        let game = game.map_err(|error| Failure::at(path, &error))?;
        JobsInStore::open(&game, path, None)
    }
}

impl PlanArgs {
    fn run(&self) -> Result<(), Failure> {
        let (game, cutting) = (self.game.game(), self.cut.cutting());
        if let Some(store) = &self.store {
            return JobsInStore::open(&game, store, cutting)?.plan(&self.cut, self.format);
        }
        let (jobs, _) = game.jobs(cutting.unwrap_or(Cutting::Noted(None)))?;
        Ok(print(&OnPaper::new(&jobs, &self.cut)?, self.json)?)
    }
}
