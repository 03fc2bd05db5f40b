//! What jobs are expected to take.
//!
//! The seconds are the processor time of one thread, on an AMD EPYC; other rules are slower or
//! quicker, so that a game takes up to three times as much or as little.
//!
//! # Dense
//!
//! To tell which ranks are reachable takes the entropy of their share *d* of all, *H*(*d*) bits a
//! rank, if they are spread by chance. They are not: it takes about 0.45 of that, and 0.9 where hardly
//! any are reachable, or nearly all. In a result with scores it takes half as much, since it is
//! compressed harder, and a score takes 1.2 bits of its own.
//! Larger boards take less: 6 by 6 took three fifths of what is expected.
//!
//! | | states that are kept, millions | *d* | `found` jobs, seconds | `scores` jobs, seconds | `found`, MB | expected | `scores`, MB | expected |
//! | --- | --- | --- | --- | --- | --- | --- | --- | --- |
//! | connect:5x5 | 37.4 | 0.41 | 1.1 | 1.8 | 5.8 | 5.2 | 8.7 | 8.5 |
//! | connect:6x4 | 47.5 | 0.59 | 1.6 | 2.6 | 5.6 | 4.4 | 10.3 | 9.5 |
//! | connect:5x6 | 552.7 | 0.19 | | | 96.0 | 114 | 122.1 | 146 |
//! | connect:6x6 | 34,586.5 | 0.12 | | | 4,906 | 9,027 | 5,857 | 10,345 |
//! | mnk:4,4,4 | 9.7 | 0.96 | 0.3 | 0.6 | 0.33 | 0.30 | 1.8 | 1.6 |
//! | hexapawn:5x5 | 3.2 | 0.01 | 0.9 | 1.0 | 2.7 | 2.8 | 2.6 | 2.0 |
//! | breakthrough:4x4 | 3.2 | 0.70 | 0.9 | 0.6 | 0.20 | 0.22 | 0.16 | 0.6 |
//!
//! # Sparse
//!
//! The paces are between those of these games.
//!
//! | | domineering 6×5 | dots 4×2 | kalah 4,3 |
//! | --- | --- | --- | --- |
//! | states, millions | 8.5 | 7.0 | 5.2 |
//! | moves, millions | 48 | 71 | 14 |
//! | `found` jobs, seconds | 1.1 | 3.5 | 1.6 |
//! | `scores` jobs, seconds | 1.1 | 3.2 | 3.1 |
//! | `found` results, MB | 8.0 | 2.4 | 11.0 |
//! | `scores` results, MB | 4.9 | 1.7 | 9.4 |

use std::collections::BTreeSet;

use perfectplay::index::{Dense, Tier};

use crate::file::gather;
use crate::index::Form;
use crate::index::keys::{Collector, Sorted};
use crate::jobs::job::Job;
use crate::jobs::plan::Plan;

/// How many seconds it takes to find where the moves from a reachable state lead.
const DENSE_FIND: f64 = 12e-9;
/// How many seconds it takes to look at a rank to score it, and how many more if it is reachable.
const DENSE_SCORE: [f64; 2] = [1.5e-9, 52e-9];
/// How many bytes the score of a reachable state takes.
const DENSE_CODE: f64 = 1.2 / 8.0;

/// The share of its bytes that a set of reachable ranks takes in a result with scores, which is
/// compressed harder.
const SCORED: f64 = 0.55;

/// How many bytes a result has besides: its header and checksums, and how many states have each
/// score.
const DENSE_RESULT: f64 = 300.0;

/// How many seconds it takes to find where a move leads, and to put a key into a result.
const SPARSE_FIND: [f64; 2] = [25e-9, 60e-9];
/// How many seconds it takes to look at a move, to look up what is after it, and to read or
/// write a key with its score.
const SPARSE_SCORE: [f64; 3] = [12e-9, 24e-9, 40e-9];
/// How many bytes a key takes in a result of finding, and in one of scoring with its score.
const SPARSE_BYTES: [f64; 2] = [0.6, 0.7];
/// How many bytes more a key takes whenever shards are twice as many, and keys half as close.
const SPARSER: f64 = 0.45;

/// How large a tier is, which is not known for sure before the jobs run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TierSize {
    /// The number of the tier.
    pub tier: u32,
    /// How many states it has.
    pub states: u64,
    /// How many moves these have together.
    pub moves: u64,
}

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
    /// The most bytes of disk that are taken at a time where one process solves the game and its
    /// results [move](crate::Solver::gather_within) into a tablebase file.
    pub disk: u64,
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

/// How much work the jobs of a plan are expected to be.
#[derive(Clone, Debug)]
pub struct Workload<'p> {
    plan: &'p Plan,
    /// With a dense index, the share of the ranks that are reachable.
    share: f64,
    /// With a sparse index, by level.
    loads: Vec<Load>,
}

/// What a level is expected to be, all shards together.
#[derive(Clone, Copy, Debug, Default)]
struct Load {
    states: f64,
    moves: f64,
    /// How many of the moves lead to later levels.
    leaving: f64,
    /// How many states the tier has to which these lead.
    after: f64,
}

impl Plan {
    /// Returns how much work the jobs are expected to be, if so many states are reachable,
    /// about.
    ///
    /// With a dense index, they are taken to be as close together everywhere, and `tiers` may be
    /// empty. With a sparse one, the tiers are taken to be in proportion to each other as
    /// these, which are all that have states, by their numbers: the library's `forecast_tiers`
    /// tells them. All moves from a tier are taken to lead to the next one that has states.
    #[must_use]
    pub fn workload(&self, states: u64, tiers: &[TierSize]) -> Workload<'_> {
        Workload {
            plan: self,
            share: (states as f64 / self.numbered().unwrap_or(0).max(1) as f64).min(1.0),
            loads: match self.form() {
                Form::Dense => Vec::new(),
                Form::Sparse => self.loads(states, tiers),
            },
        }
    }

    fn loads(&self, states: u64, tiers: &[TierSize]) -> Vec<Load> {
        let all = tiers.iter().map(|tier| tier.states as f64).sum::<f64>();
        let scale = states as f64 / all.max(1.0);
        let mut loads = vec![Load::default(); self.levels().len()];
        for (number, tier) in tiers.iter().enumerate() {
            let Some(level) = self.level_of(tier.tier.into()) else {
                continue;
            };
            let load = &mut loads[level];
            let moves = tier.moves as f64 * scale;
            load.states += tier.states as f64 * scale;
            load.moves += moves;
            let next = tiers.get(number + 1);
            let next = next.filter(|next| self.level_of(next.tier.into()) != Some(level));
            if let Some(next) = next {
                load.leaving = moves;
                load.after = next.states as f64 * scale;
            }
        }
        loads
    }
}

/// The sizes of the tiers of a game with a dense index. A game of a million tiers is outlined in a
/// fraction of a second, while its [`Plan`] takes minutes and gigabytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The number of tiers.
    pub tiers: u64,
    /// The number of states that have a rank, with those that no game reaches.
    pub numbered: u64,
    /// The number of ranks of all tiers that stand for themselves.
    kept: u64,
    /// The most bytes that are held at least while a tier is scored.
    memory: u64,
}

impl Outline {
    /// Outlines a game; `None` if it has more tiers than can be [planned](Plan::MOST_TIERS) for.
    pub fn new<G: Dense>(game: &G) -> Option<Self> {
        let tiers = game.tier_count();
        if tiers > Plan::MOST_TIERS {
            return None;
        }
        let is_kept = |tier: Tier| game.canonical(tier) == tier;
        let (mut numbered, mut kept, mut largest) = (0_u64, 0_u64, 0);
        for tier in (0..tiers).map(Tier::new) {
            let ranks = game.tier_size(tier);
            numbered = numbered.saturating_add(ranks);
            if ranks > 0 && is_kept(tier) {
                kept = kept.saturating_add(ranks);
                largest = largest.max(ranks);
            }
        }
        // A smaller tier than these takes less.
        let is_large = |tier: &Tier| game.tier_size(*tier) >= largest.div_ceil(4).max(1);
        let large = (0..tiers).map(Tier::new).filter(is_large);
        let memory = large.filter(|&tier| is_kept(tier)).map(|tier| {
            let next = game
                .next_tiers(tier)
                .map(|next| game.canonical(next).number());
            let next = next.collect::<BTreeSet<u64>>().into_iter();
            let next = next.map(|next| game.tier_size(Tier::new(next)));
            let own = game.tier_size(tier);
            next.fold(own.saturating_add(own / 4), u64::saturating_add)
        });
        Some(Self {
            tiers,
            numbered,
            kept,
            memory: memory.max().unwrap_or(0),
        })
    }

    /// Returns what all jobs are expected to take if no tier is cut and `states` states are
    /// reachable. Jobs, what they read, and the longest path are unknown.
    #[must_use]
    pub fn costs(&self, states: u64) -> Costs {
        let share = (states as f64 / self.numbered.max(1) as f64).min(1.0);
        let kept = self.kept as f64;
        let found = kept * reached_bits(share) / 8.0;
        let scores = found * SCORED + kept * share * DENSE_CODE;
        let score = DENSE_SCORE[0] + share * DENSE_SCORE[1];
        Costs {
            memory: self.memory,
            seconds: kept * (share * DENSE_FIND + score),
            bytes: (found + scores) as u64,
            disk: found.max(scores) as u64,
            ..Costs::default()
        }
    }
}

impl Workload<'_> {
    /// Returns what a job is expected to take, if it holds no more than it must. With a sparse
    /// index and several shards, it takes less time with more memory.
    #[must_use]
    pub fn cost(&self, job: Job) -> Cost {
        match self.plan.form() {
            Form::Dense => self.dense_cost(job),
            Form::Sparse => self.sparse_cost(job),
        }
    }

    /// Returns how many bytes a job holds at least. With a sparse index that is only expected:
    /// what it needs is known when it runs.
    #[must_use]
    pub fn memory(&self, job: Job) -> u64 {
        match self.plan.form() {
            Form::Dense => self.plan.memory(job),
            Form::Sparse => self.sparse_memory(job),
        }
    }

    /// Returns what all jobs are expected to take.
    #[must_use]
    pub fn costs(&self) -> Costs {
        let shards = self.plan.shards().len();
        let number = |job: Job| match job {
            Job::Find(shard) => shard,
            Job::Score(shard) => shards + shard,
        };
        let mut costs = Costs::default();
        // By number of a job, what takes longest up to it, and the bytes of its result.
        let mut paths = vec![LongestPath::default(); 2 * shards];
        let mut bytes = vec![0; 2 * shards];
        let mut held = 0;
        for job in self.plan.jobs() {
            let cost = self.cost(job);
            let mut path = LongestPath::default();
            for need in self.plan.needs(job) {
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
            costs.memory = costs.memory.max(self.memory(job));
            costs.seconds += cost.seconds;
            costs.bytes += cost.bytes;
            paths[number(job)] = path;
            bytes[number(job)] = cost.bytes;
            held += cost.bytes;
            costs.disk = costs.disk.max(held);
            if let Job::Score(shard) = job {
                held -= bytes[number(Job::Find(shard))];
            }
        }
        // Only scores are left.
        costs.disk = costs.disk.max(held + gather::most_beside(held, self.plan));
        costs
    }

    fn dense_cost(&self, job: Job) -> Cost {
        let shard = &self.plan.shards()[job.shard()];
        let (places, looks) = (shard.len() as f64, shard.looks as f64);
        let found = places * reached_bits(self.share) / 8.0;
        let (seconds, bytes) = match job {
            Job::Find(_) => (looks * self.share * DENSE_FIND, found),
            Job::Score(_) => (
                places * (DENSE_SCORE[0] + self.share * DENSE_SCORE[1]),
                found * SCORED + places * self.share * DENSE_CODE,
            ),
        };
        Cost {
            seconds,
            bytes: (bytes + DENSE_RESULT) as u64,
        }
    }

    fn sparse_cost(&self, job: Job) -> Cost {
        let (_, load) = self.load(job);
        let shards = self.shards();
        let (states, moves) = (load.states / shards, load.moves / shards);
        let bytes = |keys: f64, each: f64| (keys * (each + SPARSER * shards.log2())) as u64;
        match job {
            Job::Find(_) => {
                let keys = states + self.sent(load);
                Cost {
                    seconds: moves * SPARSE_FIND[0] + keys * SPARSE_FIND[1],
                    bytes: bytes(keys, SPARSE_BYTES[0]),
                }
            }
            // All shards of the next tier are read, and the moves looked at for each of them.
            Job::Score(_) => Cost {
                seconds: moves * (SPARSE_SCORE[0] * shards + SPARSE_SCORE[1])
                    + (states + load.after) * SPARSE_SCORE[2],
                bytes: bytes(states, SPARSE_BYTES[1]),
            },
        }
    }

    fn sparse_memory(&self, job: Job) -> u64 {
        let (level, load) = self.load(job);
        let shards = self.shards();
        let own = self.largest_share(load.states);
        let bytes = match job {
            Job::Find(_) => {
                // What comes from all shards of the level before is as much as one of them sends.
                let before = self.loads[..level].iter();
                let before = before.rev().find(|before| before.leaving > 0.0);
                let arriving = before.map_or(0.0, |&before| self.sent(before));
                let arriving = self.largest_share(arriving * shards);
                let sent = self.sent(load) / shards;
                let moves = self.largest_share(load.moves) / shards;
                let collected = shards * Collector::bytes_for(sent, moves);
                Collector::bytes_for(own, arriving).max(own * size_of::<u64>() as f64 + collected)
            }
            Job::Score(_) => {
                let keys = own + self.largest_share(load.after);
                let code = self.plan.codes().width();
                keys * Sorted::bytes_for(1, code) as f64
            }
        };
        bytes.ceil() as u64
    }

    fn load(&self, job: Job) -> (usize, Load) {
        let level = self.plan.shards()[job.shard()].level;
        (level, self.loads[level])
    }

    /// Into how many shards a tier is cut, with a sparse index.
    fn shards(&self) -> f64 {
        f64::from(self.plan.sharding().count().unwrap_or(1))
    }

    /// Returns how many of so many states the largest shard has: keys are spread by their
    /// hashes, so that hardly a shard has four standard deviations more than its share.
    fn largest_share(&self, states: f64) -> f64 {
        let share = states / self.shards();
        (share + 4.0 * share.sqrt()).min(states)
    }

    /// Returns how many different states a shard of a level sends to later ones, if each of
    /// them has as many states before it, and these are spread by chance.
    fn sent(&self, load: Load) -> f64 {
        let shards = self.shards();
        let before_each = (load.leaving / load.after.max(1.0)).max(1.0);
        let share = 1.0 - (1.0 - 1.0 / shards).powf(before_each);
        (load.after * share).min(load.leaving / shards)
    }
}

/// Returns how many bits a rank takes in the result that tells which ones are reachable, if
/// this share of all are: the entropy, if they were spread by chance, and less as they are not.
fn reached_bits(share: f64) -> f64 {
    let entropy = |share: f64| {
        if share > 0.0 {
            -share * share.log2()
        } else {
            0.0
        }
    };
    let closeness = if (0.03..0.9).contains(&share) {
        0.45
    } else {
        0.9
    };
    (entropy(share) + entropy(1.0 - share)) * closeness
}
