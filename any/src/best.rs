//! The table of a game by the best solver that the game allows, or from a cache.

use std::fs;
use std::io::{BufWriter, Write};
use std::time::Instant;

use tempfile::NamedTempFile;

use crate::cache::{self, Cache};
use crate::error::Error;
use crate::estimate::{Estimate, Room};
use crate::jobs::{Cutting, Jobs, Memory};
use crate::rules::Rules;
use crate::table::Table;
use crate::tiers::MOST_IN_MEMORY;
use crate::watch::{Limits, Solve};

/// How many seconds of processor time the jobs of a game may take that is solved whenever it is
/// asked, as expected.
const MOST_SECONDS: f64 = 30.0;

impl dyn Rules + '_ {
    /// The table of the game, as soon as can be: the one in the program, or one that is kept in a
    /// cache, or else one that is made now and kept there if that took long. A game of more than a
    /// million states is solved tier by tier into a file, if it has tiers, and any other in
    /// memory.
    ///
    /// ```
    /// use perfectplay_any::cache::Cache;
    /// use perfectplay_any::{Catalogue, Solve};
    ///
    /// # let folder = tempfile::tempdir()?;
    /// let cache = Cache::new(folder.path());
    /// let game = Catalogue::of_those_that_ship().find("connect:4x4")?;
    /// let table = game.table(&Solve::default(), Some(&cache))?;
    /// assert_eq!(table.states(), 161_029);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the rules have a fault, the game is too large, or somebody has stopped it. What is
    /// wrong with the cache is no error.
    pub fn table(&self, how: &Solve<'_>, cache: Option<&Cache>) -> Result<Box<dyn Table>, Error> {
        if let Some(table) = self.baked() {
            return Ok(table);
        }
        if let Some(table) = cache.and_then(|cache| self.kept_in(cache)) {
            return Ok(table);
        }
        let start = Instant::now();
        let estimate = self.estimate(how)?;
        let most = how.limit.unwrap_or(u64::MAX).min(MOST_IN_MEMORY);
        if estimate.states().rounded() > most {
            if let Ok((jobs, _)) = self.jobs(Cutting::Noted(None)) {
                return self.solve_by_tiers(&*jobs, &estimate, how, cache, start);
            }
        }
        let table = self.solve_estimated(&estimate, how)?;
        if let Some(cache) = cache.filter(|cache| start.elapsed() >= cache.least()) {
            self.keep(&*table, how, cache);
        }
        Ok(table)
    }

    /// The table that a cache keeps. A file that is not one of the game is deleted.
    fn kept_in(&self, cache: &Cache) -> Option<Box<dyn Table>> {
        let files = cache.find(&self.info().spec, self.fingerprint());
        files.into_iter().find_map(|path| {
            let table = self.open_tiers(&path).ok().or_else(|| {
                let bytes = fs::read(&path).ok()?;
                self.open_bytes(bytes).ok()
            });
            match &table {
                Some(_) => cache::touch(&path),
                None => drop(fs::remove_file(&path)),
            }
            table
        })
    }

    /// Keeps a table that was solved in memory, if that can be done.
    fn keep(&self, table: &dyn Table, how: &Solve<'_>, cache: &Cache) {
        let Some(Ok(bytes)) = table.bytes(how.watch) else {
            return;
        };
        let Some(mut draft) = cache.draft() else {
            return;
        };
        if draft.write_all(&bytes).is_ok() {
            cache.keep(&self.info().spec, self.fingerprint(), draft);
        }
    }

    /// Solves the game tier by tier into a file, which is kept if that took long and can be done.
    fn solve_by_tiers(
        &self,
        jobs: &dyn Jobs,
        estimate: &Estimate,
        how: &Solve<'_>,
        cache: Option<&Cache>,
        start: Instant,
    ) -> Result<Box<dyn Table>, Error> {
        if !how.anyway {
            let (_, work) = jobs.forecast(Some(estimate.states().rounded()))?;
            if work.costs().seconds > MOST_SECONDS {
                return Err(estimate.refusal_each_time(how, estimate.states().to_string()));
            }
            let room = Room {
                memory: how.memory,
                disk: None,
            };
            // The results are in memory, too.
            jobs.check_room(&|tiers| tiers.in_memory(), room)?;
        }
        let limits = Limits {
            // What comes and goes beside the tiers has the rest.
            memory: how
                .memory
                .filter(|_| !how.anyway)
                .map(|memory| memory / 4 * 3),
            threads: None,
            watch: how.watch,
        };
        let results = Memory::new();
        jobs.solve(&results, &limits)?;
        let write = |draft: NamedTempFile| -> Result<NamedTempFile, Error> {
            let mut out = BufWriter::new(draft);
            jobs.gather_into(&results, &mut out, &limits)?;
            out.into_inner().map_err(|error| error.into_error().into())
        };
        let in_cache = cache.and_then(Cache::draft).map(write);
        let draft = match in_cache {
            Some(Ok(draft)) => draft,
            Some(Err(Error::Stopped)) => return Err(Error::Stopped),
            // There is no cache, or no room in it.
            _ => write(NamedTempFile::new()?)?,
        };
        // It stays open when it is kept, and when it is deleted.
        let table = self.open_tiers(draft.path())?;
        if let Some(cache) = cache.filter(|cache| start.elapsed() >= cache.least()) {
            cache.keep(&self.info().spec, self.fingerprint(), draft);
        }
        Ok(table)
    }
}
