//! `perfectplay import`: is a table in a file complete and correct?

use std::collections::HashSet;
use std::fmt::{self, Display};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use perfectplay::Value;
use perfectplay::table::{TableData, TableError};
use perfectplay::verify::Verified;
use perfectplay_any::{Catalogue, Table, TableFile};

use crate::Failure;
use crate::args::game::GameArg;
use crate::args::limits::LimitsArg;
use crate::args::table::{SolveArg, expected};
use crate::context::Context;
use crate::io::lines::Lines;
use crate::io::progress::Meter;
use crate::view::row::Delimited;

/// Check that a table in a file is complete and correct.
///
/// Reads tsv and csv as `perfectplay export` writes them, their states in any order; the tables that
/// `perfectplay solve -o` writes; and the archives that a game has of its own, such as bincode. A
/// table of `solve` is verified against the rules. Any other is compared, line by line or byte by
/// byte, with the table that this program has; if it has none, it solves the game. An error names
/// the place of the first difference.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay import tictactoe.tsv
  perfectplay export --game hexapawn --format csv | perfectplay import --game hexapawn -")]
pub struct Args {
    /// The table; - reads it from standard input.
    file: PathBuf,

    #[command(flatten)]
    game: GameArg,

    #[command(flatten)]
    solve: SolveArg,
}

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    let report = if args.is_stdin() {
        args.report(io::stdin().lock())?
    } else {
        args.report(File::open(&args.file).map_err(|error| args.wrong(&error))?)?
    };
    Ok(write!(io::stdout(), "{report}")?)
}

/// What is printed of standard input, by a program with these games.
pub fn read(catalogue: Catalogue, input: impl Read) -> Result<String, Failure> {
    let args = Args {
        file: "-".into(),
        game: GameArg::unnamed(catalogue),
        solve: SolveArg::NO_CACHE,
    };
    Ok(args.report(input)?.to_string())
}

/// The most bytes of a line: more than any game needs.
const LONGEST: u64 = 1 << 16;

/// The formats of lines.
const FORMATS: [(&str, Delimited); 2] = [
    ("tsv", Delimited { separator: "\t" }),
    ("csv", Delimited { separator: "," }),
];

impl Args {
    fn is_stdin(&self) -> bool {
        self.file.as_os_str() == "-"
    }

    /// What errors call the file.
    fn name(&self) -> &Path {
        if self.is_stdin() {
            Path::new("standard input")
        } else {
            &self.file
        }
    }

    fn wrong(&self, problem: &dyn Display) -> Failure {
        Failure::Input(format!("{}: {problem}", self.name().display()))
    }

    fn report(&self, mut input: impl Read) -> Result<ImportReport, Failure> {
        let mut beginning = Vec::new();
        let longest = TableData::LONGEST_HEADER as u64;
        let read = input.by_ref().take(longest).read_to_end(&mut beginning);
        read.map_err(|error| self.wrong(&error))?;
        let mut whole = beginning.as_slice().chain(input);
        let is_table = TableData::byte_len_from_header(&beginning) != Err(TableError::Label);
        let begins = |lines: Delimited| beginning.starts_with(lines.header().as_bytes());
        if is_table {
            let file = TableFile::read_from(self.name(), whole, &self.game.catalogue)?;
            let file = expected(file, self.name(), &self.game)?;
            return self.report_of("table", &*file.open()?);
        }
        let game = self.game.game();
        if let Some((name, lines)) = FORMATS.into_iter().find(|(_, lines)| begins(*lines)) {
            let table = self.solve.table(&*game)?;
            compare(lines, whole, &*table).map_err(|problem| self.wrong(&problem))?;
            self.report_of(name, &*table)
        } else if game.has_archive(&beginning) {
            let table = self.solve.table(&*game)?;
            let format = table.compare_own_format(&beginning, &mut whole);
            let format = format.map_err(|problem| self.wrong(&problem))?;
            self.report_of(format, &*table)
        } else {
            Err(self.wrong(
                &"expected a table in tsv or csv, one of `perfectplay solve -o`, or an archive of \
                  the game's own (bincode), found something else",
            ))
        }
    }

    /// Verifies a table, and counts its values.
    fn report_of(&self, format: &'static str, table: &dyn Table) -> Result<ImportReport, Failure> {
        let meter = Meter::new();
        let limits = LimitsArg::default();
        let verified = table.verify(&limits.limits(&|progress| meter.watch(progress)));
        Ok(ImportReport {
            format,
            game: Arc::clone(&table.info().spec),
            verified: verified.map_err(|problem| self.wrong(&problem))?,
        })
    }
}

/// Compares all lines with the solved game: each must be that of another state.
fn compare(format: Delimited, input: impl Read, table: &dyn Table) -> Result<(), String> {
    let mut lines = Lines::new(input, LONGEST);
    let (mut seen, mut expected) = (HashSet::new(), Vec::new());
    // The header has been seen.
    lines.next().map_err(|error| error.to_string())?;
    loop {
        let number = lines.number + 1;
        let Some(line) = lines.next().map_err(|error| error.to_string())? else {
            break;
        };
        let at = |problem: &dyn Display| format!("line {number}: {problem}");
        let (state, _) = format.split(&line);
        let position = table.parse(state).map_err(|error| at(&error))?;
        if position.analysis().map_err(|error| at(&error))?.is_none() {
            return Err(at(&format_args!(
                "expected a reachable state, found {state}, which no game reaches"
            )));
        }
        expected.clear();
        let written = format.push(&position, &mut expected);
        written.map_err(|error| at(&error))?;
        let expected = String::from_utf8_lossy(&expected);
        if expected.trim_ascii() != line {
            return Err(at(&format_args!(
                "{state}: {}",
                difference(format, &expected, &line)
            )));
        }
        // No two states that are reached have the same key.
        if !seen.insert(position.key()) {
            return Err(at(&format_args!(
                "expected each state once, found {state} again"
            )));
        }
    }
    match (table.states(), seen.len() as u64) {
        (expected, found) if expected == found => Ok(()),
        (expected, found) => Err(format!("expected {expected} states, found {found}")),
    }
}

/// The first column in which a line is wrong.
fn difference(format: Delimited, expected: &str, found: &str) -> String {
    let columns = |line| {
        let (state, others) = format.split(line);
        [state].into_iter().chain(others)
    };
    let pairs = columns(expected).zip(columns(found));
    let named = Delimited::COLUMNS.into_iter().zip(pairs);
    match named
        .into_iter()
        .find(|(_, (expected, found))| expected != found)
    {
        Some((name, (expected, found))) => format!("expected {name} {expected:?}, found {found:?}"),
        None => format!(
            "expected {} columns, found {}",
            Delimited::COLUMNS.len(),
            columns(found).count()
        ),
    }
}

/// The result of the check.
struct ImportReport {
    format: &'static str,
    game: Arc<str>,
    verified: Verified,
}

impl Display for ImportReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verified {
            states,
            wins,
            draws,
            losses,
            ..
        } = self.verified;
        writeln!(f, "format   {}", self.format)?;
        writeln!(f, "game     {}", self.game)?;
        writeln!(f, "states   {states}")?;
        for (value, states) in [
            (Value::Loss, losses),
            (Value::Draw, draws),
            (Value::Win, wins),
        ] {
            writeln!(f, "{value:<9}{states}")?;
        }
        writeln!(f, "The table is complete and correct.")
    }
}
