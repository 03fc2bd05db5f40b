//! Solves a game by the fastest solver that suits it, or finds its table in a cache.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::ops::ControlFlow;
use std::path::Path;

use perfectplay::forecast::{Certainty, Effort};

#[cfg(not(target_family = "wasm"))]
use crate::cache::Cache;
use crate::error::Error;
use crate::estimate::{Estimate, MOST_SECONDS};
use crate::game::AnyGame;
use crate::jobs::Solving;
use crate::table::{AnyTable, MOST_IN_MEMORY};
use crate::table_source::TableSource;
use crate::watch::{Limits, Solve, expecting};

#[cfg(not(target_family = "wasm"))]
impl AnyGame {
    /// Returns the game's table if it is built into the program or stored in the cache. Otherwise, solves the game.
    /// Stores the new table in the cache if the game is not small.
    ///
    /// ```
    /// use perfectplay_any::cache::Cache;
    /// use perfectplay_any::{Catalogue, Solve};
    ///
    /// # let directory = tempfile::tempdir()?;
    /// let cache = Cache::new(directory.path());
    /// let game = Catalogue::with_games_that_ship().find("connect:4x4")?;
    /// let table = game.table(&Solve::default(), Some(&cache))?;
    /// assert_eq!(table.states(), 161_029);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails when the rules have a fault, the game is too large, or solving was stopped. Problems with the cache are
    /// not errors.
    pub fn table(&self, how: &Solve<'_>, cache: Option<&Cache>) -> Result<AnyTable, Error> {
        if let Some(table) = self.baked() {
            return Ok(table);
        }
        let open = |file: File, path: &Path| self.kept_in_file(file, path);
        let find = |cache: &Cache| cache.find(&self.info().spec, self.fingerprint(), open);
        if let Some(table) = cache.and_then(find) {
            return Ok(table);
        }
        let table = self.solve_quickest(how)?;
        if let Some(cache) = cache.filter(|cache| table.states() >= cache.least()) {
            self.keep(&table, how, cache);
        }
        Ok(table)
    }

    /// Opens a file from the cache. Returns `None` if the file is not a table of this game.
    fn kept_in_file(&self, mut file: File, path: &Path) -> Option<AnyTable> {
        let source = Box::new(file.try_clone().ok()?);
        if let Ok(table) = self.open_tiers(source, path) {
            return Some(table);
        }
        let mut bytes = Vec::new();
        file.rewind().ok()?;
        file.read_to_end(&mut bytes).ok()?;
        self.open_bytes(bytes).ok()
    }

    /// Stores a table in the cache, if possible.
    fn keep(&self, table: &AnyTable, how: &Solve<'_>, cache: &Cache) {
        let Some(Ok(bytes)) = table.bytes(how.watch) else {
            return;
        };
        let Some(mut draft) = cache.draft() else {
            return;
        };
        if draft.file().write_all(&bytes).is_ok() {
            cache.keep(&self.info().spec, self.fingerprint(), draft);
        }
    }
}

impl AnyGame {
    /// Solves the game in memory, even if a table is built into the program.
    ///
    /// # Errors
    /// Fails in the same cases as [`solve`](Self::solve).
    pub fn solve_anew(&self, how: &Solve<'_>) -> Result<AnyTable, Error> {
        let (forecast, _) = self.survey(Effort::default(), how.watch)?;
        let estimate = Estimate::new(self, forecast, None);
        self.solve_estimated(&estimate.in_memory(how.writes_bytes), how)
    }

    /// Returns the table that is built into the program; `None` if none is built in.
    #[must_use]
    pub fn baked(&self) -> Option<AnyTable> {
        self.0.baked_states()?;
        Some(AnyTable::new(self.clone(), TableSource::Program))
    }

    /// Solves a game in memory. `estimate` is the estimated cost.
    fn solve_estimated(&self, estimate: &Estimate, how: &Solve<'_>) -> Result<AnyTable, Error> {
        if let Some(error) = estimate.refuse(how) {
            return Err(error);
        }
        let limit = estimate.most_states(how);
        let expected = match estimate.states() {
            states if states.certainty == Certainty::AtLeast => 0,
            states => states.rounded(),
        };
        // The forecast may be too low, so stop when there are too many states.
        let mut is_too_large = false;
        let solved = self.0.clone().solve(&mut |progress| {
            is_too_large = progress.done.max(progress.total) > limit;
            if is_too_large {
                return ControlFlow::Break(());
            }
            expecting(expected, progress, how.watch)
        });
        let solution = solved.map_err(|error| match Error::from(error) {
            Error::Stopped if is_too_large => estimate.refusal_beyond(limit),
            error => error,
        })?;
        Ok(AnyTable::new(self.clone(), TableSource::Memory(solution)))
    }

    /// Returns the table of the game if it is built into the program. Otherwise, solves the game in memory. A game with
    /// tiers and more than a million states is solved tier by tier. A game without tiers, or with at most a million
    /// states, is solved as a whole.
    ///
    /// # Errors
    /// Fails when the rules have a fault, the game is too large, or solving was stopped.
    pub fn solve(&self, how: &Solve<'_>) -> Result<AnyTable, Error> {
        match self.baked() {
            Some(table) => Ok(table),
            None => self.solve_quickest(how),
        }
    }

    /// Solves the game in memory by the quickest solver for its size.
    fn solve_quickest(&self, how: &Solve<'_>) -> Result<AnyTable, Error> {
        let estimate = self.estimate(Effort::default(), how.watch)?;
        if estimate.is_by_tiers() {
            if let Some(error) = estimate.refuse(how) {
                return Err(error);
            }
        }
        let most = how.limit.unwrap_or(u64::MAX).min(MOST_IN_MEMORY);
        let is_small = estimate.tiers.is_some() && !estimate.is_by_tiers();
        if !is_small && estimate.states().rounded() > most {
            match Solving::in_memory(self, how) {
                Ok(solving) => return self.solve_by_tiers(&solving, &estimate, how),
                Err(error @ (Error::TooLarge { .. } | Error::Stopped | Error::Solve(_))) => {
                    return Err(error);
                }
                // The game has no tiers, or has too many plies to be solved tier by tier.
                Err(_) => {}
            }
        }
        self.solve_estimated(&estimate.in_memory(false), how)
    }

    fn solve_by_tiers(
        &self,
        solving: &Solving,
        estimate: &Estimate,
        how: &Solve<'_>,
    ) -> Result<AnyTable, Error> {
        let jobs = solving.jobs();
        if !how.anyway {
            let (_, work) = jobs.forecast(Some(estimate.states().rounded()), how.watch)?;
            if work.costs().seconds > MOST_SECONDS {
                return Err(estimate.refusal(None));
            }
        }
        let limits = Limits {
            // The rest of the memory is for temporary data.
            memory: how
                .memory
                .filter(|_| !how.anyway)
                .map(|memory| memory / 4 * 3),
            threads: None,
            watch: how.watch,
        };
        let mut bytes = Vec::new();
        solving.solve(&limits)?;
        jobs.solver()
            .gather_into(solving.store(), &mut bytes, &limits)?;
        self.open_tiers(Box::new(bytes), Path::new(&*self.info().spec))
    }
}
