//! The jobs that solve a game tier by tier, whether its states have ranks or only keys.

use std::io::Write;
use std::path::Path;

use indicatif::HumanCount;
use perfectplay::forecast::{Effort, forecast_tiers};
use perfectplay::game::Score;
use perfectplay::ranked::Ranked;
use perfectplay_games::Listed;
use perfectplay_tablebase::{
    Cost, Costs, Error, Job, Jobs, KeyedForecast, KeyedJobs, KeyedTable, Limits, Status, Store,
    Summary, Table, TierSize,
};

use crate::Failure;
use crate::large::cut::Cut;
use crate::large::estimate::{estimate, tiers_of};
use crate::large::spec::Spec;
use crate::large::tier_work::told;
use perfectplay_any::{Estimate, States};

/// What drivers of jobs ask, on this machine and elsewhere.
pub trait SolvingJobs: Sync {
    /// What a forecast tells of what jobs take.
    type Forecast;

    /// The games whose paces tell how long jobs take.
    const PACES: &'static str;

    /// The game and its parameters.
    fn name(&self) -> &str;

    /// All jobs, each after those that it needs.
    fn list(&self) -> Vec<Job>;

    /// The jobs that must be done before.
    fn needs(&self, job: Job) -> Vec<Job>;

    /// The name of a job and of its result.
    fn file(&self, job: Job) -> String;

    /// The job of this name.
    fn job(&self, file: &str) -> Option<Job>;

    /// How many states are numbered, if they are. Then it is known how much memory jobs take.
    fn numbered(&self) -> Option<u64>;

    /// How tiers are cut, if they are.
    fn cut(&self) -> Option<Cut>;

    /// How many states can be reached, as somebody knows or else about, and what follows for
    /// the jobs.
    fn forecast(&self, known: Option<u64>) -> Result<(States, Self::Forecast), Failure>;

    /// How many bytes a job holds at least.
    fn memory(&self, job: Job, forecast: &Self::Forecast) -> u64;

    /// What a job is expected to take.
    fn cost(&self, job: Job, forecast: &Self::Forecast) -> Cost;

    /// What all jobs together are expected to take.
    fn costs(&self, forecast: &Self::Forecast) -> Costs;

    /// Whether the result of a job is there.
    fn status(&self, job: Job, store: &dyn Store) -> Result<Status, Error>;

    /// Runs these jobs, but those whose results are there, and tells of each that it is done.
    fn run(
        &self,
        jobs: &[Job],
        store: &dyn Store,
        limits: &Limits<'_>,
        done: &mut (dyn FnMut(Job) + Send),
    ) -> Result<(), Error>;

    /// Whether there is a table of the game in a file.
    fn is_table(&self, file: &Path) -> bool;

    /// Runs all jobs whose results are not there.
    fn solve(&self, store: &dyn Store, limits: &Limits<'_>) -> Result<Summary, Error>;

    /// What the start is worth, once the game is solved.
    fn score_of_start(&self, store: &dyn Store) -> Result<Option<Score>, Error>;

    /// Writes the table of all results, and tells how many bytes it has.
    fn write_table(
        &self,
        store: &dyn Store,
        out: &mut dyn Write,
        limits: &Limits<'_>,
    ) -> Result<u64, Error>;
}

impl<G: Listed + Ranked + Send + Sync> SolvingJobs for Jobs<'_, G> {
    /// The number of states.
    type Forecast = u64;

    const PACES: &'static str = "Connect Four 5x5 and 5x6";

    fn name(&self) -> &str {
        Jobs::name(self)
    }

    fn list(&self) -> Vec<Job> {
        Jobs::list(self).collect()
    }

    fn needs(&self, job: Job) -> Vec<Job> {
        Jobs::needs(self, job)
    }

    fn file(&self, job: Job) -> String {
        Jobs::file(self, job)
    }

    fn job(&self, file: &str) -> Option<Job> {
        Jobs::job(self, file)
    }

    fn numbered(&self) -> Option<u64> {
        Some(self.plan().numbered())
    }

    fn cut(&self) -> Option<Cut> {
        self.plan().part_ranks().map(Cut::Ranks)
    }

    fn forecast(&self, known: Option<u64>) -> Result<(States, u64), Failure> {
        let states = match known {
            Some(states) => States::known(states),
            None => {
                let estimate = estimate(self.game(), Some(tiers_of(self)), Effort::default());
                let estimate = estimate.map_err(|error| Failure::Input(error.to_string()))?;
                estimate.states()
            }
        };
        Ok((states, states.rounded()))
    }

    fn memory(&self, job: Job, _: &u64) -> u64 {
        Jobs::memory(self, job)
    }

    fn cost(&self, job: Job, states: &u64) -> Cost {
        Jobs::cost(self, job, *states)
    }

    fn costs(&self, states: &u64) -> Costs {
        Jobs::costs(self, *states)
    }

    fn status(&self, job: Job, store: &dyn Store) -> Result<Status, Error> {
        Jobs::status(self, job, store)
    }

    fn run(
        &self,
        jobs: &[Job],
        store: &dyn Store,
        limits: &Limits<'_>,
        done: &mut (dyn FnMut(Job) + Send),
    ) -> Result<(), Error> {
        self.run_each(jobs, store, limits, done)
    }

    fn is_table(&self, file: &Path) -> bool {
        Table::open(same(self.game()), file).is_ok()
    }

    fn solve(&self, store: &dyn Store, limits: &Limits<'_>) -> Result<Summary, Error> {
        Jobs::solve(self, store, limits)
    }

    fn score_of_start(&self, store: &dyn Store) -> Result<Option<Score>, Error> {
        self.score_of(self.game().start(), store)
    }

    fn write_table(
        &self,
        store: &dyn Store,
        out: &mut dyn Write,
        limits: &Limits<'_>,
    ) -> Result<u64, Error> {
        Jobs::write_table(self, store, out, limits)
    }
}

/// The same game once more.
fn same<G: Listed>(game: &G) -> G {
    let mut parameters = String::new();
    game.write_parameters(&mut parameters).expect("memory");
    G::with_parameters(&parameters).expect("a game reads the parameters that it writes")
}

/// The jobs of a game with ranks, whose tiers may be cut.
pub fn ranked<'g, G: Listed + Ranked + Sync>(
    game: &'g G,
    cut: Option<Cut>,
) -> Result<Jobs<'g, G>, Failure> {
    let name = Spec::of(game).to_string();
    let jobs = match cut {
        None => Jobs::new(game, &name),
        Some(Cut::Ranks(ranks)) => Jobs::in_parts(game, &name, ranks),
        Some(cut @ Cut::Parts(_)) => return Err(wrong_cut::<G>(cut)),
    };
    jobs.map_err(told)
}

/// The jobs of a game without ranks.
pub struct Keyed<'g, G> {
    game: &'g G,
    jobs: KeyedJobs<'g>,
    /// How large the game is, if that was asked to cut it.
    sizes: Option<Sizes>,
}

/// How many states a game without ranks has, and how large its tiers are.
type Sizes = (States, Vec<TierSize>);

impl<'g, G: Listed> Keyed<'g, G> {
    /// The jobs, for tiers that may be cut. Fails if the game cannot be solved by keys.
    pub fn new(game: &'g G, cut: Option<Cut>) -> Result<Self, Failure> {
        let parts = match cut {
            None => 1,
            Some(Cut::Parts(parts)) => parts,
            Some(cut @ Cut::Ranks(_)) => return Err(wrong_cut::<G>(cut)),
        };
        match KeyedJobs::new(game, &Spec::of(game).to_string(), parts) {
            Ok(jobs) => Ok(Self {
                game,
                jobs,
                sizes: None,
            }),
            Err(Error::NoTier { .. } | Error::NoLastTier | Error::Key { .. }) => {
                Err(Failure::Use(format!(
                    "a store and a table of tiers are for games whose states have ranks or \
                     tiers, and {} is none of them",
                    G::NAME
                )))
            }
            Err(error) => Err(told(error)),
        }
    }

    /// The jobs for parts of so many states, about, of a game that has so many if somebody
    /// knows; and the cut.
    pub fn in_parts(game: &'g G, part: u64, known: Option<u64>) -> Result<(Self, Cut), Failure> {
        let sizes = tier_sizes(game)?;
        let (states, tiers) = &sizes;
        let all = tiers.iter().map(|tier| tier.states).sum::<u64>().max(1);
        let largest = tiers.iter().map(|tier| tier.states).max().unwrap_or(0);
        let states = known.unwrap_or_else(|| states.rounded());
        let largest = largest as f64 / all as f64 * states as f64;
        let cut = Cut::of_states(largest as u64, part).map_err(|parts| {
            Failure::Use(format!(
                "expected at most {} parts of a tier, found {}: let parts have more states",
                HumanCount(Cut::MOST_PARTS),
                HumanCount(parts)
            ))
        })?;
        let jobs = Self::new(game, Some(cut))?;
        let sizes = Some(sizes);
        Ok((Self { sizes, ..jobs }, cut))
    }
}

/// How large the work on a game without ranks is.
pub struct KeyedForecasts {
    expected: KeyedForecast,
    /// With as many states in a tier as there may well be.
    most: KeyedForecast,
}

fn tier_sizes<G: Listed>(game: &G) -> Result<Sizes, Failure> {
    let forecast = forecast_tiers(game, Effort::default());
    let (forecast, tiers) = forecast.map_err(|error| Failure::Input(error.to_string()))?;
    let tiers = tiers.into_iter().map(|tier| TierSize {
        tier: tier.tier,
        states: tier.states,
        moves: tier.moves,
    });
    let estimate = Estimate::new(&Spec::of(game).0, None, forecast);
    Ok((estimate.states(), tiers.collect()))
}

fn wrong_cut<G: Listed>(cut: Cut) -> Failure {
    Failure::Input(format!("a store of {} has no {cut}", G::NAME))
}

impl<G: Listed> SolvingJobs for Keyed<'_, G> {
    type Forecast = KeyedForecasts;

    const PACES: &'static str = "domineering, dots and kalah";

    fn name(&self) -> &str {
        self.jobs.name()
    }

    fn list(&self) -> Vec<Job> {
        self.jobs.list().collect()
    }

    fn needs(&self, job: Job) -> Vec<Job> {
        self.jobs.needs(job)
    }

    fn file(&self, job: Job) -> String {
        self.jobs.file(job)
    }

    fn job(&self, file: &str) -> Option<Job> {
        self.jobs.job(file)
    }

    fn numbered(&self) -> Option<u64> {
        None
    }

    fn cut(&self) -> Option<Cut> {
        let parts = self.jobs.parts();
        (parts > 1).then_some(Cut::Parts(parts))
    }

    fn forecast(&self, known: Option<u64>) -> Result<(States, KeyedForecasts), Failure> {
        let asked;
        let (forecast, tiers) = match &self.sizes {
            Some(sizes) => sizes,
            None => {
                asked = tier_sizes(self.game)?;
                &asked
            }
        };
        let states = known.map_or(*forecast, States::known);
        let [expected, most] = [states.rounded(), states.most_likely(forecast.certainty)]
            .map(|states| self.jobs.forecast(tiers, states));
        Ok((states, KeyedForecasts { expected, most }))
    }

    fn memory(&self, job: Job, forecasts: &KeyedForecasts) -> u64 {
        self.jobs.memory(job, &forecasts.most)
    }

    fn cost(&self, job: Job, forecasts: &KeyedForecasts) -> Cost {
        self.jobs.cost(job, &forecasts.expected)
    }

    fn costs(&self, forecasts: &KeyedForecasts) -> Costs {
        let memory = self.jobs.list().map(|job| self.memory(job, forecasts));
        Costs {
            memory: memory.max().unwrap_or(0),
            ..self.jobs.costs(&forecasts.expected)
        }
    }

    fn status(&self, job: Job, store: &dyn Store) -> Result<Status, Error> {
        self.jobs.status(job, store)
    }

    fn run(
        &self,
        jobs: &[Job],
        store: &dyn Store,
        limits: &Limits<'_>,
        done: &mut (dyn FnMut(Job) + Send),
    ) -> Result<(), Error> {
        jobs.iter().try_for_each(|&job| {
            self.jobs.run(job, store, limits)?;
            done(job);
            Ok(())
        })
    }

    fn is_table(&self, file: &Path) -> bool {
        KeyedTable::open(same(self.game), file).is_ok()
    }

    fn solve(&self, store: &dyn Store, limits: &Limits<'_>) -> Result<Summary, Error> {
        self.jobs.solve(store, limits)
    }

    fn score_of_start(&self, store: &dyn Store) -> Result<Option<Score>, Error> {
        let start = self.game.start();
        match self.game.tier(start) {
            Some(tier) => self.jobs.score_of(tier, self.game.key(start), store),
            None => Ok(None),
        }
    }

    fn write_table(
        &self,
        store: &dyn Store,
        out: &mut dyn Write,
        limits: &Limits<'_>,
    ) -> Result<u64, Error> {
        self.jobs.write_table(store, out, limits)
    }
}
