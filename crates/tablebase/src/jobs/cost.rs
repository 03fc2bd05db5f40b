//! Estimates the costs of jobs.
//!
//! A time in seconds is the processor time of one thread on an AMD EPYC. The speed of the rules
//! differs from game to game, so a game may take three times the estimate, or only a third of it.
//!
//! # Dense
//!
//! The result of a job stores which ranks are reachable. Let *d* be the share of reachable ranks.
//! If the reachable ranks were spread at random, a result would take *H*(*d*) bits for each rank,
//! where *H* is the binary entropy. But the reachable ranks are not spread at random, so a result
//! is smaller. It takes only about 0.45 *H*(*d*) bits for each rank, or 0.9 *H*(*d*) if hardly any
//! or nearly all ranks are reachable. Results with scores are compressed harder, so the reachable
//! ranks take about half as many bits in these results. Each score takes another 1.2 bits. For
//! larger boards, the estimate is too high. For example, the results of `connect:6x6` were only
//! three fifths as large as estimated.
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
//! A state of a loopy tier takes longer than the states in the table above. A loopy tier is scored
//! in rounds, and its states have more moves than the states of Connect Four. On an Intel Xeon, all
//! jobs of dōbutsu shōgi together took 1.7 microseconds for each reachable state. For each
//! reachable state, all jobs of a chess ending took 4 to 5 microseconds, and all jobs of
//! `mills:3,5,flies` took 0.7 microseconds.
//!
//! # Sparse
//!
//! The table shows what was measured in three games with a sparse index. For each constant of a sparse index, such as
//! the seconds for one key, the three games would give three different numbers. The code uses a number between them.
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

use crate::file::gather;
use crate::index::keys::{Collector, Sorted};
use crate::index::{AnyIndex, Form};
use crate::jobs::job::Job;
use crate::jobs::plan::Plan;

/// The seconds that a job takes to follow the moves of one reachable state.
const DENSE_FIND: f64 = 12e-9;
/// The seconds for scoring a tier: `[0]` for each rank, reachable or not, and `[1]` in addition for
/// each reachable rank.
const DENSE_SCORE: [f64; 2] = [1.5e-9, 52e-9];
/// The additional seconds for a reachable state of a loopy tier. A job spends them on the moves
/// that stay within the tier.
const LOOPY_FIND: f64 = 0.2e-6;
/// The seconds for scoring a reachable state of a loopy tier in rounds.
const LOOPY_SCORE: f64 = 1.5e-6;
/// The bytes for the score of a reachable state.
const DENSE_CODE: f64 = 1.2 / 8.0;

/// A set of reachable ranks takes `SCORED` times as many bytes in a result with scores as in other results, because
/// results with scores are compressed harder.
const SCORED: f64 = 0.55;

/// The total size in bytes of a result's header, checksums and counts of scores.
const DENSE_RESULT: f64 = 300.0;

/// The seconds of a `found` job: `[0]` to find the state after a move, and `[1]` to put a key into
/// the result.
const SPARSE_FIND: [f64; 2] = [25e-9, 60e-9];
/// The seconds of a `scores` job: `[0]` to examine a move, `[1]` to look up the state after a move,
/// and `[2]` to read or write a key with its score. The job examines every move once for each shard
/// of the next tier.
const SPARSE_SCORE: [f64; 3] = [12e-9, 24e-9, 40e-9];
/// The bytes that a key takes in a result: `[0]` in the result of a `found` job, and `[1]`,
/// together with its score, in the result of a `scores` job.
const SPARSE_BYTES: [f64; 2] = [0.6, 0.7];
/// The number of bytes by which a key grows each time the number of shards doubles. With twice as
/// many shards, the keys of a shard lie twice as far apart.
const SPARSER: f64 = 0.45;

/// The estimated size of a tier. The exact size is unknown before the jobs run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TierSize {
    /// The number of the tier.
    pub tier: u32,
    /// The number of states in the tier.
    pub states: u64,
    /// The number of moves of all states in the tier.
    pub moves: u64,
}

/// The expected cost of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JobCost {
    /// The seconds that the job takes on one core.
    pub seconds: f64,
    /// The size of the job's result in bytes.
    pub bytes: u64,
}

/// The expected costs of all jobs of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Costs {
    /// The number of jobs.
    pub jobs: u64,
    /// The memory in bytes of the job that needs the most memory.
    pub memory: u64,
    /// The seconds of all jobs together on one core.
    pub seconds: f64,
    /// The size of all results in bytes. Each result is written only once.
    pub bytes: u64,
    /// The number of bytes that all jobs together read from results, if no result stays in memory
    /// for the next job.
    pub read: u64,
    /// The greatest number of bytes on the disk at any time. The estimate assumes that one process
    /// solves the game. It also assumes that the results then [move](crate::Solver::gather_within)
    /// into a tablebase file.
    pub disk: u64,
    /// The chain of jobs that takes longest.
    pub longest_path: LongestPath,
}

/// A chain of jobs in which each job needs the job before it. Solving a game takes at least as long
/// as the longest chain of the game, however many workers there are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LongestPath {
    /// The number of jobs in the chain.
    pub jobs: u64,
    /// The seconds that the jobs of the chain take on one core.
    pub seconds: f64,
}

/// An estimate of the work in the jobs of a plan: the share of reachable ranks, or the size of each
/// level.
#[derive(Clone, Debug)]
pub struct Workload<'p> {
    plan: &'p Plan,
    /// With a dense index, the share of ranks that are reachable.
    share: f64,
    /// With a sparse index, the expected size of each level. A level is a set of tiers.
    loads: Vec<Load>,
}

/// The expected size of a whole level, which is a set of tiers. A level may be cut into several
/// shards.
#[derive(Clone, Copy, Debug, Default)]
struct Load {
    states: f64,
    moves: f64,
    /// The number of moves that lead from the level to later levels.
    leaving: f64,
    /// The number of states in the next tier. The estimate assumes that every move out of this
    /// level leads to the next tier.
    after: f64,
}

impl Plan {
    /// Returns the expected amount of work if about `states` states are reachable.
    ///
    /// With a dense index, the estimate assumes that the same share of ranks is reachable in every tier. It does not
    /// use `tiers`. With a sparse index, `tiers` must list all tiers that have states, in ascending order. The function
    /// `forecast_tiers` of the library returns a suitable list. The estimate multiplies all sizes in the list by one
    /// factor, so that they add up to `states`. The estimate also assumes that all moves from a tier lead to the next
    /// tier in the list.
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

/// The sizes of the tiers of a game with a dense index. For a game with many tiers, making an
/// outline takes much less time and memory than making a [`Plan`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The number of tiers.
    pub tiers: u64,
    /// The number of ranks, including those of unreachable states.
    pub numbered: u64,
    /// The number of ranks of all canonical tiers.
    kept: u64,
    /// The number of ranks of all canonical loopy tiers.
    loopy: u64,
    /// The least memory, in bytes, with which every tier can be scored.
    memory: u64,
}

impl Outline {
    /// Returns the outline of a game; `None` with a sparse index, or if the game has more tiers
    /// than a [plan](Plan::MOST_TIERS) can have.
    pub fn new(index: &AnyIndex<'_>) -> Option<Self> {
        let rules = &*index.0;
        let tiers = rules.tier_count();
        if rules.form() != Form::Dense || tiers > Plan::MOST_TIERS {
            return None;
        }
        let is_kept = |tier: u64| rules.canonical(tier) == tier;
        let is_loopy = |tier: u64| {
            let repeats = |next| rules.canonical(next) == tier;
            rules.is_loopy() && rules.next_tiers(tier).into_iter().any(repeats)
        };
        let (mut numbered, mut kept, mut loopy, mut largest) = (0_u64, 0_u64, 0_u64, 0);
        for tier in 0..tiers {
            let ranks = rules.tier_size(tier);
            numbered = numbered.saturating_add(ranks);
            if ranks > 0 && is_kept(tier) {
                kept = kept.saturating_add(ranks);
                largest = largest.max(ranks);
                if is_loopy(tier) {
                    loopy = loopy.saturating_add(ranks);
                }
            }
        }
        // A tier that is much smaller than the largest one takes less memory.
        let is_large = |&tier: &u64| rules.tier_size(tier) >= largest.div_ceil(4).max(1);
        let large = (0..tiers).filter(is_large);
        let memory = large.filter(|&tier| is_kept(tier)).map(|tier| {
            let next = rules.next_tiers(tier).into_iter();
            let next: BTreeSet<u64> = next.map(|next| rules.canonical(next)).collect();
            // The solver holds the scores of the next tiers. It holds the scores of the tier itself
            // only if the tier is loopy. In this case, `next_tiers` lists the tier, too.
            next.into_iter()
                .map(|next| rules.tier_size(next))
                .fold(rules.tier_size(tier) / 4, u64::saturating_add)
        });
        Some(Self {
            tiers,
            numbered,
            kept,
            loopy,
            memory: memory.max().unwrap_or(0),
        })
    }

    /// Returns the expected costs if `states` states are reachable and no tier is cut into shards. In the result, the
    /// number of jobs, the bytes that the jobs read, and the longest path are 0, because an outline does not tell them.
    #[must_use]
    pub fn costs(&self, states: u64) -> Costs {
        let share = (states as f64 / self.numbered.max(1) as f64).min(1.0);
        let kept = self.kept as f64;
        let found = kept * reached_bits(share) / 8.0;
        let scores = found * SCORED + kept * share * DENSE_CODE;
        let loopy = self.loopy as f64;
        let score =
            score_seconds(share, false) * (kept - loopy) + score_seconds(share, true) * loopy;
        Costs {
            memory: self.memory,
            seconds: share * (kept * DENSE_FIND + loopy * LOOPY_FIND) + score,
            bytes: (found + scores) as u64,
            disk: found.max(scores) as u64,
            ..Costs::default()
        }
    }
}

impl Workload<'_> {
    /// Returns the expected cost of a job. The estimate assumes that the job has the least memory
    /// with which it can run. With a sparse index and several shards, more memory makes the job
    /// faster.
    #[must_use]
    pub fn cost(&self, job: Job) -> JobCost {
        match self.plan.form() {
            Form::Dense => self.dense_cost(job),
            Form::Sparse => self.sparse_cost(job),
        }
    }

    /// Returns the least memory of a job in bytes. The returned size is an estimate unless
    /// [`Plan::knows_memory`] returns `true`.
    #[must_use]
    pub fn memory(&self, job: Job) -> u64 {
        match self.plan.form() {
            Form::Dense => self.plan.memory(job, self.plan.codes().width()),
            Form::Sparse => self.sparse_memory(job),
        }
    }

    /// Returns the expected costs of all jobs.
    #[must_use]
    pub fn costs(&self) -> Costs {
        let shards = self.plan.shards().len();
        let number = |job: Job| match job {
            Job::Find(shard) => shard,
            Job::Score(shard) => shards + shard,
        };
        let mut costs = Costs::default();
        // For each job, `paths` holds the longest path that ends with the job, and `bytes` holds
        // the size of the job's result.
        let mut paths = vec![LongestPath::default(); 2 * shards];
        let mut bytes = vec![0; 2 * shards];
        let mut held = 0_u64;
        for job in self.plan.jobs() {
            let cost = self.cost(job);
            let mut path = LongestPath::default();
            for need in self.plan.needs(job) {
                costs.read = costs.read.saturating_add(bytes[number(need)]);
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
            costs.bytes = costs.bytes.saturating_add(cost.bytes);
            paths[number(job)] = path;
            bytes[number(job)] = cost.bytes;
            held = held.saturating_add(cost.bytes);
            costs.disk = costs.disk.max(held);
            if let Job::Score(shard) = job {
                held = held.saturating_sub(bytes[number(Job::Find(shard))]);
            }
        }
        // Only the results with scores are left.
        let beside = gather::most_beside(held, self.plan);
        costs.disk = costs.disk.max(held.saturating_add(beside));
        costs
    }

    fn dense_cost(&self, job: Job) -> JobCost {
        let shard = &self.plan.shards()[job.shard()];
        let (places, looks) = (shard.len() as f64, shard.looks as f64);
        let found = places * reached_bits(self.share) / 8.0;
        let (seconds, bytes) = match job {
            Job::Find(_) => {
                let within = if shard.is_loopy { places } else { 0.0 };
                (
                    self.share * (looks * DENSE_FIND + within * LOOPY_FIND),
                    found,
                )
            }
            Job::Score(_) => (
                places * score_seconds(self.share, shard.is_loopy),
                found * SCORED + places * self.share * DENSE_CODE,
            ),
        };
        JobCost {
            seconds,
            bytes: (bytes + DENSE_RESULT) as u64,
        }
    }

    fn sparse_cost(&self, job: Job) -> JobCost {
        let (_, load) = self.load(job);
        let shards = self.shards();
        let (states, moves) = (load.states / shards, load.moves / shards);
        let bytes = |keys: f64, each: f64| (keys * (each + SPARSER * shards.log2())) as u64;
        match job {
            Job::Find(_) => {
                let keys = states + self.sent(load);
                JobCost {
                    seconds: moves * SPARSE_FIND[0] + keys * SPARSE_FIND[1],
                    bytes: bytes(keys, SPARSE_BYTES[0]),
                }
            }
            // The job reads all shards of the next tier, and looks at all moves once for each of
            // these shards.
            Job::Score(_) => JobCost {
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
                // One shard receives from all shards of the level before as many states as one of
                // these shards sends to all shards.
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

    /// With a sparse index, returns the number of shards of each tier.
    fn shards(&self) -> f64 {
        f64::from(self.plan.sharding().count().unwrap_or(1))
    }

    /// Returns the expected number of states in the largest shard, if all shards of a tier together
    /// have `states` states. Hashes spread the keys evenly, so hardly any shard has more than its
    /// average share plus four standard deviations.
    fn largest_share(&self, states: f64) -> f64 {
        let share = states / self.shards();
        (share + 4.0 * share.sqrt()).min(states)
    }

    /// Moves from one shard of a level lead to states in later levels. Returns the expected number of these states,
    /// each counted once. The estimate assumes that equally many moves lead to each state of the later levels, and that
    /// each of these moves comes from a random shard.
    fn sent(&self, load: Load) -> f64 {
        let shards = self.shards();
        let before_each = (load.leaving / load.after.max(1.0)).max(1.0);
        let share = 1.0 - (1.0 - 1.0 / shards).powf(before_each);
        (load.after * share).min(load.leaving / shards)
    }
}

/// Returns the seconds for scoring a rank of a dense index. `share` is the share of reachable
/// ranks.
fn score_seconds(share: f64, is_loopy: bool) -> f64 {
    let [look, reached] = DENSE_SCORE;
    look + share * if is_loopy { LOOPY_SCORE } else { reached }
}

/// Returns the number of bits for each rank in a result that stores which ranks are reachable.
/// `share` is the share of reachable ranks. If the reachable ranks were spread at random, this
/// number would be the entropy of `share`. They are not, so the number is smaller.
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
