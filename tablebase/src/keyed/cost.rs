//! What the jobs of a game without ranks are expected to take, from the sizes of its tiers.
//!
//! The paces are between those of these games, on one core of an AMD EPYC at version 0.1.0: the
//! processor time of `tiers run --threads 1` for all jobs of a kind, and the bytes of their
//! results. Rules are slow or quick, and keys are dense or sparse, so that a game takes up to
//! four times as much or as little. Domineering in 21 parts tells what parts cost.
//!
//! | | domineering 6×5 | in 21 parts | dots 4×2 | kalah 4,3 |
//! | --- | --- | --- | --- | --- |
//! | states, millions | 7.7 | 7.7 | 6.7 | 5.2 |
//! | moves, millions | 43 | 43 | 68 | 14 |
//! | keys in `found` results, millions | 15 | 47 | 13 | 10 |
//! | `found` jobs, seconds | 2.4 | 7.6 | 6.8 | 3.2 |
//! | `scores` jobs, seconds | 1.9 | 11.1 | 5.4 | 5.7 |
//! | `found` results, bytes | 8,076,653 | 124,248,556 | 2,438,955 | 10,413,422 |
//! | `scores` results, bytes | 4,961,583 | | 1,694,490 | 9,392,252 |

use super::KeyedJobs;
use super::keys::{Collector, Scored};
use crate::cost::{Cost, Costs};
use crate::jobs::Job;

/// How many seconds it takes to find where a move leads, and to put a key into a result.
const FIND: [f64; 2] = [50e-9, 130e-9];
/// How many seconds it takes to look at a move, to ask what the state after it is worth, and to
/// read or write a key with its score.
const SCORE: [f64; 3] = [20e-9, 40e-9, 60e-9];
/// How many bytes a key takes in a result of finding, and in one of scoring with its score.
const BYTES: [f64; 2] = [0.6, 0.7];
/// How many bytes more a key takes whenever parts are twice as many, and keys half as dense.
const SPARSER: f64 = 0.45;

/// How large a tier is, which nobody knows for sure before the jobs run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TierSize {
    /// The number of the tier.
    pub tier: u32,
    /// How many states it has.
    pub states: u64,
    /// How many moves these have together.
    pub moves: u64,
}

/// How large the work of each batch is expected to be.
#[derive(Clone, Debug)]
pub struct KeyedForecast {
    batches: Vec<Load>,
}

/// What a forecast tells of a batch, all parts together.
#[derive(Clone, Copy, Debug, Default)]
struct Load {
    states: f64,
    moves: f64,
    /// How many of the moves lead to later batches.
    leaving: f64,
    /// How many states the tier has to which these lead.
    after: f64,
}

impl KeyedJobs<'_> {
    /// How large the work is expected to be, if the game has so many states, and if its tiers
    /// are in proportion to each other as these, which are all that have states, by their
    /// numbers. The library's `forecast_tiers` tells them.
    ///
    /// All moves from a tier are taken to lead to the next one that has states.
    #[must_use]
    pub fn forecast(&self, tiers: &[TierSize], states: u64) -> KeyedForecast {
        let all = tiers.iter().map(|tier| tier.states as f64).sum::<f64>();
        let scale = states as f64 / all.max(1.0);
        let mut batches = vec![Load::default(); self.plan.batches() as usize];
        for (number, tier) in tiers.iter().enumerate() {
            let Some(batch) = self.plan.batch_of(tier.tier) else {
                continue;
            };
            let load = &mut batches[batch as usize];
            let moves = tier.moves as f64 * scale;
            load.states += tier.states as f64 * scale;
            load.moves += moves;
            let next = tiers.get(number + 1);
            let next = next.filter(|next| self.plan.batch_of(next.tier) != Some(batch));
            if let Some(next) = next {
                load.leaving = moves;
                load.after = next.states as f64 * scale;
            }
        }
        KeyedForecast { batches }
    }

    /// How many bytes a job is expected to hold at least. What it needs is known only when it
    /// runs, and may be less or more.
    #[must_use]
    pub fn memory(&self, job: Job, forecast: &KeyedForecast) -> u64 {
        let parts = f64::from(self.plan.parts());
        let (batch, load) = self.load(job, forecast);
        let before = forecast.batches[..batch].iter();
        let before = before.rev().find(|before| before.leaving > 0.0);
        let own = self.largest_share(load.states);
        let bytes = match job {
            Job::Find(_) => {
                // What comes from all parts of the batch before is as much as one of them sends.
                let arriving = before.map_or(0.0, |&before| self.sent(before));
                let arriving = self.largest_share(arriving * parts);
                let sent = self.sent(load) / parts;
                let moves = self.largest_share(load.moves) / parts;
                let collected = parts * Collector::bytes_of(sent, moves);
                let first = Collector::bytes_of(own, arriving);
                first.max(own * size_of::<u64>() as f64 + collected)
            }
            Job::Score(_) => {
                let keys = own + self.largest_share(load.after);
                keys * match self.plan.codes().width() {
                    1 => Scored::<u8>::bytes_of(1),
                    _ => Scored::<u16>::bytes_of(1),
                } as f64
            }
        };
        bytes.ceil() as u64
    }

    /// What a job is expected to take, if it holds no more than it must. With more memory,
    /// one of several parts takes less time.
    #[must_use]
    pub fn cost(&self, job: Job, forecast: &KeyedForecast) -> Cost {
        let parts = f64::from(self.plan.parts());
        let (_, load) = self.load(job, forecast);
        let (states, moves) = (load.states / parts, load.moves / parts);
        let of_keys = |keys: f64, bytes: f64| (keys * (bytes + SPARSER * parts.log2())) as u64;
        match job {
            Job::Find(_) => {
                let keys = states + self.sent(load);
                Cost {
                    seconds: moves * FIND[0] + keys * FIND[1],
                    bytes: of_keys(keys, BYTES[0]),
                }
            }
            Job::Score(_) => Cost {
                // All parts of the next tier are read, and the moves looked at for each of them.
                seconds: moves * (SCORE[0] * parts + SCORE[1]) + (states + load.after) * SCORE[2],
                bytes: of_keys(states, BYTES[1]),
            },
        }
    }

    /// What all jobs are expected to take.
    #[must_use]
    pub fn costs(&self, forecast: &KeyedForecast) -> Costs {
        let cost = |job| (self.cost(job, forecast), self.memory(job, forecast));
        Costs::of(self.list(), self.units(), cost, |job| self.needs(job))
    }

    fn load(&self, job: Job, forecast: &KeyedForecast) -> (usize, Load) {
        let batch = self.batch(job.part()) as usize;
        (batch, forecast.batches[batch])
    }

    /// How many of so many states the largest part has: keys are spread by their hashes, so
    /// that hardly a part has four standard deviations more than its share.
    fn largest_share(&self, states: f64) -> f64 {
        let share = states / f64::from(self.plan.parts());
        (share + 4.0 * share.sqrt()).min(states)
    }

    /// How many different states a part of a batch sends to later ones, if each of them has as
    /// many states before it, and these are spread by chance.
    fn sent(&self, load: Load) -> f64 {
        let parts = f64::from(self.plan.parts());
        let before_each = (load.leaving / load.after.max(1.0)).max(1.0);
        let share = 1.0 - (1.0 - 1.0 / parts).powf(before_each);
        (load.after * share).min(load.leaving / parts)
    }
}
