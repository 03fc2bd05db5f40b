//! Backwards: what the states of a unit are worth.

use std::collections::{BTreeMap, BTreeSet};

use perfectplay::game::Score;

use super::KeyedJobs;
use super::block::{self, KEYS};
use super::found::{Found, Parcel};
use super::keys::Scored;
use super::rules::After;
use crate::block::SMALL;
use crate::code::Width;
use crate::error::Error;
use crate::jobs::Job;
use crate::parallel;
use crate::result::{self, JobResult};
use crate::store::Store;
use crate::watch::Meter;

/// The result of a job of scoring. Its blocks are those of its tiers, by number. Its counts
/// tell how many states each tier of the batch has here, and then how many states have each
/// code.
pub(crate) struct Scores {
    result: JobResult,
    unit: usize,
    /// Of each tier of the batch, how many states it has.
    pub(crate) sizes: Vec<u64>,
}

impl Scores {
    /// Reads the result of a job that was done before.
    pub(crate) fn read(
        jobs: &KeyedJobs<'_>,
        unit: usize,
        store: &dyn Store,
    ) -> Result<Self, Error> {
        let mut result = jobs.result(Job::Score(unit), store)?;
        let tiers = jobs.plan.tiers(jobs.batch(unit)).count();
        let codes = jobs.plan.codes().count() as usize;
        if result.counts.len() != tiers + codes {
            return Err(jobs.damaged(Job::Score(unit), store));
        }
        let sizes: Vec<u64> = result.counts.drain(..tiers).collect();
        let blocks = sizes.iter().map(|size| size.div_ceil(KEYS as u64));
        if blocks.fold(0, u64::saturating_add) != result.blocks() as u64 {
            return Err(jobs.damaged(Job::Score(unit), store));
        }
        Ok(Self {
            result,
            unit,
            sizes,
        })
    }

    /// How many states have each code.
    pub(crate) fn counts(&self) -> &[u64] {
        &self.result.counts
    }

    /// The numbers of the blocks of a tier, by its place in the batch.
    pub(crate) fn blocks(&self, place: usize) -> std::ops::Range<usize> {
        let blocks = |sizes: &[u64]| {
            let blocks = sizes.iter().map(|size| size.div_ceil(KEYS as u64));
            blocks.sum::<u64>() as usize
        };
        blocks(&self.sizes[..place])..blocks(&self.sizes[..=place])
    }

    /// The bytes of a block.
    pub(crate) fn packed(
        &self,
        jobs: &KeyedJobs<'_>,
        number: usize,
        store: &dyn Store,
    ) -> Result<&[u8], Error> {
        let packed = self.result.packed(number).map(|(packed, _)| packed);
        packed.ok_or_else(|| jobs.damaged(Job::Score(self.unit), store))
    }

    /// The keys and codes of a block.
    pub(crate) fn block<W: Width>(
        &self,
        jobs: &KeyedJobs<'_>,
        number: usize,
        store: &dyn Store,
    ) -> Result<(Vec<u64>, Vec<W>), Error> {
        block::unpack(self.packed(jobs, number, store)?)
            .map_err(|_| jobs.damaged(Job::Score(self.unit), store))
    }

    /// The keys and codes of a tier.
    fn tier<W: Width>(
        &self,
        jobs: &KeyedJobs<'_>,
        place: usize,
        store: &dyn Store,
    ) -> Result<Scored<W>, Error> {
        let damaged = || jobs.damaged(Job::Score(self.unit), store);
        let size = self.sizes[place] as usize;
        let (mut keys, mut codes) = (vec![0; size], vec![W::default(); size]);
        let pieces = keys.chunks_mut(KEYS).zip(codes.chunks_mut(KEYS));
        let pieces = self.blocks(place).zip(pieces).collect();
        parallel::try_map(
            pieces,
            |(number, (keys, codes)): (_, (&mut [_], &mut [W]))| {
                let read: (Vec<u64>, Vec<W>) = self.block(jobs, number, store)?;
                if read.0.len() != keys.len() {
                    return Err(damaged());
                }
                keys.copy_from_slice(&read.0);
                codes.copy_from_slice(&read.1);
                Ok(())
            },
        )?;
        if keys.is_sorted_by(|a, b| a < b) {
            Ok(Scored::new(keys, codes))
        } else {
            Err(damaged())
        }
    }
}

/// A tier and a part of it.
type Place = (u32, u32);

/// Does a job of scoring, in so many bytes of memory.
pub(super) fn score<W: Width>(
    jobs: &KeyedJobs<'_>,
    unit: usize,
    store: &dyn Store,
    memory: u64,
    meter: &Meter<'_>,
) -> Result<Vec<u8>, Error> {
    let (plan, batch) = (&jobs.plan, jobs.batch(unit));
    let found = Found::read(jobs, unit, store)?;
    let is_own = |parcel: &Parcel| plan.batch_of(parcel.tier) == Some(batch);
    let own: BTreeMap<u32, Parcel> = found
        .here()
        .filter(is_own)
        .map(|parcel| (parcel.tier, parcel))
        .collect();
    let after = found.here().filter(|parcel| !is_own(parcel));
    let codes = plan.codes();
    let mut scorer = Scorer {
        jobs,
        batch,
        part: jobs.part(unit),
        held: BTreeMap::new(),
        after: after.map(|parcel| (parcel.tier, parcel.part)).collect(),
        before: codes.before(),
        later: codes.later(),
    };
    let mut counts = vec![0; codes.count() as usize];
    let mut blocks = Vec::new();
    let mut sizes = Vec::new();
    for tier in plan.tiers(batch).rev() {
        let keys = match own.get(&tier) {
            Some(&parcel) => found.keys(jobs, parcel, store)?,
            None => Vec::new(),
        };
        sizes.push(keys.len() as u64);
        if keys.is_empty() {
            continue;
        }
        let own = scorer.own_bytes() + Scored::<W>::bytes_of(keys.len());
        let room = memory.checked_sub(own).ok_or(Error::Memory {
            needed: own,
            allowed: memory,
        })?;
        let mut best = vec![W::default(); keys.len()];
        let mut asked = BTreeSet::new();
        loop {
            scorer.hold(&mut asked, room, store)?;
            scorer.look(&keys, &mut best, meter)?;
            if asked.len() == scorer.after.len() {
                break;
            }
            scorer.drop_later();
        }
        let done = parallel::try_map(
            keys.chunks(KEYS).zip(best.chunks(KEYS)).collect(),
            |(keys, codes)| {
                let mut counts = vec![0; counts.len()];
                for (&key, code) in keys.iter().zip(codes) {
                    if *code == W::default() {
                        return Err(jobs.not_found(key));
                    }
                    counts[code.number() as usize] += 1;
                }
                Ok((block::pack(keys, codes, SMALL), counts))
            },
        )?;
        let mut packed = Vec::with_capacity(done.len());
        for (block, more) in done {
            packed.push(block);
            for (count, more) in counts.iter_mut().zip(more) {
                *count += more;
            }
        }
        blocks.push(packed);
        let place = (tier, scorer.part);
        scorer.held.insert(place, Scored::new(keys, best));
    }
    sizes.reverse();
    let blocks: Vec<Vec<u8>> = blocks.into_iter().rev().flatten().collect();
    let counts = [sizes, counts].concat();
    Ok(result::write(
        jobs.origin(Job::Score(unit)),
        &blocks,
        &counts,
    ))
}

/// Looks at the moves of states, as far as what they lead to is held.
struct Scorer<'a, 'g, W> {
    jobs: &'a KeyedJobs<'g>,
    batch: u32,
    part: u32,
    /// What is held: the tiers of this unit that have been scored, and some others.
    held: BTreeMap<Place, Scored<W>>,
    /// Where moves lead to in later batches.
    after: BTreeSet<Place>,
    before: Vec<W>,
    later: Vec<W>,
}

impl<W: Width> Scorer<'_, '_, W> {
    fn is_own(&self, (tier, _): Place) -> bool {
        self.jobs.plan.batch_of(tier) == Some(self.batch)
    }

    /// How many bytes the tiers of this unit take.
    fn own_bytes(&self) -> u64 {
        let own = self.held.iter().filter(|&(&place, _)| self.is_own(place));
        own.map(|(_, scored)| scored.bytes()).sum()
    }

    /// Drops what may be read again.
    fn drop_later(&mut self) {
        let held = std::mem::take(&mut self.held);
        self.held = held
            .into_iter()
            .filter(|&(place, _)| self.is_own(place))
            .collect();
    }

    /// Holds as much as there is room for of what was not held before; at least one of them.
    fn hold(
        &mut self,
        asked: &mut BTreeSet<Place>,
        room: u64,
        store: &dyn Store,
    ) -> Result<(), Error> {
        let held = self.held.keys().filter(|&&place| !self.is_own(place));
        let mut used = held
            .clone()
            .map(|place| self.held[place].bytes())
            .sum::<u64>();
        let was_empty = held.clone().next().is_none();
        asked.extend(held);
        let mut is_first = was_empty;
        for &place in &self.after {
            if asked.contains(&place) {
                continue;
            }
            let jobs = self.jobs;
            let (tier, part) = place;
            let batch = jobs.plan.batch_of(tier).ok_or(Error::LastTier {
                last: jobs.plan.last_tier(),
                found: tier,
            })?;
            let scores = Scores::read(jobs, jobs.unit(batch, part), store)?;
            let number = (tier - jobs.plan.tiers(batch).start()) as usize;
            used += Scored::<W>::bytes_of(scores.sizes[number] as usize);
            if used > room {
                if is_first {
                    return Err(Error::Memory {
                        needed: used,
                        allowed: room,
                    });
                }
                break;
            }
            is_first = false;
            self.held.insert(place, scores.tier(jobs, number, store)?);
            asked.insert(place);
        }
        Ok(())
    }

    /// Looks at states, all cores at the same time.
    fn look(&self, keys: &[u64], best: &mut [W], meter: &Meter<'_>) -> Result<(), Error> {
        let pieces = keys.chunks(KEYS).zip(best.chunks_mut(KEYS)).collect();
        parallel::try_map(pieces, |(keys, best)| {
            meter.add(keys.len() as u64)?;
            let (mut after, mut near) = (Vec::new(), None);
            keys.iter()
                .zip(best)
                .try_for_each(|(&key, best)| self.look_at(key, &mut after, &mut near, best))
        })?;
        Ok(())
    }

    /// Looks at a state, with a list that is used again, and the place that was asked last.
    fn look_at<'h>(
        &'h self,
        key: u64,
        after: &mut Vec<After>,
        near: &mut Option<(Place, &'h Scored<W>)>,
        best: &mut W,
    ) -> Result<(), Error> {
        let plan = &self.jobs.plan;
        let not_found = || self.jobs.not_found(key);
        if let Some(value) = self.jobs.rules.look_at(key, after)? {
            let code = plan.codes().code(Score::finished(value));
            *best = W::new(code.ok_or_else(not_found)?);
            return Ok(());
        }
        for next in after {
            let place = (next.tier, plan.part_of(next.key));
            if near.is_none_or(|(held, _)| held != place) {
                *near = self.held.get(&place).map(|scored| (place, scored));
            }
            let Some((_, scored)) = near else {
                if self.after.contains(&place) {
                    continue;
                }
                return Err(not_found());
            };
            let code = scored.code(next.key).ok_or_else(not_found)?;
            let passed_on = if next.again {
                &self.later
            } else {
                &self.before
            };
            *best = (*best).max(passed_on[code.number() as usize]);
        }
        Ok(())
    }
}
