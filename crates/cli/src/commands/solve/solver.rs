//! Solves a game of any type, in memory or tier by tier, and writes its table.

use std::path::{Path, PathBuf};
use std::time::Instant;

use perfectplay::Value;
use perfectplay::forecast::Effort;
use perfectplay_any::{AnyGame, Solve, unwatched};

use super::summary::SolveSummary;
use super::{Args, TableFormat};
use crate::Failure;
use crate::io::limited_work::LimitedWork;
use crate::io::output::{TablePlace, free_disk};
use crate::io::progress::Meter;
use crate::io::stop::Stop;
use crate::io::{memory, output};
use perfectplay_any::jobs::{self as tiers, DirectoryStore, Solving};

/// The size of the written table in bytes; `None` if no table was written.
pub type WrittenBytes = Result<Option<u64>, Failure>;

impl Args {
    /// Returns the directory in which the solver keeps the states and the scores of each tier. Returns `None` if the
    /// user named neither a directory nor an output file; the scores are then not kept.
    fn place(&self) -> Result<Option<PathBuf>, Failure> {
        Ok(match (&self.store, &self.output) {
            (Some(directory), _) => Some(directory.clone()),
            (None, Some(file)) => output::file(file)?.map(|file| DirectoryStore::beside(&file)),
            (None, None) => None,
        })
    }

    /// Solves a game, and writes its table if there is an output file.
    pub(super) fn solve(
        &self,
        game: &AnyGame,
        stop: &Stop,
    ) -> Result<(SolveSummary, WrittenBytes), Failure> {
        // The tiers format cannot hold every game: a game may have too many tiers, or may last too
        // many plies.
        let by_tiers = match self.format {
            Some(form) => form == TableFormat::Tiers,
            None if game.is_dense() => {
                // If only few ranks have a reachable state, solving in memory is better.
                let estimate = || game.estimate(Effort::default(), &unwatched);
                self.store.is_some() || game.has_short_jobs() || estimate()?.is_by_tiers()
            }
            None => false,
        };
        if by_tiers {
            return self.by_tiers(game, stop);
        }
        if self.store.is_some() {
            return Err(Failure::Use("--store is for --format tiers".to_owned()));
        }
        self.in_memory(game, stop)
    }

    fn by_tiers(
        &self,
        game: &AnyGame,
        stop: &Stop,
    ) -> Result<(SolveSummary, WrittenBytes), Failure> {
        let start = Instant::now();
        let place = self.place()?;
        let how = Solve {
            memory: self.limits.memory(),
            disk: place.as_deref().and_then(free_disk),
            limit: None,
            anyway: self.force,
            ..Solve::default()
        };
        let solving = match &place {
            Some(place) => {
                let file = self.output.as_deref().map(output::file);
                let file = file.transpose()?.flatten();
                Solving::in_directory(game, place, file.as_deref(), &how)?
            }
            None => Solving::in_memory(game, &how)?,
        };
        let (memory, threads) = (self.limits.memory(), self.limits.threads);
        let mut work = LimitedWork::new(memory, threads, stop, place.as_deref());
        let plan = solving.jobs().plan();
        if self.force && plan.form() == tiers::Form::Dense {
            work.allow(plan.workload(0, &[]).costs().memory);
        }
        let counts = work.run(|limits| solving.solve(limits))?;
        let kinds = [Value::Win, Value::Draw, Value::Loss].map(|value| counts.count(value));
        let (states, score) = (counts.states(), solving.score_of_start()?);
        let summary = SolveSummary::new(game, states, kinds, score, start.elapsed());
        let written = match &self.output {
            Some(file) => gather(&solving, &work, file).and_then(|bytes| {
                solving.finish()?;
                Ok(Some(bytes))
            }),
            None => Ok(None),
        };
        Ok((summary, written))
    }

    fn in_memory(
        &self,
        game: &AnyGame,
        stop: &Stop,
    ) -> Result<(SolveSummary, WrittenBytes), Failure> {
        let start = Instant::now();
        let file = self.output.as_deref().map(output::file).transpose()?;
        let memory = self.limits.given_memory().or_else(memory::free);
        let work = LimitedWork::new(memory, None, stop, None);
        let table = work.run(|limits| {
            game.solve_anew(&Solve {
                memory,
                disk: file.flatten().and_then(|file| free_disk(&file)),
                limit: None,
                anyway: self.force,
                writes_bytes: self.output.is_some(),
                watch: limits.watch,
            })
        })?;
        let time = start.elapsed();
        let score = table.start().record()?.score();
        let summary = SolveSummary::new(game, table.states(), table.counts()?, score, time);
        let Some(path) = &self.output else {
            return Ok((summary, Ok(None)));
        };
        let _working = stop.end_at_once()?;
        let meter = Meter::new();
        let bytes = table.bytes(&|progress| meter.watch(progress));
        let bytes = bytes.expect("a table that was solved in memory");
        let written = bytes.map_err(Failure::from).and_then(|bytes| {
            output::write_bytes(path, &bytes)?;
            Ok(Some(bytes.len() as u64))
        });
        Ok((summary, written))
    }
}

/// Writes the table of a game whose tiers are solved, and returns the size of the table in bytes.
fn gather(solving: &Solving, work: &LimitedWork<'_>, file: &Path) -> Result<u64, Failure> {
    let solver = solving.jobs().solver();
    if let Some(directory) = solving.directory() {
        let store = &directory.store;
        if let Some(place) = TablePlace::new(store, file)? {
            let bytes = work.run(|limits| solver.gather_within(store, limits))?;
            place.put(store)?;
            return Ok(bytes);
        }
    }
    let mut bytes = 0;
    output::write(file, &mut |out| {
        bytes = work.run(|limits| solver.gather_into(solving.store(), out, limits))?;
        Ok(())
    })?;
    Ok(bytes)
}
