//! What it takes to solve a game, and whether there is as much.

use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;

use indicatif::{DecimalBytes, HumanCount};
use perfectplay::forecast;
use perfectplay::forecast::{Certainty, Effort, Forecast, forecast_watched};
use perfectplay::ranked::Ranked;
use perfectplay::solve::SolveError;
use perfectplay_games::Listed;
use perfectplay_tablebase::Jobs;
use serde::{Serialize, Serializer};

use crate::Failure;
use crate::io::memory;
use crate::io::output::free_disk;
use crate::large::spec::Spec;

/// What it takes to solve a game. Whoever needs a number of this kind asks here.
pub struct Estimate {
    pub game: Spec,
    pub forecast: Forecast,
    /// What it takes tier by tier, if that can be done.
    pub tiers: Option<Tiers>,
}

/// What it takes to solve a game tier by tier.
#[derive(Clone, Copy)]
pub struct Tiers {
    /// How many states are numbered. Those that some game reaches are among them.
    pub numbered: u64,
    /// How many bytes are held at least.
    pub memory: u64,
    /// How many bytes the results take at most.
    pub disk: u64,
}

impl Tiers {
    /// `None` for a game that has too many tiers, or lasts too long.
    pub fn of_game<G: Listed + Ranked + Sync>(game: &G) -> Option<Self> {
        let jobs = Jobs::new(game, &Spec::of(game).to_string()).ok()?;
        Some(Self::of(&jobs))
    }

    pub fn of<G: Ranked + Sync>(jobs: &Jobs<'_, G>) -> Self {
        Self {
            numbered: jobs.plan().numbered(),
            memory: jobs.least_memory(),
            disk: jobs.most_disk(),
        }
    }

    /// What it takes a game without ranks that has so many states: in memory are the keys and
    /// scores of a tier and of those that follow it, which are a third of all or fewer, and
    /// the results of jobs take three or four bytes a state.
    pub const fn of_keys(states: u64) -> Self {
        Self {
            numbered: u64::MAX,
            memory: states.saturating_mul(10),
            disk: states.saturating_mul(5),
        }
    }

    /// Whether there is room for that.
    pub fn fit(&self, room: Room) -> bool {
        let is_enough = |needed: u64, free: Option<u64>| free.is_none_or(|free| needed <= free);
        is_enough(self.memory, room.memory) && is_enough(self.disk, room.disk)
    }
}

/// How many bytes may be used; `None` where that is not known, or nothing is needed.
#[derive(Clone, Copy)]
pub struct Room {
    pub memory: Option<u64>,
    pub disk: Option<u64>,
}

impl Room {
    /// What is free on this machine and in this folder.
    pub fn here() -> Self {
        Self {
            memory: memory::free(),
            disk: free_disk(Path::new(".")),
        }
    }
}

impl Estimate {
    pub fn new<G: Listed>(
        game: &G,
        tiers: Option<Tiers>,
        effort: Effort,
    ) -> Result<Self, SolveError> {
        let forecast = forecast(game, effort)?;
        Ok(Self::of(game, tiers, forecast))
    }

    /// The estimate with the usual effort; or what has been counted, once that is known to be
    /// too much for this room. `tiers` tells what it takes tier by tier, by what has been
    /// counted.
    pub fn up_to<G: Listed>(
        game: &G,
        tiers: impl Fn(&Forecast) -> Option<Tiers>,
        room: Room,
    ) -> Result<Self, SolveError> {
        let lacks_room = |so_far: &Forecast| {
            let so_far = Self::of(game, tiers(so_far), *so_far);
            so_far.lack(room).is_some()
        };
        let watch = |so_far: &Forecast| match lacks_room(so_far) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let forecast = forecast_watched(game, Effort::default(), watch)?;
        Ok(Self::of(game, tiers(&forecast), forecast))
    }

    fn of<G: Listed>(game: &G, tiers: Option<Tiers>, mut forecast: Forecast) -> Self {
        if let Some(tiers) = tiers {
            forecast.states = forecast.states.min(tiers.numbered);
        }
        Self {
            game: Spec::of(game),
            forecast,
            tiers,
        }
    }

    /// How many states there are.
    pub fn states(&self) -> States {
        States {
            count: self.forecast.states,
            certainty: self.forecast.certainty,
            most: self.tiers.map_or(u64::MAX, |tiers| tiers.numbered),
        }
    }

    /// How many bytes are held while the game is solved.
    pub fn memory(&self) -> u64 {
        self.tiers
            .map_or(self.forecast.memory, |tiers| tiers.memory)
    }

    /// How many bytes are written at most, about.
    fn disk(&self) -> u64 {
        self.tiers.map_or(self.forecast.table, |tiers| tiers.disk)
    }

    /// What is missing to solve the game in this room, in words; `None` if nothing is that is
    /// known.
    pub fn shortage(&self, room: Room) -> Option<String> {
        let is_bounded = self.tiers.is_some() || self.forecast.certainty != Certainty::AtLeast;
        self.lack(room)
            .or_else(|| (!is_bounded).then(|| "it may be too large for any table".to_owned()))
    }

    /// The same, as far as the states have been counted.
    fn lack(&self, room: Room) -> Option<String> {
        // Tier by tier there are tables of any size.
        if self.tiers.is_none() && self.forecast.states > u32::MAX.into() {
            return Some(NO_TABLE.to_owned());
        }
        let lacks = |needed: u64, free: Option<u64>| {
            let free = free.filter(|&free| free < needed)?;
            Some((DecimalBytes(needed), DecimalBytes(free)))
        };
        let memory = lacks(self.memory(), room.memory)
            .map(|(needed, free)| format!("{needed} of memory, and {free} may be used"));
        let disk = lacks(self.disk(), room.disk)
            .map(|(needed, free)| format!("up to {needed} of disk, and {free} is free"));
        let words: Vec<String> = memory.into_iter().chain(disk).collect();
        let words = words.join("; it takes ");
        let what = match self.forecast.certainty {
            Certainty::AtLeast => "that many",
            _ => "it",
        };
        (!words.is_empty()).then(|| format!("solving {what} takes {words}"))
    }

    /// The failure for a game that is too large, with what this machine lacks.
    pub fn refusal(&self, shortage: &str) -> Failure {
        let (game, states) = (&self.game, self.states());
        Failure::Input(format!(
            "{game} has {states} states, too many for this machine: {shortage} (--anyway tries it)"
        ))
    }

    /// The failure for a game that is too large to be solved each time that it is asked. A
    /// way out is only told where there is one.
    pub fn refusal_each_time(&self, states: &dyn fmt::Display) -> Failure {
        let game = &self.game;
        match self.shortage(Room::here()) {
            Some(shortage) => self.refusal(&shortage),
            None => Failure::Use(format!(
                "{game} has {states} states, too many to solve each time: write its table once \
                 with `perfectplay solve --game {game} -o FILE`, and read it with --table FILE \
                 (--anyway solves it now)"
            )),
        }
    }
}

const NO_TABLE: &str = "no table can have so many";

/// A number of states, as well as it is known.
#[derive(Clone, Copy, Serialize)]
pub struct States {
    #[serde(rename = "states")]
    pub count: u64,
    #[serde(serialize_with = "certainty_name")]
    pub certainty: Certainty,
    /// There are no more than these.
    #[serde(skip)]
    most: u64,
}

impl States {
    /// A number that somebody knows.
    pub const fn known(count: u64) -> Self {
        Self {
            count,
            certainty: Certainty::Exact,
            most: u64::MAX,
        }
    }

    /// How many there may well be in a part of the game that is as large as this one is expected
    /// to be, if such parts are known so well.
    pub fn most_likely(self, parts: Certainty) -> u64 {
        let states = self.rounded();
        match parts {
            Certainty::Exact => states,
            Certainty::Estimate => states.saturating_add(states / 4),
            Certainty::Rough | Certainty::AtLeast => states.saturating_mul(2),
        }
    }

    /// The number with as many digits as mean something.
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
        write!(f, "{words}{}", HumanCount(self.rounded()))
    }
}

/// The name of a certainty in JSON.
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
