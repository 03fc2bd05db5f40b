//! `perfectplay rank`: many players in one table, the best first.

mod contestant;
mod judge;
mod page;
mod ranking;

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use crate::Failure;
use crate::args::limits::threads;
use crate::args::number::{positive, seconds, whole_number};
use crate::args::table::TableArg;
use crate::context::Context;
use crate::io::output;
use crate::io::print::print;
use judge::Judge;
use ranking::Ranking;

/// Rank many players, the best first.
///
/// Each player is a program that speaks the protocol of docs/protocol.md. A file is run by its
/// extension: .py by python3, .js and .mjs by node, .java by java, .sh by sh. Any other file is run
/// if it is executable. Of a directory, each such file is a player.
///
/// All players are asked about the same positions, which are drawn at random: against one opponent
/// a greedy and a buggy player look the same, and positions tell them apart. Then each is audited.
/// One that is too slow for that, or does not always answer alike, plays games against the perfect
/// player instead, and a game that it loses by its own fault shows that it can be beaten. An
/// illegal or missing answer counts as a lost game.
///
/// The players are judged several at once, and none longer than --limit, whatever it does. The
/// order is: unbeatable or not, the share of moves that keep the value, and fewer forfeits.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay rank players/
  perfectplay rank players/ --positions 500 --limit 300 -o ranking.html
  perfectplay rank anna.py ben.js ./chloe --game connect:4x4 --json")]
pub struct Args {
    /// Players, and directories of players.
    #[arg(required = true, value_name = "FILE|DIR")]
    players: Vec<PathBuf>,

    /// Ask for moves in this number of positions. They are different, and all are equally likely.
    #[arg(long, value_name = "NUMBER", value_parser = positive::<NonZero<u32>>, default_value = "200")]
    positions: NonZero<u32>,

    /// How many games a player plays that cannot be audited.
    #[arg(long, value_name = "NUMBER", value_parser = positive::<NonZero<u32>>, default_value = "20")]
    games: NonZero<u32>,

    /// Another number draws other positions.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<u64>, default_value_t = 0)]
    seed: u64,

    /// How long a player may take for an answer. The first answer may take ten times as long,
    /// since the program has to start.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "5")]
    timeout: Duration,

    /// How long a player may take for everything.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60")]
    limit: Duration,

    /// Judge this number of players at once [default: one for each core].
    #[arg(long, value_name = "NUMBER", value_parser = threads)]
    threads: Option<usize>,

    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,

    /// Write a page in HTML to this file; - is standard output.
    #[arg(short, long, value_name = "FILE", conflicts_with = "json")]
    output: Option<PathBuf>,

    #[command(flatten)]
    game: TableArg,
}

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    let (contestants, passed_over) = contestant::all(&args.players)?;
    if let Some(path) = &args.output {
        output::probe(path)?;
    }
    let table = args.game.open()?;
    let judge = Judge {
        positions: judge::positions(&*table, args.positions.get(), args.seed)?,
        table: &*table,
        games: args.games.get(),
        seed: args.seed,
        timeout: args.timeout,
        limit: args.limit,
    };
    let judged = judge.all(&contestants, args.threads)?;
    let ranking = Ranking::new(&judge, judged, passed_over);
    match &args.output {
        Some(path) => {
            let page = page::page(&ranking).into_string();
            output::write(path, |out| Ok(out.write_all(page.as_bytes())?))
        }
        None => Ok(print(&ranking, args.json)?),
    }
}
