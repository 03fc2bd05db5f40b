//! The expected cost of solving a game job by job.

use std::fmt;
use std::num::NonZeroU64;

use indicatif::{DecimalBytes, HumanCount, HumanFloatCount};
use perfectplay::forecast::Certainty;
use perfectplay_any::jobs::{Costs, Cutting, Form, JobCosts, Jobs};
use perfectplay_any::{States, certainty_name, unwatched};
use serde::Serialize;

use crate::Failure;
use crate::args::number::positive;

/// The options that decide how tiers are cut into shards, and so how many jobs there are.
#[derive(clap::Args)]
pub struct CutArg {
    /// Cut large tiers into shards of at most NUMBER ranks. Each job then works on one shard, and
    /// takes less memory. NUMBER is rounded down to a power of two, but not below 65536. If the
    /// states of the game have no ranks, all tiers are cut into the same number of shards. A shard
    /// of the largest tier then has about NUMBER states. The table stays the same.
    #[arg(long, value_name = "NUMBER", value_parser = positive::<NonZeroU64>)]
    shard_states: Option<NonZeroU64>,

    /// Cut tiers into shards that are just small enough to keep NUMBER workers busy, each with one
    /// core. The smaller the shards are, the more bytes the jobs read.
    #[arg(
        long,
        value_name = "NUMBER",
        value_parser = positive::<NonZeroU64>,
        conflicts_with = "shard_states"
    )]
    workers: Option<NonZeroU64>,

    /// The number of reachable states, if you know it [default: a forecast].
    #[arg(long, value_name = "NUMBER", value_parser = positive::<NonZeroU64>)]
    states: Option<NonZeroU64>,
}

impl CutArg {
    /// Returns how to cut tiers into shards; `None` if the user gave none of the options that decide this.
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

    pub fn states(&self) -> Option<u64> {
        self.states.map(NonZeroU64::get)
    }
}

/// The cost of all jobs together.
#[derive(Serialize)]
pub struct Total {
    jobs: u64,
    /// The memory of the job that takes the most memory, in bytes.
    memory_bytes: u64,
    /// The time of all jobs on one core, in seconds.
    seconds: f64,
    /// The size of all results, in bytes.
    bytes: u64,
    /// The bytes that jobs read from the results of other jobs.
    read_bytes: u64,
    longest_path: JobChain,
}

/// The longest chain of jobs in which each job needs the result of the job before it. More workers do not make this
/// chain faster.
#[derive(Serialize)]
struct JobChain {
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
            longest_path: JobChain {
                jobs: costs.longest_path.jobs,
                seconds: rounded(costs.longest_path.seconds),
            },
        }
    }
}

#[derive(Serialize)]
pub struct ExpectedCost {
    /// The greatest number of ranks in a shard; `None` if tiers are not cut into ranges of ranks.
    shard_ranks: Option<u64>,
    /// The number of shards of each tier; `None` if tiers are not cut into a fixed number of
    /// shards.
    shards: Option<u32>,
    #[serde(flatten)]
    states: States,
    /// Tells whether the memory that jobs take is known exactly or estimated.
    #[serde(serialize_with = "certainty_name")]
    memory_certainty: Certainty,
    total: Total,
}

impl ExpectedCost {
    pub fn new(jobs: &Jobs, states: States, work: &JobCosts<'_>) -> Self {
        let plan = jobs.plan();
        Self {
            shard_ranks: plan.sharding().ranks(),
            shards: plan.sharding().count(),
            states,
            memory_certainty: if plan.knows_memory() {
                Certainty::Exact
            } else {
                Certainty::Estimate
            },
            total: work.costs().into(),
        }
    }
}

/// Rounds a time in seconds to the microsecond.
pub fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

/// The estimated cost of solving a game.
#[derive(Serialize)]
pub struct OnPaper {
    game: String,
    /// The number of ranks, including those of unreachable states; `None` if states have no ranks.
    #[serde(skip_serializing_if = "Option::is_none")]
    numbered: Option<u64>,
    #[serde(flatten)]
    expected: ExpectedCost,
    #[serde(skip)]
    paces: &'static str,
}

impl OnPaper {
    pub fn new(jobs: &Jobs, cut: &CutArg) -> Result<Self, Failure> {
        let (states, work) = jobs.forecast(cut.states(), &unwatched)?;
        Ok(Self {
            game: jobs.solver().name().to_owned(),
            numbered: jobs.plan().numbered(),
            expected: ExpectedCost::new(jobs, states, &work),
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
        let ExpectedCost { states, total, .. } = expected;
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
        writeln!(f, "work          {} on one core", JobTime(total.seconds))?;
        let (path_jobs, path_time) = (HumanCount(path.jobs), JobTime(path.seconds));
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

/// A time in seconds, which is printed in seconds, minutes or hours, depending on its length.
struct JobTime(f64);

impl fmt::Display for JobTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, unit) = match self.0 {
            seconds if seconds < 60.0 => (seconds, "seconds"),
            seconds if seconds < 3600.0 => (seconds / 60.0, "minutes"),
            seconds => (seconds / 3600.0, "hours"),
        };
        write!(f, "{:.1} {unit}", HumanFloatCount(number))
    }
}
