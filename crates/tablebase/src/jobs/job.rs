//! The jobs that solve a game, and the names of their results.

use crate::jobs::plan::Plan;
use crate::watch::Phase;

/// A unit of work, which reads results of other jobs from a store and writes its own result to the
/// store.
///
/// A job may run several times, in any process, at any time after the jobs that it needs. The
/// result of a job always has the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Job {
    /// Finds the reachable states of a [shard](Plan::levels). The job reads which states of earlier
    /// shards are reachable.
    Find(usize),
    /// Scores the states of a shard. The job reads which states of this shard are reachable, and
    /// the scores of later shards.
    Score(usize),
}

impl Job {
    /// Returns the shard of the job.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResultId {
    /// The reachable states of the shard.
    Found(usize),
    /// The scores of the states of the shard.
    Scores(usize),
    /// The checkpoint of a loopy shard: the scores after some rounds.
    Rounds(usize),
}

impl ResultId {
    pub const fn shard(self) -> usize {
        match self {
            Self::Found(shard) | Self::Scores(shard) | Self::Rounds(shard) => shard,
        }
    }
}

impl From<Job> for ResultId {
    fn from(job: Job) -> Self {
        match job {
            Job::Find(shard) => Self::Found(shard),
            Job::Score(shard) => Self::Scores(shard),
        }
    }
}

impl Plan {
    /// Returns all jobs. Each job comes after the jobs that it needs.
    pub fn jobs(&self) -> impl Iterator<Item = Job> + use<> {
        let shards = 0..self.shards().len();
        let find = shards.clone().map(Job::Find);
        find.chain(shards.rev().map(Job::Score))
    }

    /// Returns the jobs that must be done before `job`, because `job` reads their results. With a
    /// sparse index, a move may skip levels. Then `job` may also read the results of further jobs:
    /// the jobs that the returned jobs need, the jobs that those need, and so on.
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

    /// Returns the name of a job's result in a store. The name contains the kind of the result and
    /// the number of its level. If the level has several shards, the name also contains the number
    /// of the shard within the level.
    #[must_use]
    pub fn file(&self, job: Job) -> String {
        self.file_of(job.into())
    }

    pub(crate) fn file_of(&self, result: ResultId) -> String {
        let kind = match result {
            ResultId::Found(_) => "found",
            ResultId::Scores(_) => "scores",
            ResultId::Rounds(_) => "rounds",
        };
        let shard = result.shard();
        let (level, shards) = (self.shards()[shard].level, self.level(shard));
        match shards.len() {
            1 => format!("{kind}-{level}"),
            _ => format!("{kind}-{level}.{}", shard - shards.start),
        }
    }

    /// Returns how many bytes of memory a job needs at least, if the index is dense. The memory
    /// holds the data that the job reads, and the job's result. `width` is the number of bytes in
    /// which a score is stored.
    pub(crate) fn memory(&self, job: Job, width: usize) -> u64 {
        let len = |shard: usize| self.shards()[shard].len();
        let own = len(job.shard());
        match job {
            // The job reads one shard at a time, and holds one bit for each place of that shard. It
            // holds two bits for each place of its own shard.
            Job::Find(shard) => {
                self.previous(shard).into_iter().map(len).max().unwrap_or(0) / 8 + own / 4
            }
            Job::Score(shard) => {
                // If no state reads the score of another state in the shard, the solver holds only
                // one block of the shard at a time.
                let reads_itself = self.shards()[shard].reads_itself();
                let held = if reads_itself { own } else { 0 };
                let next = self.next(shard).into_iter().map(len).sum::<u64>();
                (next + held) * width as u64 + own / 4
            }
        }
    }

    pub(crate) fn checkpoints(&self) -> impl Iterator<Item = String> {
        let shards = (0..).zip(self.shards());
        let loopy = shards.filter(|(_, shard)| shard.is_loopy);
        loopy.map(|(shard, _)| self.file_of(ResultId::Rounds(shard)))
    }

    /// Returns the job whose result has the name `file`; `None` if there is no such job.
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
