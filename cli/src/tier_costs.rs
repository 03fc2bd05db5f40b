//! What it is expected to take to solve a game job by job.

use std::fmt;

use indicatif::{DecimalBytes, HumanCount, HumanFloatCount};
use perfectplay_store::{Costs, Plan};
use serde::Serialize;

use crate::Failure;
use crate::estimate::States;
use crate::number_arg::positive;
use crate::solving_jobs::SolvingJobs;

/// How the work is cut, and what is known of the game.
#[derive(clap::Args)]
pub struct CutArg {
    /// Cut large tiers into parts of at most this number of ranks, which is rounded down to a
    /// power of two, and is 65536 at least. Several jobs work on a tier then, each with less
    /// memory, and the table is the same.
    #[arg(long, value_name = "NUMBER", value_parser = positive::<u64>)]
    part_ranks: Option<u64>,

    /// How many states can be reached, if that is known [default: a forecast].
    #[arg(long, value_name = "NUMBER", value_parser = positive::<u64>)]
    states: Option<u64>,
}

impl CutArg {
    /// How many ranks a part has; `None` if nothing is said of parts.
    pub fn part_ranks(&self) -> Option<u64> {
        self.part_ranks.map(Plan::rounded_part)
    }
}

/// What all jobs together take.
#[derive(Serialize)]
pub struct Total {
    /// How many they are.
    jobs: u64,
    /// The most that one of them takes.
    memory_bytes: u64,
    /// On one core.
    seconds: f64,
    /// Of all results.
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
    part_ranks: Option<u64>,
    #[serde(flatten)]
    states: States,
    total: Total,
}

impl Expected {
    /// `None` if nothing is known before the jobs run.
    pub fn of<J: SolvingJobs>(jobs: &J, cut: &CutArg) -> Result<Option<Self>, Failure> {
        let states = match cut.states {
            Some(states) => Some(States::known(states)),
            None => jobs.forecast()?,
        };
        Ok(states.and_then(|states| {
            Some(Self {
                part_ranks: jobs.part_ranks(),
                states,
                total: jobs.costs(states.rounded())?.into(),
            })
        }))
    }

    /// How many states can be reached, about.
    pub fn states(&self) -> u64 {
        self.states.rounded()
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
    /// How many states have a number, those that no game reaches among them.
    numbered: u64,
    #[serde(flatten)]
    expected: Expected,
}

impl OnPaper {
    /// Fails if nothing is known before the jobs run.
    pub fn of<J: SolvingJobs>(jobs: &J, cut: &CutArg) -> Result<Self, Failure> {
        let game = jobs.name();
        let expected = Expected::of(jobs, cut)?;
        let expected = expected.zip(jobs.numbered());
        let (expected, numbered) = expected
            .ok_or_else(|| Failure::Use(format!("nobody knows what {game} takes before")))?;
        Ok(Self {
            game: game.to_owned(),
            numbered,
            expected,
        })
    }
}

impl fmt::Display for OnPaper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, expected, .. } = self;
        let Expected { states, total, .. } = expected;
        let numbered = HumanCount(self.numbered);
        writeln!(
            f,
            "{game}: {states} states, among {numbered} numbered ones."
        )?;
        if let Some(ranks) = expected.part_ranks {
            let ranks = HumanCount(ranks);
            writeln!(f, "Tiers are cut into parts of at most {ranks} ranks.")?;
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
            "The paces are those of Connect Four 5x5 and 5x6 on one core of an AMD EPYC."
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
