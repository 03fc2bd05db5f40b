//! `perfectplay import`: is a table in a file complete and correct?

use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use perfectplay::{TableData, TableError, Value, Verified};
use serde_json::{Map, Value as Json};

use crate::Failure;
use crate::game_arg::{GameArg, Spec};
use crate::open::{TableFile, solve};
use crate::solved_game::SolvedGame;

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
    let read = if args.is_stdin() {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(&args.file)
    };
    let bytes = read.map_err(|error| args.wrong(&error))?;
    let report = args.report(bytes)?;
    Ok(write!(io::stdout(), "{report}")?)
}

/// A record in JSON.
type Entry = Map<String, Json>;

/// The records of a file in JSON.
struct Entries {
    format: &'static str,
    /// What errors call the place of a record, before its number.
    place: &'static str,
    list: Vec<Result<Entry, String>>,
}

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

    fn report(&self, bytes: Vec<u8>) -> Result<Report, Failure> {
        let entries = match bytes.trim_ascii_start().first() {
            Some(b'[') => Entries::of_json(&bytes).map_err(|problem| self.wrong(&problem))?,
            Some(b'{') => Entries::of_json_lines(&bytes),
            _ if matches!(TableData::from_bytes(&bytes), Err(TableError::Label)) => {
                return self.report_on_own_format(&bytes);
            }
            _ => return self.report_on_table(bytes),
        };
        self.report_on(&entries)
    }

    fn report_on_table(&self, bytes: Vec<u8>) -> Result<Report, Failure> {
        let file = TableFile::from_bytes(self.name(), bytes, &self.game)?;
        file.open(|game| self.report_of("table", game))
    }

    fn report_on_own_format(&self, bytes: &[u8]) -> Result<Report, Failure> {
        solve(&self.game.spec(), |game| {
            let format =
                game.compare_own_format(bytes).unwrap_or_else(|| {
                    Err("expected a table in JSON or JSON lines, one of `perfectplay solve -o`, or \
                     an archive of the game's own (bincode), found something else"
                    .to_owned())
                });
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

    fn report_on(&self, entries: &Entries) -> Result<Report, Failure> {
        let wrong = |problem: String| self.wrong(&problem);
        let spec = entries.spec().map_err(wrong)?;
        self.game.expect(&spec).map_err(wrong)?;
        solve(&spec, |game| {
            entries.compare(game).map_err(wrong)?;
            self.report_of(entries.format, game)
        })
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

    /// The game that the first record names; the usual one, if it names none.
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

    /// Compares all records with the solved game.
    fn compare(&self, game: &dyn SolvedGame) -> Result<(), String> {
        let mut seen = BTreeSet::new();
        for (entry, number) in self.list.iter().zip(1..) {
            let at = |problem: &dyn Display| format!("{} {number}: {problem}", self.place);
            let entry = entry.as_ref().map_err(|problem| at(problem))?;
            let Some(Json::String(state)) = entry.get("state") else {
                return Err(at(&"expected a record with a state, found none"));
            };
            let expected = game.view(state).map_err(|error| at(&error))?;
            let expected = serde_json::to_value(expected).map_err(|error| at(&error))?;
            if let Some(problem) = difference(&expected, entry) {
                return Err(at(&format_args!("{state}: {problem}")));
            }
            if !seen.insert(state) {
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
