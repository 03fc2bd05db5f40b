//! `perfectplay cache`: the solved tables that are stored for later commands.

use std::fmt;
use std::time::UNIX_EPOCH;

use clap::Subcommand;
use indicatif::DecimalBytes;
use perfectplay_any::cache::{Cache, CachedTable};
use perfectplay_any::printable;
use serde::Serialize;

use crate::Failure;
use crate::context::Context;
use crate::failure::report;
use crate::io::print::print;

/// List or delete the solved tables in the cache.
///
/// A game of 100,000 states or more is solved only once. Its table is stored in the user's cache
/// directory, and later commands read it from there. PERFECTPLAY_CACHE can name another directory.
/// If PERFECTPLAY_CACHE is empty, no table is stored. All tables together take at most one gigabyte,
/// or the size in PERFECTPLAY_CACHE_SIZE, such as 4G. The least recently used tables are deleted
/// first. With --no-cache, a subcommand neither reads a table from the cache nor stores one.
///
/// If a table is damaged, or was made from other rules, the game is solved again. The checksum of a
/// stored table is checked, but not the values in the table. So the directory and its files must
/// belong to you, and nobody else may be able to write to them. Otherwise the cache is not used,
/// and a line on standard error says so. An existing directory is used if it is empty, or if
/// perfectplay has marked it with a CACHEDIR.TAG. Files in the directory that are not from
/// perfectplay are neither read nor deleted.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay cache list
  perfectplay cache clear --json")]
pub struct Args {
    #[command(subcommand)]
    command: CacheCommand,
}

#[derive(Clone, Copy, Subcommand)]
enum CacheCommand {
    /// List the tables in the cache, the most recently used first
    List(FormArg),
    /// Delete all tables in the cache, and list them
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
        (CacheCommand::List(form) | CacheCommand::Clear(form), None) => (form, Ok(Vec::new())),
        (CacheCommand::List(form), Some(cache)) => (form, cache.tables()),
        (CacheCommand::Clear(form), Some(cache)) => (form, cache.clear()),
    };
    let tables: Vec<CacheRow> = entries?.iter().map(CacheRow::new).collect();
    if let Some(refused) = cache.as_ref().and_then(Cache::refused) {
        report(&refused);
    }
    let directory = cache.as_ref().map(Cache::directory);
    let content = CacheContent {
        directory: directory.map(|directory| directory.display().to_string()),
        bytes: tables.iter().map(|table| table.bytes).sum(),
        most_bytes: cache.as_ref().map(Cache::most),
        is_cleared: matches!(args.command, CacheCommand::Clear(_)),
        tables,
    };
    Ok(print(&content, json)?)
}

/// The report of the tables that are in the cache, or that were deleted from the cache.
#[derive(Serialize)]
struct CacheContent {
    /// The directory; `None` if there is no cache.
    directory: Option<String>,
    bytes: u64,
    /// The greatest size of all tables together, in bytes.
    most_bytes: Option<u64>,
    #[serde(skip)]
    is_cleared: bool,
    tables: Vec<CacheRow>,
}

#[derive(Serialize)]
struct CacheRow {
    game: String,
    bytes: u64,
    /// The time at which the table was last used, in seconds since the beginning of 1970.
    used: u64,
    file: String,
}

impl CacheRow {
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

impl fmt::Display for CacheContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Some(directory), Some(most)) = (&self.directory, self.most_bytes) else {
            return writeln!(f, "No table is kept.");
        };
        for CacheRow { game, bytes, .. } in &self.tables {
            writeln!(f, "{}  {}", printable(game), DecimalBytes(*bytes))?;
        }
        let (all, directory) = (DecimalBytes(self.bytes), printable(directory));
        if self.is_cleared {
            writeln!(f, "Deleted {all} in {directory}.")
        } else {
            writeln!(f, "{all} of at most {} in {directory}.", DecimalBytes(most))
        }
    }
}
