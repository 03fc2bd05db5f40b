//! `perfectplay export`: writes the whole table in many formats, or a picture of one state.

mod delimited;
mod each;
mod js;
mod json;
mod rocq;
mod rust;
mod source;
mod tree;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use indicatif::HumanCount;
use perfectplay::bake::SourceLanguage;
use perfectplay_any::{AnyTable, Info, Position};
use perfectplay_present::svg;

use crate::Failure;
use crate::args::number::whole_number;
use crate::args::playbook;
use crate::args::table::{TableArg, position};
use crate::context::Context;
use crate::io::lines::Lines;
use crate::io::output::Output;
use source::identifier;

/// Write the whole table of a game, or a picture of one state.
///
/// States and moves are written as text, as `perfectplay lookup` reads and prints them. The
/// states nearest to the start come first. Source code is a complete file with a function that
/// looks up a state: by its text, or in C by its key.
///
/// A table of tiers with more than a million states is written tier by tier, on all cores. It
/// cannot be written as source code. If symmetric states share a number in it, only one of them is
/// written.
///
/// A game may have formats of its own. Tic-tac-toe has bincode, and its C and JavaScript take the
/// masks of X and O and answer in constant time.
///
/// With --state, svg draws the board, and dot writes the tree of the next plies for Graphviz.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay export --format tsv | column -t -s \"$(printf '\\t')\"
  perfectplay export --format c -o tictactoe.h
  perfectplay export --game hexapawn:4x4 --format js -o octopawn.js
  perfectplay export --playbook tictactoe.playbook --format c -o tictactoe.h
  perfectplay export --format svg --state X.O/.X./... -o board.svg")]
pub struct Args {
    #[arg(long, value_enum)]
    format: Format,

    /// Write tsv and csv as columns of whole numbers: the key of the state, the value (-1, 0 or
    /// 1), the distance (-1 if play never ends), and the sets of moves. A set is the sum of 2^i
    /// over the indexes i of its moves.
    #[arg(long)]
    numeric: bool,

    /// The state that svg and dot draw.
    #[arg(long, value_name = "STATE")]
    state: Option<String>,

    /// The number of plies in the tree of dot.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<u32>, default_value_t = 1)]
    plies: u32,

    /// Begin the names in source code with this prefix, instead of the game and its parameters.
    #[arg(long, value_name = "NAME", value_parser = source::prefix)]
    prefix: Option<String>,

    /// Write the playbook in this file, which `perfectplay playbook -o` wrote, as source code:
    /// c, rust, or js and mjs, which are the same module. For tic-tac-toe and Connect Four, the
    /// source has the rules. For any other game, it has a function that takes the key of a
    /// state and returns the rank of a move: its number among the legal moves, from 0. A playbook
    /// by rules is written as c or rust, for Connect Four only. With rocq, only the bytes are
    /// written.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["state", "table", "anyway"])]
    playbook: Option<PathBuf>,

    #[command(flatten)]
    output: Output,

    #[command(flatten)]
    game: TableArg,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// One state on each line, with tabs between the columns
    Tsv,
    /// One state on each line, with commas between the columns
    Csv,
    /// One list of the objects that `lookup --json` prints
    Json,
    /// The objects that `lookup --json` prints, one on each line
    Jsonl,
    /// An archive of the library's feature bincode, with a checksum
    Bincode,
    /// A Rust module without dependencies
    Rust,
    /// A C99 header
    C,
    /// A classic JavaScript script, which Node can also load as a module
    Js,
    /// A JavaScript module, for `import`
    Mjs,
    /// A module of Rocq with the bytes of a playbook, for the theorems in proofs/
    Rocq,
    /// A picture of the board of one state
    Svg,
    /// The tree of the next plies after one state
    Dot,
}

impl Format {
    fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Writes the table of any game. Names in source code begin with this prefix. Fails if only some
    /// games have the format.
    fn write(
        self,
        table: &AnyTable,
        prefix: &str,
        numeric: bool,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let delimited = if numeric {
            delimited::write_numbers
        } else {
            delimited::write
        };
        match self {
            Self::Tsv => delimited("\t", table, out),
            Self::Csv => delimited(",", table, out),
            Self::Json => json::write_list(table, out),
            Self::Jsonl => json::write_lines(table, out),
            Self::Rust => rust::write(table, out),
            Self::C => source::write_c(prefix, table, out),
            Self::Js => js::write(false, prefix, table, out),
            Self::Mjs => js::write(true, prefix, table, out),
            Self::Bincode | Self::Rocq | Self::Svg | Self::Dot => Err(Failure::Use(format!(
                "{} has no format {} (`perfectplay solve -o FILE --format bytes` writes any game as bytes)",
                table.info().spec,
                self.name(),
            ))),
        }
    }

    /// Returns the language of the source code of a playbook; `None` for other formats.
    const fn of_playbooks(self) -> Option<SourceLanguage> {
        match self {
            Self::Rust => Some(SourceLanguage::Rust),
            Self::C => Some(SourceLanguage::C),
            Self::Js | Self::Mjs => Some(SourceLanguage::JavaScript),
            _ => None,
        }
    }
}

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    let state = args.state.as_deref();
    if args.numeric && !matches!(args.format, Format::Tsv | Format::Csv) {
        return Err(Failure::Use("only tsv and csv take --numeric".to_owned()));
    }
    if let Some(path) = &args.playbook {
        return args.write_playbook(path);
    }
    match (args.format, state) {
        (Format::Svg, Some(state)) => args.draw(state, |position, out| {
            Ok(out.write_all(svg::file(&position.picture(), state, None).as_bytes())?)
        }),
        (Format::Dot, Some(state)) => args.draw(state, |position, out| {
            tree::write(position, args.plies, out)
        }),
        (Format::Svg | Format::Dot, None) => Err(Failure::Use(
            "svg and dot draw one state: name it by --state".to_owned(),
        )),
        (_, Some(_)) => Err(Failure::Use("only svg and dot take --state".to_owned())),
        (_, None) => args.write(&args.game.open()?),
    }
}

impl Args {
    /// Writes a picture of a state.
    fn draw(
        &self,
        state: &str,
        draw: impl Fn(&Position<'_>, &mut dyn Write) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (table, states) = self.game.open_for(&[state])?;
        let position = position(&table, &states);
        self.output.write(&mut |out| draw(&position, out))
    }

    /// Writes a playbook as source code, without solving its game.
    fn write_playbook(&self, path: &Path) -> Result<(), Failure> {
        let language = self.format.of_playbooks();
        if language.is_none() && !matches!(self.format, Format::Rocq) {
            return Err(Failure::Use(
                "a playbook is written as c, rust, js, mjs or rocq".to_owned(),
            ));
        }
        let table = self.game.game.game().without_table();
        let book = playbook::read(path, &table)?;
        let Some(language) = language else {
            let spec = &table.info().spec;
            return self
                .output
                .write(&mut |out| Ok(rocq::write_playbook(spec, book.bytes(), out)?));
        };
        let source = table.playbook_source(&book, language, &self.name(table.info()))?;
        self.output.write_bytes(source.as_bytes())
    }

    /// Returns the prefix of the names in source code.
    fn name(&self, info: &Info) -> String {
        self.prefix.clone().unwrap_or_else(|| identifier(info))
    }

    /// Writes the table. A format that the game itself declares goes before a general format with
    /// the same name.
    fn write(&self, table: &AnyTable) -> Result<(), Failure> {
        let name = self.format.name();
        if let Some(own) = table.own_format(&name) {
            if self.prefix.is_some() {
                let spec = &table.info().spec;
                return Err(Failure::Use(format!(
                    "the format {name} of {spec} has names of its own, and takes no --prefix"
                )));
            }
            return self.output.write_bytes(&own?);
        }
        if self.output.is_terminal() && !is_wanted(table.states())? {
            return Ok(());
        }
        let prefix = self.name(table.info());
        self.output
            .write(&mut |out| self.format.write(table, &prefix, self.numeric, out))
    }
}

/// Asks a user at a terminal whether to print this number of states there.
fn is_wanted(states: u64) -> Result<bool, Failure> {
    /// The number of states that are printed without a question.
    const FEW: u64 = 100_000;
    if states <= FEW || !io::stdin().is_terminal() {
        return Ok(true);
    }
    let states = HumanCount(states);
    write!(
        io::stderr(),
        "Write {states} states to the terminal? -o FILE writes them to a file. [y/N] "
    )?;
    let answer = Lines::from_stdin()
        .next()?
        .map(|line| line.trim().to_lowercase());
    Ok(matches!(answer.as_deref(), Some("y" | "yes")))
}
