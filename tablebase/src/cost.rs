//! What jobs are expected to take, from the paces of jobs that were measured.
//!
//! The paces are those of Connect Four with 5 columns of 5 and of 6 cells, in which 41 % and
//! 20 % of all ranks are reachable, on one core of an AMD EPYC at version 0.1.0: the processor
//! time of `tiers run --threads 1` for all jobs of a kind, with what they read and write, and
//! the bytes of their results. Two games tell two numbers: what a rank takes, and what more a
//! reachable one does.
//!
//! | | 5×5 | 5×6 |
//! | --- | --- | --- |
//! | codes, mirror images left out | 95,716,288 | 2,867,621,120 |
//! | ranks looked at to find them | 241,376,429 | 9,587,178,532 |
//! | `found` jobs, seconds | 2.91 | 56.6 |
//! | `scores` jobs, seconds | 2.86 | 56.9 |
//! | `found` results, bytes | 8,769,192 | 158,184,054 |
//! | `scores` results, bytes | 9,518,887 | 143,850,123 |

use perfectplay::ranked::Ranked;

use crate::jobs::{Job, Jobs};

/// How many seconds it takes to find where the moves from a reachable state lead.
const FIND: f64 = 29.5e-9;
/// How many seconds a code takes to be scored, and how many more if it is reachable.
const SCORE: [f64; 2] = [9.8e-9, 49.5e-9];
/// How many bytes a code takes in a result of finding, and how many more if it is reachable.
const FOUND: [f64; 2] = [0.019, 0.178];
/// How many bytes a code takes in a result of scoring, and how many more if it is reachable.
const SCORES: [f64; 2] = [0.0015, 0.241];

/// What a job is expected to take.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// How many seconds it works on one core.
    pub seconds: f64,
    /// How many bytes its result has.
    pub bytes: u64,
}

/// What all jobs of a game are expected to take.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Costs {
    /// How many jobs there are.
    pub jobs: u64,
    /// The most bytes that one of them holds at least.
    pub memory: u64,
    /// How many seconds they work on one core, all together.
    pub seconds: f64,
    /// How many bytes all results have: each is written once.
    pub bytes: u64,
    /// How many bytes of results all jobs read, each by itself.
    pub read: u64,
    /// What takes longest of all that has to be done in order.
    pub longest_path: LongestPath,
}

/// Jobs of which each needs the one before. With however many workers, all of the jobs take
/// no less time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LongestPath {
    /// How many jobs they are.
    pub jobs: u64,
    /// How many seconds they work on one core.
    pub seconds: f64,
}

impl<G: Ranked + Sync> Jobs<'_, G> {
    /// What a job is expected to take, if so many states are reachable, about.
    ///
    /// For Connect Four with 6 columns of 4 cells, all jobs together took as much within a
    /// quarter. Another game may take several times as much or as little. The reachable
    /// states are taken to be as dense in this job as in all.
    #[must_use]
    pub fn cost(&self, job: Job, states: u64) -> Cost {
        let share = states as f64 / self.plan().numbered().max(1) as f64;
        let share = share.min(1.0);
        let codes = self.plan().parts()[job.part()].len() as f64;
        let of_codes = |[each, reachable]: [f64; 2]| codes * (each + share * reachable);
        match job {
            Job::Find(_) => Cost {
                seconds: self.work(job) as f64 * share * FIND,
                bytes: of_codes(FOUND) as u64,
            },
            Job::Score(_) => Cost {
                seconds: of_codes(SCORE),
                bytes: of_codes(SCORES) as u64,
            },
        }
    }

    /// What all jobs are expected to take, if so many states are reachable, about.
    #[must_use]
    pub fn costs(&self, states: u64) -> Costs {
        let cost = |job| (self.cost(job, states), self.memory(job));
        Costs::of(self.list(), self.plan().parts().len(), cost, |job| {
            self.needs(job)
        })
    }
}

impl Costs {
    /// What all jobs are expected to take, each after those that it needs. There are as many
    /// of finding as of scoring. What is told of each is its cost and its memory.
    pub(crate) fn of(
        jobs: impl Iterator<Item = Job>,
        of_a_kind: usize,
        cost: impl Fn(Job) -> (Cost, u64),
        needs: impl Fn(Job) -> Vec<Job>,
    ) -> Self {
        let number = |job: Job| match job {
            Job::Find(part) => part,
            Job::Score(part) => of_a_kind + part,
        };
        let mut costs = Self::default();
        // By number of a job, what takes longest up to it, and the bytes of its result.
        let mut paths = vec![LongestPath::default(); 2 * of_a_kind];
        let mut bytes = vec![0; 2 * of_a_kind];
        for job in jobs {
            let (cost, memory) = cost(job);
            let mut path = LongestPath::default();
            for need in needs(job) {
                costs.read += bytes[number(need)];
                let before = paths[number(need)];
                if before.seconds > path.seconds {
                    path = before;
                }
            }
            path.jobs += 1;
            path.seconds += cost.seconds;
            if path.seconds > costs.longest_path.seconds {
                costs.longest_path = path;
            }
            costs.jobs += 1;
            costs.memory = costs.memory.max(memory);
            costs.seconds += cost.seconds;
            costs.bytes += cost.bytes;
            paths[number(job)] = path;
            bytes[number(job)] = cost.bytes;
        }
        costs
    }
}
