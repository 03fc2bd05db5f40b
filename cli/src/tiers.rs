//! `perfectplay tiers`: the jobs that solve a large game, one by one.

use std::path::PathBuf;

use clap::Subcommand;

use crate::Failure;
use crate::catalogue::Catalogue;
use crate::game_arg::GameArg;
use crate::limits_arg::LimitsArg;
use crate::tier_jobs::{Deed, PlanFormat};
use crate::work_folder::WorkFolder;

/// Solve a large game in jobs that any program may run, on one machine or on many.
///
/// A store is a folder with the results of jobs. A job reads results and writes its own,
/// whole or not at all. It may run twice, anywhere and at any time: its result has the same
/// bytes. Each of these commands returns at once where its work is done.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay tiers plan --game connect:5x5 --store connect --format make > connect.mk
  make -j 2 -f connect.mk
  perfectplay tiers status --store connect
  perfectplay tiers gather --store connect -o connect.table")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Plan(PlanArgs),
    Run(RunArgs),
    Status(StatusArgs),
    Gather(GatherArgs),
}

/// Make a store for a game, and list the jobs that solve it, each after those that it needs.
#[derive(clap::Args)]
struct PlanArgs {
    #[command(flatten)]
    game: GameArg,

    #[command(flatten)]
    store: StoreArg,

    /// How to list the jobs.
    #[arg(long, value_enum, default_value_t)]
    format: PlanFormat,
}

/// Run jobs, unless their results are there.
#[derive(clap::Args)]
struct RunArgs {
    /// The jobs, as plan and status name them.
    #[arg(required = true, value_name = "JOB")]
    jobs: Vec<String>,

    #[command(flatten)]
    store: StoreArg,

    #[command(flatten)]
    limits: LimitsArg,
}

/// Tell which jobs are done, and which can run now.
#[derive(clap::Args)]
struct StatusArgs {
    #[command(flatten)]
    store: StoreArg,

    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,
}

/// Write the table once all jobs are done. The store stays.
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
    /// The folder with the results of jobs.
    #[arg(long, value_name = "DIR")]
    store: PathBuf,
}

impl Command {
    const fn store(&self) -> &StoreArg {
        match self {
            Self::Plan(PlanArgs { store, .. })
            | Self::Run(RunArgs { store, .. })
            | Self::Status(StatusArgs { store, .. })
            | Self::Gather(GatherArgs { store, .. }) => store,
        }
    }
}

pub fn run(args: &Args, catalogue: &Catalogue) -> Result<(), Failure> {
    let path = &args.command.store().store;
    let game = match &args.command {
        Command::Plan(plan) => plan.game.game(),
        _ => {
            let found = catalogue.find(&WorkFolder::game(path)?);
            found.map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?
        }
    };
    let deed = match &args.command {
        Command::Plan(plan) => Deed::Plan(plan.format),
        Command::Run(run) => Deed::Run(&run.jobs, &run.limits),
        Command::Status(status) => Deed::Status { json: status.json },
        Command::Gather(gather) => Deed::Gather(&gather.output),
    };
    game.work(deed, path)
}
