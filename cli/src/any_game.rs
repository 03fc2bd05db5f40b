//! The rules of a game without their types.

use perfectplay::check::{Check, Checked};
use perfectplay::forecast::Effort;
use perfectplay::game::ParseStateError;
use perfectplay::solve::SolveError;
use perfectplay_games::{Listed, Listing};

use crate::forecaster::{Forecaster, Report};
use crate::opener::Opener;
use crate::solver::{Solver, Written};
use crate::spec::Spec;
use crate::summary::Summary;
use crate::tier_jobs::{Deed, TierWorker};
use crate::{Failure, own_formats};

/// What a subcommand asks of a game that is not solved yet.
pub trait AnyGame {
    /// Which game it is.
    fn spec(&self) -> Spec;

    /// What the list tells of it.
    fn listing(&self) -> Listing;

    /// Whether a text is that of a state.
    fn read_state(&self, text: &str) -> Result<(), ParseStateError>;

    /// Looks for mistakes in the rules.
    fn check(&self, check: Check) -> Checked;

    /// Whether bytes begin like an archive of the game's own.
    fn has_archive(&self, found: &[u8]) -> bool;

    /// How large the game is, and what it takes to solve it.
    fn forecast(self: Box<Self>, effort: Effort) -> Result<Report, SolveError>;

    /// Does something with the solved game.
    fn open(self: Box<Self>, opener: Opener<'_>) -> Result<(), Failure>;

    /// Solves the game, and writes its table if that is wanted.
    fn solve(self: Box<Self>, solver: Solver<'_>) -> Result<(Summary, Written), Failure>;

    /// Works on the jobs that solve the game.
    fn work(self: Box<Self>, deed: Deed<'_>) -> Result<(), Failure>;
}

impl<G: Listed> AnyGame for G {
    fn spec(&self) -> Spec {
        Spec::of(self)
    }

    fn listing(&self) -> Listing {
        Listing::new::<G>()
    }

    fn read_state(&self, text: &str) -> Result<(), ParseStateError> {
        G::read_state(self, text).map(drop)
    }

    fn check(&self, check: Check) -> Checked {
        check.run_symmetric(self)
    }

    fn has_archive(&self, found: &[u8]) -> bool {
        own_formats::has_archive::<G>(found)
    }

    fn forecast(self: Box<Self>, effort: Effort) -> Result<Report, SolveError> {
        (*self).accept(Forecaster(effort))
    }

    fn open(self: Box<Self>, opener: Opener<'_>) -> Result<(), Failure> {
        (*self).accept(opener)
    }

    fn solve(self: Box<Self>, solver: Solver<'_>) -> Result<(Summary, Written), Failure> {
        (*self).accept(solver)
    }

    fn work(self: Box<Self>, deed: Deed<'_>) -> Result<(), Failure> {
        (*self).accept(TierWorker(deed))
    }
}
