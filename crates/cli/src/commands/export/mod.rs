//! `perfectplay export`: writes the whole table in many formats, or a picture of one state.

mod each;
mod js;
mod rocq;
mod rust;
mod source;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use indicatif::HumanCount;
use perfectplay::bake::SourceLanguage;
use perfectplay_any::{AnyGame, AnyTable, Info};
use perfectplay_present::svg;

use crate::Failure;
use crate::args::moves::MovesArg;
use crate::args::playbook_file;
use crate::args::table::{TableArg, position};
use crate::context::Context;
use crate::io::lines::Lines;
use crate::io::output::Output;
use source::identifier;

/// Write the whole table of a game, or a picture of one state.
///
/// States and moves are written in the form that `perfectplay lookup` reads and prints. The states
/// nearest to the start come first. Source code is a complete file with a function that looks up a
/// state. The function takes the text of the state, or in C the state's key.
///
/// A table in the format tiers is written on all cores if it has more than a million states. Such a
/// table cannot be written as source code. If the table stores one state for several symmetric
/// states, only the stored state is written.
///
/// With --format svg, the command draws the board of the state that --state names.
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

    /// The state that svg draws.
    #[arg(long, value_name = "STATE")]
    state: Option<String>,

    #[command(flatten)]
    moves: MovesArg,

    /// Begin the names in source code with this prefix, instead of the game and its parameters.
    #[arg(long, value_name = "NAME", value_parser = source::prefix)]
    prefix: Option<String>,

    /// Write a playbook as source code in the format c, rust, js or mjs. The file comes from
    /// `perfectplay playbook -o`. For a playbook, js and mjs give the same module. For tic-tac-toe
    /// and Connect Four, the source contains the rules of the game. For any other game, the source
    /// contains a function. It takes the key of a state, and returns a move as an index into the
    /// list of legal moves. A playbook by rules can be written only as c or rust, and only for
    /// Connect Four.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["state", "table", "force"])]
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
    /// The objects that `lookup --json` prints, one on each line
    Jsonl,
    /// A Rust module without dependencies
    Rust,
    /// A C99 header
    C,
    /// A classic JavaScript script, which Node can also load as a module
    Js,
    /// A JavaScript module, for `import`
    Mjs,
    /// A module of Rocq with the bytes of a playbook, for the theorems in proofs/
    #[value(hide = true)]
    Rocq,
    /// A picture of the board of one state
    Svg,
}

impl Format {
    /// Writes the table in this format. In source code, all names begin with `prefix`.
    fn write(self, table: &AnyTable, prefix: &str, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Self::Tsv => each::write_delimited("\t", table, out),
            Self::Csv => each::write_delimited(",", table, out),
            Self::Jsonl => each::write_json(table, out),
            Self::Rust => rust::write(table, out),
            Self::C => source::write_c(prefix, table, out),
            Self::Js => js::write(false, prefix, table, out),
            Self::Mjs => js::write(true, prefix, table, out),
            Self::Rocq => Err(Failure::Use(
                "--format rocq writes the bytes of a playbook: name the playbook by --playbook"
                    .to_owned(),
            )),
            Self::Svg => Err(Failure::Use(
                "svg draws one state: name it by --state".to_owned(),
            )),
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
    args.output.probe()?;
    if let Some(path) = &args.playbook {
        return args.write_playbook(path);
    }
    match (args.format, args.state.is_some() || args.moves.is_given()) {
        (Format::Svg, true) => args.draw(),
        (_, true) => Err(Failure::Use(
            "only svg takes --state and --moves".to_owned(),
        )),
        (_, false) => args.write(),
    }
}

impl Args {
    fn draw(&self) -> Result<(), Failure> {
        let state = self.state.as_deref();
        let read = |game: &AnyGame| self.moves.states(game, state.as_slice());
        let (table, states) = self.game.open_for(&read)?;
        let position = position(&table, &states);
        let file = svg::file(&position.picture(), &position.text(), None);
        self.output.write_bytes(file.as_bytes())
    }

    /// Writes a playbook as source code, without solving its game.
    fn write_playbook(&self, path: &Path) -> Result<(), Failure> {
        let language = self.format.of_playbooks();
        if language.is_none() && !matches!(self.format, Format::Rocq) {
            return Err(Failure::Use(
                "a playbook is written as c, rust, js or mjs".to_owned(),
            ));
        }
        let table = self.game.game.game().without_table();
        let book = playbook_file::read(path, &table)?;
        let Some(language) = language else {
            let spec = &table.info().spec;
            return self
                .output
                .write(&mut |out| Ok(rocq::write_playbook(spec, book.bytes(), out)?));
        };
        let source = book.source(table.game(), language, &self.name(table.info()))?;
        self.output.write_bytes(source.as_bytes())
    }

    /// Returns the prefix of the names in source code.
    fn name(&self, info: &Info) -> String {
        self.prefix.clone().unwrap_or_else(|| identifier(info))
    }

    fn write(&self) -> Result<(), Failure> {
        let table = self.game.open()?;
        if self.output.is_terminal() && !is_wanted(table.states())? {
            return Ok(());
        }
        let prefix = self.name(table.info());
        self.output
            .write(&mut |out| self.format.write(&table, &prefix, out))
    }
}

/// Returns whether to print `states` states on the terminal. If there are many states, asks the
/// user whether to print them.
fn is_wanted(states: u64) -> Result<bool, Failure> {
    /// The greatest number of states that are printed without a question.
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
