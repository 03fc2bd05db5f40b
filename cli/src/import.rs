//! `perfectplay import`: is a file a whole and right table?

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use perfectplay::tictactoe::{Archive, ArchiveError, MAP};
use perfectplay::{TableData, TableError, Value, Verified};
use serde_json::{Map, Value as Json};

use crate::Failure;
use crate::game_arg::{GameArg, Spec};
use crate::open::{TableFile, solve};
use crate::tictactoe_view::{Answer, View};

/// Check a table that was exported, and tell what it is.
///
/// Reads JSON and JSON lines of any game, bincode, and what `perfectplay solve -o` has
/// written. Every record is held against what this program knows, for which a game other
/// than tic-tac-toe is solved; what `solve` has written, against the rules. What is wrong
/// is told with its place.
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
    let read = if args.is_stdin() {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(&args.file)
    };
    let bytes =
        read.map_err(|error| args.wrong(&format_args!("expected a file to read, but: {error}")))?;
    let report = args.report(bytes)?;
    Ok(write!(io::stdout(), "{report}")?)
}

/// A record as `export` writes it: names and what they are.
type Entry = Map<String, Json>;

/// The records of a file, each where it is.
struct Entries {
    format: &'static str,
    /// What the numbers of the records count.
    place: &'static str,
    list: Vec<Result<Entry, String>>,
}

impl Args {
    fn is_stdin(&self) -> bool {
        self.file.as_os_str() == "-"
    }

    /// What people call the file.
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

    fn report(&self, bytes: Vec<u8>) -> Result<Report, Failure> {
        let entries = match bytes.trim_ascii_start().first() {
            Some(b'[') => Entries::of_json(&bytes),
            Some(b'{') => Ok(Entries::of_json_lines(&bytes)),
            _ => match TableData::from_bytes(&bytes) {
                Err(TableError::Label) => Entries::of_archive(&bytes),
                _ => return self.report_on_table(bytes),
            },
        };
        self.report_on(&entries.map_err(|problem| self.wrong(&problem))?)
    }

    fn report_on_table(&self, bytes: Vec<u8>) -> Result<Report, Failure> {
        let file = TableFile::from_bytes(self.name(), bytes, &self.game)?;
        file.open(|book| {
            let verified = book.verify().map_err(|problem| self.wrong(&problem))?;
            Ok(Report::of_table(book.spec(), &verified))
        })
    }

    fn report_on(&self, entries: &Entries) -> Result<Report, Failure> {
        let wrong = |problem: String| self.wrong(&problem);
        let spec = entries.spec().map_err(wrong)?;
        self.game.expect(&spec).map_err(wrong)?;
        let mut report = Report::new(entries.format, spec.clone());
        if entries.are_usual() {
            let truth = |text: &str| text.parse().map(Answer::of);
            report
                .count(entries, MAP.len() as u64, truth)
                .map_err(wrong)?;
        } else {
            solve(&spec, |book| {
                let truth = |text: &str| book.view(text);
                report.count(entries, book.states(), truth).map_err(wrong)
            })?;
        }
        Ok(report)
    }
}

impl Entries {
    fn of_json(bytes: &[u8]) -> Result<Self, String> {
        let list: Vec<Entry> = serde_json::from_slice(bytes)
            .map_err(|error| format!("expected records, but: {error}"))?;
        Ok(Self {
            format: "json",
            place: "record",
            list: list.into_iter().map(Ok).collect(),
        })
    }

    fn of_json_lines(bytes: &[u8]) -> Self {
        let lines = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let lines = lines.split(|&byte| byte == b'\n');
        let read = |line| {
            serde_json::from_slice(line).map_err(|error| format!("expected a record, but: {error}"))
        };
        Self {
            format: "jsonl",
            place: "line",
            list: lines.map(read).collect(),
        }
    }

    fn of_archive(bytes: &[u8]) -> Result<Self, String> {
        let archive = Archive::from_bytes(bytes).map_err(|error| match error {
            ArchiveError::Label => "expected a table in bincode, JSON or JSON lines, or one of \
                 `perfectplay solve -o`, found something else"
                .to_owned(),
            error => match first_difference(bytes) {
                Some(at) => format!("{error}: {at}"),
                None => error.to_string(),
            },
        })?;
        let entry = |&(state, record)| match serde_json::to_value(View::new(state, record)) {
            Ok(Json::Object(entry)) => Ok(entry),
            other => Err(format!("expected a record, found {other:?}")),
        };
        Ok(Self {
            format: "bincode",
            place: "record",
            list: archive.records().iter().map(entry).collect(),
        })
    }

    /// Whether they are of tic-tac-toe in its own form, which does not name the game.
    fn are_usual(&self) -> bool {
        let names_game = |entry: &Entry| entry.contains_key("game");
        !matches!(self.list.first(), Some(Ok(entry)) if names_game(entry))
    }

    /// Of which game the records are: the first one tells.
    fn spec(&self) -> Result<Spec, String> {
        let Some(first) = self.list.first() else {
            return Ok(Spec::default());
        };
        let first = first
            .as_ref()
            .map_err(|problem| format!("{} 1: {problem}", self.place))?;
        match first.get("game") {
            None => Ok(Spec::default()),
            Some(Json::String(name)) => name
                .parse()
                .map_err(|error| format!("{} 1: {error}", self.place)),
            Some(other) => Err(format!(
                "{} 1: expected the name of a game, found {other}",
                self.place
            )),
        }
    }
}

/// At which byte an archive begins to be another than that of this program.
fn first_difference(found: &[u8]) -> Option<String> {
    let expected = Archive::baked().to_bytes().ok()?;
    let longest = expected.len().max(found.len());
    let at = (0..longest).find(|&at| expected.get(at) != found.get(at))?;
    let byte = |bytes: &[u8]| match bytes.get(at) {
        Some(byte) => format!("{byte:#04x}"),
        None => "the end".to_owned(),
    };
    Some(format!(
        "at byte {at} expected {}, found {}",
        byte(&expected),
        byte(found)
    ))
}

/// What the table is.
struct Report {
    format: &'static str,
    game: Spec,
    values: BTreeMap<Value, u64>,
    held_against: &'static str,
}

impl Report {
    const fn new(format: &'static str, game: Spec) -> Self {
        Self {
            format,
            game,
            values: BTreeMap::new(),
            held_against: "as this program has it",
        }
    }

    /// That of a table of `solve`.
    fn of_table(game: Spec, verified: &Verified) -> Self {
        let mut report = Self::new("table", game);
        report.held_against = "follows from the rules";
        let counts = [
            (Value::Loss, verified.losses),
            (Value::Draw, verified.draws),
            (Value::Win, verified.wins),
        ];
        let counts = counts.into_iter().filter(|&(_, states)| states > 0);
        report.values.extend(counts);
        report
    }

    /// Holds all records against the truth, and counts them.
    fn count<A, E>(
        &mut self,
        entries: &Entries,
        states: u64,
        truth: impl Fn(&str) -> Result<A, E>,
    ) -> Result<(), String>
    where
        A: serde::Serialize,
        E: Display,
    {
        let mut seen = BTreeSet::new();
        for (entry, number) in entries.list.iter().zip(1..) {
            let at = |problem: &dyn Display| format!("{} {number}: {problem}", entries.place);
            let entry = entry.as_ref().map_err(|problem| at(problem))?;
            let Some(Json::String(state)) = entry.get("state") else {
                return Err(at(&"expected a record with a state, found none"));
            };
            let truth = truth(state).map_err(|error| at(&error))?;
            let truth = serde_json::to_value(truth).map_err(|error| at(&error))?;
            if let Some(problem) = difference(&truth, entry) {
                return Err(at(&format_args!("{state}: {problem}")));
            }
            if !seen.insert(state) {
                return Err(at(&format_args!(
                    "expected each state once, found {state} again"
                )));
            }
            let value = serde_json::from_value(truth["value"].clone());
            *self
                .values
                .entry(value.map_err(|error| at(&error))?)
                .or_default() += 1;
        }
        match seen.len() as u64 {
            found if found == states => Ok(()),
            found => Err(format!("expected {states} states, found {found}")),
        }
    }
}

/// In what a record is another than it should be.
fn difference(expected: &Json, found: &Entry) -> Option<String> {
    if expected["status"] == "unreachable" {
        return Some("expected a state that some game reaches, found another".to_owned());
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
        writeln!(f, "format   {}", self.format)?;
        writeln!(f, "game     {}", self.game)?;
        writeln!(f, "states   {}", self.values.values().sum::<u64>())?;
        for (value, states) in &self.values {
            writeln!(f, "{value:<9}{states}")?;
        }
        writeln!(f, "The table is whole, and {}.", self.held_against)
    }
}
