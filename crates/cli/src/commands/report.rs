//! `perfectplay report`: tells the author of a game how the game plays.

use std::io::{self, Write};
use std::path::PathBuf;

use perfectplay_any::AnyTable;
use perfectplay_present::report::{GameReport, ReportText, page};

use crate::Failure;
use crate::args::table::TableArg;
use crate::context::Context;
use crate::io::output;
use crate::io::print::write_json;
use crate::io::progress::Meter;

/// Report on a game: who wins, how fast, and how hard it is to play well.
///
/// The report counts states, classes (states up to symmetry) and games. For each ply, it gives the
/// share of states that the player to move wins, draws and loses; the share of legal moves that
/// lose; and the share of states with an only move: a single move that keeps a win or a draw. For each
/// level, it gives the chances to win when both players play on this level. A puzzle is a state with a
/// single winning move and a long way to the win.
///
/// For a table of tiers with more than a million states, the report counts neither games nor
/// chances, and it counts plies only if all ways to a tier have the same length.
///
/// With --output, the report is a page with plots, in one HTML file.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay report --game connect:4x4
  perfectplay report --game hexapawn:3x3 --compare hexapawn:4x4 -o hexapawn.html")]
pub struct Args {
    #[command(flatten)]
    game: TableArg,

    /// Compare the game with this one, side by side.
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
    let counted = |done| meter.show_states("counting", done, table.states());
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
    let mut reports = vec![report(&args.game.open()?)?];
    if let Some(game) = compared {
        reports.push(report(&args.game.solve.table(&game)?)?);
    }
    match &args.output {
        Some(path) => output::write_bytes(path, page(&reports)?.into_string().as_bytes()),
        None if args.json => {
            let mut out = io::stdout().lock();
            Ok(reports
                .iter()
                .try_for_each(|report| write_json(&mut out, report))?)
        }
        None => Ok(write!(io::stdout(), "{}", ReportText(&reports))?),
    }
}
