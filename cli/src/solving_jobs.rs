//! The jobs that solve a game tier by tier, and what is known of how much work they are.

use std::path::Path;

use indicatif::HumanCount;
use perfectplay::Game;
use perfectplay::forecast::{Effort, forecast_tiers};
use perfectplay::game::Score;
use perfectplay_games::Listed;
use perfectplay_tablebase::{
    Cost, Costs, Form, Index, Job, Plan, ResultStore, Sharding, Solver, Table, TierSize, Workload,
};

use crate::Failure;
use crate::estimate::{Estimate, States, Tiers};
use crate::spec::Spec;
use crate::tier_work::told;

/// The jobs of a game with an index.
pub struct SolvingJobs<I> {
    pub solver: Solver<I>,
    index: I,
    /// How large the game is, if that was asked to cut it.
    sizes: Option<Sizes>,
}

/// How many states a game has, and with a sparse index how large its tiers are.
type Sizes = (States, Vec<TierSize>);

impl<'g, G: Listed, I: Index<Game = &'g G> + Copy> SolvingJobs<I> {
    /// The jobs, for tiers that may be cut.
    pub fn new(index: I, sharding: Option<Sharding>) -> Result<Self, Failure> {
        let sharding = sharding.unwrap_or(Sharding::Whole);
        let name = Spec::of(*index.game()).to_string();
        let solver = Solver::with_sharding(index, &name, sharding).map_err(told)?;
        if solver.plan().sharding() != sharding {
            let name = G::NAME;
            let problem = format!("a store of {name} has no shards of {sharding}");
            return Err(Failure::Input(problem));
        }
        Ok(Self {
            solver,
            index,
            sizes: None,
        })
    }

    /// The jobs for shards of so many states, about, of a game that has so many if that is known.
    pub fn with_shard_states(
        index: I,
        shard: u64,
        known: Option<u64>,
    ) -> Result<(Self, Sharding), Failure> {
        if Self::new(index, None)?.form() == Form::Dense {
            let sharding = Sharding::from_ranks(shard);
            return Ok((Self::new(index, Some(sharding))?, sharding));
        }
        let sizes = tier_sizes(*index.game())?;
        let (states, tiers) = &sizes;
        let all = tiers.iter().map(|tier| tier.states).sum::<u64>().max(1);
        let largest = tiers.iter().map(|tier| tier.states).max().unwrap_or(0);
        let states = known.unwrap_or_else(|| states.rounded());
        let largest = largest as f64 / all as f64 * states as f64;
        let sharding = match (largest as u64).div_ceil(shard) {
            ..=1 => Sharding::Whole,
            count if count <= Sharding::MOST.into() => Sharding::Count(count as u32),
            count => {
                return Err(Failure::Use(format!(
                    "expected at most {} shards of a tier, found {}: let shards have more states",
                    HumanCount(Sharding::MOST.into()),
                    HumanCount(count)
                )));
            }
        };
        let jobs = Self::new(index, Some(sharding))?;
        let sizes = Some(sizes);
        Ok((Self { sizes, ..jobs }, sharding))
    }

    pub fn form(&self) -> Form {
        self.solver.plan().form()
    }

    /// The games whose paces tell how long jobs take.
    pub fn paces(&self) -> &'static str {
        match self.form() {
            Form::Dense => "Connect Four",
            Form::Sparse => "domineering, dots and kalah",
        }
    }

    /// The name of a job and of its result.
    pub fn file(&self, job: Job) -> String {
        self.solver.plan().file(job)
    }

    /// How many states can be reached, as is known or else about, and what follows for the jobs.
    pub fn forecast(&self, known: Option<u64>) -> Result<(States, Work<'_>), Failure> {
        let (game, plan) = (*self.solver.game(), self.solver.plan());
        let asked;
        let (forecast, tiers) = match (&self.sizes, self.form(), known) {
            (Some(sizes), ..) => sizes,
            (None, Form::Dense, Some(states)) => {
                asked = (States::known(states), Vec::new());
                &asked
            }
            (None, Form::Dense, None) => {
                let tiers = |states| Some(Tiers::dense(plan, states));
                let estimate = Estimate::new(game, &tiers, Effort::default());
                let estimate = estimate.map_err(|error| Failure::Input(error.to_string()))?;
                asked = (estimate.states(), Vec::new());
                &asked
            }
            (None, Form::Sparse, _) => {
                asked = tier_sizes(game)?;
                &asked
            }
        };
        let states = known.map_or(*forecast, States::known);
        let [expected, most] = [states.rounded(), states.most_likely(forecast.certainty)]
            .map(|states| plan.workload(states, tiers));
        Ok((states, Work { expected, most }))
    }

    /// Whether there is a table of the game in a file.
    pub fn is_table(&self, file: &Path) -> bool {
        Table::open(self.index, file).is_ok()
    }

    /// What the start is worth, once the game is solved.
    pub fn score_of_start(&self, store: &dyn ResultStore) -> Result<Option<Score>, Failure> {
        let start = self.solver.game().start();
        self.solver.score(start, store).map_err(told)
    }
}

/// How much work jobs are.
pub struct Work<'p> {
    expected: Workload<'p>,
    /// With as many states in a tier as there may well be.
    most: Workload<'p>,
}

impl Work<'_> {
    pub fn memory(&self, job: Job) -> u64 {
        self.most.memory(job)
    }

    pub fn cost(&self, job: Job) -> Cost {
        self.expected.cost(job)
    }

    pub fn costs(&self, plan: &Plan) -> Costs {
        Costs {
            memory: plan.jobs().map(|job| self.memory(job)).max().unwrap_or(0),
            ..self.expected.costs()
        }
    }
}

fn tier_sizes<G: Listed>(game: &G) -> Result<Sizes, Failure> {
    let forecast = forecast_tiers(game, Effort::default());
    let (forecast, tiers) = forecast.map_err(|error| Failure::Input(error.to_string()))?;
    let tiers = tiers.into_iter().map(|tier| TierSize {
        tier: tier.tier,
        states: tier.states,
        moves: tier.moves,
    });
    let estimate = Estimate::of(game, None, forecast);
    Ok((estimate.states(), tiers.collect()))
}
