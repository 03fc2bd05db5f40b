//! `perfectplay score`: measures how well a player plays, from a sample of its moves.

mod log;

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use perfectplay::Level;
use perfectplay_any::AnyTable;
use perfectplay_judge::Mover;
use perfectplay_judge::protocol::Program;
use perfectplay_judge::score::{Run, ScoreReport, Settings};
use perfectplay_judge::scoring::{Record, Scoring};

use crate::Failure;
use crate::args::level::LevelParser;
use crate::args::number::whole_number;
use crate::args::number::{positive, seconds};
use crate::args::side::Side;
use crate::args::table::TableArg;
use crate::context::Context;
use crate::io::print::print;
use crate::io::progress::Counter;
use log::Log;

/// Measure how well a player plays, from a sample of its moves.
///
/// `perfectplay audit` is for players that always give the same answer. Score is for all
/// others: players that are slow, that learn, or that choose at random. The player plays games,
/// or is asked about positions that are drawn at random. It is a level of this program, or any
/// program that speaks the protocol of docs/protocol.md.
///
/// The report says how the games ended. For each ply, it gives the share of moves that kept the
/// value of the position, and the share of best moves. It lists the most frequent mistakes.
/// Each share comes with Wilson's interval of 95 %, which assumes that moves are independent.
///
/// With the same seed, the same positions are drawn, and the levels of this program repeat
/// their moves.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay score --exec 'python3 my_player.py' --games 200 --opponent casual
  perfectplay score --exec 'python3 my_player.py' --positions 500 --log scored.jsonl
  perfectplay score random --opponent perfect --json")]
pub struct Args {
    /// A level of this program.
    #[arg(required_unless_present = "exec", value_parser = LevelParser)]
    player: Option<Level>,

    /// Score this program: a command for the shell.
    #[arg(long, value_name = "COMMAND", conflicts_with = "player")]
    exec: Option<String>,

    /// Call the player by this name in the report.
    #[arg(long)]
    name: Option<String>,

    /// Play this number of games [default: 100].
    #[arg(long, value_name = "NUMBER", value_parser = positive::<NonZero<u32>>)]
    games: Option<NonZero<u32>>,

    /// Ask for moves in this number of different positions, instead of playing games. All
    /// positions are equally likely.
    #[arg(
        long,
        value_name = "NUMBER",
        value_parser = positive::<NonZero<u32>>,
        conflicts_with_all = ["games", "opponent"]
    )]
    positions: Option<NonZero<u32>>,

    /// Play against this opponent: a level of this program, or a program, given by its command
    /// for the shell [default: perfect].
    #[arg(long, value_name = "PLAYER")]
    opponent: Option<String>,

    /// Let the player play this side. With both, it moves first in every second game.
    #[arg(long = "as", value_name = "SIDE", value_enum, default_value_t)]
    side: Side,

    /// Seed all choices: another number draws other positions, and makes the levels of this
    /// program choose other moves.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<u64>, default_value_t = 0)]
    seed: u64,

    /// Wait this number of seconds for each answer of a program, and ten times as long for the
    /// first one, because the program has to start.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "5")]
    timeout: Duration,

    /// Count an illegal or missing answer of the player as a lost game and report it, instead of
    /// stopping. A program that has ended, or that takes too long, is started again.
    #[arg(long)]
    forfeit: bool,

    /// Append each finished game or position to this file, as a line of JSON. If the file
    /// exists, the run continues where the file ends.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Answer with one JSON object, which has all mistakes.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    game: TableArg,
}

/// The default number of games.
const GAMES: NonZero<u32> = NonZero::new(100).expect("not 0");

/// The default opponent.
const OPPONENT: &str = "perfect";

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    let (player, opponent) = args.movers();
    let table = args.game.open()?;
    let settings = args.settings(&table);
    let (mut log, records) = match &args.log {
        Some(path) => {
            let (log, records) = Log::resume(path, &settings)?;
            (Some(log), records)
        }
        None => (None, Vec::new()),
    };
    let mut run = Run {
        scoring: Scoring {
            table: &table,
            player,
            opponent,
            forfeit: args.forfeit,
        },
        records,
    };
    let counter = Counter::new();
    let games = args.games.unwrap_or(GAMES).get();
    let mut keep = |record: &Record| match &mut log {
        Some(log) => log.write(record),
        None => Ok(()),
    };
    let stopped = run.go_on(&settings, games, &mut keep, &|step| counter.show(step));
    drop(counter);
    // If a program stopped the run, the report still has the records before that.
    if stopped.is_ok() || !run.records.is_empty() {
        print(
            &ScoreReport::new(&table, settings, &run.records)?,
            args.json,
        )?;
    }
    stopped
}

impl Args {
    /// Returns the player and its opponent.
    fn movers(&self) -> (Mover<'_>, Mover<'_>) {
        let named = self.opponent.as_deref().unwrap_or(OPPONENT);
        let program =
            |name, command| Mover::Player(Box::new(Program::new(name, command, self.timeout)));
        let player = match (&self.exec, self.player) {
            (Some(command), _) => program(self.name.as_ref().unwrap_or(command), command),
            (None, player) => Mover::Level(player.expect("a level or a program")),
        };
        let opponent = named.parse().map(Mover::Level);
        (player, opponent.unwrap_or_else(|_| program(named, named)))
    }

    fn settings(&self, table: &AnyTable) -> Settings {
        let level = self.player.map(|level| level.to_string());
        let player = self.name.clone().or(self.exec.clone()).or(level);
        let opponent = self.opponent.as_deref().unwrap_or(OPPONENT);
        let level = opponent.parse::<Level>().map(|level| level.to_string());
        let opponent = level.unwrap_or_else(|_| opponent.to_owned());
        Settings {
            game: table.info().spec.to_string(),
            player: player.unwrap_or_default(),
            opponent: self.positions.is_none().then_some(opponent),
            positions: self.positions.map(NonZero::get),
            side: self.side.player(),
            seed: self.seed,
        }
    }
}
