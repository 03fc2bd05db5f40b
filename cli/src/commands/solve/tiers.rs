//! Solves a game tier by tier, with a directory beside the table, and shows the progress.

use std::path::Path;

use perfectplay::game::Score;
use perfectplay_any::jobs::{Form, Solving, Summary};
use perfectplay_any::{AnyGame, Limits, Solve};

use crate::Failure;
use crate::args::limits::LimitsArg;
use crate::io::output::{self, Draft, free_disk};
use crate::io::stop::Stop;
use crate::io::tier_work::TierWork;

/// A game that is being solved tier by tier.
pub struct TierSolving<'a> {
    solving: Solving,
    work: TierWork<'a>,
}

impl<'a> TierSolving<'a> {
    /// Prepares to solve a game. The results are kept in the directory `place`, if there is
    /// one. Fails if the game is too large for this machine, unless `anyway` is set.
    pub fn new(
        game: &AnyGame,
        output: Option<&Path>,
        place: Option<&Path>,
        limits: &LimitsArg,
        anyway: bool,
        stop: &'a Stop,
    ) -> Result<Self, Failure> {
        let how = Solve {
            memory: limits.memory(),
            disk: place.and_then(free_disk),
            limit: None,
            anyway,
            watch: Limits::default().watch,
            ..Solve::default()
        };
        let solving = match place {
            Some(place) => {
                let file = output.map(output::file).transpose()?.flatten();
                Solving::in_directory(game, place, file.as_deref(), &how)?
            }
            None => Solving::in_memory(game, &how)?,
        };
        let mut work = TierWork::new(limits, stop, place);
        let plan = solving.jobs().plan();
        if anyway && plan.form() == Form::Dense {
            work.allow(plan.workload(0, &[]).costs().memory);
        }
        Ok(Self { solving, work })
    }

    /// Solves the tiers that are not solved yet, and counts the states.
    pub fn solve(&self) -> Result<Summary, Failure> {
        self.work.run(|limits| self.solving.solve(limits))
    }

    /// Returns the score of the start. The game must be solved.
    pub fn score_of_start(&self) -> Result<Score, Failure> {
        Ok(self.solving.score_of_start()?)
    }

    /// Writes the table of the solved game, and returns the number of its bytes.
    pub fn write(&self, file: &Path) -> Result<u64, Failure> {
        let solver = self.solving.jobs().solver();
        if let Some(directory) = self.solving.directory() {
            let store = &directory.store;
            if let Some(draft) = Draft::new(store.table(), file)? {
                let bytes = self
                    .work
                    .run(|limits| solver.gather_within(store, limits))?;
                draft.put()?;
                return Ok(bytes);
            }
        }
        let mut bytes = 0;
        output::write(file, |out| {
            let store = self.solving.store();
            bytes = self
                .work
                .run(|limits| solver.gather_into(store, out, limits))?;
            Ok(())
        })?;
        Ok(bytes)
    }

    /// Deletes the results of tiers. The table must be written.
    pub fn finish(self) -> Result<(), Failure> {
        Ok(self.solving.finish()?)
    }
}
