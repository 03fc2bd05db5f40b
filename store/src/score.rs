//! Backwards: what the states of a batch are worth.

use std::ops::Range;

use perfectplay::{Ranked, Score, Walk};

use crate::block::{self, BLOCK};
use crate::code::{Codes, Width};
use crate::cursor::{Cursor, ones};
use crate::error::Error;
use crate::find::Found;
use crate::parallel;
use crate::plan::{Plan, PlannedTier};
use crate::watch::Meter;

/// What the states of a batch are worth.
pub(crate) struct Scored<W> {
    /// By code number in the batch.
    pub codes: Vec<W>,
    /// The same, compressed.
    pub blocks: Vec<Vec<u8>>,
    /// How many reachable states have each code, with those of the tiers that these stand
    /// for.
    pub counts: Vec<u64>,
}

/// Scores a batch. `later` has the codes of the batches that follow it.
pub(crate) fn score<'a, G: Ranked + Sync, W: Width>(
    game: &'a G,
    plan: &'a Plan,
    batch: usize,
    found: &'a Found,
    later: impl Fn(usize) -> &'a [W] + Sync,
    meter: &Meter,
) -> Result<Scored<W>, Error> {
    let codes = plan.codes();
    let scorer = Scorer {
        game,
        plan,
        batch,
        found,
        later,
        codes,
        before: codes.before(),
    };
    let mut all = vec![W::default(); plan.batches()[batch].len as usize];
    let work: Vec<(u64, &mut [W])> = (0..).step_by(BLOCK).zip(all.chunks_mut(BLOCK)).collect();
    let done = parallel::try_map(work, |(first, codes)| {
        meter.add(codes.len() as u64)?;
        scorer.score(first, codes)
    })?;
    let mut counts = vec![0; codes.count() as usize];
    let mut blocks = Vec::with_capacity(done.len());
    for (packed, more) in done {
        blocks.push(packed);
        for (count, more) in counts.iter_mut().zip(more) {
            *count += more;
        }
    }
    Ok(Scored {
        codes: all,
        blocks,
        counts,
    })
}

struct Scorer<'a, G, W, F> {
    game: &'a G,
    plan: &'a Plan,
    batch: usize,
    found: &'a Found,
    later: F,
    codes: Codes,
    before: Vec<W>,
}

impl<'a, G: Ranked, W: Width, F: Fn(usize) -> &'a [W]> Scorer<'a, G, W, F> {
    /// Scores the codes from the first one on, and gives them compressed, and how many
    /// there are of each.
    fn score(&self, first: u64, codes: &mut [W]) -> Result<(Vec<u8>, Vec<u64>), Error> {
        let end = first + codes.len() as u64;
        let mut counts = vec![0; self.codes.count() as usize];
        let tiers = self.plan.tiers_of(self.batch);
        let from = tiers.partition_point(|planned| planned.offset + planned.size <= first);
        for planned in &tiers[from..] {
            if planned.offset >= end {
                break;
            }
            let range = first.max(planned.offset)..end.min(planned.offset + planned.size);
            self.score_tier(planned, range, first, codes, &mut counts)?;
        }
        let packed = block::pack(codes);
        Ok((packed, counts))
    }

    /// Scores the part of a tier with these codes.
    fn score_tier(
        &self,
        planned: &PlannedTier,
        range: Range<u64>,
        first: u64,
        codes: &mut [W],
        counts: &mut [u64],
    ) -> Result<(), Error> {
        let game = self.game;
        let later: Vec<&[W]> = game
            .next_tiers(planned.tier)
            .map(|next| {
                let next = self.plan.tier(game.twin(next.tier));
                let start = next.offset as usize;
                &(self.later)(next.batch)[start..start + next.size as usize]
            })
            .collect();
        let mut cursor = Cursor::new(game, planned.tier);
        for code in ones(&self.found.reached, range) {
            let walk = cursor.seek(code - planned.offset);
            let state = walk.state();
            let open = self.found.open[(code / 64) as usize] >> (code % 64) & 1 == 1;
            let best = if open {
                let mut best = W::default();
                for mv in game.legal(state) {
                    let (next, rank) = walk.after(mv);
                    best = best.max(self.before[later[next][rank as usize].number() as usize]);
                }
                best
            } else {
                let value = game.outcome(state);
                let score = value.and_then(|value| self.codes.code(Score::finished(value)));
                W::new(score.unwrap_or_default())
            };
            if best == W::default() {
                return Err(Error::NotFound {
                    state: format!("{state:?}"),
                });
            }
            codes[(code - first) as usize] = best;
            counts[best.number() as usize] += planned.weight();
        }
        Ok(())
    }
}
