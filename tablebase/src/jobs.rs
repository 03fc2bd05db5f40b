//! The jobs that solve a game, and the driver that runs them on this machine.

use std::io;
use std::ops::Range;
use std::path::Path;

use perfectplay::game::Score;
use perfectplay::ranked::{Ranked, Tier};

use crate::behind;
use crate::block::{self, BLOCK, Block};
use crate::code::Width;
use crate::error::Error;
use crate::find::{self, Found};
use crate::fingerprint::fingerprint;
use crate::parallel;
use crate::plan::Plan;
use crate::result::{self, JobResult, Kind, Origin};
use crate::score::{self, Scored};
use crate::store::{Folder, Store};
use crate::summary::Summary;
use crate::watch::{Meter, Phase, Watch};
use crate::window::Window;

/// A piece of work: it reads results of other jobs from a store and writes its own there.
///
/// It may run twice, at any time, in any process: its result has always the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Job {
    /// Finds which states of a [part](Plan::parts) some game reaches. Reads what was found
    /// for the parts before it.
    Find(usize),
    /// Finds what the states of a part are worth. Reads what was found for it, and the
    /// scores of the parts after it.
    Score(usize),
}

impl Job {
    /// The part that it works on.
    #[must_use]
    pub const fn part(self) -> usize {
        match self {
            Self::Find(part) | Self::Score(part) => part,
        }
    }

    pub(crate) const fn phase(self) -> Phase {
        match self {
            Self::Find(_) => Phase::Finding,
            Self::Score(_) => Phase::Solving,
        }
    }
}

/// Those of all jobs of a game whose results are not there and will be asked for: none, if
/// all scores are.
pub(crate) fn open(
    jobs: impl Iterator<Item = Job>,
    status: impl Fn(Job) -> Result<Status, Error>,
    watch: Watch,
) -> Result<Vec<Job>, Error> {
    let jobs: Vec<Job> = jobs.collect();
    let meter = Meter::new(watch, Phase::Checking, jobs.len() as u64);
    let mut open = Vec::new();
    for job in jobs {
        if status(job)? != Status::Done {
            open.push(job);
        }
        meter.add(1)?;
    }
    if open.iter().all(|job| matches!(job, Job::Find(_))) {
        open.clear();
    }
    Ok(open)
}

/// How many words of bits are compressed together.
const BITS: usize = 1 << 13;

/// Whether the result of a job is in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is there, and as it was written.
    Done,
    /// It is not there.
    Missing,
    /// There is something else, or a part of it.
    Damaged,
}

/// How jobs are run.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// How many bytes of earlier results may be held; as many as it takes, if `None`.
    pub memory: Option<u64>,
    /// How many threads work; as many as there are cores, if `None`.
    pub threads: Option<usize>,
    /// Is told about progress, and tells whether to go on.
    pub watch: Watch<'a>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self {
            memory: None,
            threads: None,
            watch: &|_| std::ops::ControlFlow::Continue(()),
        }
    }
}

/// The jobs that solve a game.
///
/// ```
/// use perfectplay_games::Listed;
/// use perfectplay_games::mnk::Connect;
/// use perfectplay_tablebase::{Jobs, Limits, Memory};
///
/// let game = Connect::with_parameters("4x4").expect("a game");
/// let (jobs, store) = (Jobs::new(&game, "connect:4x4,4")?, Memory::new());
/// let summary = jobs.solve(&store, &Limits::default())?;
/// assert_eq!(summary.states(), 161_029);
/// # Ok::<(), perfectplay_tablebase::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Jobs<'g, G> {
    game: &'g G,
    name: String,
    plan: Plan,
    fingerprint: u32,
}

impl<'g, G: Ranked + Sync> Jobs<'g, G> {
    /// The jobs for a game, which has this name and parameters.
    ///
    /// # Errors
    /// When the game cannot be [planned](Plan::new) for.
    pub fn new(game: &'g G, name: &str) -> Result<Self, Error> {
        Ok(Self::of_plan(game, name, Plan::new(game)?))
    }

    /// The jobs for a game, with batches cut into parts of
    /// [so many ranks](Plan::in_parts), on which several jobs work. The table has the same
    /// bytes for any number of parts.
    ///
    /// # Errors
    /// When the game cannot be [planned](Plan::in_parts) for.
    pub fn in_parts(game: &'g G, name: &str, ranks: u64) -> Result<Self, Error> {
        Ok(Self::of_plan(game, name, Plan::in_parts(game, ranks)?))
    }

    fn of_plan(game: &'g G, name: &str, plan: Plan) -> Self {
        Self {
            game,
            name: name.to_owned(),
            plan,
            fingerprint: fingerprint(game),
        }
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &'g G {
        self.game
    }

    /// Its name and parameters.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How the work is cut up.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    pub(crate) const fn fingerprint(&self) -> u32 {
        self.fingerprint
    }

    /// All jobs, each after those that it needs.
    pub fn list(&self) -> impl Iterator<Item = Job> + use<G> {
        let parts = 0..self.plan.parts().len();
        let find = parts.clone().map(Job::Find);
        find.chain(parts.rev().map(Job::Score))
    }

    /// The jobs whose results a job reads.
    #[must_use]
    pub fn needs(&self, job: Job) -> Vec<Job> {
        let part = &self.plan.parts()[job.part()];
        match job {
            Job::Find(_) => part.previous.iter().copied().map(Job::Find).collect(),
            Job::Score(own) => {
                let later = part.next.iter().copied().map(Job::Score);
                later.chain([Job::Find(own)]).collect()
            }
        }
    }

    /// The name of a job's result in a store: what it is, the number of its batch's first
    /// tier, and of several parts of this batch, which one it is.
    #[must_use]
    pub fn file(&self, job: Job) -> String {
        let kind = match job {
            Job::Find(_) => "found",
            Job::Score(_) => "scores",
        };
        let tier = self.first_tier(job);
        let parts = self.parts_beside(job);
        if parts.len() == 1 {
            format!("{kind}-{tier}")
        } else {
            format!("{kind}-{tier}.{}", job.part() - parts.start)
        }
    }

    /// The job whose result has this name.
    #[must_use]
    pub fn job(&self, file: &str) -> Option<Job> {
        let (_, number) = file.split_once('-')?;
        let (tier, part) = number.split_once('.').unwrap_or((number, "0"));
        let batch = self.plan.find(Tier::new(tier.parse().ok()?))?.batch;
        let mut parts = self.plan.batches()[batch].parts.clone();
        let part = parts.nth(part.parse().ok()?)?;
        let jobs = [Job::Find(part), Job::Score(part)];
        jobs.into_iter().find(|&job| self.file(job) == file)
    }

    fn first_tier(&self, job: Job) -> u64 {
        let batch = self.plan.parts()[job.part()].batch;
        self.plan.tiers_of(batch)[0].tier.number()
    }

    /// All parts of the batch that a job works on.
    fn parts_beside(&self, job: Job) -> Range<usize> {
        let batch = self.plan.parts()[job.part()].batch;
        self.plan.batches()[batch].parts.clone()
    }

    pub(crate) fn origin(&self, job: Job) -> Origin {
        let kind = match job {
            Job::Find(_) => Kind::Found,
            Job::Score(_) => Kind::Scores,
        };
        let codes = &self.plan.parts()[job.part()].codes;
        Origin {
            fingerprint: self.fingerprint,
            kind,
            tier: self.first_tier(job),
            part: [codes.start, codes.end],
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
    /// When a result that it needs is not there or damaged, the rules or ranks of the game
    /// contradict themselves, the memory is not enough, or the store cannot be read or
    /// written.
    pub fn run(&self, job: Job, store: &dyn Store, limits: &Limits) -> Result<(), Error> {
        self.run_each(&[job], store, limits, &mut |_| {})
    }

    /// Runs these jobs one after another, but those whose results are there, and tells of each
    /// that it is done. What one has read is held for the next ones, so they take less time
    /// than one by one.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_each(
        &self,
        jobs: &[Job],
        store: &dyn Store,
        limits: &Limits,
        done: &mut (dyn FnMut(Job) + Send),
    ) -> Result<(), Error> {
        let mut open = Vec::new();
        for &job in jobs {
            if self.status(job, store)? == Status::Done {
                done(job);
            } else if !open.contains(&job) {
                open.push(job);
            }
        }
        self.enough_memory(&open, limits.memory.unwrap_or(u64::MAX))?;
        parallel::with_threads(limits.threads, || self.drive(&open, store, limits, done))
    }

    /// How many steps of equal work a job is.
    pub(crate) fn work(&self, job: Job) -> u64 {
        match job {
            Job::Find(part) => self.plan.parts()[part].looked_at + self.len(part),
            Job::Score(part) => self.len(part),
        }
    }

    /// How many bytes are held at least while all jobs run, one after another.
    #[must_use]
    pub fn least_memory(&self) -> u64 {
        self.list().map(|job| self.memory(job)).max().unwrap_or(0)
    }

    /// How many bytes are held at least while a job runs: what it reads and what it makes.
    #[must_use]
    pub fn memory(&self, job: Job) -> u64 {
        let len = |parts: &[usize]| parts.iter().map(|&part| self.len(part)).sum::<u64>();
        let part = &self.plan.parts()[job.part()];
        match job {
            // A bit for each code of what it reads, and two of its own.
            Job::Find(_) => len(&part.previous) / 8 + part.len() / 4,
            Job::Score(_) => {
                let codes = len(&part.next) + part.len();
                codes * self.plan.codes().width() as u64 + part.len() / 4
            }
        }
    }

    /// How many codes a part has.
    fn len(&self, part: usize) -> u64 {
        self.plan.parts()[part].len()
    }

    /// How many bytes the results of all jobs take at most, about: they are compressed.
    #[must_use]
    pub fn most_disk(&self) -> u64 {
        let batches = self.plan.batches().iter().map(|batch| batch.len);
        let codes = batches.fold(0, u64::saturating_add);
        codes.saturating_mul(4 * self.plan.codes().width() as u64 + 1) / 4
    }

    fn enough_memory(&self, jobs: &[Job], allowed: u64) -> Result<(), Error> {
        let needed = jobs.iter().map(|&job| self.memory(job)).max().unwrap_or(0);
        if needed <= allowed {
            Ok(())
        } else {
            Err(Error::Memory { needed, allowed })
        }
    }

    /// The result of a job that was done before.
    pub(crate) fn result(&self, job: Job, store: &dyn Store) -> Result<JobResult, Error> {
        result::read(store, self.file(job), self.origin(job))
    }

    pub(crate) fn damaged(&self, job: Job, store: &dyn Store) -> Error {
        result::damaged(store, &self.file(job))
    }

    /// Reads the blocks of a result, one piece of the output for each.
    fn read<T: Send>(
        &self,
        job: Job,
        store: &dyn Store,
        pieces: std::slice::ChunksMut<T>,
        unpack: impl Fn(&[u8], &mut [T]) -> io::Result<()> + Sync + Send,
    ) -> Result<(), Error> {
        let result = self.result(job, store)?;
        if result.blocks() != pieces.len() {
            return Err(self.damaged(job, store));
        }
        parallel::try_map(pieces.enumerate().collect(), |(number, piece)| {
            let packed = result.packed(number);
            let unpacked = packed.and_then(|(packed, _)| unpack(packed, piece).ok());
            unpacked.ok_or_else(|| self.damaged(job, store))
        })?;
        Ok(())
    }

    fn read_found(&self, part: usize, store: &dyn Store) -> Result<Found, Error> {
        let words = self.len(part) as usize / 64;
        let mut reached = vec![0; 2 * words];
        let pieces = reached.chunks_mut(BITS);
        self.read(Job::Find(part), store, pieces, block::unpack_bits)?;
        let open = reached.split_off(words);
        Ok(Found { reached, open })
    }

    fn read_codes<W: Width>(&self, part: usize, store: &dyn Store) -> Result<Vec<W>, Error> {
        let mut codes = vec![W::default(); self.len(part) as usize];
        let pieces = codes.chunks_mut(BLOCK);
        self.read(Job::Score(part), store, pieces, |packed, piece| {
            let codes = block::unpack(packed)?;
            if codes.len() != piece.len() {
                return Err(io::ErrorKind::InvalidData.into());
            }
            piece.copy_from_slice(&codes);
            Ok(())
        })?;
        Ok(codes)
    }

    /// Does a job of finding. The window has the open states of earlier parts, and gets
    /// those of this one.
    fn find(
        &self,
        part: usize,
        store: &dyn Store,
        window: &mut Window<u64>,
        meter: &Meter,
    ) -> Result<Vec<u8>, Error> {
        let previous = &self.plan.parts()[part].previous;
        for &before in previous {
            if window.get(before).is_none() {
                window.make_room(self.len(before) / 8, previous);
                window.insert(before, self.read_found(before, store)?.open);
            }
        }
        let open = |before| window.get(before).expect("a part that was read");
        let found = find::find(self.game, &self.plan, part, open, meter)?;
        let bits = [&found.reached[..], &found.open].concat();
        let blocks = parallel::map(bits.chunks(BITS).collect(), block::pack_bits);
        let bytes = result::write(self.origin(Job::Find(part)), &blocks, &[]);
        window.make_room(self.len(part) / 8, &[]);
        window.insert(part, found.open);
        Ok(bytes)
    }

    /// Does a job of scoring. The window has the codes of later parts, and gets those of
    /// this one.
    fn score<W: Width>(
        &self,
        part: usize,
        store: &dyn Store,
        window: &mut Window<W>,
        meter: &Meter,
    ) -> Result<Vec<u8>, Error> {
        let bytes_of = |part| self.len(part) * W::BYTES as u64;
        let next = &self.plan.parts()[part].next;
        for &later in next {
            if window.get(later).is_none() {
                window.make_room(bytes_of(later), next);
                window.insert(later, self.read_codes(later, store)?);
            }
        }
        window.make_room(bytes_of(part), next);
        let found = self.read_found(part, store)?;
        // Nothing is read that the game does not tell of.
        let later = |later| window.get(later).unwrap_or_default();
        let Scored {
            codes,
            blocks,
            counts,
        } = score::score(self.game, &self.plan, part, &found, later, meter)?;
        window.insert(part, codes);
        Ok(result::write(
            self.origin(Job::Score(part)),
            &blocks,
            &counts,
        ))
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
            self.enough_memory(&open, limits.memory.unwrap_or(u64::MAX))?;
            behind::write_behind(store, |store| self.drive(&open, store, limits, &mut |_| {}))?;
            self.summary(store)
        })
    }

    /// Solves the game and writes its table. The results of jobs are in a folder beside it,
    /// `PATH.work`, until the table is there: interrupted at any moment, this goes on
    /// where it was the next time, and the table has the same bytes.
    ///
    /// # Errors
    /// As [`solve`](Self::solve) and [`gather`](Self::gather).
    pub fn solve_to(&self, path: &Path, limits: &Limits) -> Result<Summary, Error> {
        let folder = Folder::beside(path)?;
        let summary = self.solve(&folder, limits)?;
        self.gather(&folder, path, limits)?;
        folder.remove(self.list().map(|job| self.file(job)))?;
        Ok(summary)
    }

    /// Runs these jobs, and holds their results for the next ones.
    fn drive(
        &self,
        jobs: &[Job],
        store: &dyn Store,
        limits: &Limits,
        done: &mut (dyn FnMut(Job) + Send),
    ) -> Result<(), Error> {
        match self.plan.codes().width() {
            1 => self.drive_with::<u8>(jobs, store, limits, done),
            _ => self.drive_with::<u16>(jobs, store, limits, done),
        }
    }

    fn drive_with<W: Width>(
        &self,
        jobs: &[Job],
        store: &dyn Store,
        limits: &Limits,
        done: &mut (dyn FnMut(Job) + Send),
    ) -> Result<(), Error> {
        let memory = limits.memory.unwrap_or(u64::MAX);
        let meter = |phase| {
            let jobs = jobs.iter().filter(|&&job| job.phase() == phase);
            Meter::new(limits.watch, phase, jobs.map(|&job| self.work(job)).sum())
        };
        let (finding, solving) = (meter(Phase::Finding), meter(Phase::Solving));
        let (mut open, mut codes) = (Window::new(memory), Window::<W>::new(memory));
        for &job in jobs {
            let bytes = match job {
                Job::Find(part) => self.find(part, store, &mut open, &finding)?,
                Job::Score(part) => {
                    open.retain(|_| false);
                    self.score(part, store, &mut codes, &solving)?
                }
            };
            store.write(&self.file(job), bytes)?;
            done(job);
            let parts = self.plan.parts();
            let last_asked = |before: usize| parts[before].next.last().copied();
            open.retain(|before| last_asked(before) > Some(job.part()));
            let first_asked = |later: usize| parts[later].previous.first().copied();
            codes.retain(|later| first_asked(later).is_some_and(|first| first < job.part()));
        }
        Ok(())
    }

    /// What all scores together tell.
    ///
    /// # Errors
    /// When a result is not there or damaged, or the store cannot be read.
    pub fn summary(&self, store: &dyn Store) -> Result<Summary, Error> {
        let mut summary = Summary::new(self.plan.codes());
        for part in 0..self.plan.parts().len() {
            summary.add(&self.result(Job::Score(part), store)?.counts);
        }
        Ok(summary)
    }

    /// What a state is worth, as the results tell; `None` for one that no game reaches.
    ///
    /// # Errors
    /// When the result for its part is not there or damaged, or the store cannot be read.
    pub fn score_of(&self, state: G::State, store: &dyn Store) -> Result<Option<Score>, Error> {
        let Some((tier, rank)) = self.game.rank(state) else {
            return Ok(None);
        };
        let planned = self.plan.find(self.game.twin(tier));
        let Some(planned) = planned.filter(|planned| rank < planned.size) else {
            return Ok(None);
        };
        let (code, codes) = (planned.offset + rank, self.plan.codes());
        let part = self.plan.part_with(planned.batch, code);
        let job = Job::Score(part);
        let code = code - self.plan.parts()[part].codes.start;
        let (block, number) = (code as usize / BLOCK, code as usize % BLOCK);
        let result = self.result(job, store)?;
        let packed = (block < result.blocks()).then(|| result.packed(block));
        let code = packed
            .flatten()
            .and_then(|(packed, _)| Block::read(packed, codes.width()).ok()?.code(number));
        let code = code.ok_or_else(|| self.damaged(job, store))?;
        Ok(codes.score(code))
    }

    /// The jobs whose results are not there and will be asked for, each after those that
    /// it needs.
    fn open_jobs(&self, store: &dyn Store, watch: Watch) -> Result<Vec<Job>, Error> {
        open(self.list(), |job| self.status(job, store), watch)
    }
}
