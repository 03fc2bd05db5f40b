//! Estimates the cost of solving a game, and checks whether this machine can bear it.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;

use perfectplay::forecast::{Certainty, Effort, Forecast, forecast_tiers};
use perfectplay_tablebase::TierSize;
use serde::{Serialize, Serializer};

use crate::error::{Bytes, Count, Error, Time};
use crate::game::AnyGame;
use crate::watch::{Progress, Solve, Watch};

/// The estimated cost of solving a game.
pub struct Estimate {
    /// The game.
    pub game: Arc<str>,
    /// The cost of solving it in memory.
    pub forecast: Forecast,
    /// The cost of solving it tier by tier; `None` if it has no tiers.
    pub tiers: Option<Tiers>,
}

/// The cost of solving a game tier by tier.
#[derive(Clone, Copy, Debug)]
pub struct Tiers {
    /// The number of states that have a rank, reachable or not.
    pub numbered: u64,
    /// The least memory, in bytes.
    pub memory: u64,
    /// The greatest size of results and table on disk, in bytes. This is an estimate: the size may
    /// be twice as great, or a sixth if the results compress well.
    pub disk: u64,
    /// The approximate time on one core, in seconds.
    pub seconds: f64,
    /// Whether the estimate uses only the sizes of the tiers. This is so for a game with very many
    /// tiers, which are not cut into shards.
    pub is_outlined: bool,
}

/// How the states of a game are surveyed.
pub(crate) struct Survey<'a> {
    /// Returns the cost of this number of states tier by tier; `None` if the game has no tiers.
    pub tiers: &'a dyn Fn(u64) -> Option<Tiers>,
    /// The number of states to count; `None` for the usual one.
    pub effort: Option<Effort>,
    /// The survey ends early if the states counted so far take more than this.
    pub capacity: Option<Capacity>,
    /// The bytes of memory for each byte of the table, beside those for solving.
    pub written: u64,
    pub watch: Watch<'a>,
}

impl<'a> Survey<'a> {
    /// A survey of a game of whose tiers nothing is known.
    pub(crate) fn watched(watch: Watch<'a>) -> Self {
        Self {
            tiers: &|_| None,
            effort: None,
            capacity: None,
            written: 0,
            watch,
        }
    }
}

impl Tiers {
    /// Returns the cost of the jobs of a game with `numbered` ranks.
    pub(crate) const fn new(numbered: u64, costs: &perfectplay_tablebase::Costs) -> Self {
        Self {
            numbered,
            memory: costs.memory,
            disk: costs.disk,
            seconds: costs.seconds,
            is_outlined: false,
        }
    }

    /// Returns the costs if the results of the jobs are held in memory.
    #[must_use]
    pub const fn in_memory(self) -> Self {
        Self {
            memory: self.memory.saturating_add(self.disk),
            ..self
        }
    }

    /// Returns whether the cost is within this capacity.
    #[must_use]
    pub fn fit(&self, capacity: Capacity) -> bool {
        let is_enough = |needed: u64, free: Option<u64>| free.is_none_or(|free| needed <= free);
        is_enough(self.memory, capacity.memory) && is_enough(self.disk, capacity.disk)
    }
}

/// The advice for a game that is too large.
const INSTEAD: &str = "take a smaller size of the game, or a playbook, which needs only what one \
                       player can meet";

/// With more numbered states than this, no estimate is good, so a quick one will do.
const HUGE: u64 = 1_000_000_000_000;

/// The bytes of memory for each byte of a table while it is made. Measurements gave 3 to 21.
pub(crate) const WRITTEN: u64 = 20;

/// The seconds that one move takes in memory.
const MOVE: f64 = 2e-7;

/// The memory and disk that may be used, in bytes; `None` if unknown or not needed.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    /// The memory.
    pub memory: Option<u64>,
    /// The disk.
    pub disk: Option<u64>,
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
    /// Surveys the states of the game. Also returns the sizes of its tiers.
    pub(crate) fn survey(&self, how: &Survey<'_>) -> Result<(Estimate, Vec<TierSize>), Error> {
        let estimate = |mut forecast: Forecast| {
            let more = forecast.table.saturating_mul(how.written);
            forecast.memory = forecast.memory.saturating_add(more);
            Estimate::new(&self.info().spec, (how.tiers)(forecast.states), forecast)
        };
        let mut is_stopped = false;
        // The cost of the tiers takes a pass through all of them, so it is computed again only when
        // the count has grown by an eighth.
        let mut again = 0;
        let mut is_too_large = |so_far: &Forecast| {
            let Some(capacity) = how.capacity.filter(|_| so_far.states >= again) else {
                return false;
            };
            again = so_far
                .states
                .saturating_add(so_far.states / 8)
                .saturating_add(1);
            estimate(*so_far).lack(capacity).is_some()
        };
        let counted = &mut |so_far: &Forecast| {
            is_stopped = (how.watch)(Progress::found(so_far.states)).is_break();
            if is_stopped || is_too_large(so_far) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let is_huge = || (how.tiers)(0).is_some_and(|tiers| tiers.numbered > HUGE);
        let effort = match how.effort {
            Some(effort) => effort,
            None if is_huge() => Effort::QUICK,
            None => Effort::default(),
        };
        let (forecast, tiers) = forecast_tiers(self, effort, counted)?;
        if is_stopped {
            return Err(Error::Stopped);
        }
        let tiers = tiers.into_iter().map(|tier| TierSize {
            tier: tier.tier,
            states: tier.states,
            moves: tier.moves,
        });
        Ok((estimate(forecast), tiers.collect()))
    }
}

impl Estimate {
    /// Creates the estimate of a game from a forecast.
    #[must_use]
    pub fn new(game: &Arc<str>, tiers: Option<Tiers>, mut forecast: Forecast) -> Self {
        if let Some(tiers) = tiers {
            forecast.states = forecast.states.min(tiers.numbered);
        }
        Self {
            game: Arc::clone(game),
            forecast,
            tiers,
        }
    }

    /// Returns the number of states.
    #[must_use]
    pub fn states(&self) -> States {
        States {
            count: self.forecast.states,
            certainty: self.forecast.certainty,
            most: self.tiers.map_or(u64::MAX, |tiers| tiers.numbered),
        }
    }

    /// Returns the memory for solving the game, in bytes.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.tiers
            .map_or(self.forecast.memory, |tiers| tiers.memory)
    }

    /// Returns the approximate number of bytes that are written.
    fn disk(&self) -> u64 {
        self.tiers.map_or(self.forecast.table, |tiers| tiers.disk)
    }

    /// Says which capacity is missing to solve the game; `None` if none is known to be missing.
    #[must_use]
    pub fn missing(&self, capacity: Capacity) -> Option<String> {
        let is_bounded = self.tiers.is_some() || self.forecast.certainty != Certainty::AtLeast;
        self.lack(capacity)
            .or_else(|| (!is_bounded).then(|| "it may be too large for any table".to_owned()))
    }

    /// Says which capacity is missing for the states that have been counted; `None` if none is.
    #[must_use]
    pub fn lack(&self, capacity: Capacity) -> Option<String> {
        // Tables of tiers can have any size.
        if self.tiers.is_none() && self.forecast.states > u32::MAX.into() {
            return Some(format!("no table can have so many: {INSTEAD}"));
        }
        let (memory, disk) = (self.memory(), self.disk());
        let is_lacking = |needed: u64, free: Option<u64>| free.is_some_and(|free| free < needed);
        if !is_lacking(memory, capacity.memory) && !is_lacking(disk, capacity.disk) {
            return None;
        }
        let what = match self.forecast.certainty {
            Certainty::AtLeast => "that many",
            _ => "it",
        };
        let told = |free: Option<u64>, is: &str| {
            free.map_or(String::new(), |free| format!(" ({} {is})", Bytes(free)))
        };
        Some(format!(
            "solving {what} takes {}, {} of memory{} and {} of disk{}: {INSTEAD}",
            Time {
                seconds: self.seconds()
            },
            Bytes(memory),
            told(capacity.memory, "may be used"),
            Bytes(disk),
            told(capacity.disk, "is free"),
        ))
    }

    /// Returns the approximate seconds for solving the game on all cores of this machine.
    fn seconds(&self) -> f64 {
        match self.tiers {
            Some(tiers) => {
                let cores = thread::available_parallelism().map_or(1, usize::from);
                tiers.seconds / cores as f64
            }
            None => self.forecast.moves as f64 * MOVE,
        }
    }

    /// Returns the error for a game that is too large. `lack` says what this machine lacks.
    #[must_use]
    pub fn refusal(&self, lack: String) -> Error {
        Error::TooLarge {
            game: self.game.to_string(),
            states: self.states().to_string(),
            lack: Some(lack),
        }
    }

    /// Returns the error for a game that is too large; `None` if it is not known to be too
    /// large.
    pub(crate) fn refuse(&self, how: &Solve<'_>) -> Option<Error> {
        if how.anyway {
            return None;
        }
        let Some(limit) = how.limit else {
            return self.missing(how.into()).map(|lack| self.refusal(lack));
        };
        let Forecast {
            states,
            certainty,
            memory,
            ..
        } = self.forecast;
        let is_large = certainty == Certainty::AtLeast
            || states > limit
            || how.memory.is_some_and(|free| free < memory);
        is_large.then(|| self.refusal_each_time(how, self.states().to_string()))
    }

    /// Returns the error for a game that is too large to be solved for each question.
    pub(crate) fn refusal_each_time(&self, how: &Solve<'_>, states: String) -> Error {
        match self.missing(how.into()) {
            Some(lack) => self.refusal(lack),
            None => Error::TooLarge {
                game: self.game.to_string(),
                states,
                lack: None,
            },
        }
    }
}

/// A number of states, with its certainty.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct States {
    /// The number.
    #[serde(rename = "states")]
    pub count: u64,
    /// How reliable the number is.
    #[serde(serialize_with = "certainty_name")]
    pub certainty: Certainty,
    /// An upper bound.
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

    /// Returns an upper estimate of the number of states in a part of the game. `self` is the
    /// expected number for the part, and `parts` the certainty of parts.
    #[must_use]
    pub fn most_likely(self, parts: Certainty) -> u64 {
        let states = self.rounded();
        match parts {
            Certainty::Exact => states,
            Certainty::Estimate => states.saturating_add(states / 4),
            Certainty::Rough | Certainty::AtLeast => states.saturating_mul(2),
        }
    }

    /// Returns the number, rounded to its significant digits.
    #[must_use]
    pub fn rounded(self) -> u64 {
        let digits = match self.certainty {
            Certainty::Exact | Certainty::AtLeast => return self.count,
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
            Certainty::Estimate => "about ",
            Certainty::Rough => "very roughly ",
        };
        write!(f, "{words}{}", Count(self.rounded()))
    }
}

/// Says that there are more states than `states`.
pub(crate) fn more_than(states: u64) -> String {
    format!("more than {}", Count(states))
}

/// Serializes a certainty by its name.
///
/// # Errors
///
/// When the serializer fails.
pub fn certainty_name<S: Serializer>(
    certainty: &Certainty,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match certainty {
        Certainty::Exact => "exact",
        Certainty::Estimate => "estimate",
        Certainty::Rough => "rough",
        Certainty::AtLeast => "at_least",
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use perfectplay_games::Listed;
    use perfectplay_games::subtraction::Subtraction;

    use super::*;
    use crate::rules;
    use crate::watch::unwatched;

    /// A game of twelve thousand tiers with one state each. Each question about their cost goes through
    /// all of them.
    #[test]
    fn tiers_are_asked_what_they_take_a_few_times() {
        let game = Subtraction::with_parameters("12345,2").expect("a game");
        let asked = Cell::new(0);
        let tiers = |states| {
            asked.set(asked.get() + 1);
            Some(Tiers {
                numbered: 12_346,
                memory: states,
                disk: states,
                seconds: 0.0,
                is_outlined: false,
            })
        };
        let game = rules(game);
        let within = |memory| {
            let survey = Survey {
                tiers: &tiers,
                capacity: Some(Capacity {
                    memory: Some(memory),
                    disk: None,
                }),
                ..Survey::watched(&unwatched)
            };
            let (estimate, _) = game.survey(&survey).expect("an estimate");
            estimate.forecast.states
        };
        assert_eq!(within(1 << 30), 12_346);
        assert!(asked.get() < 100, "{}", asked.get());

        // It stops soon after the states take more than there is.
        let states = within(1000);
        assert!((1000..1200).contains(&states), "{states}");
    }
}
