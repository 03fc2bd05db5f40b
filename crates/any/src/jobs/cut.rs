//! Cuts the tiers of a game into parts, which are called shards, and chooses how large the shards are.

use perfectplay::forecast::Effort;
use perfectplay_tablebase::{Costs, Error as Cause, Form, Outline, Sharding, Solver};

use super::{Jobs, MOST_PLANNED, tier_sizes};
use crate::error::Error;
use crate::estimate::Capacity;
use crate::game::AnyGame;
use crate::watch::unwatched;

/// If states have ranks (a dense index), the search for the best size of shards begins with the largest size. In each
/// step, the search divides the size by 2^`CUT_STEP`.
const CUT_STEP: u32 = 2;
/// The search takes smaller shards only if they save more than 5 % of the time. That is, the time with smaller shards
/// must be less than `WORTHWHILE` times the time with larger shards.
const WORTHWHILE: f64 = 0.95;
/// When tiers are cut so that each shard fits into memory, the number of shards may exceed the number of tiers by at
/// most this much. The search does not try smaller shards.
const MOST_CUT: u64 = 1 << 17;
/// If a size of shards saves too little time, the search may still try smaller shards. But if this size makes more than
/// `MOST_JOBS` jobs, the search ends.
const MOST_JOBS: u64 = 1_000_000;
/// The seconds that it takes to start and end a job, in addition to the work of the job.
const JOB: f64 = 0.02;
/// The seconds that a worker takes to read or write one byte over a link of 10 Gbit a second.
const BYTE: f64 = 8e-10;

/// Returns an upper bound for the time that `workers` workers take, in seconds. The bound holds if no worker is idle
/// while a job can run. The bound is *work* / `workers` + *path* · (1 − 1 / `workers`). Here, *work* is the time of all
/// jobs together. *path* is the time of the jobs on the longest path, which run one after the other. The bound was
/// proved by Graham, *Bounds for Certain Multiprocessing Anomalies*, 1966.
fn elapsed(costs: &Costs, workers: u64) -> f64 {
    let moved = (costs.read + costs.bytes) as f64 * BYTE;
    let work = costs.seconds + costs.jobs as f64 * JOB + moved;
    let path = costs.longest_path.seconds + costs.longest_path.jobs as f64 * JOB;
    let share = 1.0 / workers as f64;
    work * share + path * (1.0 - share)
}

impl Jobs {
    /// Creates the jobs from a stored plan. If the plan does not belong to this game, makes a new plan.
    pub(super) fn planned(
        game: &AnyGame,
        sharding: Option<Sharding>,
        plan: &[u8],
    ) -> Result<Self, Error> {
        let cut = sharding.unwrap_or(Sharding::Whole);
        match Solver::with_plan(game.index_for_jobs()?, &game.info().spec, cut, plan) {
            Some(solver) => Ok(Self::from_solver(game, solver)),
            None => Self::new(game, sharding),
        }
    }

    /// Plans the jobs for whole tiers if the memory is enough for these jobs. If the memory is not enough, plans the
    /// jobs for the largest shards whose jobs fit into it. A loopy game always gets whole tiers.
    pub(super) fn within(
        game: &AnyGame,
        capacity: Capacity,
        refuses_many_tiers: bool,
    ) -> Result<(Self, Option<Sharding>), Error> {
        let outline = game.index().and_then(|index| Outline::new(&index.into()));
        let is_planned = outline.is_some_and(|outline| outline.tiers <= MOST_PLANNED);
        if outline.is_some() && !is_planned && refuses_many_tiers {
            let estimate = game.estimate(Effort::default(), &unwatched)?;
            if let Some(missing) = estimate.missing(capacity) {
                return Err(estimate.refusal(Some(missing)));
            }
        }
        let whole = Self::new(game, None)?;
        let (Some(memory), true) = (capacity.memory, is_planned) else {
            return Ok((whole, None));
        };
        let fits = |jobs: &Self| {
            let work = jobs.plan().workload(0, &[]);
            jobs.plan().jobs().all(|job| work.memory(job) <= memory)
        };
        if fits(&whole) || game.info().is_loopy {
            return Ok((whole, None));
        }
        let least = whole.plan().shards_if_cut(u64::BITS - 1);
        // A job holds more than one byte for each state of a shard, so larger shards cannot fit.
        for bits in (Sharding::LEAST_BITS..=memory.max(1).ilog2()).rev() {
            if whole.plan().shards_if_cut(bits) > least.saturating_add(MOST_CUT) {
                break;
            }
            let sharding = Some(Sharding::Bits(bits));
            match Self::new(game, sharding) {
                Ok(jobs) if fits(&jobs) => return Ok((jobs, sharding)),
                Ok(_) => {}
                // Even smaller shards would exceed the same limit.
                Err(Error::Tablebase(Cause::TooManyShards { .. } | Cause::TooManyLinks { .. })) => {
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        Ok((whole, None))
    }

    /// Chooses the size of shards with which `workers` workers need the least time, and plans the jobs for these
    /// shards. Prefers large shards if smaller ones save little. If the game is loopy, plans the jobs for whole tiers.
    /// `known` is the number of states of the game, if it is known.
    pub(super) fn for_workers(
        game: &AnyGame,
        workers: u64,
        known: Option<u64>,
    ) -> Result<(Self, Option<Sharding>), Error> {
        let mut best = Self::new(game, None)?;
        let sizes = match (best.plan().form(), known) {
            (Form::Sparse, _) => tier_sizes(game, &unwatched)?,
            (Form::Dense, _) => (best.forecast(known, &unwatched)?.0, Vec::new()),
        };
        best.sizes = Some(sizes.clone());
        let whole = best.forecast(known, &unwatched)?.1.costs();
        let shardings: Vec<Sharding> = match best.plan().form() {
            _ if game.info().is_loopy => Vec::new(),
            // A job holds more than one byte for each state of a shard, so larger shards cannot fit.
            Form::Dense => (Sharding::LEAST_BITS..=whole.memory.max(1).ilog2())
                .rev()
                .step_by(CUT_STEP as usize)
                .map(Sharding::Bits)
                .collect(),
            Form::Sparse => (1..=Sharding::MOST.ilog2())
                .map(|bits| Sharding::Count(1 << bits))
                .collect(),
        };
        let (mut least, mut chosen) = (elapsed(&whole, workers), None);
        for sharding in shardings {
            let mut jobs = match Self::new(game, Some(sharding)) {
                // Even smaller shards would exceed the same limit.
                Err(Error::Tablebase(Cause::TooManyShards { .. } | Cause::TooManyLinks { .. })) => {
                    break;
                }
                jobs => jobs?,
            };
            jobs.sizes = Some(sizes.clone());
            let costs = jobs.forecast(known, &unwatched)?.1.costs();
            let seconds = elapsed(&costs, workers);
            if seconds < least * WORTHWHILE {
                (best, least, chosen) = (jobs, seconds, Some(sharding));
            } else if seconds > least / WORTHWHILE || costs.jobs > MOST_JOBS {
                break;
            }
        }
        Ok((best, chosen))
    }

    /// Plans the jobs for shards that have about `shard` states each. `known` is the number of states of the game, if
    /// it is known.
    pub(super) fn in_shards(
        game: &AnyGame,
        shard: u64,
        known: Option<u64>,
    ) -> Result<(Self, Option<Sharding>), Error> {
        if Self::new(game, None)?.plan().form() == Form::Dense {
            let sharding = Some(Sharding::from_ranks(shard));
            return Ok((Self::new(game, sharding)?, sharding));
        }
        let sizes = tier_sizes(game, &unwatched)?;
        let (states, tiers) = &sizes;
        let all = tiers.iter().map(|tier| tier.states).sum::<u64>().max(1);
        let largest = tiers.iter().map(|tier| tier.states).max().unwrap_or(0);
        let states = known.unwrap_or_else(|| states.rounded());
        let largest = largest as f64 / all as f64 * states as f64;
        let sharding = match (largest as u64).div_ceil(shard) {
            ..=1 => Sharding::Whole,
            count if count <= Sharding::MOST.into() => Sharding::Count(count as u32),
            found => return Err(Error::TooManyShards { found }),
        };
        let sharding = Some(sharding);
        let jobs = Self::new(game, sharding)?;
        let sizes = Some(sizes);
        Ok((Self { sizes, ..jobs }, sharding))
    }
}
