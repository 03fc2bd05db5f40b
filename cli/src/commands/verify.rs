//! `perfectplay verify`: compares a table with the rules.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use indicatif::HumanCount;
use perfectplay::verify::Verified;
use perfectplay_any::Table;
use serde::Serialize;

use crate::Failure;
use crate::args::limits::LimitsArg;
use crate::args::table::{TableArg, read};
use crate::context::Context;
use crate::io::print::print;
use crate::io::progress::Meter;
use crate::view::words::Plies;

/// Verify a table: compare every record with the rules.
///
/// The verifier shares no code with the solver. Without a file, it verifies the table that
/// this program has of the game; if it has none, it solves the game first.
///
/// A table that is read tier by tier is verified so as well, on all cores.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay verify
  perfectplay verify --json octopawn.table")]
pub struct Args {
    /// A table that `perfectplay solve -o` wrote, as with --table. The file names its game.
    #[arg(conflicts_with = "table")]
    file: Option<PathBuf>,

    #[command(flatten)]
    solved: TableArg,

    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: LimitsArg,
}

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    let table = match &args.file {
        Some(path) => read(path, &args.solved.game)?.open()?,
        None => args.solved.open()?,
    };
    let report = Verdict::new(&*table, &args.limits);
    print(&report, args.json)?;
    match report {
        Verdict::Sound { .. } => Ok(()),
        Verdict::Flawed { .. } => Err(Failure::Reported),
    }
}

/// The answer of the verifier.
#[derive(Serialize)]
#[serde(untagged)]
enum Verdict {
    Sound {
        game: Arc<str>,
        verified: bool,
        #[serde(flatten)]
        statistics: Verified,
    },
    Flawed {
        game: Arc<str>,
        verified: bool,
        problem: String,
    },
}

impl Verdict {
    fn new(table: &dyn Table, limits: &LimitsArg) -> Self {
        let game = Arc::clone(&table.info().spec);
        let meter = Meter::new();
        let verified = table.verify(&limits.limits(&|progress| meter.watch(progress)));
        match verified {
            Ok(statistics) => Self::Sound {
                game,
                verified: true,
                statistics,
            },
            Err(problem) => Self::Flawed {
                game,
                verified: false,
                problem: problem.to_string(),
            },
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sound {
                game, statistics, ..
            } => {
                let states = HumanCount(statistics.states);
                let longest = Plies(statistics.longest);
                writeln!(
                    f,
                    "{game}: {states} states. Every record follows from the rules."
                )?;
                writeln!(
                    f,
                    "Under perfect play, the longest game from any state has {longest}."
                )
            }
            Self::Flawed { game, problem, .. } => writeln!(f, "{game}: {problem}."),
        }
    }
}
