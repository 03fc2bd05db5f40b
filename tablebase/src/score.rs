//! Backwards: what the states of a part are worth.

use std::ops::Range;

use perfectplay::game::Score;
use perfectplay::ranked::{Ranked, Walk};

use crate::block::{self, BLOCK};
use crate::code::{Codes, Width};
use crate::cursor::{Cursor, ones};
use crate::error::Error;
use crate::find::Found;
use crate::parallel;
use crate::plan::{Part, Plan, PlannedTier, Reach, Way};
use crate::watch::Meter;

/// What the states of a part are worth.
pub(crate) struct Scored<W> {
    /// By code number in the part.
    pub codes: Vec<W>,
    /// The same, compressed.
    pub blocks: Vec<Vec<u8>>,
    /// How many reachable states have each code, with those of the tiers that these stand
    /// for.
    pub counts: Vec<u64>,
}

/// Scores a part. `later` has the codes of the parts that follow it.
pub(crate) fn score<'a, G: Ranked + Sync, W: Width>(
    game: &'a G,
    plan: &'a Plan,
    part: usize,
    found: &'a Found,
    later: impl Fn(usize) -> &'a [W] + Sync,
    meter: &Meter,
) -> Result<Scored<W>, Error> {
    let codes = plan.codes();
    let scorer = Scorer {
        game,
        plan,
        part,
        found,
        later,
        codes,
        before: codes.before(),
    };
    let mut all = vec![W::default(); plan.parts()[part].len() as usize];
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
    part: usize,
    found: &'a Found,
    later: F,
    codes: Codes,
    before: Vec<W>,
}

/// The codes of ranks to which moves may lead.
struct Later<'a, W> {
    /// Those of the parts that have some of them.
    parts: Vec<&'a [W]>,
    part_bits: u32,
    /// What makes a rank a number of a code, counted from the first part's first.
    offset: u64,
}

impl<W: Width> Later<'_, W> {
    /// The code of a rank; `None` if it is in no part.
    #[inline]
    fn code(&self, rank: u64) -> Option<W> {
        let number = rank.wrapping_add(self.offset);
        let part = self.parts.get((number >> self.part_bits) as usize)?;
        let within = number & ((1 << self.part_bits) - 1);
        part.get(within as usize).copied()
    }
}

impl<'a, G: Ranked, W: Width, F: Fn(usize) -> &'a [W]> Scorer<'a, G, W, F> {
    /// Scores the codes from this number in the part on, and gives them compressed, and how
    /// many there are of each.
    fn score(&self, first: u64, codes: &mut [W]) -> Result<(Vec<u8>, Vec<u64>), Error> {
        let start = self.own().codes.start + first;
        let end = start + codes.len() as u64;
        let mut counts = vec![0; self.codes.count() as usize];
        for (planned, ranks) in self.plan.tiers_in(self.own().batch, start..end) {
            self.score_tier(planned, ranks, start, codes, &mut counts)?;
        }
        let packed = block::pack(codes);
        Ok((packed, counts))
    }

    fn own(&self) -> &Part {
        &self.plan.parts()[self.part]
    }

    /// The codes of the parts to which moves may lead.
    fn later(&self, reach: &Reach) -> Later<'a, W> {
        let parts = self.plan.parts_with(reach);
        let first = self.plan.parts().get(parts.start);
        let first = first.map_or(0, |first| first.codes.start);
        Later {
            parts: parts.map(&self.later).collect(),
            part_bits: self.plan.part_bits(),
            offset: reach.into.offset.wrapping_sub(first),
        }
    }

    /// Scores some ranks of a tier, into codes of which the first has this number.
    fn score_tier(
        &self,
        planned: &PlannedTier,
        ranks: Range<u64>,
        start: u64,
        codes: &mut [W],
        counts: &mut [u64],
    ) -> Result<(), Error> {
        let game = self.game;
        let way = Way {
            from: *planned,
            tier: planned.tier,
            ranks,
        };
        let later: Vec<Later<'_, W>> = self
            .plan
            .leads(game, &way)
            .filter_map(|(_, reach)| Some(self.later(&reach?)))
            .collect();
        let mut cursor = Cursor::new(game, planned.tier);
        let own = self.own().codes.start;
        let bit_of = |rank: u64| planned.offset + rank - own;
        for bit in ones(
            &self.found.reached,
            bit_of(way.ranks.start)..bit_of(way.ranks.end),
        ) {
            let walk = cursor.seek(bit + own - planned.offset);
            let state = walk.state();
            let open = self.found.open[(bit / 64) as usize] >> (bit % 64) & 1 == 1;
            let not_found = || Error::NotFound {
                state: format!("{state:?}"),
            };
            let best = if open {
                let mut best = W::default();
                for mv in game.legal(state) {
                    let (next, rank) = walk.after(mv);
                    let code = later.get(next).and_then(|later| later.code(rank));
                    let code = code.ok_or_else(not_found)?;
                    best = best.max(self.before[code.number() as usize]);
                }
                best
            } else {
                let value = game.outcome(state);
                let score = value.and_then(|value| self.codes.code(Score::finished(value)));
                W::new(score.unwrap_or_default())
            };
            if best == W::default() {
                return Err(not_found());
            }
            codes[(bit + own - start) as usize] = best;
            counts[best.number() as usize] += planned.weight();
        }
        Ok(())
    }
}
