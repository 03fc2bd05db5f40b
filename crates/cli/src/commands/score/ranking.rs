//! Judges several players, and puts the best first.

use std::num::NonZero;
use std::time::Duration;

use perfectplay_judge::rank::{Contestant, Judge, Ranking, positions};

use super::args::Args;
use super::{contestant, page};
use crate::Failure;
use crate::args::oracle::OnInterrupt;
use crate::io::output;
use crate::io::print::print;
use crate::io::progress::step_bar;

/// The default number of positions.
const POSITIONS: NonZero<u32> = NonZero::new(200).expect("not 0");

/// The default number of games that a player plays if it cannot be audited.
const GAMES: NonZero<u32> = NonZero::new(20).expect("not 0");

/// The default time limit for each player.
const LIMIT: Duration = Duration::from_secs(60);

/// Ranks the players in the files and directories that the user named.
pub fn run(args: &Args) -> Result<(), Failure> {
    let (files, passed_over) = contestant::all(&args.players)?;
    if let Some(path) = &args.output {
        output::probe(path)?;
    }
    let table = args.open(OnInterrupt::End)?;
    let asked = args.positions.unwrap_or(POSITIONS).get();
    let judge = Judge {
        positions: positions(&table, asked, args.seed)?,
        table: &table,
        games: args.games.unwrap_or(GAMES).get(),
        seed: args.seed,
        limit: args.limit.unwrap_or(LIMIT),
    };
    let contestants = files.iter().map(|file| Contestant {
        name: &file.name,
        start: file.starter(args.timeout),
    });
    let contestants: Vec<_> = contestants.collect();
    let show = step_bar();
    let threads = args.threads.map(NonZero::get);
    let judged = judge.all(&contestants, threads, &show)?;
    drop(show);
    let ranking = Ranking::new(&judge, judged, passed_over);
    match &args.output {
        Some(path) => output::write_bytes(path, page::page(&ranking).as_bytes())?,
        None => print(&ranking, args.json)?,
    }
    Failure::if_unproved(ranking.lacks_values())
}
