//! Opens a game of any type: by the table in this program, by one in a file, or by solving it
//! now.

use std::fmt::Display;
use std::path::Path;

use perfectplay::Table;
use perfectplay::index::{Dense, Sparse};
use perfectplay_games::{Listed, Visitor};
use perfectplay_tablebase::{DenseIndex, Plan, Sharding, SparseIndex};

use crate::Failure;
use crate::estimate::{Tiers, TiersOf};
use crate::solved_game::{InText, SolvedGame};
use crate::solving::solve_small;
use crate::tier_table::{self, TierTable};

/// What to do with a solved game. It has no type parameter, so the code is compiled once for
/// each game, and not once for each game and task.
pub type Task<'a> = dyn FnMut(&dyn SolvedGame) -> Result<(), Failure> + 'a;

/// Opens a game and does something with it.
pub struct Opener<'a> {
    pub source: Source<'a>,
    pub task: &'a mut Task<'a>,
}

/// Where the answers about a game come from.
#[derive(Clone, Copy)]
pub enum Source<'a> {
    /// All bytes of a table, and the file that they are from.
    Bytes(&'a [u8], &'a Path),
    /// A table in a file that is read piece by piece.
    Tiers(&'a Path),
    /// The table in this program, or else the solver, even if the game seems too large.
    Solving {
        /// Whether the size does not matter.
        anyway: bool,
    },
}

impl Opener<'_> {
    /// Opens a game. `tiers` is what it would take tier by tier.
    fn open<G: Listed>(self, game: G, tiers: Option<&TiersOf<'_>>) -> Result<(), Failure> {
        match self.source {
            Source::Bytes(bytes, path) => {
                let wrong = |problem: &dyn Display| wrong(path, problem);
                let table = Table::from_bytes(game, bytes).map_err(|error| wrong(&error))?;
                table.validate().map_err(|error| wrong(&error))?;
                (self.task)(&InText::of(&table))
            }
            Source::Tiers(path) => Err(wrong(path, &NO_TIERS)),
            Source::Solving { anyway } => {
                if let Some(table) = game.baked() {
                    return (self.task)(&InText::of(table));
                }
                (self.task)(&InText::of(&solve_small(game, tiers, anyway)?))
            }
        }
    }
}

impl Opener<'_> {
    /// Opens a table that is read piece by piece.
    fn open_tiers<G: Listed>(self, table: &impl TierTable<G>) -> Result<(), Failure> {
        let in_text = InText::of_tiers(table);
        let done = (self.task)(&in_text);
        // An answer that could not be read may have been the reason.
        in_text.has_been_read().and(done)
    }
}

impl Visitor for Opener<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Listed>(self, game: G) -> Result<(), Failure> {
        self.open(game, None)
    }

    fn visit_sparse<G: Listed + Sparse>(self, game: G) -> Result<(), Failure> {
        match self.source {
            Source::Tiers(path) => self.open_tiers(&tier_table::open(SparseIndex(game), path)?),
            _ => self.open(game, None),
        }
    }

    fn visit_dense<G: Listed + Dense>(self, game: G) -> Result<(), Failure> {
        match self.source {
            Source::Tiers(path) => self.open_tiers(&tier_table::open(DenseIndex(game), path)?),
            Source::Bytes(..) => self.open(game, None),
            Source::Solving { .. } => {
                let plan = Plan::new(&DenseIndex(&game), Sharding::Whole).ok();
                let tiers = plan.map(|plan| move |states| Some(Tiers::dense(&plan, states)));
                self.open(game, tiers.as_ref().map(|tiers| tiers as &TiersOf<'_>))
            }
        }
    }
}

const NO_TIERS: &str = "the game has no tiers, and so no tablebase file";

/// A file has a problem.
pub fn wrong(path: &Path, problem: &dyn Display) -> Failure {
    Failure::Input(format!("{}: {problem}", path.display()))
}
