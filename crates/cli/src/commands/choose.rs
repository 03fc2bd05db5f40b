//! `perfectplay choose`: a player that speaks the protocol.

use std::io::{self, Write};

use perfectplay::{Level, Moves};
use perfectplay_any::{AnyTable, Error, Playbook, Position};

use crate::Failure;
use crate::args::level::LevelParser;
use crate::args::number::whole_number;
use crate::args::oracle::OracleArg;
use crate::args::playbook::PlaybookArg;
use crate::args::table::TableArg;
use crate::context::Context;
use crate::failure::report;
use crate::io::clock::clock;
use crate::io::lines::{answer_states, report_line};

/// Choose moves: read states from standard input, and write a move for each.
///
/// This player speaks the protocol of docs/protocol.md. It reads a line with a state, and writes a
/// line with a move before it reads the next state. If a line is not a state, or the state has no
/// move, the player writes an empty line. It reports the problem on standard error, and in the end
/// the exit status is 1. The player also writes an empty line if the values that the level needs
/// are not proved within --seconds. The exit status is then 4. `--level random` needs no values.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  echo X.O/.../... | perfectplay choose
  perfectplay audit --exec 'perfectplay choose --level invincible --all'
  perfectplay choose --game connect:4x4 --level casual --seed 7
  perfectplay choose --game connect:5x5 --playbook connect.playbook")]
pub struct Args {
    /// The level of the player.
    #[arg(long, value_parser = LevelParser, default_value = "perfect")]
    level: Level,

    /// Seed the choices: with the same seed, the same state always gets the same move. Without a
    /// seed, each choice is random.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number::<u64>, conflicts_with = "all")]
    seed: Option<u64>,

    /// Write all moves that the level may choose, separated by spaces.
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    book: PlaybookArg,

    #[command(flatten)]
    game: TableArg,

    #[command(flatten)]
    oracle: OracleArg,
}

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    let no_states = |_: &_| Ok(Vec::new());
    let (table, _, book) = args.book.open(&args.game, &args.oracle, &no_states)?;
    let write = |moves: &str| {
        let mut out = io::stdout().lock();
        writeln!(out, "{moves}")?;
        out.flush()
    };
    answer_states(
        &mut |line, number| Ok(write(&args.choose(line, number, &table, book.as_ref())?)?),
        &mut |line, number, problem| {
            write("")?;
            report_line(line, number, problem)
        },
    )
}

impl Args {
    /// Returns the names of the chosen moves for the state in a line of input.
    fn choose(
        &self,
        line: &str,
        number: u64,
        table: &AnyTable,
        book: Option<&Playbook>,
    ) -> Result<String, Failure> {
        let position = table.parse(line).map_err(Error::from)?;
        if let Some(warning) = table.game().warning(line) {
            report(&format_args!("line {number}: {warning}"));
        }
        let moves = if let Some(book) = book {
            book.choose(&position).map_or(Moves::EMPTY, Moves::from)
        } else if self.all {
            position.choices(self.level)?
        } else {
            let chosen = position.choose(self.level, self.entropy(position.key()))?;
            chosen.into_iter().collect()
        };
        if moves.is_empty() {
            return Err(Failure::Input(why_none(&position, book)));
        }
        Ok(position.move_names(moves))
    }

    /// Returns a random number. If the user gave a seed, the result depends only on the seed and on
    /// the state's key.
    fn entropy(&self, key: u64) -> u64 {
        self.seed
            .map_or_else(clock, |seed| perfectplay::level::entropy(seed, key))
    }
}

fn why_none(position: &Position<'_>, book: Option<&Playbook>) -> String {
    // A state without a move is finished or unknown. A table also has records of finished states.
    let is_known = book.is_some() || matches!(position.analysis(), Ok(Some(_)));
    if position.outcome().is_some() && is_known {
        format!("expected an unfinished game, found its end {position}")
    } else if book.is_some() {
        format!("expected a state that the playbook knows, found {position}")
    } else {
        format!("expected a reachable state, found {position}")
    }
}
