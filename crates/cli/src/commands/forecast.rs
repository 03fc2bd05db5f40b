//! `perfectplay forecast`: estimates the size of a game, and the cost of solving it.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{DecimalBytes, HumanCount, HumanDuration};
use perfectplay::forecast::{Advice, Certainty, Effort};
use perfectplay_any::jobs::Cutting;
use perfectplay_any::{AnyGame, Capacity, Estimate, States, unwatched};
use serde::{Serialize, Serializer};

use crate::Failure;
use crate::args::game::GameArg;
use crate::args::limits::{LimitsArg, bytes};
use crate::args::number::whole_number;
use crate::context::Context;
use crate::io::output::free_disk;
use crate::io::print::print;

/// Forecast how many states a game has, and how much time and memory it takes to solve it.
///
/// The states of a small game are counted. The number of states of a large game is estimated
/// from a sample, and the answer says how good the estimate is. The time is for this machine.
/// Memory and disk are those of `solve -o` with the same --memory.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay forecast --game connect:5x5
  perfectplay forecast --game mnk:4,4,4 --json --states 1000000")]
pub struct Args {
    #[command(flatten)]
    game: GameArg,

    /// Count up to this number of states before taking samples.
    #[arg(
        long,
        value_name = "NUMBER",
        value_parser = states,
        default_value_t = Effort::default().states
    )]
    states: u32,

    /// Seed the samples: another number draws other samples.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<u64>, default_value_t = 0)]
    seed: u64,

    /// Forecast the cost with at most this much memory for tiers, such as 4G or 500MiB
    /// [default: three quarters of the free memory].
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory: Option<u64>,

    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,
}

/// Parses a number of states. An estimate needs at least one.
fn states(text: &str) -> Result<u32, &'static str> {
    let states = text.parse().ok().filter(|&states| states > 0);
    states.ok_or("expected a whole number from 1 on")
}

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    let effort = Effort {
        states: args.states,
        seed: args.seed,
    };
    let game = args.game.game();
    let start = Instant::now();
    let mut estimate = game.forecast(effort)?;
    let elapsed = start.elapsed();
    let memory = args.memory.or_else(|| LimitsArg::default().memory());
    let cut = cut_within(&game, &mut estimate, memory)?;
    let capacity = Capacity {
        memory,
        disk: free_disk(Path::new(".")),
    };
    let report = ForecastReport::new(&estimate, cut, capacity, elapsed);
    Ok(print(&report, args.json)?)
}

/// The size of shards, for tiers that do not fit into memory as a whole.
struct Cut {
    /// The greatest number of ranks in a shard.
    ranks: u64,
    /// The bytes that whole tiers would take.
    whole: u64,
}

/// Cuts tiers into shards as `solve` does, if whole tiers do not fit into this memory but
/// shards do, and changes the estimate to match.
fn cut_within(
    game: &AnyGame,
    estimate: &mut Estimate,
    memory: Option<u64>,
) -> Result<Option<Cut>, Failure> {
    let states = estimate.states().count;
    let Some(tiers) = &mut estimate.tiers else {
        return Ok(None);
    };
    if tiers.is_outlined || memory.is_none_or(|memory| tiers.memory <= memory) {
        return Ok(None);
    }
    let capacity = Capacity { memory, disk: None };
    let (jobs, _) = game.jobs(Cutting::Within {
        capacity,
        is_refused: false,
    })?;
    let Some(ranks) = jobs.plan().sharding().ranks() else {
        return Ok(None);
    };
    let costs = jobs.forecast(Some(states), &unwatched)?.1.costs();
    let whole = tiers.memory;
    (tiers.memory, tiers.disk) = (costs.memory, costs.disk);
    Ok(Some(Cut { ranks, whole }))
}

/// Returns how many times faster solving is tier by tier than in memory. On one core the factor
/// is 3 to 9, for Connect Four on 5 by 4 and the game 4,4,4.
fn tiers_pace() -> f64 {
    const OF_A_CORE: f64 = 5.0;
    OF_A_CORE * thread::available_parallelism().map_or(1.0, |cores| cores.get() as f64)
}

/// The forecast.
#[derive(Serialize)]
struct ForecastReport {
    game: Arc<str>,
    #[serde(flatten)]
    states: States,
    /// The number of ranks of a dense index, which also numbers unreachable states. `None` for a
    /// game without a dense index.
    #[serde(skip_serializing_if = "Option::is_none")]
    numbered: Option<u64>,
    /// The time to solve the game.
    seconds: f64,
    memory_bytes: u64,
    /// The shards into which tiers are cut so that they fit into memory.
    #[serde(skip)]
    cut: Option<Cut>,
    /// The bytes of all results and the table on disk, within a factor of two.
    #[serde(skip_serializing_if = "Option::is_none")]
    disk_bytes: Option<u64>,
    table_bytes: u64,
    /// The best way to keep the table.
    #[serde(serialize_with = "advice_name")]
    advice: Advice,
}

impl fmt::Display for ForecastReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} states.", self.game, self.states)?;
        match self.states.certainty {
            Certainty::Exact | Certainty::AtLeast => {}
            Certainty::Estimate => {
                writeln!(f, "This estimate is most likely right within a quarter.")?;
            }
            Certainty::Rough => {
                let factor = if self.states.count < HUGE {
                    "two"
                } else {
                    "ten"
                };
                writeln!(
                    f,
                    "This estimate may be wrong by a factor of {factor}, and so may the time and \
                     the sizes."
                )?;
            }
        }
        let memory = DecimalBytes(self.memory_bytes);
        let time = match Duration::try_from_secs_f64(self.seconds) {
            Ok(time) if time < Duration::from_secs(1) => "less than a second".to_owned(),
            Ok(time) => format!("about {}", HumanDuration(time)),
            Err(_) => "an unknown time".to_owned(),
        };
        match (self.numbered, self.disk_bytes) {
            (Some(numbered), Some(disk)) => {
                let (numbered, disk) = (HumanCount(numbered), DecimalBytes(disk));
                writeln!(
                    f,
                    "Their numbering, tier by tier, covers {numbered} states, reachable or not."
                )?;
                if let Some(Cut { ranks, whole }) = self.cut {
                    writeln!(
                        f,
                        "Whole tiers would take {} of memory, so they are cut into shards of at \
                         most {} ranks.",
                        DecimalBytes(whole),
                        HumanCount(ranks)
                    )?;
                }
                writeln!(
                    f,
                    "Solving it takes {time}, at least {memory} of memory and about {disk} of disk: \
                     up to twice as much, or far less where results are easily compressed."
                )?;
            }
            _ => writeln!(f, "Solving it takes {time} and about {memory} of memory.")?,
        }
        let table = DecimalBytes(self.table_bytes);
        match self.advice {
            Advice::Bake => writeln!(
                f,
                "The table takes about {table}: small enough for a program."
            ),
            Advice::File if self.numbered.is_some() => {
                writeln!(
                    f,
                    "Keep the table in a file, which is smaller than the results."
                )
            }
            Advice::TooLarge if self.numbered.is_some() => {
                writeln!(f, "That is too much for this machine.")
            }
            Advice::File => writeln!(f, "The table takes about {table}: keep it in a file."),
            Advice::TooLarge => writeln!(f, "The table takes about {table}: too large to make."),
        }
    }
}

/// With more states than this, a rough estimate is worth little.
const HUGE: u64 = 1_000_000_000_000;

fn advice_name<S: Serializer>(advice: &Advice, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match advice {
        Advice::Bake => "bake",
        Advice::File => "file",
        Advice::TooLarge => "too_large",
    })
}

impl ForecastReport {
    /// Makes the report of an estimate that took `elapsed` to compute, on a machine with this
    /// capacity.
    fn new(estimate: &Estimate, cut: Option<Cut>, here: Capacity, elapsed: Duration) -> Self {
        let Estimate {
            game,
            forecast,
            tiers,
        } = estimate;
        let advice = match (forecast.advice(), tiers) {
            (Advice::File | Advice::TooLarge, Some(tiers)) if tiers.fit(here) => Advice::File,
            (Advice::File | Advice::TooLarge, Some(_)) => Advice::TooLarge,
            (advice, _) => advice,
        };
        Self {
            game: Arc::clone(game),
            states: estimate.states(),
            numbered: tiers.map(|tiers| tiers.numbered),
            seconds: forecast.time(elapsed).as_secs_f64() / tiers.map_or(1.0, |_| tiers_pace()),
            memory_bytes: estimate.memory(),
            cut,
            disk_bytes: tiers.map(|tiers| tiers.disk),
            table_bytes: forecast.table,
            advice,
        }
    }
}
