//! The rules of a game without their types.

use perfectplay_games::Listed;

use crate::Failure;
use crate::large::solver::{Solver, Written};
use crate::large::summary::Summary;
use crate::large::tier_jobs::{Deed, TierWorker};

/// What a subcommand asks of a game that is not solved yet.
pub trait AnyGame {
    /// Solves the game, and writes its table if that is wanted.
    fn solve(self: Box<Self>, solver: Solver<'_>) -> Result<(Summary, Written), Failure>;

    /// Works on the jobs that solve the game.
    fn work(self: Box<Self>, deed: Deed<'_>) -> Result<(), Failure>;
}

impl<G: Listed> AnyGame for G {
    fn solve(self: Box<Self>, solver: Solver<'_>) -> Result<(Summary, Written), Failure> {
        (*self).accept(solver)
    }

    fn work(self: Box<Self>, deed: Deed<'_>) -> Result<(), Failure> {
        (*self).accept(TierWorker(deed))
    }
}
