//! `perfectplay forecast`: estimates the size of a game, and the cost of solving it.

use std::fmt;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use indicatif::{DecimalBytes, HumanCount, HumanDuration};
use perfectplay::forecast::{Certainty, Effort};
use perfectplay_any::jobs::Cutting;
use perfectplay_any::{AnyGame, Capacity, Estimate, States, unwatched};
use serde::Serialize;

use crate::Failure;
use crate::args::game::GameArg;
use crate::args::limits::{LimitsArg, bytes};
use crate::args::number::{positive, whole_number};
use crate::context::Context;
use crate::io::output::free_disk;
use crate::io::print::print;

/// Forecast how many states a game has, and how much time and memory it takes to solve it.
///
/// The states of a small game are counted. In many larger games, a formula gives each state a rank.
/// The answer is then the number of ranks, which is an upper bound of the number of states. For any
/// other game with tiers, a sample gives an estimate, and the answer says how reliable the estimate
/// is. The time is the processor time of one core. The memory and the disk space are those that
/// `solve -o` needs with the same --memory.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay forecast --game connect:5x5
  perfectplay forecast --game mnk:4,4,4 --json --states 1000000")]
pub struct Args {
    #[command(flatten)]
    game: GameArg,

    /// Count up to NUMBER states before taking samples.
    #[arg(
        long,
        value_name = "NUMBER",
        value_parser = positive::<NonZero<u32>>,
        default_value_t = NonZero::new(Effort::default().states).expect("not 0")
    )]
    states: NonZero<u32>,

    /// Seed the samples: another number draws other samples.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<u64>, default_value = "0")]
    seed: u64,

    /// Forecast the cost if the states of the game take at most this much memory, such as 4G or
    /// 500MiB [default: three quarters of the free memory].
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory: Option<u64>,

    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    let effort = Effort {
        states: args.states.get(),
        seed: args.seed,
    };
    let game = args.game.game();
    let mut estimate = game.estimate(effort, &unwatched)?;
    let memory = args.memory.or_else(|| LimitsArg::default().memory());
    let cut = cut_within(&game, &mut estimate, memory)?;
    let capacity = Capacity {
        memory,
        disk: free_disk(Path::new(".")),
    };
    let report = ForecastReport::new(&estimate, cut, capacity);
    Ok(print(&report, args.json)?)
}

/// How `solve` cuts tiers into pieces, called shards, if whole tiers do not fit into memory.
struct Cut {
    /// The size of the largest shard, as a number of ranks.
    ranks: u64,
    /// The bytes of memory that solving would take if no tier were cut.
    whole: u64,
}

/// Returns how `solve` would cut tiers into shards so that the work fits into `memory`. Changes
/// `estimate` to the cost of solving shard by shard. If no tier has to be cut, returns `None` and
/// does not change `estimate`.
fn cut_within(
    game: &AnyGame,
    estimate: &mut Estimate,
    memory: Option<u64>,
) -> Result<Option<Cut>, Failure> {
    let (states, is_by_tiers) = (estimate.states().count, estimate.is_by_tiers());
    let Some(tiers) = estimate.tiers.as_mut().filter(|_| is_by_tiers) else {
        return Ok(None);
    };
    if tiers.is_outlined || memory.is_none_or(|memory| tiers.memory <= memory) {
        return Ok(None);
    }
    let capacity = Capacity { memory, disk: None };
    let (jobs, _) = game.jobs(Cutting::Within {
        capacity,
        refuses_many_tiers: false,
    })?;
    let Some(ranks) = jobs.plan().sharding().ranks() else {
        return Ok(None);
    };
    let costs = jobs.forecast(Some(states), &unwatched)?.1.costs();
    let whole = tiers.memory;
    (tiers.memory, tiers.disk) = (costs.memory, costs.disk);
    Ok(Some(Cut { ranks, whole }))
}

/// Advises the user to put the game's table into a program, to keep it in a file, or not to make it
/// on this machine.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Advice {
    Bake,
    File,
    TooLarge,
}

/// The size in bytes of the largest table that a program should contain.
const BAKED_BYTES: u64 = 32 << 20;

#[derive(Serialize)]
struct ForecastReport {
    game: Arc<str>,
    #[serde(flatten)]
    states: States,
    /// The number of states that have a rank, whether reachable or not; `None` if the game is not
    /// solved by ranks.
    #[serde(skip_serializing_if = "Option::is_none")]
    numbered: Option<u64>,
    /// The processor time to solve the game.
    seconds: f64,
    memory_bytes: u64,
    /// How tiers are cut into shards; `None` if whole tiers fit into memory.
    #[serde(skip)]
    cut: Option<Cut>,
    /// An estimate of the bytes on disk for all results and the table. The true size may be half or
    /// twice as large.
    #[serde(skip_serializing_if = "Option::is_none")]
    disk_bytes: Option<u64>,
    table_bytes: u64,
    advice: Advice,
}

impl ForecastReport {
    /// Creates a report from `estimate`. `here` holds the memory and the disk space of this
    /// machine.
    fn new(estimate: &Estimate, cut: Option<Cut>, here: Capacity) -> Self {
        let table_bytes = estimate.forecast.table;
        let tiers = estimate.tiers.filter(|_| estimate.is_by_tiers());
        let (memory_bytes, _, seconds) = estimate.cost();
        let is_counted = estimate.forecast.certainty != Certainty::AtLeast;
        let fits = match tiers {
            Some(tiers) => here.is_enough(tiers.memory, tiers.disk),
            None => estimate.states().count <= u32::MAX.into() && is_counted,
        };
        Self {
            game: Arc::clone(&estimate.game),
            states: estimate.states(),
            numbered: tiers.map(|tiers| tiers.numbered),
            seconds,
            memory_bytes,
            cut,
            disk_bytes: tiers.map(|tiers| tiers.disk),
            table_bytes,
            advice: match fits {
                _ if is_counted && table_bytes <= BAKED_BYTES => Advice::Bake,
                true => Advice::File,
                false => Advice::TooLarge,
            },
        }
    }
}

impl fmt::Display for ForecastReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} states.", self.game, self.states)?;
        let memory = DecimalBytes(self.memory_bytes);
        let time = match Duration::try_from_secs_f64(self.seconds) {
            Ok(time) if time < Duration::from_secs(1) => "less than a second".to_owned(),
            Ok(time) => format!("about {}", HumanDuration(time)),
            Err(_) => "an unknown time".to_owned(),
        };
        match self.states.certainty {
            Certainty::Exact => {}
            Certainty::AtMost => writeln!(
                f,
                "This is the number of ranks. Not all of them are reachable."
            )?,
            Certainty::Estimate => {
                writeln!(f, "This estimate is most likely right within a quarter.")?;
            }
            Certainty::Rough => writeln!(
                f,
                "This estimate from a sample may be wrong by a factor of two, or of ten from \
                 10^12 states on, and so may the time and the sizes."
            )?,
            Certainty::AtLeast => {
                return writeln!(
                    f,
                    "Solving that many takes {time} of one core and about {memory} of memory."
                );
            }
        }
        let (Some(numbered), Some(disk)) = (self.numbered, self.disk_bytes) else {
            writeln!(
                f,
                "Solving it takes {time} of one core and about {memory} of memory."
            )?;
            let table = DecimalBytes(self.table_bytes);
            let advice = match self.advice {
                Advice::Bake => "small enough for a program",
                Advice::File => "keep it in a file",
                Advice::TooLarge => "too large to make",
            };
            return writeln!(f, "The table takes about {table}: {advice}.");
        };
        if self.states.certainty != Certainty::AtMost {
            let numbered = HumanCount(numbered);
            writeln!(
                f,
                "Their numbering, tier by tier, covers {numbered} states, reachable or not."
            )?;
        }
        if let Some(Cut { ranks, whole }) = self.cut {
            writeln!(
                f,
                "Whole tiers would take {} of memory, so they are cut into shards of at most {} \
                 ranks.",
                DecimalBytes(whole),
                HumanCount(ranks)
            )?;
        }
        let disk = DecimalBytes(disk);
        writeln!(
            f,
            "Solving it takes {time} of one core, at least {memory} of memory and about {disk} of \
             disk: up to twice as much, or far less where results are easily compressed."
        )?;
        f.write_str(match self.advice {
            Advice::Bake => "The table is small enough for a program.\n",
            Advice::File => "Keep the table in a file, which is smaller than the results.\n",
            Advice::TooLarge => "That is too much for this machine.\n",
        })
    }
}
