//! The jobs that solve a game tier by tier, whether its states have ranks or only keys.

use std::io::Write;
use std::path::Path;

use perfectplay::games::Listed;
use perfectplay::{Effort, Ranked, Score};
use perfectplay_store::{
    Cost, Costs, Error, Job, Jobs, KeyedJobs, KeyedTable, Limits, Status, Store, Summary, Table,
};

use crate::Failure;
use crate::estimate::{Estimate, States, Tiers};
use crate::tier_work::told;

/// What drivers of jobs ask, on this machine and elsewhere.
pub trait SolvingJobs: Sync {
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

    /// How many bytes a job holds at least; 0 if that is not known before it runs.
    fn memory(&self, job: Job) -> u64;

    /// How many states are numbered, if they are.
    fn numbered(&self) -> Option<u64>;

    /// How many ranks a part has at most; `None` if nothing is cut by ranks.
    fn part_ranks(&self) -> Option<u64>;

    /// How many states can be reached, about; `None` if that tells nothing of what jobs take.
    fn forecast(&self) -> Result<Option<States>, Failure>;

    /// What a job is expected to take, if so many states can be reached; `None` if that is not
    /// known before it runs.
    fn cost(&self, job: Job, states: u64) -> Option<Cost>;

    /// What all jobs together are expected to take.
    fn costs(&self, states: u64) -> Option<Costs>;

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

    fn memory(&self, job: Job) -> u64 {
        Jobs::memory(self, job)
    }

    fn numbered(&self) -> Option<u64> {
        Some(self.plan().numbered())
    }

    fn part_ranks(&self) -> Option<u64> {
        self.plan().part_ranks()
    }

    fn forecast(&self) -> Result<Option<States>, Failure> {
        let estimate = Estimate::new(self.game(), Some(Tiers::of(self)), Effort::default());
        let estimate = estimate.map_err(|error| Failure::Input(error.to_string()))?;
        Ok(Some(estimate.states()))
    }

    fn cost(&self, job: Job, states: u64) -> Option<Cost> {
        Some(Jobs::cost(self, job, states))
    }

    fn costs(&self, states: u64) -> Option<Costs> {
        Some(Jobs::costs(self, states))
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

/// The jobs of a game without ranks.
pub struct Keyed<'g, G> {
    game: &'g G,
    jobs: KeyedJobs<'g>,
}

impl<'g, G: Listed> Keyed<'g, G> {
    /// Fails if the game cannot be solved by keys.
    pub fn new(game: &'g G, name: &str) -> Result<Self, Failure> {
        match KeyedJobs::new(game, name, 1) {
            Ok(jobs) => Ok(Self { game, jobs }),
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
}

impl<G: Listed> SolvingJobs for Keyed<'_, G> {
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

    /// It depends on what is found.
    fn memory(&self, _job: Job) -> u64 {
        0
    }

    fn numbered(&self) -> Option<u64> {
        None
    }

    fn part_ranks(&self) -> Option<u64> {
        None
    }

    fn forecast(&self) -> Result<Option<States>, Failure> {
        Ok(None)
    }

    fn cost(&self, _job: Job, _states: u64) -> Option<Cost> {
        None
    }

    fn costs(&self, _states: u64) -> Option<Costs> {
        None
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
