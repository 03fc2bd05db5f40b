//! The rules of a game without their types.

use std::fmt::Display;

use perfectplay::bake::{self, BakeError};
use perfectplay::games::{Listed, Listing};
use perfectplay::{
    Check, Checked, Effort, Forecast, ParseStateError, SolveError, Table, Value, forecast,
};

use crate::Failure;
use crate::own_formats;
use crate::solved_game::{InText, SolvedGame};
use crate::solving;
use crate::spec::Spec;

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

    /// How large the game is.
    fn forecast(&self, effort: Effort) -> Result<Forecast, SolveError>;

    /// Does something with the solved game, by the table in this program or by solving it
    /// now.
    fn open(&self, task: &mut Task<'_>) -> Result<(), Failure>;

    /// Does something with the solved game, by a table in bytes, all of which are validated
    /// first.
    fn open_table(
        self: Box<Self>,
        bytes: &[u8],
        wrong: &dyn Fn(&dyn Display) -> Failure,
        task: &mut Task<'_>,
    ) -> Result<(), Failure>;

    /// Solves the game, unless that is interrupted, and does something with it.
    fn solve(
        &self,
        is_interrupted: &dyn Fn() -> bool,
        task: &mut dyn FnMut(&JustSolved<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure>;

    /// Whether bytes begin like an archive of the game's own.
    fn has_archive(&self, found: &[u8]) -> bool;
}

/// What to do with a solved game.
pub type Task<'a> = dyn FnMut(&dyn SolvedGame) -> Result<(), Failure> + 'a;

/// A game that has been solved, and not read from a table.
pub struct JustSolved<'a> {
    pub game: &'a dyn SolvedGame,
    /// How many states are won, drawn and lost for the player to move.
    pub counts: [u64; 3],
    /// Makes the table.
    pub bake: &'a dyn Fn() -> Result<Vec<u8>, BakeError>,
}

impl<G: Listed> AnyGame for G {
    fn spec(&self) -> Spec {
        Spec::of(self)
    }

    fn listing(&self) -> Listing {
        Listing::of::<G>()
    }

    fn read_state(&self, text: &str) -> Result<(), ParseStateError> {
        G::read_state(self, text).map(drop)
    }

    fn check(&self, check: Check) -> Checked {
        check.run_symmetric(self)
    }

    fn forecast(&self, effort: Effort) -> Result<Forecast, SolveError> {
        forecast(self, effort)
    }

    fn open(&self, task: &mut Task<'_>) -> Result<(), Failure> {
        match self.baked() {
            Some(table) => task(&InText::of(table)),
            None => task(&InText::of(&solving::solve_small(self)?)),
        }
    }

    fn open_table(
        self: Box<Self>,
        bytes: &[u8],
        wrong: &dyn Fn(&dyn Display) -> Failure,
        task: &mut Task<'_>,
    ) -> Result<(), Failure> {
        let table = Table::from_bytes(*self, bytes).map_err(|error| wrong(&error))?;
        table.validate().map_err(|error| wrong(&error))?;
        task(&InText::of(&table))
    }

    fn solve(
        &self,
        is_interrupted: &dyn Fn() -> bool,
        task: &mut dyn FnMut(&JustSolved<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let solution = solving::solve(self, is_interrupted)?;
        let mut counts = [0; 3];
        for (_, score) in solution.scores() {
            counts[match score.value() {
                Value::Win => 0,
                Value::Draw => 1,
                Value::Loss => 2,
            }] += 1;
        }
        let name = Spec::of(self).to_string();
        task(&JustSolved {
            game: &InText::of(&solution),
            counts,
            bake: &|| bake::table(&name, &solution),
        })
    }

    fn has_archive(&self, found: &[u8]) -> bool {
        own_formats::has_archive::<G>(found)
    }
}
