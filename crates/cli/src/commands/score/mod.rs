//! `perfectplay score`: measures a player, or ranks many.

mod args;
mod contestant;
mod log;
mod page;
mod ranking;
mod sample;

use crate::Failure;
use crate::context::Context;

pub use args::Args;

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    match args.measured()? {
        Some(player) => {
            let options = [
                ("--limit", args.limit.is_some()),
                ("--output", args.output.is_some()),
            ];
            Failure::refuse_options(&options, |option| {
                format!("only ranked players, which are files, take {option}")
            })?;
            if args.games.is_some() && args.positions.is_some() {
                return Err(Failure::Use(
                    "a measured player takes --games or --positions, not both".to_owned(),
                ));
            }
            sample::run(args, player)
        }
        None => {
            let options = [
                ("--name", args.name.is_some()),
                ("--opponent", args.opponent.is_some()),
                ("--as", args.side.is_some()),
                ("--forfeit", args.forfeit),
                ("--log", args.log.is_some()),
            ];
            Failure::refuse_options(&options, |option| {
                format!("files are ranked; only a level or --exec takes {option}")
            })?;
            ranking::run(args)
        }
    }
}
