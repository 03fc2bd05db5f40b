//! Forwards: the keys of the states that some game reaches.

use std::collections::BTreeMap;
use std::iter;

use super::KeyedJobs;
use super::block::{self, KEYS};
use super::keys::Collector;
use crate::block::QUICK;
use crate::error::Error;
use crate::jobs::Job;
use crate::parallel;
use crate::result::{self, JobResult};
use crate::store::Store;
use crate::watch::Meter;

/// Keys that stand in the result of a job: those of its own tiers, or those that it sends to
/// later ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Parcel {
    /// The job, as a [unit](KeyedJobs).
    pub from: usize,
    /// The tier of the states.
    pub tier: u32,
    /// The part that the keys belong to.
    pub part: u32,
    /// How many keys there are.
    pub keys: u64,
}

impl Parcel {
    const NUMBERS: usize = 4;

    fn to_numbers(self) -> [u64; Self::NUMBERS] {
        [
            self.from as u64,
            self.tier.into(),
            self.part.into(),
            self.keys,
        ]
    }

    fn from_numbers(numbers: [u64; Self::NUMBERS]) -> Option<Self> {
        Some(Self {
            from: numbers[0].try_into().ok()?,
            tier: numbers[1].try_into().ok()?,
            part: numbers[2].try_into().ok()?,
            keys: numbers[3],
        })
    }

    fn blocks(self) -> u64 {
        self.keys.div_ceil(KEYS as u64)
    }
}

/// The result of a job of finding. Its blocks are those of its own tiers, by number, and then
/// those that it sends, by tier and part. Its counts are four numbers for each of these, and
/// for what earlier jobs have sent to later batches, so that whoever reads the results of one
/// batch knows where all else is.
pub(super) struct Found {
    unit: usize,
    result: JobResult,
    parcels: Vec<Parcel>,
}

impl Found {
    /// Reads the result of a job that was done before.
    pub fn read(jobs: &KeyedJobs<'_>, unit: usize, store: &dyn Store) -> Result<Self, Error> {
        let result = jobs.result(Job::Find(unit), store)?;
        let damaged = || jobs.damaged(Job::Find(unit), store);
        let numbers = result.counts.chunks_exact(Parcel::NUMBERS);
        if !numbers.remainder().is_empty() {
            return Err(damaged());
        }
        let parcel = |numbers: &[u64]| Parcel::from_numbers(numbers.try_into().ok()?);
        let parcels: Option<Vec<Parcel>> = numbers.map(parcel).collect();
        let parcels = parcels.ok_or_else(damaged)?;
        let found = Self {
            unit,
            result,
            parcels,
        };
        let blocks = found
            .here()
            .map(Parcel::blocks)
            .fold(0, u64::saturating_add);
        if blocks == found.result.blocks() as u64 {
            Ok(found)
        } else {
            Err(damaged())
        }
    }

    /// The parcels whose keys stand here.
    pub fn here(&self) -> impl Iterator<Item = Parcel> {
        let parcels = self.parcels.iter().copied();
        parcels.filter(|parcel| parcel.from == self.unit)
    }

    /// The parcels, here and elsewhere, for batches after this one.
    fn on_their_way<'a>(&'a self, jobs: &'a KeyedJobs<'_>) -> impl Iterator<Item = Parcel> + 'a {
        let batch = jobs.batch(self.unit);
        let parcels = self.parcels.iter().copied();
        parcels.filter(move |parcel| jobs.plan.batch_of(parcel.tier) > Some(batch))
    }

    /// The keys of a parcel that stands here.
    pub fn keys(
        &self,
        jobs: &KeyedJobs<'_>,
        parcel: Parcel,
        store: &dyn Store,
    ) -> Result<Vec<u64>, Error> {
        let before = self.here().take_while(|&other| other != parcel);
        let first = before.map(Parcel::blocks).sum::<u64>() as usize;
        let damaged = || jobs.damaged(Job::Find(self.unit), store);
        // There are as many blocks as the keys need, so that they are no more than the file has.
        let mut keys = vec![0; parcel.keys as usize];
        let pieces = (first..).zip(keys.chunks_mut(KEYS)).collect();
        parallel::try_map(pieces, |(number, piece): (usize, &mut [u64])| {
            let packed = self.result.packed(number);
            let read = packed.and_then(|(packed, _)| block::unpack_keys(packed).ok());
            let read = read.filter(|read| read.len() == piece.len());
            piece.copy_from_slice(&read.ok_or_else(damaged)?);
            Ok(())
        })?;
        if keys.is_sorted_by(|a, b| a < b) {
            Ok(keys)
        } else {
            Err(damaged())
        }
    }
}

/// The states that are looked at in one piece of work.
const PIECE: usize = 1 << 14;
/// How many pieces are looked at before the states after them are put together: with more,
/// more is held in between.
const PIECES: usize = 16;

/// States after moves, by tier and part; each once.
type Sent = BTreeMap<(u32, u32), Vec<u64>>;

/// Does a job of finding, in so many bytes of memory.
pub(super) fn find(
    jobs: &KeyedJobs<'_>,
    unit: usize,
    store: &dyn Store,
    memory: u64,
    meter: &Meter<'_>,
) -> Result<Vec<u8>, Error> {
    let (plan, batch, part) = (&jobs.plan, jobs.batch(unit), jobs.part(unit));
    let mut collectors: BTreeMap<(u32, u32), Collector> = BTreeMap::new();
    for (tier, key) in jobs.rules.starts()? {
        if plan.batch_of(tier) == Some(batch) && plan.part_of(key) == part {
            collectors.entry((tier, part)).or_default().add(&[key]);
        }
    }
    let mut later = Vec::new();
    for parcel in sent_to(jobs, batch, store)? {
        if plan.batch_of(parcel.tier) != Some(batch) {
            later.push(parcel);
        } else if parcel.part == part {
            let found = Found::read(jobs, parcel.from, store)?;
            let keys = found.keys(jobs, parcel, store)?;
            let place = (parcel.tier, part);
            collectors.entry(place).or_default().add(&keys);
            enough_memory(&collectors, 0, memory)?;
        }
    }

    let mut blocks = Vec::new();
    let mut parcels = Vec::new();
    let mut put = |(tier, part): (u32, u32), keys: &[u64]| {
        let packed = parallel::map(keys.chunks(KEYS).collect(), |keys| {
            block::pack::<u8>(keys, &[], QUICK)
        });
        blocks.extend(packed);
        parcels.push(Parcel {
            from: unit,
            tier,
            part,
            keys: keys.len() as u64,
        });
    };
    for tier in plan.tiers(batch) {
        let Some(collector) = collectors.remove(&(tier, part)) else {
            continue;
        };
        let keys = collector.finish();
        for round in keys.chunks(PIECE * PIECES) {
            let pieces = round.chunks(PIECE).collect();
            let after = parallel::try_map(pieces, |keys| {
                meter.add(keys.len() as u64)?;
                after(jobs, tier, keys)
            })?;
            for (place, keys) in after.iter().flatten() {
                collectors.entry(*place).or_default().add(keys);
            }
            enough_memory(&collectors, keys.len(), memory)?;
        }
        put((tier, part), &keys);
    }
    while let Some((place, collector)) = collectors.pop_first() {
        put(place, &collector.finish());
    }
    parcels.extend(later);
    let counts: Vec<u64> = parcels.into_iter().flat_map(Parcel::to_numbers).collect();
    Ok(result::write(
        jobs.origin(Job::Find(unit)),
        &blocks,
        &counts,
    ))
}

/// What was sent to a batch and to later ones.
fn sent_to(jobs: &KeyedJobs<'_>, batch: u32, store: &dyn Store) -> Result<Vec<Parcel>, Error> {
    let mut parcels = Vec::new();
    for before in jobs.units_of(batch.checked_sub(1)) {
        let found = Found::read(jobs, before, store)?;
        parcels.extend(found.on_their_way(jobs));
    }
    // All parts of a batch know what earlier batches have sent.
    parcels.sort_unstable();
    parcels.dedup();
    Ok(parcels)
}

/// That what is collected may be held, beside so many keys.
fn enough_memory(
    collectors: &BTreeMap<(u32, u32), Collector>,
    keys: usize,
    allowed: u64,
) -> Result<(), Error> {
    let collected = collectors.values().map(Collector::bytes).sum::<u64>();
    let needed = collected + size_of::<u64>() as u64 * keys as u64;
    if needed <= allowed {
        Ok(())
    } else {
        Err(Error::Memory { needed, allowed })
    }
}

/// The states after the moves from some states of a tier.
fn after(jobs: &KeyedJobs<'_>, tier: u32, keys: &[u64]) -> Result<Sent, Error> {
    let plan = &jobs.plan;
    let (mut sent, mut after) = (Sent::new(), Vec::new());
    for &key in keys {
        jobs.rules.look_at(key, &mut after)?;
        for next in &after {
            if next.tier <= tier {
                return Err(Error::Tier {
                    before: tier.into(),
                    found: next.tier.into(),
                });
            }
            if plan.batch_of(next.tier).is_none() {
                return Err(Error::LastTier {
                    last: plan.last_tier(),
                    found: next.tier,
                });
            }
            let place = (next.tier, plan.part_of(next.key));
            sent.entry(place).or_default().push(next.key);
        }
    }
    for keys in sent.values_mut() {
        radsort::sort(keys);
        keys.dedup();
    }
    Ok(sent)
}

impl KeyedJobs<'_> {
    /// The units of all parts of a batch, if there is one.
    pub(crate) fn units_of(&self, batch: Option<u32>) -> impl Iterator<Item = usize> {
        let parts = self.plan.parts() as usize;
        let units = batch.map(|batch| batch as usize * parts);
        iter::once(units)
            .flatten()
            .flat_map(move |first| first..first + parts)
    }
}
