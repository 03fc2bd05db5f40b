//! `perfectplay export`: the whole table, in many formats.

mod c;
mod delimited;
mod js;
mod json;
mod row;
mod rust;

use std::io::Write;

use clap::ValueEnum;

use crate::Failure;
use crate::open::TableArg;
use crate::output::Output;
use crate::solved_game::SolvedGame;

/// Write the whole table of a game.
///
/// States and moves are written as texts, in the same form that `lookup` reads and prints.
/// The states that are nearest to the start come first. Source code comes as a complete
/// file with a function that looks a state up.
///
/// A table of more than a million states that is read tier by tier is written tier by tier,
/// and not as source code.
///
/// A game may have formats of its own. Those of tic-tac-toe are bincode, and source code
/// that takes the masks of X and O, and answers in constant time.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay export --format tsv | column -t -s \"$(printf '\\t')\"
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
}

/// A way to write the table of any game.
trait TableFormat {
    fn write(&self, game: &dyn SolvedGame, out: &mut dyn Write) -> Result<(), Failure>;
}

impl Format {
    /// What writes the tables of all games in this format, if they have it.
    fn of_every_game(self) -> Option<&'static dyn TableFormat> {
        match self {
            Self::Tsv => Some(&delimited::Delimited { separator: "\t" }),
            Self::Csv => Some(&delimited::Delimited { separator: "," }),
            Self::Json => Some(&json::Json),
            Self::Jsonl => Some(&json::JsonLines),
            Self::Bincode => None,
            Self::Rust => Some(&rust::Rust),
            Self::C => Some(&c::C),
            Self::Js => Some(&js::JavaScript::Script),
            Self::Mjs => Some(&js::JavaScript::Module),
        }
    }
}

pub fn run(args: &Args) -> Result<(), Failure> {
    args.game.open(&[], |game| args.write(game))
}

impl Args {
    /// Writes the table in the game's own format of this name, or else in that of every game.
    fn write(&self, game: &dyn SolvedGame) -> Result<(), Failure> {
        let value = self.format.to_possible_value();
        let name = value.as_ref().map_or("", |value| value.get_name());
        if let Some(own) = game.own_format(name) {
            let bytes = own?;
            return self.output.write(|out| Ok(out.write_all(&bytes)?));
        }
        let Some(format) = self.format.of_every_game() else {
            return Err(Failure::Use(format!(
                "{} has no format {name} (`perfectplay solve -o FILE --format bytes` writes any game as bytes)",
                game.spec()
            )));
        };
        self.output.write(|out| format.write(game, out))
    }
}
