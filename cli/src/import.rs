//! `perfectplay import`: is a file a whole and right table?

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use perfectplay::{
    Analysis, Archive, ArchiveError, MAP, Moves, Player, Record, State, Value, lookup,
};
use serde::Deserialize;

use crate::Failure;
use crate::view::status_name;

/// Check a table that was exported, and tell what it is.
///
/// Reads bincode, JSON and JSON lines. What does not fit together is refused with the
/// place where it does not; and every record is held against the table of this program.
#[derive(clap::Args)]
#[command(after_help = "Example: perfectplay import tictactoe.json")]
pub struct Args {
    /// The table.
    file: PathBuf,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let name = args.file.display();
    let wrong = |problem: String| Failure::Input(format!("{name}: {problem}"));
    let bytes = fs::read(&args.file)
        .map_err(|error| wrong(format!("expected a file to read, but: {error}")))?;
    let (format, archive) = read(&bytes).map_err(wrong)?;

    let mut out = io::stdout().lock();
    writeln!(out, "format   {format}")?;
    writeln!(out, "states   {}", archive.records().len())?;
    for (value, states) in values(&archive) {
        writeln!(out, "{value:<9}{states}")?;
    }
    match first_difference(&archive) {
        None => {
            writeln!(out, "The table is whole, and as this program has it.")?;
            Ok(())
        }
        Some(problem) => {
            out.flush()?;
            Err(wrong(problem))
        }
    }
}

/// The table, with the name of its format; or what is wrong, and where.
fn read(bytes: &[u8]) -> Result<(&'static str, Archive), String> {
    match bytes.trim_ascii_start().first() {
        Some(b'[') => Ok(("json", from_json(bytes)?)),
        Some(b'{') => Ok(("jsonl", from_json_lines(bytes)?)),
        _ => match Archive::from_bytes(bytes) {
            Ok(archive) => Ok(("bincode", archive)),
            Err(ArchiveError::Label) => Err(
                "expected a table in bincode, JSON or JSON lines, found something else".to_owned(),
            ),
            Err(error) => Err(error.to_string()),
        },
    }
}

fn from_json(bytes: &[u8]) -> Result<Archive, String> {
    let entries: Vec<Entry> =
        serde_json::from_slice(bytes).map_err(|error| format!("expected records, but: {error}"))?;
    archive(entries.into_iter().map(Ok), "record")
}

fn from_json_lines(bytes: &[u8]) -> Result<Archive, String> {
    let lines = bytes
        .strip_suffix(b"\n")
        .unwrap_or(bytes)
        .split(|&byte| byte == b'\n');
    let entries = lines.map(|line| {
        serde_json::from_slice(line).map_err(|error| format!("expected a record, but: {error}"))
    });
    archive(entries, "line")
}

/// The archive of some entries. `place` is what their numbers count.
fn archive(
    entries: impl Iterator<Item = Result<Entry, String>>,
    place: &str,
) -> Result<Archive, String> {
    let mut records = BTreeMap::new();
    for (entry, number) in entries.zip(1..) {
        let at = |problem: String| format!("{place} {number}: {problem}");
        let (state, record) = entry.and_then(|entry| entry.check()).map_err(at)?;
        if records.insert(state, record).is_some() {
            return Err(at(format!("expected each state once, found {state} again")));
        }
    }
    Archive::from_records(records.into_iter().collect()).map_err(|error| error.to_string())
}

/// A record as `lookup --json` prints it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    state: State,
    to_move: Player,
    status: String,
    value: Value,
    distance: u32,
    winning: Moves,
    losing: Moves,
    neutral: Moves,
    best: Moves,
    line: Option<Moves>,
}

impl Entry {
    /// The record, if the parts of the entry agree with each other and with the rules.
    fn check(self) -> Result<(State, Record), String> {
        let state = self.state;
        let (status, line) = (state.status(), state.line_cells());
        let expected = (
            state.to_move(),
            status_name(status),
            status.is_over().then_some(line),
        );
        let found = (self.to_move, self.status.as_str(), self.line);
        if found != expected {
            return Err(format!(
                "expected {expected:?} as player, status and line of {state}, found {found:?}"
            ));
        }
        let analysis = Analysis {
            winning: self.winning,
            losing: self.losing,
            neutral: self.neutral,
            best: self.best,
            value: self.value,
            distance: Some(self.distance),
        };
        let record = Record::pack(&analysis, state.occupied_cells())
            .map_err(|error| format!("{state}: {error}"))?;
        Ok((state, record))
    }
}

fn values(archive: &Archive) -> BTreeMap<Value, usize> {
    let mut values = BTreeMap::new();
    for (_, record) in archive.records() {
        *values.entry(record.value()).or_default() += 1;
    }
    values
}

/// Where the table is not the one of this program.
fn first_difference(archive: &Archive) -> Option<String> {
    for &(state, found) in archive.records() {
        match lookup(state) {
            None => return Some(format!("expected reachable states, found {state}")),
            Some(expected) if found != expected => {
                return Some(format!("{state}: expected {expected:?}, found {found:?}"));
            }
            Some(_) => {}
        }
    }
    let (expected, found) = (MAP.len(), archive.records().len());
    (found != expected).then(|| format!("expected {expected} states, found {found}"))
}
