//! The jobs that solve any game tier by tier.

mod cut;
mod solving;
#[cfg(not(target_family = "wasm"))]
mod work_directory;

use perfectplay::forecast::{Certainty, Effort, Forecast};
use perfectplay_tablebase::{AnyIndex, Outline, Solver, TierSize, Workload};

use crate::error::Error;
use crate::estimate::{Capacity, Estimate, SHORT, States, Tiers};
use crate::game::AnyGame;
use crate::watch::Watch;

pub use solving::Solving;
#[cfg(not(target_family = "wasm"))]
pub use work_directory::WorkDirectory;

pub use perfectplay_tablebase::{
    Costs, DirectoryStore, Form, Job, JobCost, JobEvent, JobStatus, MemoryStore, Plan, ResultStore,
    Sharding, Summary,
};

/// The costs of the jobs in a plan.
pub struct JobCosts<'p> {
    plan: &'p Plan,
    expected: Workload<'p>,
    /// The costs for a number of states that the game is unlikely to exceed.
    most: Workload<'p>,
}

impl JobCosts<'_> {
    /// Returns how many bytes of memory a job needs. If the number of states is uncertain, the result is more likely
    /// too great than too small.
    #[must_use]
    pub fn memory(&self, job: Job) -> u64 {
        self.most.memory(job)
    }

    /// Returns the expected cost of a job.
    #[must_use]
    pub fn cost(&self, job: Job) -> JobCost {
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

/// The choice of the shards: the parts into which each tier is cut, so that a job needs less memory.
#[derive(Clone, Debug)]
pub enum Cutting {
    /// Cut the tiers as they are already cut in the directory of results. If the directory records no shards (`None`),
    /// keep tiers whole.
    Noted(Option<Sharding>),
    /// Cut the tiers as they are already cut in the directory of results, and use the [plan](Solver::plan_bytes) that
    /// is saved in this directory. If the saved plan belongs to another game, make a new plan.
    Planned(Option<Sharding>, Vec<u8>),
    /// Keep tiers whole if each job fits into the memory. If some job does not fit, cut tiers into the largest shards
    /// whose jobs fit. If the game has very many tiers, keep tiers whole, because it would take long to find the right
    /// size of shards.
    Within {
        /// The available memory and disk.
        capacity: Capacity,
        /// If set, a game with very many tiers is refused at once when it needs more memory or disk than `capacity`.
        refuses_many_tiers: bool,
    },
    /// Cut tiers into shards of about `states` states.
    Shards {
        /// The approximate number of states of a shard.
        states: u64,
        /// The number of states of the game, if it is known.
        known: Option<u64>,
    },
    /// Cut tiers into the largest shards that keep all workers busy.
    Workers {
        /// The number of workers, each with one core.
        workers: u64,
        /// The number of states of the game, if it is known.
        known: Option<u64>,
    },
}

/// `.0`: the jobs of a game. `.1`: how the tiers are cut into shards; `None` if the tiers are whole.
pub type JobsCut = (Jobs, Option<Sharding>);

impl AnyGame {
    /// Plans the jobs that solve the game tier by tier.
    ///
    /// # Errors
    ///
    /// Fails when the game has no tiers, or when `cutting` asks for shards that this game does not allow.
    pub fn jobs(&self, cutting: Cutting) -> Result<JobsCut, Error> {
        Ok(match cutting {
            Cutting::Noted(sharding) => (Jobs::new(self, sharding)?, sharding),
            Cutting::Planned(sharding, plan) => (Jobs::planned(self, sharding, &plan)?, sharding),
            Cutting::Within {
                capacity,
                refuses_many_tiers,
            } => Jobs::within(self, capacity, refuses_many_tiers)?,
            Cutting::Shards { states, known } => Jobs::in_shards(self, states, known)?,
            Cutting::Workers { workers, known } => Jobs::for_workers(self, workers, known)?,
        })
    }

    /// Returns whether the game has a dense index. A game with a dense index is solved tier by tier, unless it
    /// has too many tiers.
    #[must_use]
    pub fn is_dense(&self) -> bool {
        let tiers = self.0.tiers();
        tiers.is_some_and(|tiers| tiers.form() == Form::Dense)
    }

    /// Estimates the size of the game and the cost of solving it, from a count or a sample of its states.
    /// `effort` limits the work of the estimate, and `watch` can stop this work.
    ///
    /// # Errors
    /// Fails when the rules have a fault in one of the examined states, or the work was stopped.
    pub fn estimate(&self, effort: Effort, watch: Watch<'_>) -> Result<Estimate, Error> {
        let (forecast, _) = self.survey(effort, watch)?;
        let tiers = DenseTiers::new(self).map(|tiers| tiers.forecast(&forecast));
        Ok(Estimate::new(self, forecast, tiers))
    }

    /// Returns whether the jobs of the game take less than a second, no matter how many states are reachable. If they
    /// do, the caller need not estimate the number of states. Returns `false` for a game without a dense index.
    #[must_use]
    pub fn has_short_jobs(&self) -> bool {
        DenseTiers::new(self).is_some_and(|tiers| tiers.most_seconds() <= SHORT)
    }

    fn index_for_jobs(&self) -> Result<AnyIndex<'static>, Error> {
        let index = self.index().ok_or_else(|| Error::NoTiers {
            game: self.info().name.clone(),
        })?;
        Ok(index.into())
    }
}

pub(crate) enum DenseTiers {
    Planned(Plan),
    /// Only the sizes of the tiers, for a game whose jobs would take too long to plan.
    Outlined(Outline),
}

/// The greatest number of tiers for which a forecast makes a plan.
pub(crate) const MOST_PLANNED: u64 = 1 << 19;

impl DenseTiers {
    /// Examines the tiers of a game with a dense index. Plans the jobs. If the game is loopy or has more than
    /// [`MOST_PLANNED`] tiers, finds only the sizes of the tiers. Returns `None` for a game without a dense index, and
    /// for a game with too many tiers or plies for any plan.
    pub(crate) fn new(game: &AnyGame) -> Option<Self> {
        let index = AnyIndex::from(game.index()?);
        let outline = Outline::new(&index)?;
        // A plan looks at all starts, and a loopy game may have millions of starts.
        if outline.tiers > MOST_PLANNED || game.info().is_loopy {
            return Some(Self::Outlined(outline));
        }
        let plan = Plan::of_jobs(&index, Sharding::Whole).ok()?;
        Some(Self::Planned(plan))
    }

    /// Returns how many seconds the jobs take in the worst case, in which every rank belongs to a reachable state.
    fn most_seconds(&self) -> f64 {
        match self {
            Self::Planned(plan) => {
                let numbered = plan.numbered().unwrap_or(u64::MAX);
                plan.workload(numbered, &[]).costs().seconds
            }
            Self::Outlined(outline) => outline.costs(outline.numbered).seconds,
        }
    }

    pub(crate) fn forecast(&self, forecast: &Forecast) -> Tiers {
        match self {
            Self::Planned(plan) => dense_tiers(plan, forecast),
            Self::Outlined(outline) => {
                let states = States::new(forecast, Some(outline.numbered));
                let costs = outline.costs(states.count);
                Tiers {
                    is_outlined: true,
                    ..Tiers::new(outline.numbered, &costs)
                }
            }
        }
    }
}

fn dense_tiers(plan: &Plan, forecast: &Forecast) -> Tiers {
    let states = States::new(forecast, plan.numbered()).count;
    let numbered = plan.numbered().unwrap_or(u64::MAX);
    Tiers::new(numbered, &plan.workload(states, &[]).costs())
}

/// Returns the cost of solving a game with a sparse index. A job holds the keys and scores of a tier and of its next
/// tiers in memory. The estimate of the memory assumes that a tier and its next tiers together have at most a third of
/// all states. A result takes at most two bytes for each state.
fn sparse_tiers(states: u64) -> Tiers {
    /// The seconds that it takes to solve a state with about seven moves.
    const SECONDS: f64 = 5e-7;
    Tiers {
        numbered: u64::MAX,
        memory: states.saturating_mul(10),
        disk: states.saturating_mul(3),
        seconds: states as f64 * SECONDS,
        is_outlined: false,
    }
}

/// The jobs that solve a game.
pub struct Jobs {
    game: AnyGame,
    solver: Solver<'static>,
    /// The sizes of the game and of its tiers. `None` if the shards were chosen without these sizes.
    sizes: Option<Sizes>,
}

/// `.0`: the number of states of a game. `.1`: the sizes of its tiers; empty if the index is dense.
type Sizes = (States, Vec<TierSize>);

fn tier_sizes(game: &AnyGame, watch: Watch<'_>) -> Result<Sizes, Error> {
    let (forecast, tiers) = game.survey(Effort::default(), watch)?;
    Ok((States::new(&forecast, None), tiers))
}

impl Jobs {
    /// Creates the jobs. `sharding` says how the tiers are cut into shards; `None` keeps the tiers whole.
    fn new(game: &AnyGame, sharding: Option<Sharding>) -> Result<Self, Error> {
        let sharding = sharding.unwrap_or(Sharding::Whole);
        let solver = Solver::with_sharding(game.index_for_jobs()?, &game.info().spec, sharding)?;
        if solver.plan().sharding() != sharding {
            let game = game.info();
            let name = game.name.clone();
            return Err(if game.is_loopy {
                Error::LoopyShards { game: name }
            } else {
                Error::Sharding {
                    game: name,
                    found: sharding,
                }
            });
        }
        Ok(Self::from_solver(game, solver))
    }

    fn from_solver(game: &AnyGame, solver: Solver<'static>) -> Self {
        Self {
            game: game.clone(),
            solver,
            sizes: None,
        }
    }

    /// Returns the solver that runs the jobs.
    #[must_use]
    pub const fn solver(&self) -> &Solver<'static> {
        &self.solver
    }

    /// Returns the plan of the jobs. The plan contains the names of all jobs, and says which results each job
    /// needs.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        self.solver.plan()
    }

    /// Returns the number of reachable states, and the expected costs of the jobs. `known` is the number of reachable
    /// states; `None` if it must be estimated. `watch` can stop the work.
    ///
    /// # Errors
    ///
    /// Fails when the rules have a fault, or the work was stopped.
    pub fn forecast(
        &self,
        known: Option<u64>,
        watch: Watch<'_>,
    ) -> Result<(States, JobCosts<'_>), Error> {
        let (game, plan) = (&self.game, self.solver.plan());
        let (forecast, tiers) = match (&self.sizes, plan.form(), known) {
            (Some(sizes), ..) => sizes.clone(),
            (None, Form::Dense, Some(states)) => (States::known(states), Vec::new()),
            (None, Form::Dense, None) => {
                let (forecast, _) = game.survey(Effort::default(), watch)?;
                // Here a rough number is better than an upper bound, because the costs are only compared with
                // each other.
                let states = match forecast.certainty {
                    Certainty::Rough => States::new(&forecast, None),
                    _ => States::new(&forecast, plan.numbered()),
                };
                (states, Vec::new())
            }
            (None, Form::Sparse, _) => tier_sizes(game, watch)?,
        };
        let states = known.map_or(forecast, States::known);
        let [expected, most] = [states.rounded(), states.most_likely(forecast.certainty)]
            .map(|states| plan.workload(states, &tiers));
        Ok((
            states,
            JobCosts {
                plan,
                expected,
                most,
            },
        ))
    }

    /// Checks that there is enough memory and disk. `placed` adjusts the expected memory and disk to where the results
    /// are kept. For example, results in memory need no disk. `watch` can stop the work.
    ///
    /// # Errors
    ///
    /// Fails when the rules have a fault, there is not enough memory or disk, or the work was stopped.
    pub fn check_capacity(
        &self,
        placed: &dyn Fn(Tiers) -> Tiers,
        capacity: Capacity,
        watch: Watch<'_>,
    ) -> Result<(), Error> {
        let plan = self.solver.plan();
        if let Some(numbered) = plan.numbered() {
            let mut most = Tiers::new(numbered, &plan.workload(numbered, &[]).costs());
            // On disk, each state with a rank takes less than one byte, no matter how many of these states are
            // reachable.
            most.disk = numbered;
            let Tiers { memory, disk, .. } = placed(most);
            if capacity.is_enough(memory, disk) {
                return Ok(());
            }
        }
        let (forecast, _) = self.game.survey(Effort::default(), watch)?;
        let tiers = placed(match plan.form() {
            Form::Dense => dense_tiers(plan, &forecast),
            Form::Sparse => sparse_tiers(forecast.states),
        });
        let estimate = Estimate::new(&self.game, forecast, Some(tiers));
        let cost = (tiers.memory, tiers.disk, tiers.seconds);
        match estimate.missing_for(cost, capacity) {
            Some(lack) => Err(estimate.refusal(Some(lack))),
            None => Ok(()),
        }
    }
}
