//! Solves a game of any type, in memory or tier by tier, and writes its table.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::ValueEnum;
use perfectplay::ranked::Ranked;
use perfectplay::{Value, bake};
use perfectplay_games::{Listed, Visitor};

use crate::Failure;
use crate::args::limits::LimitsArg;
use crate::io::output::free_disk;
use crate::io::progress::{Meter, Phase};
use crate::io::stop::Stop;
use crate::io::{memory, output};
use crate::large::estimate::tiers_of_game;
use crate::large::solving_jobs::SolvingJobs;
use crate::large::spec::Spec;
use crate::large::summary::Summary;
use crate::large::tier_solving::TierSolving;
use crate::large::{solving, work_folder};
use perfectplay_any::Room;

/// A form of table file.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// Compressed, and read piece by piece: for games of any size that have tiers
    Tiers,
    /// What a program includes and `Table::from_bytes` of the library reads; solved in memory
    Bytes,
}

/// How a game is to be solved.
pub struct Solver<'a> {
    /// Where the table is written.
    pub output: Option<&'a Path>,
    pub format: Option<Form>,
    /// Where the results of tiers are kept, unless beside the table.
    pub store: Option<&'a Path>,
    pub limits: &'a LimitsArg,
    /// Whether it is solved even if it seems too large for this machine.
    pub anyway: bool,
    pub stop: &'a Stop,
}

/// How many bytes the table has that was written, if one was.
pub type Written = Result<Option<u64>, Failure>;

impl Solver<'_> {
    /// The folder in which the results of tiers are kept, if there is a place for one.
    fn place(&self) -> Result<Option<PathBuf>, Failure> {
        Ok(match (self.store, self.output) {
            (Some(folder), _) => Some(folder.to_owned()),
            (None, Some(file)) => output::file(file)?.map(|file| work_folder::beside(&file)),
            (None, None) => None,
        })
    }

    /// Solves a game tier by tier, and writes its table.
    fn by_tiers<'g, G: Listed, J: SolvingJobs>(
        self,
        game: &G,
        solving: impl FnOnce(Option<&Path>) -> Result<TierSolving<'g, J>, Failure>,
    ) -> Result<(Summary, Written), Failure> {
        let start = Instant::now();
        let place = self.place()?;
        let solving = solving(place.as_deref())?;
        let counts = solving.solve()?;
        let mut summary = Summary::new(Spec::of(game), solving.score_of_start()?, start.elapsed());
        summary.states = counts.states();
        summary.wins = counts.count(Value::Win);
        summary.draws = counts.count(Value::Draw);
        summary.losses = counts.count(Value::Loss);
        let written = match self.output {
            Some(file) => solving.write(file).and_then(|bytes| {
                solving.finish()?;
                Ok(Some(bytes))
            }),
            None => Ok(None),
        };
        Ok((summary, written))
    }
}

impl Visitor for Solver<'_> {
    type Output = Result<(Summary, Written), Failure>;

    fn visit<G: Listed>(self, game: G) -> Self::Output {
        let Self {
            limits,
            anyway,
            stop,
            ..
        } = self;
        if self.format == Some(Form::Tiers) {
            return self.by_tiers(&game, |place| {
                TierSolving::of_keys(&game, place, limits, anyway, stop)
            });
        }
        if self.store.is_some() {
            return Err(Failure::Use("--store is for --format tiers".to_owned()));
        }
        let start = Instant::now();
        let file = self.output.map(output::file).transpose()?;
        let room = Room {
            memory: self.limits.given_memory().or_else(memory::free),
            disk: file.flatten().and_then(|file| free_disk(&file)),
        };
        let solution = solving::solve(game, (!self.anyway).then_some(room), self.stop)?;
        let summary = Summary::of(&solution, start.elapsed());
        let Some(path) = self.output else {
            return Ok((summary, Ok(None)));
        };
        let name = summary.game.to_string();
        let _working = self.stop.end_at_once()?;
        let meter = Meter::new();
        let baked = bake::table_watched(&name, &solution, |done| {
            meter.show(Phase::of_steps("baking"), done, 2 * summary.states);
        });
        let written = baked
            .map_err(|error| Failure::Input(error.to_string()))
            .and_then(|bytes| {
                output::write(path, |out| Ok(out.write_all(&bytes)?))?;
                Ok(Some(bytes.len() as u64))
            });
        Ok((summary, written))
    }

    fn visit_ranked<G: Listed + Ranked + Send + Sync>(self, game: G) -> Self::Output {
        if self.format == Some(Form::Bytes) {
            return self.visit(game);
        }
        // A game may have too many tiers, or last too long, for a table of tiers.
        let may_be_in_memory = self.format.is_none() && self.store.is_none();
        if may_be_in_memory && tiers_of_game(&game).is_none() {
            return self.visit(game);
        }
        let Self {
            limits,
            anyway,
            stop,
            ..
        } = self;
        self.by_tiers(&game, |place| {
            TierSolving::new(&game, place, limits, anyway, stop)
        })
    }
}
