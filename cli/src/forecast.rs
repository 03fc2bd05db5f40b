//! `perfectplay forecast`: what solving a game will take.

use std::fmt;
use std::time::{Duration, Instant};

use indicatif::{DecimalBytes, HumanCount, HumanDuration};
use perfectplay::games::{Listed, Visitor};
use perfectplay::{Advice, Certainty, Effort, SolveError, forecast};
use serde::{Serialize, Serializer};

use crate::game_arg::{GameArg, Spec};
use crate::print::print;
use crate::{Failure, whole_number};

/// Forecast what solving a game will take, without solving it.
///
/// The states of a small game are counted; those of a large one are estimated from a
/// sample. The time is that of this machine.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay forecast --game connect:5x5
  perfectplay forecast --game mnk:4,4,4 --json --states 1000000")]
pub struct Args {
    #[command(flatten)]
    game: GameArg,

    /// Count up to so many states before taking samples.
    #[arg(
        long,
        value_name = "NUMBER",
        value_parser = whole_number::<u32>,
        default_value_t = Effort::default().states
    )]
    states: u32,

    /// Take other samples for every seed.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<u64>, default_value_t = 0)]
    seed: u64,

    /// Tell the result as one line of JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let effort = Effort {
        states: args.states,
        seed: args.seed,
    };
    let report = args.game.spec().open(Forecaster(effort));
    let report = report.map_err(|error| Failure::Input(error.to_string()))?;
    Ok(print(&report, args.json)?)
}

struct Forecaster(Effort);

impl Visitor for Forecaster {
    type Output = Result<Report, SolveError>;

    fn visit<G: Listed + 'static>(self, game: G) -> Result<Report, SolveError> {
        let start = Instant::now();
        let forecast = forecast(&game, self.0)?;
        Ok(Report {
            game: Spec::of(&game),
            states: forecast.states,
            certainty: forecast.certainty,
            seconds: forecast.time(start.elapsed()).as_secs_f64(),
            memory_bytes: forecast.memory,
            table_bytes: forecast.table,
            advice: forecast.advice(),
        })
    }
}

/// What the forecast says.
#[derive(Serialize)]
struct Report {
    game: Spec,
    states: u64,
    /// What this number is worth.
    #[serde(serialize_with = "certainty_name")]
    certainty: Certainty,
    /// How long it takes to solve the game.
    seconds: f64,
    memory_bytes: u64,
    table_bytes: u64,
    /// How to keep the table.
    #[serde(serialize_with = "advice_name")]
    advice: Advice,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (game, states) = (&self.game, HumanCount(self.states));
        match self.certainty {
            Certainty::Exact => writeln!(f, "{game}: {states} states")?,
            Certainty::Estimate => writeln!(f, "{game}: about {states} states")?,
            Certainty::Rough => writeln!(f, "{game}: very roughly {states} states")?,
            Certainty::AtLeast => writeln!(f, "{game}: more than {states} states")?,
        }
        let memory = DecimalBytes(self.memory_bytes);
        match Duration::try_from_secs_f64(self.seconds) {
            Ok(time) if time < Duration::from_secs(1) => write!(f, "Solved in a moment")?,
            Ok(time) => write!(f, "Solved in about {}", HumanDuration(time))?,
            Err(_) => write!(f, "Solved never")?,
        }
        writeln!(f, ", in about {memory} of memory.")?;
        write!(
            f,
            "The table has about {}: ",
            DecimalBytes(self.table_bytes)
        )?;
        writeln!(
            f,
            "{}.",
            match self.advice {
                Advice::Map => "a program can carry it, as source",
                Advice::Bytes => "a program can carry it, as bytes",
                Advice::File => "keep it in a file",
                Advice::TooLarge => "too large to be made",
            }
        )
    }
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
