//! Estimates the cost of solving a game, and compares it with the capacity of this machine.

use std::fmt;
use std::sync::Arc;
use std::thread;

use perfectplay::check::Check;
use perfectplay::forecast::{Certainty, Effort, Forecast, forecast_tiers};
use perfectplay::solve::SolveError;
use perfectplay_tablebase::{Costs, TierSize};
use serde::{Serialize, Serializer};

use crate::erased::SurveyWatch;
use crate::error::{Bytes, Count, Error, Time};
use crate::game::AnyGame;
use crate::watch::{Phase, Progress, Solve, Watch};

/// The estimated cost of solving a game.
pub struct Estimate {
    /// The game.
    pub game: Arc<str>,
    /// The cost of solving the game in memory.
    pub forecast: Forecast,
    /// The estimated cost of solving the game tier by tier; `None` if the game has no tiers.
    pub tiers: Option<Tiers>,
}

/// The cost of solving a game tier by tier.
#[derive(Clone, Copy, Debug)]
pub struct Tiers {
    /// The number of states that have a rank (an index in their tier), reachable or not.
    pub numbered: u64,
    /// The memory of the job that needs the most memory, in bytes.
    pub memory: u64,
    /// The greatest space that the results and the table take together on disk, in bytes. This number is an
    /// estimate. The true size may be twice the estimate, or only a sixth of it if the results compress well.
    pub disk: u64,
    /// The approximate time on one core, in seconds.
    pub seconds: f64,
    /// Whether the estimate uses only the sizes of the tiers, and no plan of the jobs. For a loopy game, or a game with
    /// very many tiers, planning the jobs would take too long. The estimate then assumes that no tier is cut into
    /// shards.
    pub is_outlined: bool,
}

impl Tiers {
    /// Returns the cost of solving a game. `costs` are the costs of the jobs that solve the game tier by tier.
    /// `numbered` is the number of states that have a rank.
    pub(crate) const fn new(numbered: u64, costs: &Costs) -> Self {
        Self {
            numbered,
            memory: costs.memory,
            disk: costs.disk,
            seconds: costs.seconds,
            is_outlined: false,
        }
    }

    /// Returns the cost of solving if the results of the jobs stay in memory and are not written to disk.
    #[must_use]
    pub const fn in_memory(self) -> Self {
        Self {
            memory: self.memory.saturating_add(self.disk),
            ..self
        }
    }
}

/// What a user can do if a game is too large to solve. The error that refuses the game ends with this advice.
const INSTEAD: &str = "take a smaller size of the game, or a playbook, which needs only what one \
                       player can meet";

/// Writing a table is assumed to take this many bytes of memory for each byte of the table. Measurements gave 3 to 21.
const WRITTEN: u64 = 20;

/// The seconds that the solver in memory takes for each move.
const MOVE: f64 = 2e-7;

/// A program that does not store the table solves the game again each time it runs. Such a program refuses a game that
/// takes more than this processor time, in seconds.
pub(crate) const MOST_SECONDS: f64 = 30.0;

/// If solving a game tier by tier takes at most this processor time, in seconds, the game is always solved in this way.
pub(crate) const SHORT: f64 = 1.0;

/// The memory and the disk space that may be used, in bytes; `None` for no known limit.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    /// The available memory.
    pub memory: Option<u64>,
    /// The available disk.
    pub disk: Option<u64>,
}

impl Capacity {
    /// Returns whether `memory` bytes of memory and `disk` bytes of disk space are available. An unknown limit counts
    /// as enough.
    #[must_use]
    pub fn is_enough(self, memory: u64, disk: u64) -> bool {
        let is_lacking = |needed: u64, free: Option<u64>| free.is_some_and(|free| free < needed);
        !is_lacking(memory, self.memory) && !is_lacking(disk, self.disk)
    }
}

impl From<&Solve<'_>> for Capacity {
    fn from(how: &Solve<'_>) -> Self {
        Self {
            memory: how.memory,
            disk: how.disk,
        }
    }
}

impl AnyGame {
    /// Counts or samples the states of the game. Also returns the sizes of the game's tiers.
    pub(crate) fn survey(
        &self,
        effort: Effort,
        watch: Watch<'_>,
    ) -> Result<(Forecast, Vec<TierSize>), Error> {
        let watch: SurveyWatch<'_> =
            &mut |states| watch(Progress::of_states(Phase::Finding, states, 0));
        let forecast = match self.0.survey_with_type(effort, watch) {
            Some(forecast) => forecast,
            None => forecast_tiers(self, effort, watch),
        };
        let (forecast, tiers) = forecast.map_err(|error| match error {
            // If two states share a key, the survey may report only a consequence of this fault. A check finds
            // the fault itself.
            SolveError::Rules(_) => match self.check(Check::new()).findings.into_iter().next() {
                Some(finding) => SolveError::Rules(finding),
                None => error,
            },
            error => error,
        })?;
        let tiers = tiers.into_iter().map(|tier| TierSize {
            tier: tier.tier,
            states: tier.states,
            moves: tier.moves,
        });
        Ok((forecast, tiers.collect()))
    }
}

impl Estimate {
    pub(crate) fn new(game: &AnyGame, forecast: Forecast, tiers: Option<Tiers>) -> Self {
        Self {
            game: Arc::clone(&game.info().spec),
            forecast,
            tiers,
        }
    }

    /// Returns the number of states of the game. If the forecast is only rough or a lower bound, and the game has
    /// ranks, returns the number of ranks, which is an upper bound.
    #[must_use]
    pub fn states(&self) -> States {
        States::new(&self.forecast, self.tiers.map(|tiers| tiers.numbered))
    }

    /// Returns whether solving the game tier by tier is better than solving it with the solver in memory. If all states
    /// were counted, the solver in memory is better when it needs less memory than solving tier by tier. A game that is
    /// solved tier by tier in at most a second is always solved in this way.
    #[must_use]
    pub fn is_by_tiers(&self) -> bool {
        let is_small = |tiers: Tiers| {
            let is_counted = self.forecast.certainty == Certainty::Exact;
            is_counted && tiers.seconds > SHORT && tiers.memory > self.forecast.memory
        };
        self.tiers.is_some_and(|tiers| !is_small(tiers))
    }

    /// Returns the estimate for the solver in memory. If `writes_bytes` is true, the table will then be written as
    /// bytes, and the estimate includes the memory for writing it.
    pub(crate) fn in_memory(mut self, writes_bytes: bool) -> Self {
        if writes_bytes {
            let more = self.forecast.table.saturating_mul(WRITTEN);
            self.forecast.memory = self.forecast.memory.saturating_add(more);
        }
        self.tiers = None;
        self
    }

    /// Returns the cost of solving the game in the way that `is_by_tiers` chooses: tier by tier or in memory. `.0` is
    /// the memory in bytes, `.1` is the disk space in bytes, and `.2` is the approximate time on one core in seconds.
    #[must_use]
    pub fn cost(&self) -> (u64, u64, f64) {
        let forecast = &self.forecast;
        match self.tiers.filter(|_| self.is_by_tiers()) {
            Some(tiers) => (tiers.memory, tiers.disk, tiers.seconds),
            None => (
                forecast.memory,
                forecast.table,
                forecast.moves as f64 * MOVE,
            ),
        }
    }

    /// Returns a text that says what this machine lacks for solving the game. Returns `None` if the capacity is enough
    /// or unknown.
    #[must_use]
    pub fn missing(&self, capacity: Capacity) -> Option<String> {
        // Only a table that is stored tier by tier can have any number of states.
        if self.tiers.is_none() && self.forecast.states > u32::MAX.into() {
            return Some(format!("no table can have so many: {INSTEAD}"));
        }
        self.missing_for(self.cost(), capacity)
    }

    /// Compares a cost (memory, disk space and seconds) with the capacity of this machine. If the capacity is not
    /// enough, returns a text that says so. Returns `None` if the capacity is enough or unknown.
    pub(crate) fn missing_for(
        &self,
        (memory, disk, seconds): (u64, u64, f64),
        capacity: Capacity,
    ) -> Option<String> {
        (!capacity.is_enough(memory, disk)).then(|| {
            let cores = thread::available_parallelism().map_or(1, usize::from);
            let cores = self.tiers.map_or(1, |_| cores);
            let told = |free: Option<u64>, is: &str| {
                free.map_or(String::new(), |free| format!(" ({} {is})", Bytes(free)))
            };
            format!(
                "solving it takes {}, {} of memory{} and {} of disk{}: {INSTEAD}",
                Time {
                    seconds: seconds / cores as f64
                },
                Bytes(memory),
                told(capacity.memory, "may be used"),
                Bytes(disk),
                told(capacity.disk, "is free"),
            )
        })
    }

    /// Returns the error for a game that is too large. `lack` says what this machine lacks.
    #[must_use]
    pub fn refusal(&self, lack: Option<String>) -> Error {
        Error::TooLarge {
            game: self.game.to_string(),
            states: self.states().to_string(),
            lack,
        }
    }

    /// Returns an error if the game is known to be too large to solve.
    pub(crate) fn refuse(&self, how: &Solve<'_>) -> Option<Error> {
        let is_known = self.forecast.certainty != Certainty::AtLeast || self.tiers.is_some();
        if how.anyway || !is_known {
            return None;
        }
        let lack = self.missing(how.into());
        let is_long = how.limit.is_some_and(|limit| match self.tiers {
            Some(tiers) if self.is_by_tiers() => tiers.seconds > MOST_SECONDS,
            _ => self.states().rounded() > limit,
        });
        (lack.is_some() || is_long).then(|| self.refusal(lack))
    }

    /// Returns the number of states after which the solver in memory gives up.
    pub(crate) fn most_states(&self, how: &Solve<'_>) -> u64 {
        if how.anyway {
            return u64::MAX;
        }
        let states = self.forecast.states.max(1);
        let by_memory = how.memory.map_or(u64::MAX, |memory| {
            let each = (self.forecast.memory / states).max(1);
            (memory / each).max(states)
        });
        how.limit.unwrap_or(u64::MAX).min(by_memory)
    }

    pub(crate) fn refusal_beyond(&self, limit: u64) -> Error {
        Error::TooLarge {
            game: self.game.to_string(),
            states: format!("more than {}", Count(limit)),
            lack: None,
        }
    }
}

/// A number of states, with its certainty.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct States {
    /// The number of states.
    #[serde(rename = "states")]
    pub count: u64,
    /// The reliability of the number.
    #[serde(serialize_with = "certainty_name")]
    pub certainty: Certainty,
    /// An upper bound for the number.
    #[serde(skip)]
    most: u64,
}

impl States {
    /// Creates an exact number.
    #[must_use]
    pub const fn known(count: u64) -> Self {
        Self {
            count,
            certainty: Certainty::Exact,
            most: u64::MAX,
        }
    }

    /// Takes the number of states from a forecast. `ranks` is the number of ranks of the game, which is an upper bound.
    /// If the forecast is only rough or a lower bound, takes `ranks` instead.
    pub(crate) fn new(forecast: &Forecast, ranks: Option<u64>) -> Self {
        let most = ranks.unwrap_or(u64::MAX);
        match (forecast.certainty, ranks) {
            (Certainty::Rough | Certainty::AtLeast, Some(count)) => Self {
                count,
                certainty: Certainty::AtMost,
                most,
            },
            (certainty, _) => Self {
                count: forecast.states.min(most),
                certainty,
                most,
            },
        }
    }

    /// Returns a number that the true number of states is unlikely to exceed. `self` is the expected number. `parts` is
    /// the certainty of the expected number for one part of the game, such as a tier.
    #[must_use]
    pub fn most_likely(self, parts: Certainty) -> u64 {
        let states = self.rounded();
        match parts {
            Certainty::Exact | Certainty::AtMost => states,
            Certainty::Estimate => states.saturating_add(states / 4),
            Certainty::Rough | Certainty::AtLeast => states.saturating_mul(2),
        }
    }

    /// Returns the number of states. A number with the certainty `Estimate` is rounded to three significant digits,
    /// and a number with the certainty `Rough` to one.
    #[must_use]
    pub fn rounded(self) -> u64 {
        let digits = match self.certainty {
            Certainty::Exact | Certainty::AtLeast | Certainty::AtMost => return self.count,
            Certainty::Estimate => 3,
            Certainty::Rough => 1,
        };
        let length = self.count.checked_ilog10().unwrap_or(0) + 1;
        let unit = 10_u64.pow(length.saturating_sub(digits));
        let rounded = self.count.saturating_add(unit / 2) / unit * unit;
        rounded.min(self.most)
    }
}

impl fmt::Display for States {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self.certainty {
            Certainty::Exact => "",
            Certainty::AtLeast => "more than ",
            Certainty::AtMost => "at most ",
            Certainty::Estimate => "about ",
            Certainty::Rough => "very roughly ",
        };
        write!(f, "{words}{}", Count(self.rounded()))
    }
}

/// Serializes a certainty as its name, such as `exact` or `at_least`.
///
/// # Errors
///
/// Fails when the serializer fails.
pub fn certainty_name<S: Serializer>(
    certainty: &Certainty,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match certainty {
        Certainty::Exact => "exact",
        Certainty::Estimate => "estimate",
        Certainty::Rough => "rough",
        Certainty::AtLeast => "at_least",
        Certainty::AtMost => "at_most",
    })
}
