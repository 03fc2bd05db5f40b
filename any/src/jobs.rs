//! The jobs that solve a game tier by tier, whatever the game.

use std::io::Write;
use std::path::Path;

use perfectplay::Game;
use perfectplay::forecast::{Effort, forecast_tiers};
use perfectplay::game::Score;
use perfectplay::index::{Dense, Sparse};
use perfectplay_games::{Listed, Visitor};
use perfectplay_tablebase::{DenseIndex, Index, Solver, SparseIndex, Table, TierSize, Workload};

use crate::error::Error;
use crate::estimate::{Estimate, Room, States, Tiers};
use crate::info::Info;
use crate::large::within;
use crate::watch::Limits;

pub use perfectplay_tablebase::{
    Cost, Costs, Directory, Form, Job, Memory, Plan, ResultStore, Sharding, Status, Summary,
};

/// The jobs that solve a game.
pub trait Jobs: Sync {
    /// The game and its parameters.
    fn name(&self) -> &str;

    /// The plan: all jobs, their names, and what each needs.
    fn plan(&self) -> &Plan;

    /// How many states can be reached, as is known or else about, and what follows for the jobs.
    ///
    /// # Errors
    /// When the rules have a fault.
    fn forecast(&self, known: Option<u64>) -> Result<(States, Work<'_>), Error>;

    /// Fails if there is not the room for what it takes, which `placed` changes by what is known
    /// of the place of the results.
    ///
    /// # Errors
    /// When the rules have a fault, or it takes more than there is.
    fn check_room(&self, placed: &dyn Fn(Tiers) -> Tiers, room: Room) -> Result<(), Error>;

    /// Whether the result of a job is there.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn status(&self, job: Job, store: &dyn ResultStore) -> Result<Status, Error>;

    /// Runs these jobs, but those whose results are there, and tells of each that it is done.
    ///
    /// # Errors
    /// When a result is missing or damaged, the rules have a fault, there is not enough memory, or
    /// somebody has stopped it.
    fn run(
        &self,
        jobs: &[Job],
        store: &dyn ResultStore,
        limits: &Limits<'_>,
        done: &mut (dyn FnMut(Job) + Send),
    ) -> Result<(), Error>;

    /// Whether there is a table of the game in a file.
    fn is_table(&self, file: &Path) -> bool;

    /// Runs all jobs whose results are not there.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    fn solve(&self, store: &dyn ResultStore, limits: &Limits<'_>) -> Result<Summary, Error>;

    /// The score of the start, once the game is solved.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn score_of_start(&self, store: &dyn ResultStore) -> Result<Option<Score>, Error>;

    /// Writes the table of all results, and tells how many bytes it has.
    ///
    /// # Errors
    /// When a result is missing or damaged, or it cannot be written.
    fn gather_into(
        &self,
        store: &dyn ResultStore,
        out: &mut dyn Write,
        limits: &Limits<'_>,
    ) -> Result<u64, Error>;
}

/// How much work jobs are.
pub struct Work<'p> {
    plan: &'p Plan,
    expected: Workload<'p>,
    /// With as many states in a tier as there may well be.
    most: Workload<'p>,
}

impl Work<'_> {
    /// How many bytes a job holds at least.
    #[must_use]
    pub fn memory(&self, job: Job) -> u64 {
        self.most.memory(job)
    }

    /// What a job is expected to take.
    #[must_use]
    pub fn cost(&self, job: Job) -> Cost {
        self.expected.cost(job)
    }

    /// What all jobs together are expected to take.
    #[must_use]
    pub fn costs(&self) -> Costs {
        let memory = self.plan.jobs().map(|job| self.memory(job));
        Costs {
            memory: memory.max().unwrap_or(0),
            ..self.expected.costs()
        }
    }
}

/// Into what tiers are to be cut.
#[derive(Clone, Copy, Debug)]
pub enum Cutting {
    /// As it was noted, or not at all.
    Noted(Option<Sharding>),
    /// Into shards of so many states, about, of a game that has so many if that is known.
    Shards {
        /// The states of a shard.
        states: u64,
        /// Those of the game.
        known: Option<u64>,
    },
}

/// The jobs of a game, and into what its tiers were told to be cut.
pub type JobsCut = (Box<dyn Jobs>, Option<Sharding>);

/// The jobs of a game.
pub(crate) fn open<G: Listed>(game: &G, info: &Info, cutting: Cutting) -> Result<JobsCut, Error> {
    /// Makes the jobs of a game.
    struct Open<'a>(&'a Info, Cutting);

    impl Open<'_> {
        fn with<I: Index<Game: Listed> + Clone + 'static>(
            self,
            index: I,
        ) -> Result<JobsCut, Error> {
            let Self(info, cutting) = self;
            let (jobs, sharding) = match cutting {
                Cutting::Noted(sharding) => (JobsOf::new(index, info, sharding)?, sharding),
                Cutting::Shards { states, known } => {
                    let (jobs, sharding) = JobsOf::in_shards(index, info, states, known)?;
                    (jobs, Some(sharding))
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

/// The plan of a game with a dense index; `None` for any other, and for one that has too many tiers
/// or lasts too long.
pub(crate) fn dense_plan<G: Listed>(game: &G) -> Option<Plan> {
    /// Makes the plan.
    struct MakePlan;

    impl Visitor for MakePlan {
        type Output = Option<Plan>;

        fn visit<G: Listed>(self, _game: G) -> Self::Output {
            None
        }

        fn visit_dense<G: Listed + Dense>(self, game: G) -> Self::Output {
            Plan::new(&DenseIndex(game), Sharding::Whole).ok()
        }
    }

    game.clone().accept(MakePlan)
}

/// What it takes with a dense index. The table is as large as the scores.
pub(crate) fn dense_tiers(plan: &Plan, states: u64) -> Tiers {
    let numbered = plan.numbered().unwrap_or(u64::MAX);
    let costs = plan.workload(states.min(numbered), &[]).costs();
    Tiers {
        numbered,
        memory: costs.memory,
        disk: costs.bytes.saturating_mul(2),
    }
}

/// What it takes with a sparse index: in memory are the keys and scores of a tier and of those
/// that follow it, which are a third of all or fewer, and the results of jobs take three or four
/// bytes a state.
const fn sparse_tiers(states: u64) -> Tiers {
    Tiers {
        numbered: u64::MAX,
        memory: states.saturating_mul(10),
        disk: states.saturating_mul(5),
    }
}

/// The jobs of a game with an index.
struct JobsOf<I> {
    solver: Solver<I>,
    index: I,
    info: Info,
    /// How large the game is, if that was asked to cut it.
    sizes: Option<Sizes>,
}

/// How many states a game has, and with a sparse index how large its tiers are.
type Sizes = (States, Vec<TierSize>);

impl<I: Index<Game: Listed> + Clone> JobsOf<I> {
    /// The jobs, for tiers that may be cut.
    fn new(index: I, info: &Info, sharding: Option<Sharding>) -> Result<Self, Error> {
        let sharding = sharding.unwrap_or(Sharding::Whole);
        let solver = Solver::with_sharding(index.clone(), &info.spec, sharding)?;
        if solver.plan().sharding() != sharding {
            return Err(Error::Sharding {
                game: info.name.clone(),
                found: sharding,
            });
        }
        Ok(Self {
            solver,
            index,
            info: info.clone(),
            sizes: None,
        })
    }

    /// The jobs for shards of so many states, about, of a game that has so many if that is known.
    fn in_shards(
        index: I,
        info: &Info,
        shard: u64,
        known: Option<u64>,
    ) -> Result<(Self, Sharding), Error> {
        if Self::new(index.clone(), info, None)?.plan().form() == Form::Dense {
            let sharding = Sharding::from_ranks(shard);
            return Ok((Self::new(index, info, Some(sharding))?, sharding));
        }
        let sizes = tier_sizes(index.game(), info)?;
        let (states, tiers) = &sizes;
        let all = tiers.iter().map(|tier| tier.states).sum::<u64>().max(1);
        let largest = tiers.iter().map(|tier| tier.states).max().unwrap_or(0);
        let states = known.unwrap_or_else(|| states.rounded());
        let largest = largest as f64 / all as f64 * states as f64;
        let sharding = match (largest as u64).div_ceil(shard) {
            ..=1 => Sharding::Whole,
            count if count <= Sharding::MOST.into() => Sharding::Count(count as u32),
            found => return Err(Error::TooManyShards { found }),
        };
        let jobs = Self::new(index, info, Some(sharding))?;
        let sizes = Some(sizes);
        Ok((Self { sizes, ..jobs }, sharding))
    }
}

fn tier_sizes<G: Listed>(game: &G, info: &Info) -> Result<Sizes, Error> {
    let (forecast, tiers) = forecast_tiers(game, Effort::default())?;
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

    fn forecast(&self, known: Option<u64>) -> Result<(States, Work<'_>), Error> {
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
                let estimate = Estimate::survey(game, &self.info, &tiers, Effort::default())?;
                asked = (estimate.states(), Vec::new());
                &asked
            }
            (None, Form::Sparse, _) => {
                asked = tier_sizes(game, &self.info)?;
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

    fn check_room(&self, placed: &dyn Fn(Tiers) -> Tiers, room: Room) -> Result<(), Error> {
        let (game, plan) = (self.solver.game(), self.solver.plan());
        if let Some(numbered) = plan.numbered() {
            // All that have a number take less than a byte each, whichever of them are reached.
            let disk = numbered;
            let most = Tiers {
                disk,
                ..dense_tiers(plan, numbered)
            };
            if placed(most).fit(room) {
                return Ok(());
            }
        }
        let tiers = |states| {
            Some(placed(match plan.form() {
                Form::Dense => dense_tiers(plan, states),
                Form::Sparse => sparse_tiers(states),
            }))
        };
        let estimate = match plan.form() {
            // The memory that it takes is known.
            Form::Dense => Estimate::survey(game, &self.info, &tiers, Effort::default())?,
            Form::Sparse => Estimate::up_to(game, &self.info, &tiers, room)?,
        };
        match estimate.shortage(room) {
            Some(shortage) => Err(estimate.refusal(shortage)),
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
        within(limits, |limits| {
            self.solver.run_each(jobs, store, limits, done)
        })
    }

    fn is_table(&self, file: &Path) -> bool {
        Table::open(self.index.clone(), file).is_ok()
    }

    fn solve(&self, store: &dyn ResultStore, limits: &Limits<'_>) -> Result<Summary, Error> {
        within(limits, |limits| self.solver.solve(store, limits))
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
        within(limits, |limits| self.solver.gather_into(store, out, limits))
    }
}
