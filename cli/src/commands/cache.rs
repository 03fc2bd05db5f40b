//! `perfectplay cache`: the tables that are kept so that games are not solved again.

use std::fmt;
use std::path::Path;
use std::time::UNIX_EPOCH;

use clap::Subcommand;
use indicatif::DecimalBytes;
use perfectplay_any::cache::{Cache, CachedTable};
use serde::Serialize;

use crate::Failure;
use crate::context::Context;
use crate::io::print::print;

/// List or clear the tables that are kept so that games are not solved again.
///
/// What took longer than half a second to solve is kept in the directory for such files on this
/// platform, or in the one that PERFECTPLAY_CACHE names. If that is empty, nothing is kept. All
/// tables together take a gigabyte at most, or as much as PERFECTPLAY_CACHE_SIZE tells, such as 4G:
/// those that were not used for the longest time go first. A table that is damaged, or made by other
/// rules, is made anew. With --no-cache, a subcommand neither reads a table nor keeps it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay cache list
  perfectplay cache clear --json")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Copy, Subcommand)]
enum Command {
    /// List the tables that are kept, the most recently used first
    List(FormArg),
    /// Delete them, and list what was deleted
    Clear(FormArg),
}

#[derive(Clone, Copy, clap::Args)]
struct FormArg {
    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    let cache = Cache::from_environment()?;
    let (FormArg { json }, entries) = match (args.command, &cache) {
        (Command::List(form) | Command::Clear(form), None) => (form, Ok(Vec::new())),
        (Command::List(form), Some(cache)) => (form, cache.tables()),
        (Command::Clear(form), Some(cache)) => (form, cache.clear()),
    };
    let directory = cache.as_ref().map(Cache::directory);
    let entries = entries.map_err(|error| {
        let directory = directory.unwrap_or(Path::new(""));
        Failure::Input(format!("{}: {error}", directory.display()))
    })?;
    let tables: Vec<Table> = entries.iter().map(Table::new).collect();
    let content = Content {
        directory: directory.map(|directory| directory.display().to_string()),
        bytes: tables.iter().map(|table| table.bytes).sum(),
        most_bytes: cache.as_ref().map(Cache::most),
        is_cleared: matches!(args.command, Command::Clear(_)),
        tables,
    };
    Ok(print(&content, json)?)
}

/// What is in the cache, or was.
#[derive(Serialize)]
struct Content {
    /// `None` if nothing is kept.
    directory: Option<String>,
    bytes: u64,
    /// How many bytes are kept at most.
    most_bytes: Option<u64>,
    #[serde(skip)]
    is_cleared: bool,
    tables: Vec<Table>,
}

/// A table in the cache.
#[derive(Serialize)]
struct Table {
    game: String,
    bytes: u64,
    /// When it was used last, in seconds since the beginning of 1970.
    used: u64,
    file: String,
}

impl Table {
    fn new(entry: &CachedTable) -> Self {
        let used = entry.used.duration_since(UNIX_EPOCH);
        Self {
            game: entry.game.clone(),
            bytes: entry.bytes,
            used: used.map_or(0, |used| used.as_secs()),
            file: entry.path.display().to_string(),
        }
    }
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Some(directory), Some(most)) = (&self.directory, self.most_bytes) else {
            return writeln!(f, "No table is kept.");
        };
        for Table { game, bytes, .. } in &self.tables {
            writeln!(f, "{game}  {}", DecimalBytes(*bytes))?;
        }
        let all = DecimalBytes(self.bytes);
        if self.is_cleared {
            writeln!(f, "Deleted {all} in {directory}.")
        } else {
            writeln!(f, "{all} of at most {} in {directory}.", DecimalBytes(most))
        }
    }
}
