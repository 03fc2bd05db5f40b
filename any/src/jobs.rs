//! The jobs that solve a game tier by tier, whatever the game.

use std::io::Write;
use std::path::Path;

use perfectplay::forecast::{Effort, Forecast, forecast_tiers};
use perfectplay::game::Score;
use perfectplay::ranked::Ranked;
use perfectplay_games::{Listed, Visitor};
use perfectplay_tablebase::{
    Error as TiersError, Jobs as RankedJobs, KeyedForecast, KeyedJobs, KeyedTable, Table, TierSize,
};

use crate::error::Error;
use crate::estimate::{Estimate, Room, States, Tiers};
use crate::info::Info;
use crate::large::within;
use crate::watch::Limits;

pub use crate::cut::Cut;
pub use perfectplay_tablebase::{Cost, Costs, Folder, Job, Memory, Status, Store, Summary};

/// The jobs that solve a game.
pub trait Jobs: Sync {
    /// The games whose paces tell how long jobs take.
    fn paces(&self) -> &'static str;

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

    /// The most bytes that a job needs at least, if that is known.
    fn least_memory(&self) -> u64;

    /// How many states can be reached, as somebody knows or else about, and what follows for
    /// the jobs.
    ///
    /// # Errors
    /// When the rules have a fault.
    fn forecast(&self, known: Option<u64>) -> Result<(States, Box<dyn Work + '_>), Error>;

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
    fn status(&self, job: Job, store: &dyn Store) -> Result<Status, Error>;

    /// Runs these jobs, but those whose results are there, and tells of each that it is done.
    ///
    /// # Errors
    /// When a result is missing or damaged, the rules have a fault, there is not enough memory, or
    /// somebody has stopped it.
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
    ///
    /// # Errors
    /// As [`run`](Self::run).
    fn solve(&self, store: &dyn Store, limits: &Limits<'_>) -> Result<Summary, Error>;

    /// What the start is worth, once the game is solved.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn score_of_start(&self, store: &dyn Store) -> Result<Option<Score>, Error>;

    /// Writes the table of all results, and tells how many bytes it has.
    ///
    /// # Errors
    /// When a result is missing or damaged, or it cannot be written.
    fn write_table(
        &self,
        store: &dyn Store,
        out: &mut dyn Write,
        limits: &Limits<'_>,
    ) -> Result<u64, Error>;
}

/// How much work jobs are.
pub trait Work {
    /// How many bytes a job holds at least.
    fn memory(&self, job: Job) -> u64;

    /// What a job is expected to take.
    fn cost(&self, job: Job) -> Cost;

    /// What all jobs together are expected to take.
    fn costs(&self) -> Costs;
}

/// How tiers are to be cut.
#[derive(Clone, Copy, Debug)]
pub enum Cutting {
    /// As it was noted, or not at all.
    Noted(Option<Cut>),
    /// Into parts of so many states, about, of a game that has so many if somebody knows.
    Parts {
        /// The states of a part.
        states: u64,
        /// Those of the game.
        known: Option<u64>,
    },
}

/// The jobs of a game, and how its tiers were told to be cut.
pub type JobsCut = (Box<dyn Jobs>, Option<Cut>);

/// The jobs of a game.
pub(crate) fn open<G: Listed>(game: &G, info: &Info, cutting: Cutting) -> Result<JobsCut, Error> {
    /// Makes the jobs of a game.
    struct Open<'a>(&'a Info, Cutting);

    impl Visitor for Open<'_> {
        type Output = Result<JobsCut, Error>;

        fn visit<G: Listed>(self, game: G) -> Self::Output {
            let Self(info, cutting) = self;
            let game = kept(game);
            Ok(match cutting {
                Cutting::Noted(cut) => (Box::new(OfKeys::new(game, info, cut)?), cut),
                Cutting::Parts { states, known } => {
                    let (jobs, cut) = OfKeys::in_parts(game, info, states, known)?;
                    (Box::new(jobs), Some(cut))
                }
            })
        }

        fn visit_ranked<G: Listed + Ranked + Send + Sync>(self, game: G) -> Self::Output {
            let Self(info, cutting) = self;
            let game = kept(game);
            let cut = match cutting {
                Cutting::Noted(cut) => cut,
                Cutting::Parts { states, .. } => Some(Cut::of_ranks(states)),
            };
            let jobs = match cut {
                None => RankedJobs::new(game, &info.spec)?,
                Some(Cut::Ranks(ranks)) => RankedJobs::in_parts(game, &info.spec, ranks)?,
                Some(cut @ Cut::Parts(_)) => return Err(wrong_cut(info, cut)),
            };
            let info = info.clone();
            Ok((Box::new(OfRanks { jobs, info }), cut))
        }
    }

    game.clone().accept(Open(info, cutting))
}

/// A game that is there as long as the program runs: its jobs borrow it. It takes a few bytes.
fn kept<G>(game: G) -> &'static G {
    Box::leak(Box::new(game))
}

fn wrong_cut(info: &Info, cut: Cut) -> Error {
    Error::Cut {
        game: info.name.clone(),
        found: cut,
    }
}

/// The jobs of a game with ranks.
struct OfRanks<G: 'static> {
    jobs: RankedJobs<'static, G>,
    info: Info,
}

impl<G: Listed + Ranked + Send + Sync> OfRanks<G> {
    fn tiers(&self) -> Tiers {
        Tiers {
            numbered: self.jobs.plan().numbered(),
            memory: self.jobs.least_memory(),
            disk: self.jobs.most_disk(),
        }
    }

    fn estimate(&self, tiers: Tiers) -> Result<Estimate, Error> {
        Estimate::survey(self.jobs.game(), &self.info, Some(tiers), Effort::default())
    }
}

/// The work on so many states.
struct WorkOnRanks<'a, G: 'static>(&'a RankedJobs<'static, G>, u64);

impl<G: Ranked + Sync> Work for WorkOnRanks<'_, G> {
    fn memory(&self, job: Job) -> u64 {
        self.0.memory(job)
    }

    fn cost(&self, job: Job) -> Cost {
        self.0.cost(job, self.1)
    }

    fn costs(&self) -> Costs {
        self.0.costs(self.1)
    }
}

impl<G: Listed + Ranked + Send + Sync> Jobs for OfRanks<G> {
    fn paces(&self) -> &'static str {
        "Connect Four 5x5 and 5x6"
    }

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
        Some(self.jobs.plan().numbered())
    }

    fn cut(&self) -> Option<Cut> {
        self.jobs.plan().part_ranks().map(Cut::Ranks)
    }

    fn least_memory(&self) -> u64 {
        self.jobs.least_memory()
    }

    fn forecast(&self, known: Option<u64>) -> Result<(States, Box<dyn Work + '_>), Error> {
        let states = match known {
            Some(states) => States::known(states),
            None => self.estimate(self.tiers())?.states(),
        };
        Ok((states, Box::new(WorkOnRanks(&self.jobs, states.rounded()))))
    }

    fn check_room(&self, placed: &dyn Fn(Tiers) -> Tiers, room: Room) -> Result<(), Error> {
        let tiers = placed(self.tiers());
        if tiers.fit(room) {
            return Ok(());
        }
        let estimate = self.estimate(tiers)?;
        match estimate.shortage(room) {
            Some(shortage) => Err(estimate.refusal(shortage)),
            None => Ok(()),
        }
    }

    fn status(&self, job: Job, store: &dyn Store) -> Result<Status, Error> {
        Ok(self.jobs.status(job, store)?)
    }

    fn run(
        &self,
        jobs: &[Job],
        store: &dyn Store,
        limits: &Limits<'_>,
        done: &mut (dyn FnMut(Job) + Send),
    ) -> Result<(), Error> {
        within(limits, |limits| {
            self.jobs.run_each(jobs, store, limits, done)
        })
    }

    fn is_table(&self, file: &Path) -> bool {
        Table::open(self.jobs.game().clone(), file).is_ok()
    }

    fn solve(&self, store: &dyn Store, limits: &Limits<'_>) -> Result<Summary, Error> {
        within(limits, |limits| self.jobs.solve(store, limits))
    }

    fn score_of_start(&self, store: &dyn Store) -> Result<Option<Score>, Error> {
        Ok(self.jobs.score_of(self.jobs.game().start(), store)?)
    }

    fn write_table(
        &self,
        store: &dyn Store,
        out: &mut dyn Write,
        limits: &Limits<'_>,
    ) -> Result<u64, Error> {
        within(limits, |limits| self.jobs.write_table(store, out, limits))
    }
}

/// The jobs of a game without ranks.
struct OfKeys<G: 'static> {
    game: &'static G,
    jobs: KeyedJobs<'static>,
    info: Info,
    /// How large the game is, if that was asked to cut it.
    sizes: Option<Sizes>,
}

/// How many states a game has, and how large its tiers are.
type Sizes = (States, Vec<TierSize>);

impl<G: Listed> OfKeys<G> {
    fn new(game: &'static G, info: &Info, cut: Option<Cut>) -> Result<Self, Error> {
        let parts = match cut {
            None => 1,
            Some(Cut::Parts(parts)) => parts,
            Some(cut @ Cut::Ranks(_)) => return Err(wrong_cut(info, cut)),
        };
        match KeyedJobs::new(game, &info.spec, parts) {
            Ok(jobs) => Ok(Self {
                game,
                jobs,
                info: info.clone(),
                sizes: None,
            }),
            Err(TiersError::NoTier { .. } | TiersError::NoLastTier | TiersError::Key { .. }) => {
                Err(Error::NoTiers {
                    game: info.name.clone(),
                })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The jobs for parts of so many states, about.
    fn in_parts(
        game: &'static G,
        info: &Info,
        part: u64,
        known: Option<u64>,
    ) -> Result<(Self, Cut), Error> {
        let sizes = tier_sizes(game, info)?;
        let (states, tiers) = &sizes;
        let all = tiers.iter().map(|tier| tier.states).sum::<u64>().max(1);
        let largest = tiers.iter().map(|tier| tier.states).max().unwrap_or(0);
        let states = known.unwrap_or_else(|| states.rounded());
        let largest = largest as f64 / all as f64 * states as f64;
        let cut = Cut::of_states(largest as u64, part);
        let cut = cut.map_err(|found| Error::TooManyParts { found })?;
        let jobs = Self::new(game, info, Some(cut))?;
        let sizes = Some(sizes);
        Ok((Self { sizes, ..jobs }, cut))
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

/// What it takes a game without ranks that has so many states: in memory are the keys and
/// scores of a tier and of those that follow it, which are a third of all or fewer, and
/// the results of jobs take three or four bytes a state.
const fn tiers_of_keys(states: u64) -> Tiers {
    Tiers {
        numbered: u64::MAX,
        memory: states.saturating_mul(10),
        disk: states.saturating_mul(5),
    }
}

/// The work on as many states as are expected, and on as many as there may well be.
struct WorkOnKeys<'a> {
    jobs: &'a KeyedJobs<'static>,
    expected: KeyedForecast,
    most: KeyedForecast,
}

impl Work for WorkOnKeys<'_> {
    fn memory(&self, job: Job) -> u64 {
        self.jobs.memory(job, &self.most)
    }

    fn cost(&self, job: Job) -> Cost {
        self.jobs.cost(job, &self.expected)
    }

    fn costs(&self) -> Costs {
        let memory = self.jobs.list().map(|job| self.memory(job));
        Costs {
            memory: memory.max().unwrap_or(0),
            ..self.jobs.costs(&self.expected)
        }
    }
}

impl<G: Listed> Jobs for OfKeys<G> {
    fn paces(&self) -> &'static str {
        "domineering, dots and kalah"
    }

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

    fn least_memory(&self) -> u64 {
        0
    }

    fn forecast(&self, known: Option<u64>) -> Result<(States, Box<dyn Work + '_>), Error> {
        let asked;
        let (forecast, tiers) = match &self.sizes {
            Some(sizes) => sizes,
            None => {
                asked = tier_sizes(self.game, &self.info)?;
                &asked
            }
        };
        let states = known.map_or(*forecast, States::known);
        let [expected, most] = [states.rounded(), states.most_likely(forecast.certainty)]
            .map(|states| self.jobs.forecast(tiers, states));
        let jobs = &self.jobs;
        Ok((
            states,
            Box::new(WorkOnKeys {
                jobs,
                expected,
                most,
            }),
        ))
    }

    fn check_room(&self, placed: &dyn Fn(Tiers) -> Tiers, room: Room) -> Result<(), Error> {
        let tiers = |so_far: &Forecast| Some(placed(tiers_of_keys(so_far.states)));
        let estimate = Estimate::up_to(self.game, &self.info, tiers, room)?;
        match estimate.shortage(room) {
            Some(shortage) => Err(estimate.refusal(shortage)),
            None => Ok(()),
        }
    }

    fn status(&self, job: Job, store: &dyn Store) -> Result<Status, Error> {
        Ok(self.jobs.status(job, store)?)
    }

    fn run(
        &self,
        jobs: &[Job],
        store: &dyn Store,
        limits: &Limits<'_>,
        done: &mut (dyn FnMut(Job) + Send),
    ) -> Result<(), Error> {
        within(limits, |limits| {
            jobs.iter().try_for_each(|&job| {
                self.jobs.run(job, store, limits)?;
                done(job);
                Ok(())
            })
        })
    }

    fn is_table(&self, file: &Path) -> bool {
        KeyedTable::open(self.game, file).is_ok()
    }

    fn solve(&self, store: &dyn Store, limits: &Limits<'_>) -> Result<Summary, Error> {
        within(limits, |limits| self.jobs.solve(store, limits))
    }

    fn score_of_start(&self, store: &dyn Store) -> Result<Option<Score>, Error> {
        let start = self.game.start();
        match self.game.tier(start) {
            Some(tier) => Ok(self.jobs.score_of(tier, self.game.key(start), store)?),
            None => Ok(None),
        }
    }

    fn write_table(
        &self,
        store: &dyn Store,
        out: &mut dyn Write,
        limits: &Limits<'_>,
    ) -> Result<u64, Error> {
        within(limits, |limits| self.jobs.write_table(store, out, limits))
    }
}
