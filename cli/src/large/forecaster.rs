//! How large a game of any type is, and what it takes to solve it.

use std::fmt;
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{DecimalBytes, HumanCount, HumanDuration};
use perfectplay::forecast::{Advice, Certainty, Effort};
use perfectplay::ranked::Ranked;
use perfectplay::solve::SolveError;
use perfectplay_games::{Listed, Visitor};
use serde::{Serialize, Serializer};

use crate::large::estimate::{Estimate, Room, States, Tiers};
use crate::large::spec::Spec;

/// Forecasts a game of any type.
pub struct Forecaster(pub Effort);

impl Forecaster {
    fn report<G: Listed>(self, game: &G, tiers: Option<Tiers>) -> Result<Report, SolveError> {
        let start = Instant::now();
        let estimate = Estimate::new(game, tiers, self.0)?;
        let elapsed = start.elapsed();
        let forecast = estimate.forecast;
        let advice = match (forecast.advice(), tiers) {
            (Advice::File | Advice::TooLarge, Some(tiers)) if tiers.fit(Room::here()) => {
                Advice::File
            }
            (Advice::File | Advice::TooLarge, Some(_)) => Advice::TooLarge,
            (advice, _) => advice,
        };
        Ok(Report {
            states: estimate.states(),
            numbered: tiers.map(|tiers| tiers.numbered),
            seconds: forecast.time(elapsed).as_secs_f64() / tiers.map_or(1.0, |_| tiers_pace()),
            memory_bytes: estimate.memory(),
            disk_bytes: tiers.map(|tiers| tiers.disk),
            table_bytes: forecast.table,
            advice,
            game: estimate.game,
        })
    }
}

impl Visitor for Forecaster {
    type Output = Result<Report, SolveError>;

    fn visit<G: Listed>(self, game: G) -> Result<Report, SolveError> {
        self.report(&game, None)
    }

    fn visit_ranked<G: Listed + Ranked + Send + Sync>(self, game: G) -> Self::Output {
        let tiers = Tiers::of_game(&game);
        self.report(&game, tiers)
    }
}

/// How many times as fast as in memory a game is solved tier by tier. On one core it is 3 to 9
/// times, for Connect Four on 5 by 4 and the game 4,4,4.
fn tiers_pace() -> f64 {
    const OF_A_CORE: f64 = 5.0;
    OF_A_CORE * thread::available_parallelism().map_or(1.0, |cores| cores.get() as f64)
}

/// The forecast.
#[derive(Serialize)]
pub struct Report {
    game: Spec,
    #[serde(flatten)]
    states: States,
    /// For a game whose states are numbered, how many are, with those that no game reaches.
    #[serde(skip_serializing_if = "Option::is_none")]
    numbered: Option<u64>,
    /// The time that it takes to solve the game.
    seconds: f64,
    memory_bytes: u64,
    /// The most that the results of all tiers take.
    #[serde(skip_serializing_if = "Option::is_none")]
    disk_bytes: Option<u64>,
    table_bytes: u64,
    /// How to keep the table.
    #[serde(serialize_with = "advice_name")]
    advice: Advice,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} states.", self.game, self.states)?;
        match self.states.certainty {
            Certainty::Exact | Certainty::AtLeast => {}
            Certainty::Estimate => {
                writeln!(f, "This estimate is most likely right within a fifth.")?;
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
            Err(_) => "more time than can be told".to_owned(),
        };
        match (self.numbered, self.disk_bytes) {
            (Some(numbered), Some(disk)) => {
                let (numbered, disk) = (HumanCount(numbered), DecimalBytes(disk));
                writeln!(
                    f,
                    "They are numbered tier by tier, among {numbered} states."
                )?;
                writeln!(
                    f,
                    "Solving it takes {time}, at least {memory} of memory and at most {disk} of \
                     disk."
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

/// From this number of states on, a rough estimate is worth little.
const HUGE: u64 = 1_000_000_000_000;

fn advice_name<S: Serializer>(advice: &Advice, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match advice {
        Advice::Bake => "bake",
        Advice::File => "file",
        Advice::TooLarge => "too_large",
    })
}
