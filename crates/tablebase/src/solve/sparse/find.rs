//! Runs the jobs that find the keys of the reachable states, by following the moves from the
//! starts.

use std::cmp::Ordering;

use super::room::{JobContext, KEYS};
use crate::error::Error;
use crate::file::block::{self, QUICK};
use crate::index::keys::Collector;
use crate::index::{Form, Wanted};
use crate::jobs::job::{Job, ResultId};
use crate::jobs::result::{JobResult, StoredResults};
use crate::parallel;
use crate::sorted_map::SortedMap;
use crate::watch::StepMeter;

/// A sorted list of keys that one job has found. All keys belong to the same tier, and to the same
/// shard. The shard of the keys may be the job's own shard, or a shard of a later level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct KeyRun {
    /// The shard whose result contains the keys.
    pub from: usize,
    pub tier: u64,
    /// The shard that the keys belong to: its index among the shards of the tier's level.
    pub part: u32,
    pub keys: u64,
}

impl KeyRun {
    const NUMBERS: usize = 5;

    /// Encodes the run as five integers. `blocks` is the index of the run's first block in the
    /// result that contains the keys.
    fn to_numbers(self, blocks: u64) -> [u64; Self::NUMBERS] {
        [
            self.from as u64,
            self.tier,
            self.part.into(),
            self.keys,
            blocks,
        ]
    }

    fn blocks(self) -> u64 {
        self.keys.div_ceil(KEYS as u64)
    }
}

/// The result of a job that finds states. First come the blocks with the keys of the job's own
/// shard, in the order of the tiers. Then come the blocks with keys for later levels, in the order
/// of the tiers and shards. The keys of one tier and one shard form a [`KeyRun`]. After its blocks,
/// the result contains five integers for each run. These integers describe the runs in the result,
/// and also the runs that earlier jobs have found for later levels. So the results of one level
/// tell where all keys for later levels are stored.
pub(crate) struct FoundKeys<'a> {
    results: StoredResults<'a>,
    shard: usize,
    result: JobResult,
    /// Each run, with the index of its first block.
    runs: Vec<(KeyRun, u64)>,
}

impl<'a> FoundKeys<'a> {
    /// Reads the result of a job. The job must be done.
    pub fn read(results: StoredResults<'a>, shard: usize) -> Result<Self, Error> {
        let (result, plan) = (results.read(ResultId::Found(shard))?, results.plan);
        let damaged = || results.damaged(ResultId::Found(shard));
        let numbers = result.counts.chunks_exact(KeyRun::NUMBERS);
        if !numbers.remainder().is_empty() {
            return Err(damaged());
        }
        let run = |numbers: &[u64]| {
            let run = KeyRun {
                from: numbers[0].try_into().ok()?,
                tier: numbers[1],
                part: numbers[2].try_into().ok()?,
                keys: numbers[3],
            };
            // The blocks of the run are in this result, or in an earlier one.
            let end = numbers[4].checked_add(run.blocks())?;
            let is_there = match run.from.cmp(&shard) {
                Ordering::Less => true,
                Ordering::Equal => end <= result.blocks() as u64,
                Ordering::Greater => false,
            };
            let is_planned =
                plan.level_of(run.tier).is_some() && (run.part as usize) < plan.level(shard).len();
            (is_there && is_planned).then_some((run, numbers[4]))
        };
        let runs: Option<Vec<(KeyRun, u64)>> = numbers.map(run).collect();
        Ok(Self {
            runs: runs.ok_or_else(damaged)?,
            results,
            shard,
            result,
        })
    }

    /// Returns the runs whose keys are in this result.
    pub fn here(&self) -> impl Iterator<Item = KeyRun> {
        let runs = self.runs.iter().map(|&(run, _)| run);
        runs.filter(|run| run.from == self.shard)
    }

    /// Returns the runs in this result that belong to the job's own level.
    pub fn own(&self) -> impl Iterator<Item = KeyRun> {
        let plan = self.results.plan;
        let level = plan.shards()[self.shard].level;
        self.here()
            .filter(move |run| plan.level_of(run.tier) == Some(level))
    }

    pub fn keys(&self, run: KeyRun) -> Result<Vec<u64>, Error> {
        let damaged = || self.results.damaged(ResultId::Found(self.shard));
        let found = self.runs.iter().find(|&&(other, _)| other == run);
        let &(_, first) = found.ok_or_else(damaged)?;
        // The number of blocks follows from the number of keys. So the number of keys cannot exceed
        // what the file holds.
        let mut keys = vec![0; run.keys as usize];
        let pieces = (first as usize..).zip(keys.chunks_mut(KEYS)).collect();
        parallel::try_map(pieces, |(number, piece): (usize, &mut [u64])| {
            let block = self.result.block(number, Form::Sparse, 0, 0);
            let block = block.filter(|block| block.len() == piece.len());
            piece.copy_from_slice(block.ok_or_else(damaged)?.keys());
            Ok(())
        })?;
        if keys.is_sorted_by(|a, b| a < b) {
            Ok(keys)
        } else {
            Err(damaged())
        }
    }
}

/// A piece of work follows the moves of at most this number of states.
const PIECE: usize = 1 << 14;
/// After this number of pieces, the job merges the keys that they have found.
const PIECES: usize = 16;

/// The keys found so far, for each tier and shard. A shard is given by its index among the shards
/// of the tier's level.
type Collected = SortedMap<(u64, u32), Collector>;

/// Keys of one tier and one shard. `.0` holds the tier, and the index of the shard among the shards
/// of the tier's level. `.1` holds the keys.
type SentKeys = ((u64, u32), Vec<u64>);

/// Runs a job that finds the states of a shard, and returns its result.
pub(crate) fn find(
    work: JobContext<'_>,
    shard: usize,
    meter: &StepMeter<'_>,
) -> Result<Vec<u8>, Error> {
    let JobContext { results, rules, .. } = work;
    let plan = results.plan;
    let (level, part) = (
        plan.shards()[shard].level,
        (shard - plan.level(shard).start) as u32,
    );
    let is_own = |tier, to| plan.level_of(tier) == Some(level) && to == part;
    let mut collected = Collected::new();
    rules.each_start(&mut |start| {
        let place = (start.tier, plan.part_of(start.number));
        if is_own(place.0, place.1) {
            collected.entry(place).add(&[start.number]);
        }
        Ok(())
    })?;
    let mut later = Vec::new();
    let mut found: Option<FoundKeys<'_>> = None;
    for (run, blocks) in sent_to(results, shard)? {
        if plan.level_of(run.tier) != Some(level) {
            later.push((run, blocks));
        } else if run.part == part {
            if found.as_ref().is_none_or(|found| found.shard != run.from) {
                found = Some(FoundKeys::read(results, run.from)?);
            }
            if let Some(found) = &found {
                let keys = found.keys(run)?;
                collected.entry((run.tier, part)).add(&keys);
            }
            enough_memory(work, &collected, 0)?;
        }
    }
    drop(found);

    let mut writer = RunWriter::default();
    for tier in plan.tiers_of_level(level) {
        let Some(collector) = collected.remove((tier, part)) else {
            continue;
        };
        let keys = collector.finish();
        for round in keys.chunks(PIECE * PIECES) {
            let pieces = round.chunks(PIECE).collect();
            let after = parallel::try_map(pieces, |keys| {
                meter.add(keys.len() as u64)?;
                after(work, tier, keys)
            })?;
            for (place, keys) in after.iter().flatten() {
                collected.entry(*place).add(keys);
            }
            enough_memory(work, &collected, keys.len())?;
        }
        writer.put(shard, (tier, part), &keys);
    }
    for (place, collector) in collected.into_entries() {
        writer.put(shard, place, &collector.finish());
    }
    let runs = writer.runs.into_iter().chain(later);
    let counts: Vec<u64> = runs
        .flat_map(|(run, blocks)| run.to_numbers(blocks))
        .collect();
    Ok(results.to_bytes(ResultId::Found(shard), &writer.blocks, &counts))
}

#[derive(Default)]
struct RunWriter {
    blocks: Vec<Vec<u8>>,
    runs: Vec<(KeyRun, u64)>,
}

impl RunWriter {
    fn put(&mut self, from: usize, (tier, part): (u64, u32), keys: &[u64]) {
        let run = KeyRun {
            from,
            tier,
            part,
            keys: keys.len() as u64,
        };
        self.runs.push((run, self.blocks.len() as u64));
        self.blocks.extend(parallel::map(
            keys.chunks(KEYS).collect(),
            |keys: &[u64]| block::pack::<u8>(0, keys, &[], QUICK),
        ));
    }
}

/// Returns all runs of keys that earlier jobs have found and that belong to the level of `shard` or
/// to later levels. Each run comes with the index of its first block.
fn sent_to(results: StoredResults<'_>, shard: usize) -> Result<Vec<(KeyRun, u64)>, Error> {
    let plan = results.plan;
    let level = plan.shards()[shard].level;
    let mut runs = Vec::new();
    for before in plan.previous(shard) {
        let found = FoundKeys::read(results, before)?;
        let later = |run: &KeyRun| plan.level_of(run.tier) >= Some(level);
        runs.extend(found.runs.into_iter().filter(|(run, _)| later(run)));
    }
    // Every shard of a level knows which runs earlier levels have sent.
    runs.sort_unstable();
    runs.dedup();
    Ok(runs)
}

/// Checks that the collected keys, and `keys` more keys, fit into the memory limit.
fn enough_memory(work: JobContext<'_>, collected: &Collected, keys: usize) -> Result<(), Error> {
    let entries = collected.entries().iter();
    let bytes = entries.map(|(_, keys)| keys.bytes()).sum::<u64>();
    work.enough_memory(bytes + size_of::<u64>() as u64 * keys as u64)
}

/// Follows the moves from the states whose keys are `keys`. Returns the keys of the states that the
/// moves lead to, by tier and shard. Each key comes once.
fn after(
    JobContext { rules, results, .. }: JobContext<'_>,
    tier: u64,
    keys: &[u64],
) -> Result<Vec<SentKeys>, Error> {
    let plan = results.plan;
    let mut sent: SortedMap<(u64, u32), Vec<u64>> = SortedMap::new();
    rules.look_at(tier, keys, Wanted::ALL, &mut |seen| {
        for next in seen.iter().flat_map(|(_, after)| after) {
            if next.tier <= tier {
                return Err(Error::TierOrder {
                    before: tier,
                    after: next.tier,
                });
            }
            if next.tier > plan.last_tier() {
                return Err(Error::LastTier {
                    last: plan.last_tier(),
                    found: next.tier,
                });
            }
            let place = (next.tier, plan.part_of(next.number));
            sent.entry(place).push(next.number);
        }
        Ok(())
    })?;
    let mut sent = sent.into_entries();
    for (_, keys) in &mut sent {
        radsort::sort(keys);
        keys.dedup();
    }
    Ok(sent)
}

impl JobContext<'_> {
    /// Returns the total number of states in the shards that `jobs` score.
    pub fn states(&self, jobs: &[Job]) -> Result<u64, Error> {
        let scores = jobs.iter().filter(|job| matches!(job, Job::Score(_)));
        scores.into_iter().try_fold(0, |states, job| {
            let found = FoundKeys::read(self.results, job.shard())?;
            let own = found.own().map(|run| run.keys).sum::<u64>();
            Ok(own.saturating_add(states))
        })
    }
}
