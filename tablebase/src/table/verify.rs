//! Holding a table file against the rules, in one pass.

use std::iter;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use perfectplay::game::{Score, starts};
use perfectplay::ranked::{Ranked, Tier, Walk};

use super::implied::Implied;
use super::read::Table;
use super::write;
use crate::block::BLOCK;
use crate::code::Width;
use crate::cursor::Cursor;
use crate::error::Error;
use crate::jobs::Limits;
use crate::parallel;
use crate::plan::{Plan, PlannedTier};
use crate::summary::Summary;
use crate::watch::{Meter, Phase};
use crate::window::Window;

impl<G: Ranked + Sync + Send> Table<G> {
    /// Verifies the table: that it has a score for every state that the rules reach and for
    /// no other, and that each follows from the rules and from the scores after its moves.
    /// No other scores do; [`perfectplay::verify`] says why.
    ///
    /// The states are gone through once, from the first tiers to the last. In memory are the
    /// scores of a few tiers at a time, and a bit for each state that is expected in the
    /// later ones. Nothing is shared with the solver but the ranks.
    ///
    /// # Errors
    /// The first flaw that some thread finds, in the answers, the counts or the bytes.
    pub fn verify(&self, limits: &Limits) -> Result<(), Error> {
        parallel::with_threads(limits.threads, || {
            let plan = Plan::new(self.game())?;
            self.verify_directories(&plan)?;
            let summary = match self.codes().width() {
                1 => self.verify_scores::<u8>(&plan, limits)?,
                _ => self.verify_scores::<u16>(&plan, limits)?,
            };
            if summary == *self.summary() {
                Ok(())
            } else {
                Err(Error::Counts {
                    expected: summary.states(),
                    found: self.summary().states(),
                })
            }
        })
    }

    /// That blocks lie one behind the other, and tiers where they belong: so there is no
    /// byte that nobody looks at.
    fn verify_directories(&self, plan: &Plan) -> Result<(), Error> {
        self.file().verify_blocks()?;
        let first = first_blocks(plan);
        if first.last() != Some(&self.file().blocks()) {
            return Err(self.damaged("blocks one behind the other"));
        }
        let mut tiers = 0;
        for expected in write::entries(self.game(), plan, &first) {
            if tiers == self.tiers() || self.tier_entry(tiers)? != expected {
                return Err(self.damaged("the place of a tier"));
            }
            tiers += 1;
        }
        if tiers == self.tiers() {
            Ok(())
        } else {
            Err(self.damaged("a place for each tier"))
        }
    }

    /// Verifies the scores, and counts them.
    fn verify_scores<W: Width>(&self, plan: &Plan, limits: &Limits) -> Result<Summary, Error> {
        let total = plan.batches().iter().map(|batch| batch.len).sum();
        let meter = Meter::new(limits.watch, Phase::Verifying, total);
        let memory = limits.memory.unwrap_or(u64::MAX);
        let first = first_blocks(plan);
        let mut codes = Window::<W>::new(memory);
        let mut expected = Window::<AtomicU64>::new(u64::MAX);
        let mut summary = Summary::new(self.codes());
        let scores = self.codes().scores();
        for (number, batch) in plan.batches().iter().enumerate() {
            let mut needed = plan.next_batches(number);
            needed.push(number);
            for &needed_one in &needed {
                let len = plan.batches()[needed_one].len;
                if codes.get(needed_one).is_none() {
                    codes.make_room(len * W::BYTES as u64, &needed);
                    codes.insert(needed_one, self.read_batch(&first, needed_one, len)?);
                }
                if expected.get(needed_one).is_none() {
                    let bits = iter::repeat_with(AtomicU64::default);
                    expected.insert(needed_one, bits.take((len / 64) as usize).collect());
                }
            }
            let verifier = Verifier {
                table: self,
                plan,
                batch: number,
                codes: &codes,
                expected: &expected,
                scores: &scores,
            };
            verifier.expect_starts();
            let pieces = (0..batch.len).step_by(BLOCK);
            let pieces = pieces.map(|start| start..(start + BLOCK as u64).min(batch.len));
            let counts = parallel::try_map(pieces.collect(), |codes: Range<u64>| {
                meter.add(codes.end - codes.start)?;
                verifier.verify(codes)
            })?;
            for counts in counts {
                summary.add(&counts);
            }
            let is_asked = |batch: usize| batch > number;
            codes.retain(is_asked);
            expected.retain(is_asked);
        }
        Ok(summary)
    }

    /// The codes of a batch, of which there are so many.
    pub(super) fn read_batch<W: Width>(
        &self,
        first: &[u64],
        batch: usize,
        len: u64,
    ) -> Result<Vec<W>, Error> {
        let blocks = (0_u64..).zip(first[batch]..first[batch + 1]);
        let codes = parallel::try_map(blocks.collect(), |(number, block)| {
            let codes = self.codes_of::<W>(block)?;
            // All blocks are full but the last one.
            let expected = (len - number * BLOCK as u64).min(BLOCK as u64);
            if codes.len() as u64 == expected {
                Ok(codes)
            } else {
                Err(self.damaged("a block for each code"))
            }
        })?;
        Ok(codes.concat())
    }
}

/// The number of the first block of each batch, and at last the end.
pub(super) fn first_blocks(plan: &Plan) -> Vec<u64> {
    let mut first = vec![0];
    let mut next = 0;
    for batch in plan.batches() {
        next += batch.len.div_ceil(BLOCK as u64);
        first.push(next);
    }
    first
}

/// Looks at the scores of a batch.
struct Verifier<'a, G, W> {
    table: &'a Table<G>,
    plan: &'a Plan,
    batch: usize,
    /// Those of the batch and of the ones that follow.
    codes: &'a Window<W>,
    /// By code of these batches: whether some move leads there, as far as is known. That
    /// is all for this batch.
    expected: &'a Window<AtomicU64>,
    /// By code.
    scores: &'a [Option<Score>],
}

impl<G: Ranked, W: Width> Verifier<'_, G, W> {
    /// The score that has a code; `None` for 0, and for what is no code.
    fn score(&self, code: W) -> Option<Score> {
        self.scores.get(code.number() as usize).copied().flatten()
    }

    fn expect(&self, planned: &PlannedTier, rank: u64) {
        let code = planned.offset + rank;
        if let Some(bits) = self.expected.get(planned.batch) {
            let (word, bit) = (&bits[(code / 64) as usize], 1 << (code % 64));
            if word.load(Ordering::Relaxed) & bit == 0 {
                word.fetch_or(bit, Ordering::Relaxed);
            }
        }
    }

    fn expect_starts(&self) {
        let game = self.table.game();
        for (tier, rank) in starts(game).filter_map(|start| game.rank(start)) {
            if let Some(planned) = self.plan.find(game.twin(tier)) {
                if planned.batch == self.batch {
                    self.expect(planned, rank);
                }
            }
        }
    }

    /// Verifies some codes of the batch, and counts them.
    fn verify(&self, codes: Range<u64>) -> Result<Vec<u64>, Error> {
        let mut counts = vec![0; self.table.codes().count() as usize];
        for planned in self.plan.tiers_of(self.batch) {
            let start = codes.start.max(planned.offset);
            let end = codes.end.min(planned.offset + planned.size);
            if start < end {
                self.verify_tier(planned, start..end, &mut counts)?;
            }
        }
        Ok(counts)
    }

    fn verify_tier(
        &self,
        planned: &PlannedTier,
        codes: Range<u64>,
        counts: &mut [u64],
    ) -> Result<(), Error> {
        let game = self.table.game();
        let own = self.codes.get(self.batch).expect("codes that were read");
        let expected = self.expected.get(self.batch).expect("bits that were made");
        let next = self.next(planned.tier);
        let twin = planned.twin.map(|twin| (twin, self.next(twin)));
        let mut cursor = Cursor::new(game, planned.tier);
        let mut mirrored = twin.as_ref().map(|&(twin, _)| Cursor::new(game, twin));
        for code in codes {
            let found = own[code as usize];
            let word = expected[(code / 64) as usize].load(Ordering::Relaxed);
            let is_expected = word >> (code % 64) & 1 == 1;
            if !is_expected && found == W::default() {
                continue;
            }
            let rank = code - planned.offset;
            let walk = cursor.seek(rank);
            let state = walk.state();
            let found = self.score(found);
            let implied = match game.outcome(state) {
                _ if !is_expected => None,
                Some(value) => Some(Score::finished(value)),
                None => {
                    let mut implied = Implied::default();
                    for mv in game.legal(state) {
                        let (index, rank) = walk.after(mv);
                        let (later, codes) = next[index];
                        self.expect(later, rank);
                        implied.add(self.score(codes[rank as usize]), false);
                    }
                    // The mirror image leads to mirror images. They have the same ranks
                    // where tiers have twins, and others of the same tier where not.
                    if let (Some((_, next)), Some(cursor)) = (&twin, &mut mirrored) {
                        if next.iter().any(|(later, _)| later.twin.is_none()) {
                            let walk = cursor.seek(rank);
                            for mv in game.legal(walk.state()) {
                                let (index, rank) = walk.after(mv);
                                let (later, _) = next[index];
                                if later.twin.is_none() {
                                    self.expect(later, rank);
                                }
                            }
                        }
                    }
                    implied.score()
                }
            };
            if found.is_none() || found != implied {
                return Err(Error::Flaw {
                    state: format!("{state:?}"),
                    expected: implied,
                    found,
                });
            }
            counts[own[code as usize].number() as usize] += planned.weight();
        }
        Ok(())
    }

    /// The tiers that follow one, with their codes.
    fn next(&self, tier: Tier) -> Vec<(&PlannedTier, &[W])> {
        let game = self.table.game();
        let next = game.next_tiers(tier).map(|next| {
            let planned = self.plan.tier(next.tier);
            let codes = self.codes.get(planned.batch).expect("codes that were read");
            let start = planned.offset as usize;
            (planned, &codes[start..start + planned.size as usize])
        });
        next.collect()
    }
}

#[cfg(test)]
mod tests {
    use perfectplay_games::Listed;
    use perfectplay_games::mnk::Connect;

    use super::*;
    use crate::block;
    use crate::jobs::{Job, Jobs};
    use crate::result::{self, JobResult};
    use crate::store::{Memory, Store};

    /// Each answer of a small game is replaced by every other one, with checksums and counts
    /// that fit: the verifier finds them all.
    #[test]
    fn every_altered_answer_is_found() {
        let game = Connect::with_parameters("2x2,2").expect("a game");
        let jobs = Jobs::new(&game, "connect:2x2,2").expect("a plan");
        let store = Memory::new();
        let limits = Limits::default();
        jobs.solve(&store, &limits).expect("a game");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.table");
        let verify = || {
            jobs.gather(&store, &path, &limits).expect("a table");
            Table::open(game, &path)?.verify(&limits)
        };
        verify().expect("a right table");
        let mut altered = 0;
        // Each batch is one part.
        for batch in 0..jobs.plan().batches().len() {
            let job = Job::Score(batch);
            let whole = store
                .read(&jobs.file(job))
                .expect("a store")
                .expect("a result");
            let origin = jobs.origin(job);
            let right = JobResult::read(whole.clone(), origin).expect("a result");
            let (packed, _) = right.packed(0).expect("a block");
            let codes: Vec<u8> = block::unpack(packed).expect("codes");
            for planned in jobs.plan().tiers_of(batch) {
                for at in planned.offset..planned.offset + planned.size {
                    let old = codes[at as usize];
                    for new in (0..jobs.plan().codes().count() as u8).filter(|&new| new != old) {
                        let (mut codes, mut counts) = (codes.clone(), right.counts.clone());
                        codes[at as usize] = new;
                        if old != 0 {
                            counts[usize::from(old)] -= planned.weight();
                        }
                        if new != 0 {
                            counts[usize::from(new)] += planned.weight();
                        }
                        let bytes = result::write(origin, &[block::pack(&codes)], &counts);
                        store.write(&jobs.file(job), bytes).expect("a store");
                        match verify() {
                            Err(Error::Flaw { .. }) => altered += 1,
                            other => panic!("{other:?}: code {at} of batch {batch} is {new}"),
                        }
                    }
                }
            }
            store.write(&jobs.file(job), whole).expect("a store");
        }
        assert!(altered > 100, "{altered}");
    }
}
