//! What it is expected to take to solve a game job by job.

use std::fmt;
use std::num::NonZeroU64;

use indicatif::{DecimalBytes, HumanCount, HumanFloatCount};
use perfectplay::forecast::Certainty;
use perfectplay_any::jobs::{Costs, Cutting, Form, Jobs, Work};
use perfectplay_any::{States, certainty_name, unwatched};
use serde::Serialize;

use crate::Failure;
use crate::args::number::positive;

/// The options that cut the work, and tell what is known of the game.
#[derive(clap::Args)]
pub struct CutArg {
    /// Cut large tiers into shards of at most this number of states, as they are numbered: it
    /// is rounded down to a power of two, and is 65536 at least. Where states have no numbers,
    /// cut all tiers so that a part of the largest has about as many. Several jobs work on a
    /// tier then, each with less memory, and the table is the same.
    #[arg(long, value_name = "NUMBER", value_parser = positive::<NonZeroU64>)]
    shard_states: Option<NonZeroU64>,

    /// Cut tiers into the largest shards that keep this number of workers busy, with a core each.
    /// Large shards are read least.
    #[arg(
        long,
        value_name = "NUMBER",
        value_parser = positive::<NonZeroU64>,
        conflicts_with = "shard_states"
    )]
    workers: Option<NonZeroU64>,

    /// How many states can be reached, if that is known [default: a forecast].
    #[arg(long, value_name = "NUMBER", value_parser = positive::<NonZeroU64>)]
    states: Option<NonZeroU64>,
}

impl CutArg {
    /// Returns how tiers are to be cut; `None` if no option says so.
    pub fn cutting(&self) -> Option<Cutting> {
        let known = self.states();
        match (self.shard_states, self.workers) {
            (Some(states), _) => Some(Cutting::Shards {
                states: states.get(),
                known,
            }),
            (None, Some(workers)) => Some(Cutting::Workers {
                workers: workers.get(),
                known,
            }),
            (None, None) => None,
        }
    }

    /// Returns the number of states, if it is known.
    pub fn states(&self) -> Option<u64> {
        self.states.map(NonZeroU64::get)
    }
}

/// What all jobs together take.
#[derive(Serialize)]
pub struct Total {
    /// The number of jobs.
    jobs: u64,
    /// The most memory that one of them takes.
    memory_bytes: u64,
    /// The time on one core.
    seconds: f64,
    /// The size of all results.
    bytes: u64,
    /// What jobs read of the results of others.
    read_bytes: u64,
    longest_path: LongestPath,
}

/// Jobs that have to be done one after another.
#[derive(Serialize)]
struct LongestPath {
    jobs: u64,
    seconds: f64,
}

impl From<Costs> for Total {
    fn from(costs: Costs) -> Self {
        Self {
            jobs: costs.jobs,
            memory_bytes: costs.memory,
            seconds: rounded(costs.seconds),
            bytes: costs.bytes,
            read_bytes: costs.read,
            longest_path: LongestPath {
                jobs: costs.longest_path.jobs,
                seconds: rounded(costs.longest_path.seconds),
            },
        }
    }
}

/// What is expected of a plan.
#[derive(Serialize)]
pub struct Expected {
    /// How many ranks a shard has at most, if tiers are cut so.
    shard_ranks: Option<u64>,
    /// How many shards each tier has, if tiers are cut so.
    shards: Option<u32>,
    #[serde(flatten)]
    states: States,
    /// How well it is known what memory jobs take.
    #[serde(serialize_with = "certainty_name")]
    memory_certainty: Certainty,
    total: Total,
}

impl Expected {
    /// What is expected of some jobs, by a forecast.
    pub fn new(jobs: &dyn Jobs, states: States, work: &Work<'_>) -> Self {
        let plan = jobs.plan();
        Self {
            shard_ranks: plan.sharding().ranks(),
            shards: plan.sharding().count(),
            states,
            memory_certainty: match plan.numbered() {
                Some(_) => Certainty::Exact,
                None => Certainty::Estimate,
            },
            total: work.costs().into(),
        }
    }
}

/// A time in seconds, to the microsecond.
pub fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

/// What it takes to solve a game, on paper.
#[derive(Serialize)]
pub struct OnPaper {
    game: String,
    /// How many states have a number, those that no game reaches among them; if they have.
    #[serde(skip_serializing_if = "Option::is_none")]
    numbered: Option<u64>,
    #[serde(flatten)]
    expected: Expected,
    #[serde(skip)]
    paces: &'static str,
}

impl OnPaper {
    pub fn new(jobs: &dyn Jobs, cut: &CutArg) -> Result<Self, Failure> {
        let (states, work) = jobs.forecast(cut.states(), &unwatched)?;
        Ok(Self {
            game: jobs.name().to_owned(),
            numbered: jobs.plan().numbered(),
            expected: Expected::new(jobs, states, &work),
            paces: match jobs.plan().form() {
                Form::Dense => "Connect Four",
                Form::Sparse => "domineering, dots and kalah",
            },
        })
    }
}

impl fmt::Display for OnPaper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, expected, .. } = self;
        let Expected { states, total, .. } = expected;
        write!(f, "{game}: {states} states")?;
        match self.numbered.map(HumanCount) {
            Some(numbered) => writeln!(f, ", among {numbered} numbered ones.")?,
            None => writeln!(f, ".")?,
        }
        if let Some(ranks) = expected.shard_ranks.map(HumanCount) {
            writeln!(f, "Tiers are cut into shards of at most {ranks} ranks.")?;
        }
        if let Some(shards) = expected.shards {
            writeln!(f, "Each tier is cut into {shards} shards.")?;
        }
        let path = &total.longest_path;
        writeln!(f, "jobs          {}", HumanCount(total.jobs))?;
        writeln!(f, "work          {} on one core", Time(total.seconds))?;
        let (path_jobs, path_time) = (HumanCount(path.jobs), Time(path.seconds));
        writeln!(f, "longest path  {path_time}, {path_jobs} jobs")?;
        let memory = DecimalBytes(total.memory_bytes);
        writeln!(f, "memory        {memory} for the largest job")?;
        writeln!(
            f,
            "results       {}, each written once",
            DecimalBytes(total.bytes)
        )?;
        writeln!(f, "read          {}", DecimalBytes(total.read_bytes))?;
        writeln!(
            f,
            "The paces are those of {} on one core of an AMD EPYC.",
            self.paces
        )
    }
}

/// A time in the unit that suits it.
struct Time(f64);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, unit) = match self.0 {
            seconds if seconds < 60.0 => (seconds, "seconds"),
            seconds if seconds < 3600.0 => (seconds / 60.0, "minutes"),
            seconds => (seconds / 3600.0, "hours"),
        };
        write!(f, "{:.1} {unit}", HumanFloatCount(number))
    }
}
