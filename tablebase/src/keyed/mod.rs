//! The jobs that solve a game without ranks, whose states are found by their keys.

pub(crate) mod block;
mod cost;
mod found;
mod keys;
mod plan;
mod rules;
mod score;

use std::fmt;
use std::ops::RangeInclusive;

use perfectplay::Game;
use perfectplay::game::Score;
use perfectplay::table::fingerprint_with;

use crate::behind;
use crate::code::{Codes, Width};
use crate::error::Error;
use crate::jobs::{self, Job, Limits, Status};
use crate::parallel;
use crate::result::{self, JobResult, Kind, Origin};
use crate::store::Store;
use crate::summary::Summary;
use crate::watch::{Meter, Phase, Watch};
pub use cost::{KeyedForecast, TierSize};
use found::Found;
pub(crate) use keys::Collector;
use plan::Plan;
pub(crate) use rules::{After, Rules};
pub(crate) use score::Scores;

/// The jobs that solve a game whose states have [tiers](Game::tier), but no ranks.
///
/// The states of a tier are a list of keys that rise. Forwards, the job of a tier puts
/// together the keys that jobs before it have sent there, and sends on those of the states
/// after its moves. Backwards, a code beside each key holds value and distance. Both are kept
/// in a [`Store`], compressed: two or three bytes a state.
///
/// The game must have a [last tier](Game::last_tier), and its [keys must tell
/// states](Game::state_of_key). Where its tiers are more than 64, a job works on some
/// consecutive ones together, a *batch*.
///
/// A tier can be cut into *parts*, by hash of the key, so that several machines work on it, or
/// one in little memory. Each part of a batch is a *unit* of work: [`Job`] has its number.
/// The table is the same for any number of parts.
///
/// ```
/// use perfectplay_games::Listed;
/// use perfectplay_games::domineering::Domineering;
/// use perfectplay_tablebase::{KeyedJobs, Limits, Memory};
///
/// let game = Domineering::with_parameters("4x4").expect("a board");
/// let (jobs, store) = (KeyedJobs::new(&game, "domineering:4x4", 1)?, Memory::new());
/// let summary = jobs.solve(&store, &Limits::default())?;
/// assert_eq!(summary.states(), perfectplay::solve(&game)?.len() as u64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct KeyedJobs<'g> {
    rules: &'g dyn Rules,
    name: String,
    plan: Plan,
    fingerprint: u32,
}

impl fmt::Debug for KeyedJobs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("KeyedJobs");
        debug.field("name", &self.name).field("plan", &self.plan);
        debug.finish_non_exhaustive()
    }
}

impl KeyedJobs<'_> {
    const fn unit(&self, batch: u32, part: u32) -> usize {
        batch as usize * self.plan.parts() as usize + part as usize
    }

    const fn batch(&self, unit: usize) -> u32 {
        (unit / self.plan.parts() as usize) as u32
    }

    const fn part(&self, unit: usize) -> u32 {
        (unit % self.plan.parts() as usize) as u32
    }

    fn units(&self) -> usize {
        self.unit(self.plan.batches(), 0)
    }
}

impl<'g> KeyedJobs<'g> {
    /// The jobs for a game, which has this name and parameters, with so many parts a tier.
    ///
    /// # Errors
    /// When its states have no tiers, or no last one, or keys do not tell states, or the game
    /// may be longer than there are codes for.
    pub fn new<G: Game + Sync>(game: &'g G, name: &str, parts: u32) -> Result<Self, Error> {
        Ok(Self {
            rules: game,
            name: name.to_owned(),
            plan: Plan::new(game, parts)?,
            fingerprint: fingerprint(game),
        })
    }

    /// Its name and parameters.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The codes that scores have.
    #[must_use]
    pub const fn codes(&self) -> Codes {
        self.plan.codes()
    }

    /// Into how many parts a tier is cut.
    #[must_use]
    pub const fn parts(&self) -> u32 {
        self.plan.parts()
    }

    pub(crate) const fn batches(&self) -> u32 {
        self.plan.batches()
    }

    /// The tiers of a batch.
    pub(crate) fn tiers(&self, batch: u32) -> RangeInclusive<u32> {
        self.plan.tiers(batch)
    }

    pub(crate) const fn fingerprint(&self) -> u32 {
        self.fingerprint
    }

    /// All jobs, each after those that it needs.
    pub fn list(&self) -> impl Iterator<Item = Job> + use<> {
        let units = 0..self.units();
        let find = units.clone().map(Job::Find);
        find.chain(units.rev().map(Job::Score))
    }

    /// The jobs that must be done before a job. It reads their results. Where moves skip tiers,
    /// it also reads those of some jobs that must be done before these.
    #[must_use]
    pub fn needs(&self, job: Job) -> Vec<Job> {
        let batch = self.batch(job.part());
        match job {
            Job::Find(_) => self.units_of(batch.checked_sub(1)).map(Job::Find).collect(),
            Job::Score(unit) => {
                let later = Some(batch + 1).filter(|&later| later < self.plan.batches());
                let later = self.units_of(later).map(Job::Score);
                later.chain([Job::Find(unit)]).collect()
            }
        }
    }

    /// The name of a job's result in a store: what it is, the number of its first tier, and
    /// of several parts, which one it is.
    #[must_use]
    pub fn file(&self, job: Job) -> String {
        let kind = match job {
            Job::Find(_) => "found",
            Job::Score(_) => "scores",
        };
        let (tier, part) = (self.first_tier(job), self.part(job.part()));
        match self.plan.parts() {
            1 => format!("{kind}-{tier}"),
            _ => format!("{kind}-{tier}.{part}"),
        }
    }

    /// The job whose result has this name.
    #[must_use]
    pub fn job(&self, file: &str) -> Option<Job> {
        let (_, number) = file.split_once('-')?;
        let (tier, part) = number.split_once('.').unwrap_or((number, "0"));
        let batch = self.plan.batch_of(tier.parse().ok()?)?;
        let part = part.parse().ok()?;
        let unit = (part < self.plan.parts()).then(|| self.unit(batch, part))?;
        let jobs = [Job::Find(unit), Job::Score(unit)];
        jobs.into_iter().find(|&job| self.file(job) == file)
    }

    fn first_tier(&self, job: Job) -> u32 {
        *self.plan.tiers(self.batch(job.part())).start()
    }

    fn origin(&self, job: Job) -> Origin {
        let kind = match job {
            Job::Find(_) => Kind::FoundKeys,
            Job::Score(_) => Kind::KeysWithScores,
        };
        Origin {
            fingerprint: self.fingerprint,
            kind,
            tier: self.first_tier(job).into(),
            part: [self.part(job.part()).into(), self.plan.parts().into()],
        }
    }

    /// Whether the result of a job is there.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn status(&self, job: Job, store: &dyn Store) -> Result<Status, Error> {
        result::status(store, &self.file(job), self.origin(job))
    }

    /// Runs one job, unless its result is there.
    ///
    /// # Errors
    /// When a result that it needs is not there or damaged, the rules of the game contradict
    /// themselves, the memory is not enough, or the store cannot be read or written.
    pub fn run(&self, job: Job, store: &dyn Store, limits: &Limits) -> Result<(), Error> {
        if self.status(job, store)? == Status::Done {
            return Ok(());
        }
        parallel::with_threads(limits.threads, || {
            let meter = Meter::new(limits.watch, job.phase(), 0);
            let bytes = self.work(job, store, limits, &meter)?;
            store.write(&self.file(job), bytes)
        })
    }

    fn work(
        &self,
        job: Job,
        store: &dyn Store,
        limits: &Limits,
        meter: &Meter<'_>,
    ) -> Result<Vec<u8>, Error> {
        let memory = limits.memory.unwrap_or(u64::MAX);
        match (job, self.plan.codes().width()) {
            (Job::Find(unit), _) => found::find(self, unit, store, memory, meter),
            (Job::Score(unit), 1) => score::score::<u8>(self, unit, store, memory, meter),
            (Job::Score(unit), _) => score::score::<u16>(self, unit, store, memory, meter),
        }
    }

    /// Runs all jobs whose results are not there, on this machine.
    ///
    /// When it is interrupted, whatever the way, it goes on from there the next time.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn solve(&self, store: &dyn Store, limits: &Limits) -> Result<Summary, Error> {
        parallel::with_threads(limits.threads, || {
            let open = self.open_jobs(store, limits.watch)?;
            let finding = Meter::new(limits.watch, Phase::Finding, 0);
            behind::write_behind(store, |store| {
                for &job in open.iter().filter(|job| matches!(job, Job::Find(_))) {
                    let bytes = self.work(job, store, limits, &finding)?;
                    store.write(&self.file(job), bytes)?;
                }
                Ok(())
            })?;
            let scores = || open.iter().filter(|job| matches!(job, Job::Score(_)));
            let mut states = 0;
            for job in scores() {
                states += self.found_states(job.part(), store)?;
            }
            let solving = Meter::new(limits.watch, Phase::Solving, states);
            behind::write_behind(store, |store| {
                for &job in scores() {
                    let bytes = self.work(job, store, limits, &solving)?;
                    store.write(&self.file(job), bytes)?;
                }
                Ok(())
            })?;
            self.summary(store)
        })
    }

    /// How many states a unit has, as was found.
    fn found_states(&self, unit: usize, store: &dyn Store) -> Result<u64, Error> {
        let found = Found::read(self, unit, store)?;
        let own = found
            .here()
            .filter(|parcel| self.plan.batch_of(parcel.tier) == Some(self.batch(unit)));
        Ok(own.map(|parcel| parcel.keys).sum())
    }

    /// What all scores together tell.
    ///
    /// # Errors
    /// When a result is not there or damaged, or the store cannot be read.
    pub fn summary(&self, store: &dyn Store) -> Result<Summary, Error> {
        let mut summary = Summary::new(self.plan.codes());
        for unit in 0..self.units() {
            summary.add(Scores::read(self, unit, store)?.counts());
        }
        Ok(summary)
    }

    /// What the state of a tier is worth that has a key, as the results tell; `None` for one
    /// that no game reaches.
    ///
    /// # Errors
    /// When the result for it is not there or damaged, or the store cannot be read.
    pub fn score_of(&self, tier: u32, key: u64, store: &dyn Store) -> Result<Option<Score>, Error> {
        let Some(batch) = self.plan.batch_of(tier) else {
            return Ok(None);
        };
        let unit = self.unit(batch, self.plan.part_of(key));
        let scores = Scores::read(self, unit, store)?;
        let damaged = || self.damaged(Job::Score(unit), store);
        let first_key = |number| {
            let packed = scores.packed(self, number, store)?;
            block::first_key(packed).map_err(|_| damaged())
        };
        let mut blocks = scores.blocks((tier - self.plan.tiers(batch).start()) as usize);
        while blocks.len() > 1 {
            let middle = blocks.start + blocks.len() / 2;
            if first_key(middle)? <= key {
                blocks.start = middle;
            } else {
                blocks.end = middle;
            }
        }
        let Some(number) = blocks.next() else {
            return Ok(None);
        };
        let code = match self.plan.codes().width() {
            1 => code_in::<u8>(scores.block(self, number, store)?, key),
            _ => code_in::<u16>(scores.block(self, number, store)?, key),
        };
        Ok(code.and_then(|code| self.plan.codes().score(code)))
    }

    /// The jobs whose results are not there and will be asked for, each after those that
    /// it needs.
    fn open_jobs(&self, store: &dyn Store, watch: Watch) -> Result<Vec<Job>, Error> {
        jobs::open(self.list(), |job| self.status(job, store), watch)
    }

    /// The result of a job that was done before.
    fn result(&self, job: Job, store: &dyn Store) -> Result<JobResult, Error> {
        result::read(store, self.file(job), self.origin(job))
    }

    /// The error for a state before a move that leads nowhere.
    fn not_found(&self, key: u64) -> Error {
        let state = self.rules.state(key);
        Error::NotFound { state }
    }

    pub(crate) fn damaged(&self, job: Job, store: &dyn Store) -> Error {
        result::damaged(store, &self.file(job))
    }
}

/// The code of a key in a block, if it is there.
fn code_in<W: Width>((keys, codes): (Vec<u64>, Vec<W>), key: u64) -> Option<u32> {
    let at = keys.binary_search(&key).ok()?;
    Some(codes[at].number())
}

/// What tells the rules of a game, its keys and its tiers from others: the low half of the
/// library's fingerprint, into which a 2 and the tier of each state are absorbed, or twice 0
/// for a state without a tier.
pub(crate) fn fingerprint<G: Game>(game: &G) -> u32 {
    let fingerprint = fingerprint_with(game, |state| match game.tier(state) {
        Some(tier) => [2, tier.into()],
        None => [0; 2],
    });
    fingerprint as u32
}
