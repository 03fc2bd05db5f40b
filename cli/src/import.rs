//! `perfectplay import`: is a table in a file complete and correct?

use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use perfectplay::{TableData, TableError, Value, Verified};
use serde_json::Value as Json;

use crate::Failure;
use crate::any_game::AnyGame;
use crate::game_arg::GameArg;
use crate::open::{TableFile, solve};
use crate::records_in_json::{Entries, Entry, of_lines, of_list};
use crate::solved_game::SolvedGame;
use crate::spec::Spec;

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
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let report = if args.is_stdin() {
        args.report(io::stdin().lock())?
    } else {
        let file = File::open(&args.file).map_err(|error| args.wrong(&error))?;
        args.report(file)?
    };
    Ok(write!(io::stdout(), "{report}")?)
}

/// A form in which records are written.
#[derive(Clone, Copy)]
struct Form {
    name: &'static str,
    /// What errors call the place of a record, before its number.
    place: &'static str,
}

const JSON: Form = Form {
    name: "json",
    place: "record",
};
const JSON_LINES: Form = Form {
    name: "jsonl",
    place: "line",
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

    fn report(&self, mut input: impl Read) -> Result<Report, Failure> {
        let mut beginning = Vec::new();
        let longest = TableData::LONGEST_HEADER as u64;
        let read = input.by_ref().take(longest).read_to_end(&mut beginning);
        read.map_err(|error| self.wrong(&error))?;
        let whole = beginning.as_slice().chain(input);
        match beginning.trim_ascii_start().first() {
            Some(b'[') => of_list(whole, |entries| self.report_on(JSON, entries))
                .map_err(|problem| self.wrong(&problem))?,
            Some(b'{') => of_lines(whole, |entries| self.report_on(JSON_LINES, entries)),
            _ if matches!(
                TableData::byte_len_from_header(&beginning),
                Err(TableError::Label)
            ) =>
            {
                self.report_on_own_format(&beginning, whole)
            }
            _ => TableFile::read_from(self.name(), whole, &self.game)?
                .open(|game| self.report_of("table", game)),
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
        solve(&*game, |game| {
            let format = game.compare_own_format(beginning, &mut whole);
            let format = format.map_err(|problem| self.wrong(&problem))?;
            self.report_of(format, game)
        })
    }

    /// Verifies a table, and counts its values.
    fn report_of(&self, format: &'static str, game: &dyn SolvedGame) -> Result<Report, Failure> {
        let verified = game.verify().map_err(|problem| self.wrong(&problem))?;
        Ok(Report {
            format,
            game: game.spec(),
            verified,
        })
    }

    /// The game that a record names; the usual one, if it names none.
    fn game_of(&self, entry: Option<&Entry>) -> Result<Box<dyn AnyGame>, String> {
        let catalogue = &self.game.catalogue;
        match entry.and_then(|entry| entry.get("game")) {
            None => Ok(catalogue.usual()),
            Some(Json::String(name)) => catalogue.find(name).map_err(|error| error.to_string()),
            Some(other) => Err(format!("expected the name of a game, found {other}")),
        }
    }

    /// Compares records with the solved game. The first is read before the game is solved,
    /// which may take long.
    fn report_on(&self, form: Form, entries: &mut Entries<'_>) -> Result<Report, Failure> {
        let wrong = |problem: String| self.wrong(&problem);
        let first = entries.next().transpose();
        let first = first.map_err(|problem| wrong(form.at(1, &problem)))?;
        let game = self.game_of(first.as_ref());
        let game = game.map_err(|problem| wrong(form.at(1, &problem)))?;
        self.game.expect(&game.spec()).map_err(wrong)?;
        if let Some(entry) = &first {
            state_of(entry)
                .map_err(str::to_owned)
                .and_then(|state| game.read_state(state).map_err(|error| error.to_string()))
                .map_err(|problem| wrong(form.at(1, &problem)))?;
        }
        solve(&*game, |game| {
            let mut entries = first.into_iter().map(Ok).chain(entries);
            compare(form, &mut entries, game).map_err(wrong)?;
            self.report_of(form.name, game)
        })
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

/// Compares all records with the solved game.
fn compare(form: Form, entries: &mut Entries<'_>, game: &dyn SolvedGame) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for (entry, number) in entries.zip(1..) {
        let at = |problem: &dyn Display| form.at(number, problem);
        let entry = entry.map_err(|problem| at(&problem))?;
        let state = state_of(&entry).map_err(|problem| at(&problem))?;
        let expected = game.view(state).map_err(|error| at(&error))?;
        let expected = serde_json::to_value(expected).map_err(|error| at(&error))?;
        if let Some(problem) = difference(&expected, &entry) {
            return Err(at(&format_args!("{state}: {problem}")));
        }
        if !seen.insert(state.clone()) {
            return Err(at(&format_args!(
                "expected each state once, found {state} again"
            )));
        }
    }
    match (game.states(), seen.len() as u64) {
        (expected, found) if expected == found => Ok(()),
        (expected, found) => Err(format!("expected {expected} states, found {found}")),
    }
}

/// The result of the check.
struct Report {
    format: &'static str,
    game: Spec,
    verified: Verified,
}

/// The first field in which a record is wrong.
fn difference(expected: &Json, found: &Entry) -> Option<String> {
    if expected["status"] == "unreachable" {
        return Some("expected a reachable state, found one that no game reaches".to_owned());
    }
    let expected = expected.as_object()?;
    let field = |entry: &Entry, name: &str| match entry.get(name) {
        Some(value) => format!("\"{name}\":{value}"),
        None => format!("no \"{name}\""),
    };
    let mut names = expected.keys().chain(found.keys());
    let name = names.find(|&name| expected.get(name) != found.get(name))?;
    let (expected, found) = (field(expected, name), field(found, name));
    Some(format!("expected {expected}, found {found}"))
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
