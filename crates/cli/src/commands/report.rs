//! `perfectplay report`: tells the author of a game how the game plays.

use std::io::{self, Write};
use std::path::PathBuf;

use perfectplay_any::AnyTable;
use perfectplay_present::report::{GameReport, ReportText, StateReport, page};

use crate::Failure;
use crate::args::moves::MovesArg;
use crate::args::oracle::{OnInterrupt, OracleArg};
use crate::args::table::{TableArg, position};
use crate::context::Context;
use crate::io::output;
use crate::io::print::{print, write_json};
use crate::io::progress::{Meter, WorkKind};

/// Report on a game: who wins, how fast, and how hard it is to play well.
///
/// The report counts states, classes (states up to symmetry) and games. For each ply, it gives the
/// shares of states that the player to move wins, draws and loses. It also gives the share of legal
/// moves that lose, and the share of states with an only move. An only move is a single move that
/// keeps a win or a draw. For each level, it gives the chances to win when both players play on
/// this level. A puzzle is a state with a single winning move and a long way to the win.
///
/// If a table in the format tiers has more than a million states, the report gives neither the number of games nor the
/// chances. It gives figures for each ply only if all states of a tier occur at the same ply.
///
/// With a state or with --moves, the report is about a single state. It gives the value of the state, the share of
/// moves that lose, and the only move that keeps a win or a draw. For each move, it gives the number of good replies.
/// In a game that is too large to solve, the values are proved. In such a game, a report without a state is about the
/// start. A value that is not proved within --seconds is reported as null or as unproved, and the status is then 4.
///
/// With --output, the report is a page with plots, in one HTML file.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay report --game connect:4x4
  perfectplay report --game connect:7x6 --moves 4 4 4 2
  perfectplay report --game hexapawn:3x3 --compare hexapawn:4x4 -o hexapawn.html")]
pub struct Args {
    /// Report on this state only.
    #[arg(conflicts_with_all = ["compare", "output"])]
    state: Option<String>,

    #[command(flatten)]
    moves: MovesArg,

    #[command(flatten)]
    game: TableArg,

    #[command(flatten)]
    oracle: OracleArg,

    /// Compare the game with this second game, side by side.
    #[arg(long, value_name = "SPEC")]
    compare: Option<String>,

    /// Print one JSON object on each line, one for each game.
    #[arg(long)]
    json: bool,

    /// Write an HTML page to this file; - is standard output.
    #[arg(short, long, value_name = "FILE", conflicts_with = "json")]
    output: Option<PathBuf>,
}

fn report(table: &AnyTable) -> Result<GameReport, Failure> {
    let meter = Meter::new();
    let counted = |done| {
        // Showing the progress for each state would take longer than counting the states.
        if done % 1024 == 0 {
            meter.show(WorkKind::of_states("counting"), done, table.states());
        }
    };
    Ok(GameReport::new(table, &counted)?)
}

pub fn run(args: &Args, context: &Context<'_>) -> Result<(), Failure> {
    let compared = match &args.compare {
        Some(text) => Some(context.catalogue.find(text).map_err(|error| {
            Failure::Use(format!(
                "invalid value '{text}' for '--compare <SPEC>': {error}"
            ))
        })?),
        None => None,
    };
    if let Some(path) = &args.output {
        output::probe(path)?;
    }
    let state: Vec<_> = args.state.as_deref().into_iter().collect();
    let read = |game: &_| args.moves.states(game, &state);
    let (table, states) = args
        .game
        .open_to_ask(&args.oracle, OnInterrupt::End, &read)?;
    if !states.is_empty() || table.is_oracle() {
        if args.compare.is_some() || args.output.is_some() {
            return Err(Failure::Use(
                "a report of one state takes neither --compare nor --output".to_owned(),
            ));
        }
        let position = position(&table, &states);
        let Some(report) = StateReport::new(&position)? else {
            return Err(Failure::unreachable(&position.answer()?));
        };
        print(&report, args.json)?;
        return Failure::if_unproved(!report.is_complete());
    }
    let mut reports = vec![report(&table)?];
    if let Some(game) = compared {
        let deadline = args.oracle.proofs.deadline();
        reports.push(report(&args.game.solve.table(&game, deadline)?)?);
    }
    match &args.output {
        Some(path) => output::write_bytes(path, page(&reports)?.as_bytes()),
        None if args.json => {
            let mut out = io::stdout().lock();
            Ok(reports
                .iter()
                .try_for_each(|report| write_json(&mut out, report))?)
        }
        None => Ok(write!(io::stdout(), "{}", ReportText(&reports))?),
    }
}
