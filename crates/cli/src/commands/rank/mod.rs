//! `perfectplay rank`: judges many players and puts the best first.

mod contestant;
mod page;

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use perfectplay_judge::rank::{Contestant, Judge, Ranking, positions};

use crate::Failure;
use crate::args::limits::threads;
use crate::args::number::{positive, seconds, whole_number};
use crate::args::table::TableArg;
use crate::context::Context;
use crate::io::output;
use crate::io::print::print;
use crate::io::progress::Counter;

/// Rank many players, the best first.
///
/// Each player is a program that speaks the protocol of docs/protocol.md. The extension of a file
/// says what runs it: python3 runs .py, node runs .js and .mjs, java runs .java, and sh runs .sh. Any
/// other file is run if it is executable. In a directory, each such file is a player.
///
/// All players are asked about the same positions, which are drawn at random. Positions tell
/// players apart that look the same in games against one opponent. Then each player is audited.
/// A player that is too slow for an audit, or that does not always give the same answer, plays
/// games against the perfect player instead. If it loses one of them by its own fault, it can
/// be beaten. An illegal or missing answer counts as a lost game.
///
/// Several players are judged at once, each for at most --limit seconds. Unbeatable players
/// come first. Among equals, those whose moves keep the value more often come first, and then
/// those with fewer forfeits. Players that crashed come last.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay rank players/
  perfectplay rank players/ --positions 500 --limit 300 -o ranking.html
  perfectplay rank anna.py ben.js ./chloe --game connect:4x4 --json")]
pub struct Args {
    /// Players, and directories of players.
    #[arg(required = true, value_name = "FILE|DIR")]
    players: Vec<PathBuf>,

    /// Ask for moves in this number of different positions. All positions are equally likely.
    #[arg(long, value_name = "NUMBER", value_parser = positive::<NonZero<u32>>, default_value = "200")]
    positions: NonZero<u32>,

    /// Let a player that cannot be audited play this number of games.
    #[arg(long, value_name = "NUMBER", value_parser = positive::<NonZero<u32>>, default_value = "20")]
    games: NonZero<u32>,

    /// Seed the choice of positions: another number draws other positions.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<u64>, default_value_t = 0)]
    seed: u64,

    /// Wait this number of seconds for each answer, and ten times as long for a player's first
    /// one, because its program has to start.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "5")]
    timeout: Duration,

    /// Judge each player for at most this number of seconds.
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
    let (files, passed_over) = contestant::all(&args.players)?;
    if let Some(path) = &args.output {
        output::probe(path)?;
    }
    let table = args.game.open()?;
    let judge = Judge {
        positions: positions(&table, args.positions.get(), args.seed)?,
        table: &table,
        games: args.games.get(),
        seed: args.seed,
        limit: args.limit,
    };
    let contestants = files.iter().map(|file| Contestant {
        name: &file.name,
        start: file.starter(args.timeout),
    });
    let contestants: Vec<_> = contestants.collect();
    let counter = Counter::new();
    let judged = judge.all(&contestants, args.threads, &|step| counter.show(step))?;
    drop(counter);
    let ranking = Ranking::new(&judge, judged, passed_over);
    match &args.output {
        Some(path) => output::write_bytes(path, page::page(&ranking).into_string().as_bytes()),
        None => Ok(print(&ranking, args.json)?),
    }
}
