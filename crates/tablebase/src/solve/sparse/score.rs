//! Runs the jobs that go backwards and score the states of a shard.

use std::collections::BTreeSet;
use std::ops::Range;

use perfectplay::game::Score;

use super::find::{FoundKeys, KeyRun};
use super::room::{JobContext, KEYS};
use crate::error::Error;
use crate::file::block::{self, Block, SMALL};
use crate::file::code::CodeWidth;
use crate::index::keys::Sorted;
use crate::index::{Form, Place, Wanted};
use crate::jobs::job::ResultId;
use crate::jobs::result::{JobResult, StoredResults};
use crate::parallel;
use crate::sorted_map::SortedMap;
use crate::watch::StepMeter;

/// The result of a job that scores states. The result contains the blocks of all tiers of a level, tier by tier. The
/// result also contains a list of counts. The first counts tell how many states of the shard are in each tier. The
/// other counts tell how many states have each code.
pub(crate) struct TierScores<'a> {
    results: StoredResults<'a>,
    shard: usize,
    result: JobResult,
    /// The number of the shard's states in each tier of the level.
    pub sizes: Vec<u64>,
    pub counts: Vec<u64>,
}

impl<'a> TierScores<'a> {
    /// Reads the result of a job. The job must be done.
    pub fn read(results: StoredResults<'a>, shard: usize) -> Result<Self, Error> {
        let mut result = results.read(ResultId::Scores(shard))?;
        let damaged = || results.damaged(ResultId::Scores(shard));
        let plan = results.plan;
        let tiers = plan.tiers_of_level(plan.shards()[shard].level).count();
        let codes = plan.codes().count() as usize;
        if result.counts.len() != tiers + codes {
            return Err(damaged());
        }
        let counts = result.counts.split_off(tiers);
        let sizes = std::mem::take(&mut result.counts);
        let blocks = sizes.iter().map(|size| size.div_ceil(KEYS as u64));
        if blocks.fold(0, u64::saturating_add) != result.blocks() as u64 {
            return Err(damaged());
        }
        Ok(Self {
            results,
            shard,
            result,
            sizes,
            counts,
        })
    }

    pub const fn result(&self) -> &JobResult {
        &self.result
    }

    /// Returns the indexes of a tier's blocks in the result. `place` is the position of the tier in the level.
    pub fn blocks(&self, place: usize) -> Range<usize> {
        let blocks = |sizes: &[u64]| {
            let blocks = sizes.iter().map(|size| size.div_ceil(KEYS as u64));
            blocks.sum::<u64>() as usize
        };
        blocks(&self.sizes[..place])..blocks(&self.sizes[..=place])
    }

    pub fn packed(&self, number: usize) -> Result<(&[u8], u64), Error> {
        let packed = self.result.packed(number);
        let packed = packed.and_then(|packed| Some((packed, block::first_key(packed)?)));
        packed.ok_or_else(|| self.results.damaged(ResultId::Scores(self.shard)))
    }

    /// Returns the keys and codes of a block of a tier, and checks the number of keys.
    pub fn block(&self, place: usize, number: usize) -> Result<Block, Error> {
        let width = self.results.plan.codes().width();
        let block = self.result.block(number, Form::Sparse, 0, width);
        let before = (number - self.blocks(place).start) * KEYS;
        let len = (self.sizes[place] as usize - before).min(KEYS);
        let block = block.filter(|block| block.len() == len);
        block.ok_or_else(|| self.results.damaged(ResultId::Scores(self.shard)))
    }

    pub fn code(&self, place: usize, key: u64) -> Result<Option<u32>, Error> {
        let mut blocks = self.blocks(place);
        while blocks.len() > 1 {
            let middle = blocks.start + blocks.len() / 2;
            if self.packed(middle)?.1 <= key {
                blocks.start = middle;
            } else {
                blocks.end = middle;
            }
        }
        match blocks.next() {
            Some(number) => Ok(self.block(place, number)?.code(key)),
            None => Ok(None),
        }
    }

    fn tier<W: CodeWidth>(&self, place: usize) -> Result<Scored<W>, Error> {
        let size = self.sizes[place] as usize;
        let (mut keys, mut codes) = (vec![0; size], vec![W::default(); size]);
        let pieces = keys.chunks_mut(KEYS).zip(codes.chunks_mut(KEYS));
        let pieces = self.blocks(place).zip(pieces).collect();
        parallel::try_map(
            pieces,
            |(number, (keys, codes)): (_, (&mut [_], &mut [W]))| {
                let block = self.block(place, number)?;
                keys.copy_from_slice(block.keys());
                for (at, code) in codes.iter_mut().enumerate() {
                    *code = W::new(block.code_at(at));
                }
                Ok(())
            },
        )?;
        if keys.is_sorted_by(|a, b| a < b) {
            Ok(Scored {
                keys: Sorted::new(keys),
                codes,
            })
        } else {
            Err(self.results.damaged(ResultId::Scores(self.shard)))
        }
    }
}

/// Rising keys, and the codes of their states.
struct Scored<W> {
    keys: Sorted,
    codes: Vec<W>,
}

impl<W: CodeWidth> Scored<W> {
    /// Returns the code of the state with this key; `None` if there is no such state.
    #[inline]
    fn code(&self, key: u64) -> Option<W> {
        self.keys.place(key).map(|place| self.codes[place])
    }

    fn bytes(&self) -> u64 {
        Self::bytes_for(self.codes.len())
    }

    /// Returns the approximate size in bytes of `keys` keys with their codes.
    const fn bytes_for(keys: usize) -> u64 {
        Sorted::bytes_for(keys, W::BYTES)
    }
}

/// A tier, and the index of a shard. The index is counted from the first shard of the tier's level.
type HeldShard = (u64, u32);

/// Runs a job that scores the states of a shard, and returns its result.
pub(crate) fn score<W: CodeWidth>(
    work: JobContext<'_>,
    shard: usize,
    meter: &StepMeter<'_>,
) -> Result<Vec<u8>, Error> {
    let (results, plan) = (work.results, work.results.plan);
    let level = plan.shards()[shard].level;
    let found = FoundKeys::read(results, shard)?;
    let own: Vec<KeyRun> = found.own().collect();
    let after = found
        .here()
        .filter(|run| plan.level_of(run.tier) != Some(level));
    let codes = plan.codes();
    let mut scorer = Scorer {
        work,
        level,
        part: (shard - plan.level(shard).start) as u32,
        held: SortedMap::new(),
        after: after.map(|run| (run.tier, run.part)).collect(),
        before: [codes.before(), codes.later()],
    };
    let mut counts = vec![0; codes.count() as usize];
    let (mut blocks, mut sizes) = (Vec::new(), Vec::new());
    for tier in plan.tiers_of_level(level).rev() {
        let keys = match own.iter().rfind(|run| run.tier == tier) {
            Some(&run) => found.keys(run)?,
            None => Vec::new(),
        };
        sizes.push(keys.len() as u64);
        let own = scorer.own_bytes() + Scored::<W>::bytes_for(keys.len());
        work.enough_memory(own)?;
        let mut best = vec![W::default(); keys.len()];
        let mut asked = BTreeSet::new();
        while !keys.is_empty() {
            scorer.hold(&mut asked, work.memory - own)?;
            scorer.look(tier, &keys, &mut best, meter)?;
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
                        return Err(scorer.undeclared(tier, key));
                    }
                    counts[code.number() as usize] += 1;
                }
                Ok((block::pack(0, keys, codes, SMALL), counts))
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
        let scored = Scored {
            keys: Sorted::new(keys),
            codes: best,
        };
        scorer.held.insert((tier, scorer.part), scored);
    }
    sizes.reverse();
    let blocks: Vec<Vec<u8>> = blocks.into_iter().rev().flatten().collect();
    let counts = [sizes, counts].concat();
    Ok(results.to_bytes(ResultId::Scores(shard), &blocks, &counts))
}

/// Scores the states of a shard.
struct Scorer<'a, W> {
    work: JobContext<'a>,
    level: usize,
    part: u32,
    /// The tiers in memory: the scored tiers of this shard, and some tiers of later levels.
    held: SortedMap<HeldShard, Scored<W>>,
    /// The parts of later tiers to which moves from this shard lead. Each entry names a tier, and a shard that contains
    /// states of this tier.
    after: BTreeSet<HeldShard>,
    /// Two tables that turn the code of a state into the code of a move to this state. The code of a move tells what
    /// the move is worth to the player who makes it. `[0]` is for moves after which the opponent is to move, and `[1]`
    /// for moves with an extra turn.
    before: [Vec<W>; 2],
}

impl<W: CodeWidth> Scorer<'_, W> {
    fn is_own(&self, (tier, _): HeldShard) -> bool {
        self.work.results.plan.level_of(tier) == Some(self.level)
    }

    /// Returns the number of bytes that the tiers of this shard take.
    fn own_bytes(&self) -> u64 {
        let held = self.held.entries().iter();
        let own = held.filter(|&&(place, _)| self.is_own(place));
        own.map(|(_, scored)| scored.bytes()).sum()
    }

    /// Drops the tiers of later levels, which can be read from the store again.
    fn drop_later(&mut self) {
        let later = self.held.keys().filter(|&place| !self.is_own(place));
        for place in later.collect::<Vec<_>>() {
            self.held.remove(place);
        }
    }

    /// Reads further tiers as long as there is room for them. Fails if there is not even room for
    /// one tier. Adds them to `asked`.
    fn hold(&mut self, asked: &mut BTreeSet<HeldShard>, room: u64) -> Result<(), Error> {
        let (results, plan) = (self.work.results, self.work.results.plan);
        let mut used = 0;
        for &(place, ref scored) in self.held.entries() {
            if !self.is_own(place) {
                used += scored.bytes();
                asked.insert(place);
            }
        }
        let mut is_first = used == 0;
        for &(tier, part) in self.after.difference(&asked.clone()) {
            let level = plan.level_of(tier).ok_or(Error::LastTier {
                last: plan.last_tier(),
                found: tier,
            })?;
            let scores = TierScores::read(results, plan.levels()[level].start + part as usize)?;
            let number = (tier - plan.tiers_of_level(level).start()) as usize;
            used += Scored::<W>::bytes_for(scores.sizes[number] as usize);
            if used > room {
                if is_first {
                    let allowed = self.work.memory;
                    let needed = allowed - room + used;
                    return Err(Error::Memory { needed, allowed });
                }
                break;
            }
            is_first = false;
            self.held.insert((tier, part), scores.tier(number)?);
            asked.insert((tier, part));
        }
        Ok(())
    }

    /// Examines the moves of states on all cores. `best` contains a code for each state. If the best move of a state
    /// has a greater code, this code replaces the code in `best`.
    fn look(
        &self,
        tier: u64,
        keys: &[u64],
        best: &mut [W],
        meter: &StepMeter<'_>,
    ) -> Result<(), Error> {
        let pieces = keys.chunks(KEYS).zip(best.chunks_mut(KEYS)).collect();
        parallel::try_map(pieces, |(keys, best): (&[u64], &mut [W])| {
            meter.add(keys.len() as u64)?;
            let mut best = best.iter_mut();
            let mut near = None;
            self.work
                .rules
                .look_at(tier, keys, Wanted::ALL, &mut |seen| {
                    for ((look, after), best) in seen.iter().zip(&mut best) {
                        let code = match look.outcome {
                            Some(value) => {
                                let code =
                                    self.work.results.plan.codes().code(Score::finished(value));
                                code.map(W::new)
                            }
                            None => self.best_after(look.again, after, &mut near),
                        };
                        let code = code.ok_or_else(|| self.undeclared(tier, look.number))?;
                        *best = (*best).max(code);
                    }
                    Ok(())
                })
        })?;
        Ok(())
    }

    /// Returns the code of the best move, among the moves that lead to a state in memory. The code of a move tells what
    /// the move is worth to the player who makes it. `near` is the shard that was used last. The same shard is likely
    /// to be used next.
    #[inline]
    fn best_after<'h>(
        &'h self,
        mut again: u64,
        after: &[Place],
        near: &mut Option<(HeldShard, &'h Scored<W>)>,
    ) -> Option<W> {
        let plan = self.work.results.plan;
        let mut best = W::default();
        for next in after {
            let place = (next.tier, plan.part_of(next.number));
            if near.is_none_or(|(held, _)| held != place) {
                *near = self.held.get(place).map(|scored| (place, scored));
            }
            let before = &self.before[(again & 1) as usize];
            again >>= 1;
            match near {
                Some((_, scored)) => {
                    let code = scored.code(next.number)?;
                    best = best.max(before[code.number() as usize]);
                }
                None if self.after.contains(&place) => {}
                None => return None,
            }
        }
        Some(best)
    }

    fn undeclared(&self, tier: u64, number: u64) -> Error {
        let state = self.work.rules.state_text(Place { tier, number });
        Error::Undeclared { state }
    }
}
