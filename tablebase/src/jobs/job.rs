//! The jobs that solve a game, and what their results are called.

use crate::jobs::plan::Plan;
use crate::watch::Phase;

/// A piece of work: it reads results of other jobs from a store and writes its own there.
///
/// It may run twice, at any time, in any process: its result has always the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Job {
    /// Finds which states of a [shard](Plan::levels) some game reaches. Reads what was found
    /// for shards before it.
    Find(usize),
    /// Finds the scores of the states of a shard. Reads what was found for it, and the scores
    /// of shards after it.
    Score(usize),
}

impl Job {
    /// Returns the shard that it works on.
    #[must_use]
    pub const fn shard(self) -> usize {
        match self {
            Self::Find(shard) | Self::Score(shard) => shard,
        }
    }

    pub(crate) const fn phase(self) -> Phase {
        match self {
            Self::Find(_) => Phase::Finding,
            Self::Score(_) => Phase::Solving,
        }
    }
}

/// What a result tells of a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Which of its states some game reaches.
    Found,
    /// What they are worth.
    Scores,
    /// With a dense index, how large playbooks are from them on.
    Estimates,
    /// The same for playbooks that keep distances.
    FastEstimates,
}

impl From<Job> for Kind {
    fn from(job: Job) -> Self {
        match job {
            Job::Find(_) => Self::Found,
            Job::Score(_) => Self::Scores,
        }
    }
}

impl Plan {
    /// Returns all jobs, each after those that it needs.
    pub fn jobs(&self) -> impl Iterator<Item = Job> + use<> {
        let shards = 0..self.shards().len();
        let find = shards.clone().map(Job::Find);
        find.chain(shards.rev().map(Job::Score))
    }

    /// Returns the jobs that must be done before a job. It reads their results; with a sparse
    /// index, where moves skip levels, also those of some jobs that must be done before these.
    #[must_use]
    pub fn needs(&self, job: Job) -> Vec<Job> {
        match job {
            Job::Find(shard) => self.previous(shard).into_iter().map(Job::Find).collect(),
            Job::Score(shard) => {
                let later = self.next(shard).into_iter().map(Job::Score);
                later.chain([Job::Find(shard)]).collect()
            }
        }
    }

    /// Returns the name of a job's result in a store: what it is, the number of its level, and
    /// if that has several shards, which one it is.
    #[must_use]
    pub fn file(&self, job: Job) -> String {
        self.file_of(job.into(), job.shard())
    }

    /// Returns the name of a result of any kind.
    pub(crate) fn file_of(&self, kind: Kind, shard: usize) -> String {
        let kind = match kind {
            Kind::Found => "found",
            Kind::Scores => "scores",
            Kind::Estimates => "estimates",
            Kind::FastEstimates => "fast-estimates",
        };
        let (level, shards) = (self.shards()[shard].level, self.level(shard));
        match shards.len() {
            1 => format!("{kind}-{level}"),
            _ => format!("{kind}-{level}.{}", shard - shards.start),
        }
    }

    /// With a dense index, how many bytes are held at least while a job runs: what it reads and
    /// what it makes.
    pub(crate) fn memory(&self, job: Job) -> u64 {
        let len = |shard: usize| self.shards()[shard].len();
        let own = len(job.shard());
        match job {
            // A bit for each place of what it reads, a shard at a time, and two of its own.
            Job::Find(shard) => {
                self.previous(shard).into_iter().map(len).max().unwrap_or(0) / 8 + own / 4
            }
            Job::Score(shard) => {
                let next = self.next(shard).into_iter().map(len).sum::<u64>();
                (next + own) * self.codes().width() as u64 + own / 4
            }
        }
    }

    /// Returns the job whose result has this name.
    #[must_use]
    pub fn job(&self, file: &str) -> Option<Job> {
        let (_, number) = file.split_once('-')?;
        let (level, part) = number.split_once('.').unwrap_or((number, "0"));
        let mut shards = self.levels().get(level.parse::<usize>().ok()?)?.clone();
        let shard = shards.nth(part.parse().ok()?)?;
        let jobs = [Job::Find(shard), Job::Score(shard)];
        jobs.into_iter().find(|&job| self.file(job) == file)
    }
}
