//! The jobs that solve any game tier by tier.

#[cfg(feature = "files")]
mod cut;
mod solving;
#[cfg(feature = "files")]
pub mod work_directory;

use std::io::Write;
use std::path::Path;

use perfectplay::Game;
use perfectplay::forecast::{Effort, forecast_tiers};
use perfectplay::game::Score;
use perfectplay::index::{Dense, Sparse};
use perfectplay_games::{Listed, Visitor};
use perfectplay_tablebase::{DenseIndex, Index, Outline, Solver, SparseIndex, TierSize, Workload};

use crate::error::Error;
use crate::estimate::{Capacity, Estimate, States, Tiers};
use crate::info::Info;
use crate::watch::{Limits, Progress, Watch};

pub use solving::Solving;
#[cfg(feature = "files")]
pub use work_directory::WorkDirectory;

pub use perfectplay_tablebase::{
    Cost, Costs, Directory, Ended, Form, Job, Memory, Plan, ResultStore, Sharding, Status, Summary,
};

/// The jobs that solve a game.
pub trait Jobs: Sync {
    /// Returns the name of the game with its parameters.
    fn name(&self) -> &str;

    /// Returns the plan: all jobs, their names, and what each needs.
    fn plan(&self) -> &Plan;

    /// Returns the number of reachable states, `known` or estimated, and the costs of the jobs
    /// that follow from it. `watch` can stop it.
    ///
    /// # Errors
    ///
    /// When the rules have a fault, or the work was stopped.
    fn forecast(&self, known: Option<u64>, watch: Watch<'_>) -> Result<(States, Work<'_>), Error>;

    /// Checks that there is enough memory and disk. `placed` adapts the costs to what is known
    /// of the place of the results. `watch` can stop it.
    ///
    /// # Errors
    ///
    /// When the rules have a fault, there is not enough memory or disk, or the work was
    /// stopped.
    fn check_capacity(
        &self,
        placed: &dyn Fn(Tiers) -> Tiers,
        capacity: Capacity,
        watch: Watch<'_>,
    ) -> Result<(), Error>;

    /// Returns whether a job has a result.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn status(&self, job: Job, store: &dyn ResultStore) -> Result<Status, Error>;

    /// Runs these jobs, except those that have results, and reports each finished job.
    ///
    /// # Errors
    ///
    /// When a result is missing or damaged, the rules have a fault, there is not enough memory,
    /// or the work was stopped.
    fn run(
        &self,
        jobs: &[Job],
        store: &dyn ResultStore,
        limits: &Limits<'_>,
        done: &mut (dyn FnMut(Job) + Send),
    ) -> Result<(), Error>;

    /// Runs groups of jobs as they arrive, and reports how each has ended.
    ///
    /// # Errors
    ///
    /// When the work was stopped.
    fn run_as_they_come(
        &self,
        groups: &mut (dyn Iterator<Item = Vec<Job>> + Send),
        store: &dyn ResultStore,
        limits: &Limits<'_>,
        ended: &mut (dyn FnMut(Ended) + Send),
    ) -> Result<(), Error>;

    /// Returns the plan as bytes, for [`Cutting::Planned`]; `None` if making the plan again
    /// takes no time.
    fn plan_bytes(&self) -> Option<Vec<u8>>;

    /// Returns whether there is a table of the game in a file.
    fn is_table(&self, file: &Path) -> bool;

    /// Runs all jobs that have no result.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    fn solve(&self, store: &dyn ResultStore, limits: &Limits<'_>) -> Result<Summary, Error>;

    /// Returns the score of the start of the solved game.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn score_of_start(&self, store: &dyn ResultStore) -> Result<Option<Score>, Error>;

    /// Writes the table from all results, and returns the number of its bytes.
    ///
    /// # Errors
    ///
    /// When a result is missing or damaged, or the table cannot be written.
    fn gather_into(
        &self,
        store: &dyn ResultStore,
        out: &mut dyn Write,
        limits: &Limits<'_>,
    ) -> Result<u64, Error>;

    /// Does the same into the [table file](Directory::table) of a directory. Each result is
    /// deleted as soon as it is in the table.
    ///
    /// # Errors
    /// As [`gather_into`](Self::gather_into).
    fn gather_within(&self, store: &Directory, limits: &Limits<'_>) -> Result<u64, Error>;

    /// Moves a table back into its directory, if the directory still has results.
    ///
    /// # Errors
    ///
    /// When the file cannot be moved.
    fn take_back(&self, store: &Directory, file: &Path) -> Result<(), Error>;
}

/// The costs of jobs.
pub struct Work<'p> {
    plan: &'p Plan,
    expected: Workload<'p>,
    /// The workload if each tier has the greatest likely number of states.
    most: Workload<'p>,
}

impl Work<'_> {
    /// Returns the least memory of a job, in bytes.
    #[must_use]
    pub fn memory(&self, job: Job) -> u64 {
        self.most.memory(job)
    }

    /// Returns the expected cost of a job.
    #[must_use]
    pub fn cost(&self, job: Job) -> Cost {
        self.expected.cost(job)
    }

    /// Returns the expected cost of all jobs together.
    #[must_use]
    pub fn costs(&self) -> Costs {
        let memory = self.plan.jobs().map(|job| self.memory(job));
        Costs {
            memory: memory.max().unwrap_or(0),
            ..self.expected.costs()
        }
    }
}

/// The ways to cut tiers into shards.
#[derive(Clone, Debug)]
pub enum Cutting {
    /// As the store says; whole tiers if it says nothing.
    Noted(Option<Sharding>),
    /// As the store says, with its [stored plan](Jobs::plan_bytes). If the plan does not belong
    /// to this game, it is made again.
    #[cfg(feature = "files")]
    Planned(Option<Sharding>, Vec<u8>),
    /// Whole tiers if each job fits into this memory; otherwise the largest shards for which it
    /// does. If a game has so many tiers that finding out takes long, they are not cut.
    #[cfg(feature = "files")]
    Within {
        /// The memory and disk that may be used.
        capacity: Capacity,
        /// Whether to refuse a game that needs more.
        is_refused: bool,
    },
    /// Shards of about this number of states.
    #[cfg(feature = "files")]
    Shards {
        /// The number of states of a shard.
        states: u64,
        /// The number of states of the game, if it is known.
        known: Option<u64>,
    },
    /// The largest shards that keep some workers busy.
    #[cfg(feature = "files")]
    Workers {
        /// The number of workers, each with one core.
        workers: u64,
        /// The number of states of the game, if it is known.
        known: Option<u64>,
    },
}

/// The jobs of a game, and the shards that its tiers were to be cut into.
pub type JobsCut = (Box<dyn Jobs>, Option<Sharding>);

/// Opens the jobs of a game.
pub(crate) fn open<G: Listed>(game: &G, info: &Info, cutting: Cutting) -> Result<JobsCut, Error> {
    /// Opens the jobs of a game once its type is known.
    struct Open<'a>(&'a Info, Cutting);

    impl Open<'_> {
        fn with<I: Index<Game: Listed> + Clone + 'static>(
            self,
            index: I,
        ) -> Result<JobsCut, Error> {
            let Self(info, cutting) = self;
            let (jobs, sharding) = match cutting {
                Cutting::Noted(sharding) => (JobsOf::new(index, info, sharding)?, sharding),
                #[cfg(feature = "files")]
                Cutting::Planned(sharding, plan) => {
                    (JobsOf::planned(index, info, sharding, &plan)?, sharding)
                }
                #[cfg(feature = "files")]
                Cutting::Within {
                    capacity,
                    is_refused,
                } => JobsOf::within(index, info, capacity, is_refused)?,
                #[cfg(feature = "files")]
                Cutting::Shards { states, known } => JobsOf::in_shards(index, info, states, known)?,
                #[cfg(feature = "files")]
                Cutting::Workers { workers, known } => {
                    JobsOf::for_workers(index, info, workers, known)?
                }
            };
            Ok((Box::new(jobs), sharding))
        }
    }

    impl Visitor for Open<'_> {
        type Output = Result<JobsCut, Error>;

        fn visit<G: Listed>(self, _game: G) -> Self::Output {
            Err(Error::NoTiers {
                game: self.0.name.clone(),
            })
        }

        fn visit_sparse<G: Listed + Sparse>(self, game: G) -> Self::Output {
            self.with(SparseIndex(game))
        }

        fn visit_dense<G: Listed + Dense>(self, game: G) -> Self::Output {
            self.with(DenseIndex(game))
        }
    }

    game.clone().accept(Open(info, cutting))
}

/// What is known of the tiers of a game with a dense index.
pub(crate) enum DenseTiers {
    /// The whole plan.
    Planned(Plan),
    /// Only their sizes: there are so many that a plan takes long.
    Outlined(Outline),
}

/// The greatest number of tiers for which a forecast makes a plan.
pub(crate) const MOST_PLANNED: u64 = 1 << 19;

impl DenseTiers {
    /// Examines the tiers of a game, and makes a plan if there are at most `most`. `None` if
    /// there are too many for any plan, or if games last too long.
    fn new<G: Dense + Clone + Send + Sync>(game: &G, most: u64) -> Option<Self> {
        let outline = Outline::new(game)?;
        if outline.tiers > most {
            return Some(Self::Outlined(outline));
        }
        let plan = Plan::of_jobs(&DenseIndex(game.clone()), Sharding::Whole).ok()?;
        Some(Self::Planned(plan))
    }

    /// Returns the cost of the tiers if `states` states are reachable.
    pub(crate) fn tiers(&self, states: u64) -> Tiers {
        match self {
            Self::Planned(plan) => dense_tiers(plan, states),
            Self::Outlined(outline) => {
                let costs = outline.costs(states.min(outline.numbered));
                Tiers {
                    is_outlined: true,
                    ..Tiers::new(outline.numbered, &costs)
                }
            }
        }
    }
}

/// Examines the tiers of a game with a dense index, and makes a plan if there are at most
/// `most`. `None` for any other game, and if there are too many tiers for any plan or games
/// last too long.
pub(crate) fn dense_tiers_of<G: Listed>(game: &G, most: u64) -> Option<DenseTiers> {
    /// Examines the tiers once the type of the game is known.
    struct Look {
        most: u64,
    }

    impl Visitor for Look {
        type Output = Option<DenseTiers>;

        fn visit<G: Listed>(self, _game: G) -> Self::Output {
            None
        }

        fn visit_dense<G: Listed + Dense>(self, game: G) -> Self::Output {
            DenseTiers::new(&game, self.most)
        }
    }

    game.clone().accept(Look { most })
}

/// Returns the cost of the tiers of a plan if `states` states are reachable.
fn dense_tiers(plan: &Plan, states: u64) -> Tiers {
    let numbered = plan.numbered().unwrap_or(u64::MAX);
    Tiers::new(numbered, &plan.workload(states.min(numbered), &[]).costs())
}

/// Returns the cost with a sparse index. The memory holds the keys and scores of a tier and of
/// its next tiers, which have at most a third of all states. A result takes at most two bytes
/// for each state.
fn sparse_tiers(states: u64) -> Tiers {
    /// The seconds for a state with about seven moves.
    const SECONDS: f64 = 5e-7;
    Tiers {
        numbered: u64::MAX,
        memory: states.saturating_mul(10),
        disk: states.saturating_mul(3),
        seconds: states as f64 * SECONDS,
        is_outlined: false,
    }
}

/// The jobs of a game with an index.
struct JobsOf<I> {
    solver: Solver<I>,
    info: Info,
    /// The size of the game, if it was estimated to cut the tiers.
    sizes: Option<Sizes>,
}

/// The number of states of a game; with a sparse index, also the sizes of its tiers.
type Sizes = (States, Vec<TierSize>);

impl<I: Index<Game: Listed> + Clone> JobsOf<I> {
    /// Creates the jobs. Their tiers may be cut.
    fn new(index: I, info: &Info, sharding: Option<Sharding>) -> Result<Self, Error> {
        let sharding = sharding.unwrap_or(Sharding::Whole);
        let solver = Solver::with_sharding(index, &info.spec, sharding)?;
        if solver.plan().sharding() != sharding {
            return Err(Error::Sharding {
                game: info.name.clone(),
                found: sharding,
            });
        }
        Ok(Self::from_solver(solver, info))
    }

    fn from_solver(solver: Solver<I>, info: &Info) -> Self {
        Self {
            solver,
            info: info.clone(),
            sizes: None,
        }
    }
}

fn tier_sizes<G: Listed>(game: &G, info: &Info, watch: Watch<'_>) -> Result<Sizes, Error> {
    let mut is_stopped = false;
    let (forecast, tiers) = forecast_tiers(game, Effort::default(), |so_far| {
        let flow = watch(Progress::found(so_far.states));
        is_stopped = flow.is_break();
        flow
    })?;
    if is_stopped {
        return Err(Error::Stopped);
    }
    let tiers = tiers.into_iter().map(|tier| TierSize {
        tier: tier.tier,
        states: tier.states,
        moves: tier.moves,
    });
    let estimate = Estimate::new(&info.spec, None, forecast);
    Ok((estimate.states(), tiers.collect()))
}

impl<I: Index<Game: Listed> + Clone> Jobs for JobsOf<I> {
    fn name(&self) -> &str {
        self.solver.name()
    }

    fn plan(&self) -> &Plan {
        self.solver.plan()
    }

    fn forecast(&self, known: Option<u64>, watch: Watch<'_>) -> Result<(States, Work<'_>), Error> {
        let (game, plan) = (self.solver.game(), self.solver.plan());
        let asked;
        let (forecast, tiers) = match (&self.sizes, plan.form(), known) {
            (Some(sizes), ..) => sizes,
            (None, Form::Dense, Some(states)) => {
                asked = (States::known(states), Vec::new());
                &asked
            }
            (None, Form::Dense, None) => {
                let tiers = |states| Some(dense_tiers(plan, states));
                let estimate = Estimate::up_to(game, &self.info, &tiers, None, watch)?;
                asked = (estimate.states(), Vec::new());
                &asked
            }
            (None, Form::Sparse, _) => {
                asked = tier_sizes(game, &self.info, watch)?;
                &asked
            }
        };
        let states = known.map_or(*forecast, States::known);
        let [expected, most] = [states.rounded(), states.most_likely(forecast.certainty)]
            .map(|states| plan.workload(states, tiers));
        Ok((
            states,
            Work {
                plan,
                expected,
                most,
            },
        ))
    }

    fn check_capacity(
        &self,
        placed: &dyn Fn(Tiers) -> Tiers,
        capacity: Capacity,
        watch: Watch<'_>,
    ) -> Result<(), Error> {
        let (game, plan) = (self.solver.game(), self.solver.plan());
        if let Some(numbered) = plan.numbered() {
            // Each numbered state takes less than a byte, no matter how many of them are
            // reachable.
            let disk = numbered;
            let most = Tiers {
                disk,
                ..dense_tiers(plan, numbered)
            };
            if placed(most).fit(capacity) {
                return Ok(());
            }
        }
        let tiers = |states| {
            Some(placed(match plan.form() {
                Form::Dense => dense_tiers(plan, states),
                Form::Sparse => sparse_tiers(states),
            }))
        };
        // With a dense index, the memory is known exactly.
        let enough = (plan.form() == Form::Sparse).then_some(capacity);
        let estimate = Estimate::up_to(game, &self.info, &tiers, enough, watch)?;
        match estimate.missing(capacity) {
            Some(missing) => Err(estimate.refusal(missing)),
            None => Ok(()),
        }
    }

    fn status(&self, job: Job, store: &dyn ResultStore) -> Result<Status, Error> {
        Ok(self.solver.status(job, store)?)
    }

    fn run(
        &self,
        jobs: &[Job],
        store: &dyn ResultStore,
        limits: &Limits<'_>,
        done: &mut (dyn FnMut(Job) + Send),
    ) -> Result<(), Error> {
        Ok(self.solver.run_each(jobs, store, limits, done)?)
    }

    fn run_as_they_come(
        &self,
        groups: &mut (dyn Iterator<Item = Vec<Job>> + Send),
        store: &dyn ResultStore,
        limits: &Limits<'_>,
        ended: &mut (dyn FnMut(Ended) + Send),
    ) -> Result<(), Error> {
        Ok(self.solver.run_as_they_come(groups, store, limits, ended)?)
    }

    fn plan_bytes(&self) -> Option<Vec<u8>> {
        self.solver.plan_bytes()
    }

    fn is_table(&self, file: &Path) -> bool {
        self.solver.is_table(file)
    }

    fn solve(&self, store: &dyn ResultStore, limits: &Limits<'_>) -> Result<Summary, Error> {
        Ok(self.solver.solve(store, limits)?)
    }

    fn score_of_start(&self, store: &dyn ResultStore) -> Result<Option<Score>, Error> {
        Ok(self.solver.score(self.solver.game().start(), store)?)
    }

    fn gather_into(
        &self,
        store: &dyn ResultStore,
        out: &mut dyn Write,
        limits: &Limits<'_>,
    ) -> Result<u64, Error> {
        Ok(self.solver.gather_into(store, out, limits)?)
    }

    fn gather_within(&self, store: &Directory, limits: &Limits<'_>) -> Result<u64, Error> {
        Ok(self.solver.gather_within(store, limits)?)
    }

    fn take_back(&self, store: &Directory, file: &Path) -> Result<(), Error> {
        Ok(self.solver.take_back(store, file)?)
    }
}
