//! `perfectplay export`: the whole table, in many formats; pictures of one state.

mod c;
mod delimited;
mod format;
mod js;
mod json;
mod row;
mod rust;
mod source;
mod tree;

use std::io::{self, IsTerminal, Write};

use clap::ValueEnum;
use indicatif::HumanCount;
use perfectplay_any::{Position, Table};

use crate::Failure;
use crate::args::number::whole_number;
use crate::args::table::{TableArg, position};
use crate::context::Context;
use crate::io::lines::Lines;
use crate::io::output::Output;
use crate::view::svg;
use format::TableFormat;

/// Write the whole table of a game, or a picture of one state.
///
/// States and moves are written as texts, in the same form that `lookup` reads and prints.
/// The states that are nearest to the start come first. Source code comes as a complete
/// file with a function that looks a state up.
///
/// A table that is read tier by tier is written tier by tier, on all cores; with more than a
/// million states, it is not written as source code.
///
/// A game may have formats of its own. Those of tic-tac-toe are bincode, and source code
/// that takes the masks of X and O, and answers in constant time.
///
/// With --state, svg draws the board, and dot the tree of the next plies, for Graphviz.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay export --format tsv | column -t -s \"$(printf '\\t')\"
  perfectplay export --format c -o tictactoe.h
  perfectplay export --game hexapawn:4x4 --format js -o octopawn.js
  perfectplay export --format svg --state X.O/.X./... -o board.svg")]
pub struct Args {
    #[arg(long, value_enum)]
    format: Format,

    /// Write tsv and csv as columns of whole numbers: the key of the state, the value (-1, 0 or 1),
    /// the distance (-1 if there is no end), and the sets of moves as sums of 2^i over their
    /// indexes i.
    #[arg(long)]
    numeric: bool,

    /// The state of which svg and dot draw a picture.
    #[arg(long, value_name = "STATE")]
    state: Option<String>,

    /// How far the tree of dot goes.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<u32>, default_value_t = 1)]
    plies: u32,

    #[command(flatten)]
    output: Output,

    #[command(flatten)]
    game: TableArg,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// One state a line, with tabs between the columns
    Tsv,
    /// One state a line, with commas between the columns
    Csv,
    /// One list of the objects that `lookup --json` prints
    Json,
    /// The objects that `lookup --json` prints, one a line
    Jsonl,
    /// The archive of the library's feature of this name, with a checksum
    Bincode,
    /// A module of Rust without dependencies
    Rust,
    /// A header of C99
    C,
    /// A classic script of JavaScript, which Node takes as a module too
    Js,
    /// A module of JavaScript, for `import`
    Mjs,
    /// A picture of the board in one state
    Svg,
    /// The tree of the plies after one state
    Dot,
}

impl Format {
    /// What writes the tables of all games in this format, if they have it.
    fn of_every_game(self, numeric: bool) -> Option<&'static dyn TableFormat> {
        match self {
            Self::Tsv if numeric => Some(&delimited::Numeric { separator: "\t" }),
            Self::Csv if numeric => Some(&delimited::Numeric { separator: "," }),
            Self::Tsv => Some(&delimited::Delimited { separator: "\t" }),
            Self::Csv => Some(&delimited::Delimited { separator: "," }),
            Self::Json => Some(&json::Json),
            Self::Jsonl => Some(&json::JsonLines),
            Self::Bincode | Self::Svg | Self::Dot => None,
            Self::Rust => Some(&rust::Rust),
            Self::C => Some(&c::C),
            Self::Js => Some(&js::JavaScript::Script),
            Self::Mjs => Some(&js::JavaScript::Module),
        }
    }
}

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    let state = args.state.as_deref();
    if args.numeric && !matches!(args.format, Format::Tsv | Format::Csv) {
        return Err(Failure::Use("only tsv and csv take --numeric".to_owned()));
    }
    match (args.format, state) {
        (Format::Svg, Some(state)) => args.draw(state, |position, out| {
            Ok(out.write_all(svg::file(&position.picture(), state).as_bytes())?)
        }),
        (Format::Dot, Some(state)) => args.draw(state, |position, out| {
            tree::write(position, args.plies, out)
        }),
        (Format::Svg | Format::Dot, None) => Err(Failure::Use(
            "svg and dot draw one state: name it by --state".to_owned(),
        )),
        (_, Some(_)) => Err(Failure::Use("only svg and dot take --state".to_owned())),
        (_, None) => args.write(&*args.game.open()?),
    }
}

impl Args {
    /// Writes a picture of a state.
    fn draw(
        &self,
        state: &str,
        draw: impl FnOnce(&Position<'_>, &mut dyn Write) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let table = self.game.open_for(&[state])?;
        let position = position(&*table, state)?;
        self.output.write(|out| draw(&position, out))
    }

    /// Writes the table in the game's own format of this name, or else in that of every game.
    fn write(&self, table: &dyn Table) -> Result<(), Failure> {
        let value = self.format.to_possible_value();
        let name = value.as_ref().map_or("", |value| value.get_name());
        if let Some(own) = table.own_format(name) {
            let bytes = own?;
            return self.output.write(|out| Ok(out.write_all(&bytes)?));
        }
        let Some(format) = self.format.of_every_game(self.numeric) else {
            return Err(Failure::Use(format!(
                "{} has no format {name} (`perfectplay solve -o FILE --format bytes` writes any game as bytes)",
                table.info().spec
            )));
        };
        if self.output.is_terminal() && !is_wanted(table.states())? {
            return Ok(());
        }
        self.output.write(|out| format.write(table, out))
    }
}

/// Whether somebody at a terminal wants this number of states there.
fn is_wanted(states: u64) -> Result<bool, Failure> {
    /// So many are there in a moment.
    const FEW: u64 = 100_000;
    if states <= FEW || !io::stdin().is_terminal() {
        return Ok(true);
    }
    let states = HumanCount(states);
    write!(
        io::stderr(),
        "Write {states} states to the terminal? -o FILE writes them to a file. [y/N] "
    )?;
    let answer = Lines::of_stdin()
        .next()?
        .map(|line| line.trim().to_lowercase());
    Ok(matches!(answer.as_deref(), Some("y" | "yes")))
}
