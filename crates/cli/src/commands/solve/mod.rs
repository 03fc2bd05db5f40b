//! `perfectplay solve`: solves a game, and writes its table into a file.

mod opening;
mod solver;
mod summary;

use std::path::PathBuf;

use clap::ValueEnum;

use crate::Failure;
use crate::args::game::GameArg;
use crate::args::limits::LimitsArg;
use crate::context::Context;
use crate::io::print::print_beside;
use crate::io::stop::Stop;
use crate::io::{memory, output};
use opening::OpeningArg;
use summary::WrittenTable;

/// Solve a game: find every state and its value.
///
/// If the table is in a file, the other subcommands answer at once: give them --table FILE.
///
/// A game whose states have ranks is solved tier by tier, on all cores. `perfectplay forecast` tells whether states
/// have ranks. Each tier's result is kept in the directory FILE.work until the table is complete. If Ctrl-C, a crash or
/// a loss of power ends the command, run the same command again. It continues from the results in this directory, and
/// writes the same table. Any other game is solved in memory, and Ctrl-C leaves nothing behind. Most such games are
/// small. A program can include their tables as bytes. With --format tiers, a game that has tiers but no ranks is
/// solved tier by tier as well.
///
/// A game that is too large for this machine is refused before it is solved. With --plies, only the
/// states of the first plies are proved, one by one. If this work is interrupted, the same command
/// continues it from FILE.work.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay solve --game hexapawn:4x4 -o octopawn.table
  perfectplay solve --game connect:5x5 -o connect.table --memory 1G
  perfectplay solve --game connect:4x4 -o connect.bytes --format bytes
  perfectplay solve --game connect:6x5 --plies 4 -o connect.opening")]
pub struct Args {
    #[command(flatten)]
    game: GameArg,

    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,

    /// Write the table to this file. A - stands for standard output; the summary then goes to
    /// standard error.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The format of the table [default: tiers for a game whose states have ranks, bytes for any
    /// other game].
    #[arg(long, value_enum, requires = "output")]
    format: Option<TableFormat>,

    /// Keep the results of tiers in this directory [default: the name of the file, with .work
    /// appended].
    #[arg(long, value_name = "DIR", requires = "output")]
    store: Option<PathBuf>,

    #[command(flatten)]
    limits: LimitsArg,

    /// Solve the game even if it seems too large for this machine.
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    opening: OpeningArg,
}

/// A format of table files.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TableFormat {
    /// A compressed file, which is read block by block. A game of any size can use it if the game
    /// has tiers
    Tiers,
    /// Bytes that a program can include, and that `Table::from_bytes` of the library reads. The
    /// game is solved in memory
    Bytes,
}

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    if let (true, Some(path)) = (args.opening.is_given(), &args.output) {
        let game = args.game.game();
        return args.opening.solve(&game, path, &args.limits, args.json);
    }
    let is_stdout_taken = match &args.output {
        Some(path) => output::probe(path)?,
        None => false,
    };
    let stop = Stop::new()?;
    let (mut summary, written) = args.solve(&args.game.game(), &stop)?;
    if let (Some(file), Ok(Some(bytes))) = (&args.output, &written) {
        summary.file = Some(WrittenTable::new(file, *bytes, summary.states));
    }
    summary.peak_bytes = memory::peak();
    // The summary took long to compute, so it is printed even if the table cannot be written.
    print_beside(is_stdout_taken, &summary, args.json)?;
    written.map(drop)
}
