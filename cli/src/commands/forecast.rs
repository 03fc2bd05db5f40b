//! `perfectplay forecast`: how large a game is, and what it takes to solve it.

use perfectplay::forecast::Effort;

use crate::Failure;
use crate::args::game::GameArg;
use crate::args::number::whole_number;
use crate::context::Context;
use crate::io::print::print;

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

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    let effort = Effort {
        states: args.states,
        seed: args.seed,
    };
    let report = args.game.large().forecast(effort);
    let report = report.map_err(|error| Failure::Input(error.to_string()))?;
    Ok(print(&report, args.json)?)
}
