//! Measures how well one player plays, either in whole games or in many single positions.

use std::num::NonZero;

use perfectplay::Level;
use perfectplay_any::AnyTable;
use perfectplay_judge::Mover;
use perfectplay_judge::protocol::Program;
use perfectplay_judge::score::{Run, ScoreReport, Settings};
use perfectplay_judge::scoring::{Record, Scoring};

use super::args::{Args, Measured};
use super::log::Log;
use crate::Failure;
use crate::args::oracle::OnInterrupt;
use crate::args::side::SideArg;
use crate::io::print::print;
use crate::io::progress::step_bar;
use crate::io::stop::Stop;

/// The default number of games.
const GAMES: NonZero<u32> = NonZero::new(100).expect("not 0");

/// The default opponent.
const OPPONENT: &str = "perfect";

pub fn run(args: &Args, player: Measured<'_>) -> Result<(), Failure> {
    let (mover, opponent) = args.movers(player);
    let log = args.log.as_deref().map(Log::open);
    let mut log = log.transpose()?;
    let table = args.open(OnInterrupt::Report)?;
    let settings = args.settings(player, &table);
    let records = match &mut log {
        Some(log) => log.resume(&settings)?,
        None => Vec::new(),
    };
    let mut run = Run {
        scoring: Scoring {
            table: &table,
            player: mover,
            opponent,
            forfeit: args.forfeit,
        },
        records,
    };
    let show = step_bar();
    let games = args.games.unwrap_or(GAMES).get();
    let stop = Stop::new()?;
    // A record lacks values if Ctrl-C has ended its proofs.
    let mut keep = |record: &Record| match &mut log {
        _ if stop.is_asked_for() => Err(stop.failure_after_report()),
        Some(log) => log.write(record),
        None => Ok(()),
    };
    let steps = |step| {
        stop.check()?;
        show(step)
    };
    let mut ended = run.go_on(&settings, games, &mut keep, &steps);
    drop(show);
    let is_interrupted = ended.is_err() && stop.is_asked_for();
    if is_interrupted {
        // Ctrl-C also ends the programs, and this is no fault of theirs.
        ended = Err(match run.records.is_empty() {
            true => stop.failure(None),
            false => stop.failure_after_report(),
        });
    }
    // If a fault of a program stopped the run, the report has the records before the fault.
    if ended.is_ok() || !run.records.is_empty() {
        let mut report = ScoreReport::new(&table, settings, &run.records)?;
        if is_interrupted {
            report = report.interrupted();
        }
        print(&report, args.json)?;
        ended = ended.and_then(|()| Failure::if_unproved(report.lacks_values()));
    }
    ended
}

impl Args {
    fn movers<'a>(&'a self, player: Measured<'a>) -> (Mover<'a>, Mover<'a>) {
        let named = self.opponent.as_deref().unwrap_or(OPPONENT);
        let program =
            |name, command| Mover::Player(Box::new(Program::new(name, command, self.timeout)));
        let player = match player {
            Measured::Level(level) => Mover::Level(level),
            Measured::Command(command) => program(self.name.as_deref().unwrap_or(command), command),
        };
        let opponent = named.parse().map(Mover::Level);
        (player, opponent.unwrap_or_else(|_| program(named, named)))
    }

    fn settings(&self, player: Measured<'_>, table: &AnyTable) -> Settings {
        let player = match player {
            Measured::Level(level) => level.to_string(),
            Measured::Command(command) => command.to_owned(),
        };
        let opponent = self.opponent.as_deref().unwrap_or(OPPONENT);
        let level = opponent.parse::<Level>().map(|level| level.to_string());
        let opponent = level.unwrap_or_else(|_| opponent.to_owned());
        Settings {
            game: table.info().spec.to_string(),
            player: self.name.clone().unwrap_or(player),
            opponent: self.positions.is_none().then_some(opponent),
            positions: self.positions.map(NonZero::get),
            side: self.side.and_then(SideArg::player),
            seed: self.seed,
        }
    }
}
