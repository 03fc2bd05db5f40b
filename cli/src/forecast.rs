//! `perfectplay forecast`: how large a game is, and what it takes to solve it.

use std::fmt;
use std::time::{Duration, Instant};

use indicatif::{DecimalBytes, HumanCount, HumanDuration};
use perfectplay::{Advice, Certainty, Effort};
use serde::{Serialize, Serializer};

use crate::game_arg::GameArg;
use crate::print::print;
use crate::spec::Spec;
use crate::{Failure, whole_number};

/// Forecast how large a game is, and what it takes to solve it.
///
/// The states of a small game are counted. The number of states of a large game is
/// estimated from a sample, and the answer says how good the estimate is. The time is that
/// of this machine.
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

    /// Choose the samples: another seed gives other samples.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<u64>, default_value_t = 0)]
    seed: u64,

    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,
}

/// Without a state there is nothing to estimate from.
fn states(text: &str) -> Result<u32, &'static str> {
    let states = text.parse().ok().filter(|&states| states > 0);
    states.ok_or("expected a whole number from 1 on")
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let effort = Effort {
        states: args.states,
        seed: args.seed,
    };
    let game = args.game.game();
    let start = Instant::now();
    let forecast = game
        .forecast(effort)
        .map_err(|error| Failure::Input(error.to_string()))?;
    let report = Report {
        game: game.spec(),
        states: forecast.states,
        certainty: forecast.certainty,
        seconds: forecast.time(start.elapsed()).as_secs_f64(),
        memory_bytes: forecast.memory,
        table_bytes: forecast.table,
        advice: forecast.advice(),
    };
    Ok(print(&report, args.json)?)
}

/// The forecast.
#[derive(Serialize)]
struct Report {
    game: Spec,
    states: u64,
    /// How good this number is.
    #[serde(serialize_with = "certainty_name")]
    certainty: Certainty,
    /// The time that it takes to solve the game.
    seconds: f64,
    memory_bytes: u64,
    table_bytes: u64,
    /// How to keep the table.
    #[serde(serialize_with = "advice_name")]
    advice: Advice,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = &self.game;
        match (self.certainty, HumanCount(self.states)) {
            (Certainty::Exact, states) => writeln!(f, "{game}: {states} states.")?,
            (Certainty::AtLeast, states) => writeln!(f, "{game}: more than {states} states.")?,
            (Certainty::Estimate, _) => {
                let states = HumanCount(rounded(self.states, 3));
                writeln!(f, "{game}: about {states} states.")?;
                writeln!(f, "This estimate is most likely right within a fifth.")?;
            }
            (Certainty::Rough, _) => {
                let states = HumanCount(rounded(self.states, 1));
                let factor = if self.states < HUGE { "two" } else { "ten" };
                writeln!(f, "{game}: very roughly {states} states.")?;
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
        writeln!(f, "Solving it takes {time} and about {memory} of memory.")?;
        write!(
            f,
            "The table takes about {}: ",
            DecimalBytes(self.table_bytes)
        )?;
        writeln!(
            f,
            "{}.",
            match self.advice {
                Advice::Map => "small enough for a program, as source code",
                Advice::Bytes => "small enough for a program, as bytes",
                Advice::File => "keep it in a file",
                Advice::TooLarge => "too large to make",
            }
        )
    }
}

/// From this number of states on, a rough estimate is worth little.
const HUGE: u64 = 1_000_000_000_000;

/// The number with this many significant digits. The others of an estimate mean nothing.
fn rounded(number: u64, digits: u32) -> u64 {
    let length = number.checked_ilog10().unwrap_or(0) + 1;
    let unit = 10_u64.pow(length.saturating_sub(digits));
    number.saturating_add(unit / 2) / unit * unit
}

fn certainty_name<S: Serializer>(certainty: &Certainty, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match certainty {
        Certainty::Exact => "exact",
        Certainty::Estimate => "estimate",
        Certainty::Rough => "rough",
        Certainty::AtLeast => "at_least",
    })
}

fn advice_name<S: Serializer>(advice: &Advice, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match advice {
        Advice::Map => "map",
        Advice::Bytes => "bytes",
        Advice::File => "file",
        Advice::TooLarge => "too_large",
    })
}
