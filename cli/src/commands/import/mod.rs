//! `perfectplay import`: is a table in a file complete and correct?

mod json;

use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use perfectplay::Value;
use perfectplay::table::{TableData, TableError};
use perfectplay::verify::Verified;
use perfectplay_any::{Rules, Table, TableFile};
use serde_json::Value as Json;

use crate::Failure;
use crate::args::game::GameArg;
use crate::args::limits::LimitsArg;
use crate::args::table::{SolveArg, expected};
use crate::context::Context;
use crate::io::progress::Meter;
use json::{Entries, Entry, of_lines, of_list};
use perfectplay_any::Catalogue;

/// Check that a table in a file is complete and correct.
///
/// Reads JSON and JSON lines as `perfectplay export` writes them, the tables that
/// `perfectplay solve -o` writes, and the archives that a game has of its own, such as
/// bincode. A table of `solve` is verified against the rules. Any other is compared, record
/// by record or byte by byte, with the table that this program has; if it has none, it
/// solves the game. An error names the place of the first difference.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay import tictactoe.json
  perfectplay export --game hexapawn --format jsonl | perfectplay import -")]
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
        args.report(io::stdin().lock(), Kept::new())?
    } else {
        let file = File::open(&args.file).map_err(|error| args.wrong(&error))?;
        let is_plain = file.metadata().is_ok_and(|about| about.is_file());
        let kept = if is_plain {
            file.try_clone().map(Kept::Itself)
        } else {
            Kept::new()
        };
        args.report(&file, kept)?
    };
    Ok(write!(io::stdout(), "{report}")?)
}

/// What is printed of standard input, by a program with these games.
pub fn of_stdin(catalogue: Catalogue, input: impl Read) -> Result<String, Failure> {
    let args = Args {
        file: "-".into(),
        game: GameArg::unnamed(catalogue),
        solve: SolveArg::NO_CACHE,
    };
    Ok(args.report(input, Kept::new())?.to_string())
}

/// Where records can be read a second time.
enum Kept {
    /// In the plain file that they are read from.
    Itself(File),
    /// In a temporary file without a name, into which they are written as they are read.
    Copied(File),
}

impl Kept {
    fn new() -> io::Result<Self> {
        tempfile::tempfile().map(Self::Copied)
    }

    /// From the beginning.
    fn again(self) -> io::Result<BufReader<File>> {
        let (Self::Itself(mut file) | Self::Copied(mut file)) = self;
        file.rewind()?;
        Ok(BufReader::new(file))
    }
}

/// What is read is copied, if a copy must be made.
struct Copying<'a, R> {
    input: R,
    kept: &'a Kept,
}

impl<R: Read> Read for Copying<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        if let Kept::Copied(file) = self.kept {
            (&*file).write_all(&buffer[..read])?;
        }
        Ok(read)
    }
}

/// A form in which records are written.
#[derive(Clone, Copy)]
struct Form {
    name: &'static str,
    /// What errors call the place of a record, before its number.
    place: &'static str,
    /// Whether the records are those of one list, and not one a line.
    is_list: bool,
}

const JSON: Form = Form {
    name: "json",
    place: "record",
    is_list: true,
};
const JSON_LINES: Form = Form {
    name: "jsonl",
    place: "line",
    is_list: false,
};

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

    fn report(&self, mut input: impl Read, kept: io::Result<Kept>) -> Result<Report, Failure> {
        let mut beginning = Vec::new();
        let longest = TableData::LONGEST_HEADER as u64;
        let read = input.by_ref().take(longest).read_to_end(&mut beginning);
        read.map_err(|error| self.wrong(&error))?;
        let whole = beginning.as_slice().chain(input);
        match beginning.trim_ascii_start().first() {
            Some(b'[') => self.report_on_records(JSON, whole, kept),
            Some(b'{') => self.report_on_records(JSON_LINES, whole, kept),
            _ if matches!(
                TableData::byte_len_from_header(&beginning),
                Err(TableError::Label)
            ) =>
            {
                self.report_on_own_format(&beginning, whole)
            }
            _ => {
                let file = TableFile::read_from(self.name(), whole, &self.game.catalogue)?;
                let file = expected(file, self.name(), &self.game)?;
                self.report_of("table", &*file.open()?)
            }
        }
    }

    fn report_on_own_format(
        &self,
        beginning: &[u8],
        mut whole: impl Read,
    ) -> Result<Report, Failure> {
        let game = self.game.game();
        if !game.has_archive(beginning) {
            return Err(self.wrong(
                &"expected a table in JSON or JSON lines, one of `perfectplay solve -o`, or an \
                  archive of the game's own (bincode), found something else",
            ));
        }
        let table = self.solve.table(&*game)?;
        let format = table.compare_own_format(beginning, &mut whole);
        let format = format.map_err(|problem| self.wrong(&problem))?;
        self.report_of(format, &*table)
    }

    /// Verifies a table, and counts its values.
    fn report_of(&self, format: &'static str, table: &dyn Table) -> Result<Report, Failure> {
        let meter = Meter::new();
        let limits = LimitsArg::default();
        let verified = table.verify(&limits.limits(&|progress| meter.watch(progress)));
        Ok(Report {
            format,
            game: Arc::clone(&table.info().spec),
            verified: verified.map_err(|problem| self.wrong(&problem))?,
        })
    }

    /// The game that a record names; the usual one, if it names none.
    fn game_of(&self, entry: Option<&Entry>) -> Result<Box<dyn Rules>, String> {
        let catalogue = &self.game.catalogue;
        match entry.and_then(|entry| entry.get("game")) {
            None => Ok(catalogue.usual()),
            Some(Json::String(name)) => catalogue.find(name).map_err(|error| error.to_string()),
            Some(other) => Err(format!("expected the name of a game, found {other}")),
        }
    }

    /// Reads all records, and then compares them with the solved game. To solve a game may
    /// take long, so what is wrong without it is told before.
    fn report_on_records(
        &self,
        form: Form,
        whole: impl Read,
        kept: io::Result<Kept>,
    ) -> Result<Report, Failure> {
        let kept = kept.map_err(|error| self.wrong(&error))?;
        let wrong = |problem: String| self.wrong(&problem);
        let whole = Copying {
            input: whole,
            kept: &kept,
        };
        let game = self.read(form, whole, |entries| self.records(form, entries))?;
        let again = kept.again().map_err(|error| self.wrong(&error))?;
        let table = self.solve.table(&*game)?;
        self.read(form, again, |entries| {
            compare(form, entries, &*table).map_err(wrong)
        })?;
        self.report_of(form.name, &*table)
    }

    /// Gives what is read to `then`, record by record.
    fn read<T>(
        &self,
        form: Form,
        input: impl Read,
        then: impl FnOnce(&mut Entries<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        if form.is_list {
            of_list(input, then).map_err(|problem| self.wrong(&problem))?
        } else {
            of_lines(input, then)
        }
    }

    /// The game of the records, if they are what the rules alone allow: all of this game, and
    /// each of another state.
    fn records(&self, form: Form, entries: &mut Entries<'_>) -> Result<Box<dyn Rules>, Failure> {
        let wrong = |problem: String| self.wrong(&problem);
        let first = entries.next().transpose();
        let first = first.map_err(|problem| wrong(form.at(1, &problem)))?;
        let game = self.game_of(first.as_ref());
        let game = game.map_err(|problem| wrong(form.at(1, &problem)))?;
        self.game.expect(&game.info().spec).map_err(wrong)?;
        let mut entries = first.into_iter().map(Ok).chain(entries);
        read_by_the_rules(form, &mut entries, &*game).map_err(wrong)?;
        Ok(game)
    }
}

impl Form {
    /// A problem of a record.
    fn at(self, number: u64, problem: &dyn Display) -> String {
        format!("{} {number}: {problem}", self.place)
    }
}

fn state_of(entry: &Entry) -> Result<&String, &'static str> {
    match entry.get("state") {
        Some(Json::String(state)) => Ok(state),
        _ => Err("expected a record with a state, found none"),
    }
}

/// Reads records by the rules alone.
fn read_by_the_rules(
    form: Form,
    entries: &mut Entries<'_>,
    game: &dyn Rules,
) -> Result<(), String> {
    let expected = Json::String(game.info().spec.to_string());
    let expected = Entry::from_iter([("game".to_owned(), expected)]);
    let mut seen = BTreeSet::new();
    for (entry, number) in entries.zip(1..) {
        let at = |problem: &dyn Display| form.at(number, problem);
        let entry = entry.map_err(|problem| at(&problem))?;
        let state = state_of(&entry).map_err(|problem| at(&problem))?;
        game.validate_state(state).map_err(|error| at(&error))?;
        if let Some(problem) = difference_in("game", &expected, &entry) {
            return Err(at(&format_args!("{state}: {problem}")));
        }
        if !seen.insert(state.clone()) {
            return Err(at(&format_args!(
                "expected each state once, found {state} again"
            )));
        }
    }
    Ok(())
}

/// Compares all records with the solved game.
fn compare(form: Form, entries: &mut Entries<'_>, table: &dyn Table) -> Result<(), String> {
    let mut found = 0;
    for (entry, number) in entries.zip(1..) {
        let at = |problem: &dyn Display| form.at(number, problem);
        let entry = entry.map_err(|problem| at(&problem))?;
        let state = state_of(&entry).map_err(|problem| at(&problem))?;
        let position = table.parse(state).map_err(|error| at(&error))?;
        let expected = position.answer().map_err(|error| at(&error))?;
        let expected = serde_json::to_value(expected).map_err(|error| at(&error))?;
        if let Some(problem) = difference(&expected, &entry) {
            return Err(at(&format_args!("{state}: {problem}")));
        }
        found = number;
    }
    match table.states() {
        expected if expected == found => Ok(()),
        expected => Err(format!("expected {expected} states, found {found}")),
    }
}

/// The result of the check.
struct Report {
    format: &'static str,
    game: Arc<str>,
    verified: Verified,
}

/// The first field in which a record is wrong.
fn difference(expected: &Json, found: &Entry) -> Option<String> {
    if expected["status"] == "unreachable" {
        return Some("expected a reachable state, found one that no game reaches".to_owned());
    }
    let expected = expected.as_object()?;
    let mut names = expected.keys().chain(found.keys());
    names.find_map(|name| difference_in(name, expected, found))
}

/// The difference in one field, if there is one.
fn difference_in(name: &str, expected: &Entry, found: &Entry) -> Option<String> {
    let field = |entry: &Entry| match entry.get(name) {
        Some(value) => format!("\"{name}\":{value}"),
        None => format!("no \"{name}\""),
    };
    let differs = expected.get(name) != found.get(name);
    differs.then(|| format!("expected {}, found {}", field(expected), field(found)))
}

impl Display for Report {
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
