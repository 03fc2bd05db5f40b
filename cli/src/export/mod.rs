//! `perfectplay export`: the whole table, in many formats.

mod c;
mod delimited;
mod displaced;
pub mod js;
mod rust;

use std::io;

use perfectplay::{Archive, State, records};
use serde::Serialize;

use self::js::Form;
use crate::Failure;
use crate::any::{self, open::TableArg};
use crate::output::Output;
use crate::print::push_json;
use crate::view::View;

/// Write the whole table.
///
/// Of tic-tac-toe all formats hold the same 5,478 records. The text formats are sorted by
/// the number of marks, then by the cells of X and of O as masks. The sources are complete
/// in themselves: a C99 header, a Rust module, and a script that works from a file too;
/// each has a function that looks a board up in constant time, from the masks of X and O.
///
/// Of other games states and moves are written as texts, in the sources too, and the
/// states that are nearest to the start come first.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay export --format tsv | column -t
  perfectplay export --format c -o tictactoe.h
  perfectplay export --game hexapawn:4x4 --format js -o octopawn.js")]
pub struct Args {
    #[arg(long, value_enum)]
    format: Format,

    #[command(flatten)]
    output: Output,

    #[command(flatten)]
    game: TableArg,
}

#[derive(Clone, Copy, clap::ValueEnum)]
pub enum Format {
    /// A line for each state, with tabs; sets of cells of tic-tac-toe as masks in decimal
    Tsv,
    /// The same with commas
    Csv,
    /// One list of what `lookup --json` prints
    Json,
    /// What `lookup --json` prints, one object a line
    Jsonl,
    /// The library's own bytes of tic-tac-toe, with a checksum
    Bincode,
    /// A module without dependencies
    Rust,
    /// A header of C99
    C,
    /// A classic script, which Node takes as a module too
    Js,
    /// A module of JavaScript, for `import`
    Mjs,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    if args.game.is_usual() {
        return args.output.write(&write(args.format)?);
    }
    let write = any::export::writer(args.format)?;
    args.game.open(&[], |book| args.output.write(&write(book)?))
}

/// The table of tic-tac-toe in some format.
fn write(format: Format) -> Result<Vec<u8>, Failure> {
    Ok(match format {
        Format::Tsv => delimited::write('\t').into_bytes(),
        Format::Csv => delimited::write(',').into_bytes(),
        Format::Json => json(views())?,
        Format::Jsonl => json_lines(views())?,
        Format::Bincode => Archive::baked()
            .to_bytes()
            .map_err(|error| Failure::Input(error.to_string()))?,
        Format::Rust => rust::write().into_bytes(),
        Format::C => c::write().into_bytes(),
        Format::Js => js::write(Form::Script).into_bytes(),
        Format::Mjs => js::write(Form::Module).into_bytes(),
    })
}

/// What is known of every reachable state, in the order of the text formats.
fn views() -> impl Iterator<Item = View> {
    let mut states: Vec<State> = records().map(|(state, _)| state).collect();
    states.sort_by_key(|state| (state.marks(), state.x(), state.o()));
    states.into_iter().map(View::of)
}

/// Answers as one list of JSON.
pub fn json(views: impl Iterator<Item = impl Serialize>) -> io::Result<Vec<u8>> {
    let mut json = Vec::new();
    push_json(&mut json, &views.collect::<Vec<_>>())?;
    Ok(json)
}

/// Answers as JSON, one a line.
pub fn json_lines(views: impl Iterator<Item = impl Serialize>) -> io::Result<Vec<u8>> {
    let mut lines = Vec::new();
    for view in views {
        push_json(&mut lines, &view)?;
    }
    Ok(lines)
}
