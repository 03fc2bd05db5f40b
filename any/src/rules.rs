//! A game that is not solved yet, without its type.

use std::ops::ControlFlow;
#[cfg(feature = "tiers")]
use std::path::Path;

use perfectplay::Player;
use perfectplay::check::{Check, Checked};
use perfectplay::forecast::Effort;
use perfectplay::game::ParseStateError;
use perfectplay::index::Dense;
use perfectplay::solve::{self, Solution, solve_watched};
use perfectplay::table::{TableError, fingerprint};
use perfectplay::verify::PlayedThrough;
use perfectplay_games::{Listed, Visitor};
#[cfg(feature = "tiers")]
use perfectplay_tablebase::Source;

use crate::error::Error;
use crate::estimate::{self, Estimate, TiersOf};
use crate::info::Info;
#[cfg(feature = "tiers")]
use crate::jobs::{self, Cutting, JobsCut};
use crate::own;
use crate::playbook::Playbook;
#[cfg(feature = "files")]
use crate::prove::{self, Proved, Question};
use crate::solved::{Adapted, Baked, Bytes, Unknown};
use crate::table::{Storage, Table, TableOf};
use crate::watch::{Limits, Phase, Progress, Solve, Watch};

/// A game with its parameters: it can be solved, its table opened, its rules checked.
pub trait Rules: Send + Sync {
    /// What there is to tell of the game.
    fn info(&self) -> &Info;

    /// Reads a state, for its errors alone.
    ///
    /// # Errors
    /// When the text is not that of a state.
    fn validate_state(&self, text: &str) -> Result<(), ParseStateError>;

    /// Looks for mistakes in the rules.
    #[cfg(feature = "files")]
    fn check(&self, check: Check) -> Checked;

    /// Whether bytes begin like an archive of the game's own.
    fn has_archive(&self, beginning: &[u8]) -> bool;

    /// The table of the game: the one in the program, or else one that is made now, in memory.
    ///
    /// # Errors
    /// When the rules have a fault, the game is too large, or it was stopped.
    fn solve(&self, how: &Solve<'_>) -> Result<Box<dyn Table>, Error>;

    /// A table that is made now, in memory, even if the program has one.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    fn solve_anew(&self, how: &Solve<'_>) -> Result<Box<dyn Table>, Error>;

    /// The table in the program, if it has one.
    fn baked(&self) -> Option<Box<dyn Table>>;

    /// How large the game is, as well as must be known to solve it so.
    ///
    /// # Errors
    /// When the states that are looked at show a fault in the rules.
    fn estimate(&self, how: &Solve<'_>) -> Result<Estimate, Error>;

    /// A table that is made now, in memory, of a game whose [estimate](Self::estimate) is known.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    fn solve_estimated(
        &self,
        estimate: &Estimate,
        how: &Solve<'_>,
    ) -> Result<Box<dyn Table>, Error>;

    /// A number that follows from the rules: other rules have another one, most likely.
    fn fingerprint(&self) -> u64;

    /// Whether the states have a dense index, so that the game is solved tier by tier unless it has too
    /// many tiers.
    fn is_dense(&self) -> bool;

    /// Whether it has a dense index, and few enough tiers for a table of them.
    fn has_few_tiers(&self) -> bool;

    /// The jobs that solve the game tier by tier, and into what its tiers were told to be cut.
    ///
    /// # Errors
    /// When it cannot be solved so, or its tiers not be cut so.
    #[cfg(feature = "tiers")]
    fn jobs(&self, cutting: Cutting) -> Result<JobsCut, Error>;

    /// How large the game is, and what it takes to solve it.
    ///
    /// # Errors
    /// When the states that are looked at show a fault in the rules.
    fn forecast(&self, effort: Effort) -> Result<Estimate, Error>;

    /// The table in some bytes, which are validated.
    ///
    /// # Errors
    /// When they are not a table of this game.
    fn open_bytes(&self, bytes: Vec<u8>) -> Result<Box<dyn Table>, TableError>;

    /// The table in a file that is read tier by tier, wherever it is. Errors tell it by this path.
    ///
    /// # Errors
    /// When it cannot be read, or is not a table of this game.
    #[cfg(feature = "tiers")]
    fn open_tiers(&self, source: Box<dyn Source>, path: &Path) -> Result<Box<dyn Table>, Error>;

    /// A table that knows no state: its positions can be read, played and drawn, and a playbook be
    /// asked about them.
    fn without_table(&self) -> Box<dyn Table>;

    /// Proves what a state is worth, without a table of the game.
    ///
    /// # Errors
    /// When the text is not that of a state, the game is loopy, its rules have a fault, or it was
    /// stopped.
    #[cfg(feature = "files")]
    fn prove(&self, question: &Question<'_>, limits: &Limits<'_>) -> Result<Proved, Error>;

    /// Plays a playbook on one side against every reply, by the rules alone.
    ///
    /// # Errors
    /// When the book is not for this side, or has no move for a state that its player meets; and
    /// when it was stopped.
    #[cfg(feature = "files")]
    fn play_through(
        &self,
        book: &Playbook,
        side: Player,
        watch: Watch<'_>,
    ) -> Result<PlayedThrough, Error>;
}

/// A game as a value.
///
/// ```
/// use perfectplay_any::{Solve, rules};
/// use perfectplay::tictactoe::TicTacToe;
///
/// let table = rules(TicTacToe).solve(&Solve::default())?;
/// let position = table.parse("X.O/.../...")?;
/// let answer = position.answer()?;
/// assert_eq!(answer.best(), ["3", "6", "8"]);
/// # Ok::<(), perfectplay_any::Error>(())
/// ```
pub fn rules<G: Listed>(game: G) -> Box<dyn Rules> {
    rules_with(game, |_| ())
}

/// A game of which there is more to tell than its type says: one whose rules came with the program
/// that asks, say.
pub fn rules_with<G: Listed>(game: G, describe: impl FnOnce(&mut Info)) -> Box<dyn Rules> {
    let mut info = Info::new(&game);
    describe(&mut info);
    Box::new(RulesOf { game, info })
}

/// The rules of a game.
struct RulesOf<G> {
    game: G,
    info: Info,
}

impl<G: Listed> RulesOf<G> {
    fn table(&self, storage: Storage<G>) -> Box<dyn Table> {
        Box::new(TableOf::new(self.info.clone(), storage))
    }

    /// Gives what it takes to solve the game tier by tier, if that can be done, to a function.
    fn with_tiers<T>(&self, then: impl FnOnce(Option<&TiersOf<'_>>) -> T) -> T {
        #[cfg(feature = "tiers")]
        if let Some(plan) = jobs::dense_plan(&self.game) {
            return then(Some(&|states| Some(jobs::dense_tiers(&plan, states))));
        }
        then(None)
    }

    /// Solves the game in memory.
    fn solve_small(&self, estimate: &Estimate, how: &Solve<'_>) -> Result<Solution<G>, Error> {
        if let Some(error) = estimate.refuse(how) {
            return Err(error);
        }
        let limit = how.limit.filter(|_| !how.anyway).unwrap_or(u64::MAX);
        let expected = estimate.states().rounded();
        // A forecast may fall short.
        let mut is_too_large = false;
        let solution = solve_watched(self.game.clone(), |progress| {
            is_too_large = progress.found > limit;
            if is_too_large {
                return ControlFlow::Break(());
            }
            (how.watch)(small_progress(progress, expected))
        });
        solution.map_err(|error| match Error::from(error) {
            Error::Stopped if is_too_large => {
                estimate.refusal_each_time(how, estimate::more_than(limit))
            }
            error => error,
        })
    }
}

/// How far the solver in memory is.
fn small_progress(progress: solve::Progress, expected: u64) -> Progress {
    let (phase, done, total) = if progress.all_found {
        (Phase::Solving, progress.solved, progress.found)
    } else {
        (Phase::Finding, progress.found, expected)
    };
    Progress {
        phase,
        done,
        total,
        is_of_states: true,
    }
}

impl<G: Listed> Rules for RulesOf<G> {
    fn info(&self) -> &Info {
        &self.info
    }

    fn validate_state(&self, text: &str) -> Result<(), ParseStateError> {
        self.game.read_state(text).map(drop)
    }

    #[cfg(feature = "files")]
    fn check(&self, check: Check) -> Checked {
        check.run_symmetric(&self.game)
    }

    fn has_archive(&self, beginning: &[u8]) -> bool {
        own::has_archive::<G>(beginning)
    }

    fn solve(&self, how: &Solve<'_>) -> Result<Box<dyn Table>, Error> {
        match self.baked() {
            Some(table) => Ok(table),
            None => self.solve_anew(how),
        }
    }

    fn solve_anew(&self, how: &Solve<'_>) -> Result<Box<dyn Table>, Error> {
        self.solve_estimated(&self.estimate(how)?, how)
    }

    fn baked(&self) -> Option<Box<dyn Table>> {
        let table = Baked::new(&self.game)?;
        Some(self.table(Storage::Memory(Box::new(Adapted(table)))))
    }

    fn estimate(&self, how: &Solve<'_>) -> Result<Estimate, Error> {
        // What is kept once may be solved tier by tier as well: that is asked elsewhere.
        self.with_tiers(|tiers| {
            let tiers = tiers.filter(|_| how.limit.is_some());
            Estimate::for_memory(&self.game, &self.info, tiers, how)
        })
    }

    fn solve_estimated(
        &self,
        estimate: &Estimate,
        how: &Solve<'_>,
    ) -> Result<Box<dyn Table>, Error> {
        let solution = Adapted(self.solve_small(estimate, how)?);
        Ok(self.table(Storage::Solution(Box::new(solution))))
    }

    fn fingerprint(&self) -> u64 {
        fingerprint(&self.game)
    }

    fn forecast(&self, effort: Effort) -> Result<Estimate, Error> {
        self.with_tiers(|tiers| {
            let tiers = tiers.unwrap_or(&estimate::no_tiers);
            Estimate::survey(&self.game, &self.info, tiers, effort)
        })
    }

    fn open_bytes(&self, bytes: Vec<u8>) -> Result<Box<dyn Table>, TableError> {
        let table = Bytes::new(&self.game, bytes)?;
        Ok(self.table(Storage::Memory(Box::new(Adapted(table)))))
    }

    fn has_few_tiers(&self) -> bool {
        self.with_tiers(|tiers| tiers.is_some())
    }

    fn is_dense(&self) -> bool {
        /// Tells whether a game has a dense index.
        struct IsDense;

        impl Visitor for IsDense {
            type Output = bool;

            fn visit<G: Listed>(self, _game: G) -> bool {
                false
            }

            fn visit_dense<G: Listed + Dense>(self, _game: G) -> bool {
                true
            }
        }

        self.game.clone().accept(IsDense)
    }

    #[cfg(feature = "tiers")]
    fn jobs(&self, cutting: Cutting) -> Result<JobsCut, Error> {
        jobs::open(&self.game, &self.info, cutting)
    }

    #[cfg(feature = "tiers")]
    fn open_tiers(&self, source: Box<dyn Source>, path: &Path) -> Result<Box<dyn Table>, Error> {
        let table = crate::large::open(self.game.clone(), source, path)?;
        Ok(self.table(Storage::Tiers(table)))
    }

    fn without_table(&self) -> Box<dyn Table> {
        let unknown = Adapted(Unknown(self.game.clone()));
        self.table(Storage::Memory(Box::new(unknown)))
    }

    #[cfg(feature = "files")]
    fn prove(&self, question: &Question<'_>, limits: &Limits<'_>) -> Result<Proved, Error> {
        prove::prove(&self.game, question, limits)
    }

    #[cfg(feature = "files")]
    fn play_through(
        &self,
        book: &Playbook,
        side: Player,
        watch: Watch<'_>,
    ) -> Result<PlayedThrough, Error> {
        prove::play_through(&self.game, book, side, watch)
    }
}
