//! What it takes to solve a game, and whether there is as much.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use perfectplay::forecast::{Certainty, Effort, Forecast, forecast, forecast_watched};
use perfectplay_games::Listed;
use serde::{Serialize, Serializer};

use crate::error::Error;
use crate::info::Info;
use crate::watch::{Progress, Solve, Watch};
use crate::words::{Bytes, Count};

/// What it takes to solve a game. Whoever needs a number of this kind asks here.
pub struct Estimate {
    /// The game.
    pub game: Arc<str>,
    /// What it takes in memory.
    pub forecast: Forecast,
    /// What it takes tier by tier, if that can be done.
    pub tiers: Option<Tiers>,
}

/// What it takes to solve a game tier by tier.
#[derive(Clone, Copy, Debug)]
pub struct Tiers {
    /// How many states are numbered. Those that some game reaches are among them.
    pub numbered: u64,
    /// How many bytes are held at least.
    pub memory: u64,
    /// How many bytes the results and the table take at a time, about: up to twice as many, or a
    /// sixth of that where they are easily compressed.
    pub disk: u64,
}

/// What it takes to solve a game tier by tier that has so many states; `None` if it cannot be
/// done.
pub(crate) type TiersOf<'a> = dyn Fn(u64) -> Option<Tiers> + 'a;

/// For a game that cannot be solved tier by tier.
pub(crate) const fn no_tiers(_: u64) -> Option<Tiers> {
    None
}

impl Tiers {
    /// What they take with the results in memory.
    #[must_use]
    pub const fn in_memory(self) -> Self {
        Self {
            memory: self.memory.saturating_add(self.disk),
            ..self
        }
    }

    /// Whether there is room for that.
    #[must_use]
    pub fn fit(&self, capacity: Capacity) -> bool {
        let is_enough = |needed: u64, free: Option<u64>| free.is_none_or(|free| needed <= free);
        is_enough(self.memory, capacity.memory) && is_enough(self.disk, capacity.disk)
    }
}

/// How many bytes may be used; `None` where that is not known, or nothing is needed.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    /// Of memory.
    pub memory: Option<u64>,
    /// Of disk.
    pub disk: Option<u64>,
}

impl Estimate {
    /// The estimate with this effort.
    pub(crate) fn survey<G: Listed>(
        game: &G,
        info: &Info,
        tiers: &TiersOf<'_>,
        effort: Effort,
    ) -> Result<Self, Error> {
        let forecast = forecast(game, effort)?;
        Ok(Self::new(&info.spec, tiers(forecast.states), forecast))
    }

    /// The estimate with the usual effort; or what has been counted, once that is known to be
    /// too much for this capacity, if there is any. `tiers` tells what it takes tier by tier, by
    /// what has been counted. Who watches can stop it.
    pub(crate) fn up_to<G: Listed>(
        game: &G,
        info: &Info,
        tiers: &TiersOf<'_>,
        capacity: Option<Capacity>,
        watch: Watch<'_>,
    ) -> Result<Self, Error> {
        let mut is_stopped = false;
        let counted = |so_far: &Forecast| {
            is_stopped = watch(Progress::found(so_far.states)).is_break();
            let so_far = Self::new(&info.spec, tiers(so_far.states), *so_far);
            let lack = capacity.and_then(|capacity| so_far.lack(capacity));
            if is_stopped || lack.is_some() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let forecast = forecast_watched(game, Effort::default(), counted)?;
        if is_stopped {
            return Err(Error::Stopped);
        }
        Ok(Self::new(&info.spec, tiers(forecast.states), forecast))
    }

    /// What it takes to solve a game in memory; `tiers` is what it takes tier by tier. Where it
    /// cannot be solved so, that depends on how many states there are, and the count ends as soon
    /// as there is no room for more.
    pub(crate) fn for_memory<G: Listed>(
        game: &G,
        info: &Info,
        tiers: Option<&TiersOf<'_>>,
        how: &Solve<'_>,
    ) -> Result<Self, Error> {
        let has_to_fit = !how.anyway && tiers.is_none();
        let capacity = has_to_fit.then(|| Capacity {
            memory: how.memory,
            // A game that is solved whenever it is asked is not written.
            disk: how.disk.filter(|_| how.limit.is_none()),
        });
        Self::up_to(game, info, tiers.unwrap_or(&no_tiers), capacity, how.watch)
    }

    /// The estimate that follows from a forecast of a game.
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

    /// How many states there are.
    #[must_use]
    pub fn states(&self) -> States {
        States {
            count: self.forecast.states,
            certainty: self.forecast.certainty,
            most: self.tiers.map_or(u64::MAX, |tiers| tiers.numbered),
        }
    }

    /// How many bytes are held while the game is solved.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.tiers
            .map_or(self.forecast.memory, |tiers| tiers.memory)
    }

    /// How many bytes are written, about.
    fn disk(&self) -> u64 {
        self.tiers.map_or(self.forecast.table, |tiers| tiers.disk)
    }

    /// What is missing to solve the game with this capacity, in words; `None` if nothing is that is
    /// known.
    #[must_use]
    pub fn missing(&self, capacity: Capacity) -> Option<String> {
        let is_bounded = self.tiers.is_some() || self.forecast.certainty != Certainty::AtLeast;
        self.lack(capacity)
            .or_else(|| (!is_bounded).then(|| "it may be too large for any table".to_owned()))
    }

    /// The same, as far as the states have been counted.
    #[must_use]
    pub fn lack(&self, capacity: Capacity) -> Option<String> {
        // Tier by tier there are tables of any size.
        if self.tiers.is_none() && self.forecast.states > u32::MAX.into() {
            return Some("no table can have so many".to_owned());
        }
        let lacks = |needed: u64, free: Option<u64>| {
            let free = free.filter(|&free| free < needed)?;
            Some((Bytes(needed), Bytes(free)))
        };
        let memory = lacks(self.memory(), capacity.memory)
            .map(|(needed, free)| format!("{needed} of memory, and {free} may be used"));
        let disk = lacks(self.disk(), capacity.disk)
            .map(|(needed, free)| format!("about {needed} of disk, and {free} is free"));
        let words: Vec<String> = memory.into_iter().chain(disk).collect();
        let words = words.join("; it takes ");
        let what = match self.forecast.certainty {
            Certainty::AtLeast => "that many",
            _ => "it",
        };
        (!words.is_empty()).then(|| format!("solving {what} takes {words}"))
    }

    /// The error for a game that is too large, with what this machine lacks.
    #[must_use]
    pub fn refusal(&self, lack: String) -> Error {
        Error::TooLarge {
            game: self.game.to_string(),
            states: self.states().to_string(),
            lack: Some(lack),
        }
    }

    /// The error for a game that is too large; `None` if it is not, as far as that is known.
    pub(crate) fn refuse(&self, how: &Solve<'_>) -> Option<Error> {
        if how.anyway {
            return None;
        }
        let Some(limit) = how.limit else {
            let capacity = Capacity {
                memory: how.memory,
                disk: how.disk,
            };
            return self.missing(capacity).map(|lack| self.refusal(lack));
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

    /// The error for a game that is too large to be solved each time that it is asked.
    pub(crate) fn refusal_each_time(&self, how: &Solve<'_>, states: String) -> Error {
        let capacity = Capacity {
            memory: how.memory,
            disk: how.disk,
        };
        match self.missing(capacity) {
            Some(lack) => self.refusal(lack),
            None => Error::TooLarge {
                game: self.game.to_string(),
                states,
                lack: None,
            },
        }
    }
}

/// A number of states, as well as it is known.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct States {
    /// The number.
    #[serde(rename = "states")]
    pub count: u64,
    /// How well it is known.
    #[serde(serialize_with = "certainty_name")]
    pub certainty: Certainty,
    /// There are no more than these.
    #[serde(skip)]
    most: u64,
}

impl States {
    /// A number that is known.
    #[must_use]
    pub const fn known(count: u64) -> Self {
        Self {
            count,
            certainty: Certainty::Exact,
            most: u64::MAX,
        }
    }

    /// How many there may well be in a part of the game that is as large as this one is expected
    /// to be, if such parts are known so well.
    #[must_use]
    pub fn most_likely(self, parts: Certainty) -> u64 {
        let states = self.rounded();
        match parts {
            Certainty::Exact => states,
            Certainty::Estimate => states.saturating_add(states / 4),
            Certainty::Rough | Certainty::AtLeast => states.saturating_mul(2),
        }
    }

    /// The number with as many digits as mean something.
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

/// More states than this, in words.
pub(crate) fn more_than(states: u64) -> String {
    format!("more than {}", Count(states))
}

/// The name of a certainty in JSON.
///
/// # Errors
/// Those of the serializer.
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
