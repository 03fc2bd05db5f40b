//! How the work on a game is cut up: tiers, stages, batches and parts.

use std::ops::Range;

use perfectplay::game::starts;
use perfectplay::ranked::{NextTier, Ranked, Tier};

use crate::block::BLOCK;
use crate::code::Codes;
use crate::error::Error;

/// How the work on a game is cut up. It follows from the game and the length of parts alone,
/// so that all machines agree on it.
///
/// A tier's *stage* is the length of the longest way from a start to it. The tiers of a
/// stage are independent of each other. In the order of their numbers they are put
/// together to *batches* of some 16 million ranks, or one tier if it is larger. A job works on
/// a batch, or on a *part* of it where the plan cuts large batches.
#[derive(Clone, Debug)]
pub struct Plan {
    codes: Codes,
    /// By stage, then by number.
    tiers: Vec<PlannedTier>,
    /// By the number of a tier, where it or the one that stands for it is in `tiers`.
    index: Vec<u32>,
    batches: Vec<Batch>,
    /// Those of each stage.
    stages: Vec<Range<usize>>,
    /// By batch, then by number of code.
    parts: Vec<Part>,
    /// How many codes a part has at most: two to this power.
    part_bits: u32,
    numbered: u64,
}

/// A tier in its place.
#[derive(Clone, Copy, Debug)]
pub struct PlannedTier {
    /// Which tier it is.
    pub tier: Tier,
    /// How many ranks it has.
    pub size: u64,
    /// The tier that it [stands for](Ranked::twin) beside itself.
    pub twin: Option<Tier>,
    /// The batch that it belongs to.
    pub batch: usize,
    /// At which of the batch's codes its own begin; a multiple of 64.
    pub offset: u64,
}

impl PlannedTier {
    /// How many states there are for each rank: that of the twin has the same score.
    #[must_use]
    pub const fn weight(&self) -> u64 {
        if self.twin.is_some() { 2 } else { 1 }
    }
}

/// Tiers that are kept together.
#[derive(Clone, Debug)]
pub struct Batch {
    /// How many moves there are from a start at most.
    pub stage: u32,
    /// Its tiers, as a range of [`Plan::tiers`].
    pub tiers: Range<usize>,
    /// How many codes it has: the ranks of all its tiers, and what fills each up to a
    /// multiple of 64.
    pub len: u64,
    /// Its parts, as a range of [`Plan::parts`]: one, unless it is cut.
    pub parts: Range<usize>,
}

/// Codes of a batch that a job works on.
#[derive(Clone, Debug)]
pub struct Part {
    /// The batch.
    pub batch: usize,
    /// Which of its codes they are.
    pub codes: Range<u64>,
    /// The parts that moves may lead to, in rising order.
    pub next: Vec<usize>,
    /// The parts from which moves may lead here, in rising order.
    pub previous: Vec<usize>,
    /// How many of their ranks are looked at, about, to find which of these codes are reachable.
    pub(crate) looked_at: u64,
}

impl Part {
    pub(crate) const fn len(&self) -> u64 {
        self.codes.end - self.codes.start
    }
}

/// Ranks of a tier, seen as what they are or in the mirror.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// Where the ranks are.
    pub from: PlannedTier,
    /// That tier or its twin, which has the same ranks.
    pub tier: Tier,
    pub ranks: Range<u64>,
}

/// Ranks to which moves may lead.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    pub into: PlannedTier,
    pub ranks: Range<u64>,
}

impl Reach {
    /// The codes of these ranks.
    pub(crate) const fn codes(&self) -> Range<u64> {
        let offset = self.into.offset;
        offset + self.ranks.start..offset + self.ranks.end
    }
}

impl Plan {
    /// The most tiers: a hundred bytes are held for each, and every one is looked at before
    /// the work begins.
    pub const MOST_TIERS: u64 = 1 << 22;
    /// A batch is complete when it has so many ranks.
    pub const BATCH: u64 = 1 << 24;
    /// No part of a batch has fewer ranks, but the last one.
    pub const LEAST_PART: u64 = BLOCK as u64;
    /// Tiers begin at multiples of this within a batch, so that bits do as well.
    const ALIGN: u64 = u64::BITS as u64;
    /// No batch has more codes than two to this power.
    const UNCUT: u32 = u64::BITS - 1;
    /// For a tier that no moves lead to.
    const NONE: u32 = u32::MAX;

    /// The plan for a game, in which batches are not cut.
    ///
    /// # Errors
    /// When the tiers are too many, or do not rise, or the game may be longer than codes
    /// can tell.
    pub fn new<G: Ranked>(game: &G) -> Result<Self, Error> {
        Self::with_part_bits(game, Self::UNCUT)
    }

    /// The plan for a game, with batches cut into parts of at most
    /// [so many](Self::rounded_part) ranks.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn in_parts<G: Ranked>(game: &G, ranks: u64) -> Result<Self, Error> {
        Self::with_part_bits(game, Self::rounded_part(ranks).ilog2())
    }

    /// How many ranks a part has if it may have so many: a power of two that is no greater,
    /// but [`LEAST_PART`](Self::LEAST_PART) at least.
    #[must_use]
    pub const fn rounded_part(ranks: u64) -> u64 {
        if ranks < Self::LEAST_PART {
            Self::LEAST_PART
        } else {
            1 << ranks.ilog2()
        }
    }

    fn with_part_bits<G: Ranked>(game: &G, part_bits: u32) -> Result<Self, Error> {
        // The jobs pass each score on to the opponent.
        const {
            assert!(
                G::TURNS_ALTERNATE,
                "a ranked game must have turns that alternate"
            )
        };
        let count = game.tier_count();
        if count > Self::MOST_TIERS {
            return Err(Error::TooManyTiers { found: count });
        }
        // Each is asked for many times.
        let twins: Vec<u64> = (0..count)
            .map(|number| game.twin(Tier::new(number)).number())
            .collect();
        let mut stages = vec![Self::NONE; count as usize];
        for start in starts(game) {
            let (tier, _) = game.rank(start).ok_or(Error::Unranked {
                state: format!("{start:?}"),
            })?;
            stages[game.twin(tier).number() as usize] = 0;
        }
        for number in 0..count {
            let stage = stages[number as usize];
            if stage == Self::NONE {
                continue;
            }
            for next in game.next_tiers(Tier::new(number)) {
                let next = next.tier.number();
                let next = twins.get(next as usize).copied().unwrap_or(next);
                if next <= number || next >= count {
                    return Err(Error::Tier {
                        before: number,
                        found: next,
                    });
                }
                let later = &mut stages[next as usize];
                if *later == Self::NONE || *later <= stage {
                    *later = stage + 1;
                }
            }
        }
        let planned = stages.iter().filter(|&&stage| stage != Self::NONE);
        let longest = planned.clone().copied().max().unwrap_or(0);
        let mut of_stage = vec![Vec::new(); longest as usize + 1];
        for (number, &stage) in stages.iter().enumerate() {
            if stage != Self::NONE {
                of_stage[stage as usize].push(Tier::new(number as u64));
            }
        }
        let mut plan = Self {
            codes: Codes::new(longest).ok_or(Error::TooLong { found: longest })?,
            tiers: Vec::with_capacity(planned.count()),
            index: vec![Self::NONE; count as usize],
            batches: Vec::new(),
            stages: Vec::new(),
            parts: Vec::new(),
            part_bits,
            numbered: 0,
        };
        for (stage, tiers) in (0..).zip(of_stage) {
            for tier in tiers {
                plan.push(game, tier, stage);
            }
        }
        for (number, &twin) in twins.iter().enumerate() {
            if twin != number as u64 {
                let index = plan.index[twin as usize];
                plan.index[number] = index;
                if let Some(planned) = plan.tiers.get_mut(index as usize) {
                    planned.twin = Some(Tier::new(number as u64));
                }
            }
        }
        let sizes = plan.tiers.iter();
        let sizes = sizes.map(|planned| planned.size.saturating_mul(planned.weight()));
        plan.numbered = sizes.fold(0, u64::saturating_add);
        plan.cut();
        plan.join(game);
        Ok(plan)
    }

    /// Puts a tier behind all others.
    fn push<G: Ranked>(&mut self, game: &G, tier: Tier, stage: u32) {
        let at = self.tiers.len();
        let begins = match self.batches.last() {
            Some(batch) => batch.stage != stage || batch.len >= Self::BATCH,
            None => true,
        };
        if begins {
            if self.stages.len() == stage as usize {
                self.stages.push(self.batches.len()..self.batches.len());
            }
            self.batches.push(Batch {
                stage,
                tiers: at..at,
                len: 0,
                parts: 0..0,
            });
            self.stages[stage as usize].end = self.batches.len();
        }
        let number = self.batches.len() - 1;
        let batch = &mut self.batches[number];
        let size = game.tier_size(tier);
        self.index[tier.number() as usize] = at as u32;
        self.tiers.push(PlannedTier {
            tier,
            size,
            twin: None,
            batch: number,
            offset: batch.len,
        });
        batch.len += size.next_multiple_of(Self::ALIGN);
        batch.tiers.end = at + 1;
    }

    /// Cuts batches into parts.
    fn cut(&mut self) {
        let len = 1 << self.part_bits;
        for (number, batch) in self.batches.iter_mut().enumerate() {
            let first = self.parts.len();
            let mut start = 0;
            while start < batch.len {
                let end = batch.len.min(start.saturating_add(len));
                self.parts.push(Part {
                    batch: number,
                    codes: start..end,
                    next: Vec::new(),
                    previous: Vec::new(),
                    looked_at: 0,
                });
                start = end;
            }
            batch.parts = first..self.parts.len();
        }
    }

    /// Tells each part which ones follow it.
    fn join<G: Ranked>(&mut self, game: &G) {
        let (mut ways, mut led) = (Vec::new(), Vec::new());
        for part in 0..self.parts.len() {
            let mut next: Vec<usize> = Vec::new();
            ways.extend(self.ways(part));
            for way in ways.drain(..) {
                led.extend(self.led_to(game, &way));
                led.sort_unstable();
                // Ranks are looked at once for all moves.
                led.dedup_by(|more, kept| {
                    kept.1 = kept.1.max(more.1);
                    kept.0 == more.0
                });
                for (later, ranks) in led.drain(..) {
                    self.parts[later].looked_at += ranks;
                    next.push(later);
                }
            }
            next.sort_unstable();
            next.dedup();
            for &later in &next {
                self.parts[later].previous.push(part);
            }
            self.parts[part].next = next;
        }
    }

    /// The parts that a way leads to by each of its moves, and how many of its ranks are looked
    /// at for each, about: as large a share as it has of the ranks to which they lead.
    fn led_to<'a, G: Ranked>(
        &'a self,
        game: &'a G,
        way: &'a Way,
    ) -> impl Iterator<Item = (usize, u64)> + 'a {
        let ranks = way.ranks.end - way.ranks.start;
        let reaches = self.leads(game, way).filter_map(|(_, reach)| reach);
        reaches.flat_map(move |reach| {
            let codes = reach.codes();
            self.parts_with(&reach).map(move |part| {
                let own = &self.parts[part].codes;
                let all = codes.end - codes.start;
                let within = own.end.min(codes.end) - own.start.max(codes.start);
                if within == all {
                    return (part, ranks);
                }
                let share = u128::from(within) * u128::from(ranks);
                (part, (share / u128::from(all)) as u64)
            })
        })
    }

    /// The ways from the codes of a part.
    pub(crate) fn ways(&self, part: usize) -> impl Iterator<Item = Way> {
        let Part { batch, codes, .. } = &self.parts[part];
        let tiers = self.tiers_in(*batch, codes.clone());
        tiers.flat_map(|(&from, ranks)| {
            let tiers = [Some(from.tier), from.twin].into_iter().flatten();
            tiers.map(move |tier| Way {
                from,
                tier,
                ranks: ranks.clone(),
            })
        })
    }

    /// The batches with parts that moves from those of this one may lead to.
    pub(crate) fn next_batches(&self, batch: usize) -> Vec<usize> {
        let parts = &self.parts[self.batches[batch].parts.clone()];
        let next = parts.iter().flat_map(|part| &part.next);
        let mut next: Vec<usize> = next.map(|&part| self.parts[part].batch).collect();
        next.sort_unstable();
        next.dedup();
        next
    }

    /// For each of the tiers that follow the one of a way: where moves lead, if that is not
    /// the same in the mirror.
    //
    // What is reached from a twin is the mirror image of what is reached from the tier that
    // stands for it, and where tiers have twins themselves, that has the same rank. But a tier
    // without a twin has both images in it, each with a rank of its own.
    pub(crate) fn leads<'a, G: Ranked>(
        &'a self,
        game: &'a G,
        way: &'a Way,
    ) -> impl Iterator<Item = (NextTier, Option<Reach>)> + 'a {
        game.next_tiers(way.tier).map(move |next| {
            let into = *self.tier(next.tier);
            let leads = way.tier == way.from.tier || into.twin.is_none();
            let reach = leads.then(|| Reach {
                into,
                ranks: if self.batches[into.batch].parts.len() == 1 {
                    0..into.size
                } else {
                    game.ranks_after(way.tier, way.ranks.clone(), next)
                },
            });
            (next, reach)
        })
    }

    /// The parts that have some of these ranks.
    pub(crate) fn parts_with(&self, reach: &Reach) -> Range<usize> {
        let first = self.batches[reach.into.batch].parts.start;
        let Range { start, end } = reach.codes();
        if start == end {
            return first..first;
        }
        let batch = reach.into.batch;
        self.part_with(batch, start)..self.part_with(batch, end - 1) + 1
    }

    /// The part that has a code of a batch.
    pub(crate) fn part_with(&self, batch: usize, code: u64) -> usize {
        self.batches[batch].parts.start + (code >> self.part_bits) as usize
    }

    /// The tiers to which some codes of a batch belong, and their ranks.
    pub(crate) fn tiers_in(
        &self,
        batch: usize,
        codes: Range<u64>,
    ) -> impl Iterator<Item = (&PlannedTier, Range<u64>)> {
        let tiers = self.tiers_of(batch);
        let end = |planned: &PlannedTier| planned.offset + planned.size;
        let first = tiers.partition_point(|planned| end(planned) <= codes.start);
        let tiers = tiers[first..].iter();
        let tiers = tiers.take_while(move |planned| planned.offset < codes.end);
        tiers.map(move |planned| {
            let start = codes.start.saturating_sub(planned.offset);
            let end = planned.size.min(codes.end - planned.offset);
            (planned, start..end)
        })
    }

    /// The codes that scores have.
    #[must_use]
    pub const fn codes(&self) -> Codes {
        self.codes
    }

    /// The tiers that moves may lead to, by stage and number; without those that
    /// [another stands for](Ranked::twin).
    #[must_use]
    pub fn tiers(&self) -> &[PlannedTier] {
        &self.tiers
    }

    /// The batches, by stage.
    #[must_use]
    pub fn batches(&self) -> &[Batch] {
        &self.batches
    }

    /// The batches of each stage, as ranges of [`batches`](Self::batches).
    #[must_use]
    pub fn stages(&self) -> &[Range<usize>] {
        &self.stages
    }

    /// The parts, by batch and by number of code.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// How many ranks a part has at most; `None` if batches are not cut.
    #[must_use]
    pub const fn part_ranks(&self) -> Option<u64> {
        if self.part_bits == Self::UNCUT {
            None
        } else {
            Some(1 << self.part_bits)
        }
    }

    /// The power of two that a part has codes at most.
    pub(crate) const fn part_bits(&self) -> u32 {
        self.part_bits
    }

    /// The tiers of a batch.
    #[must_use]
    pub fn tiers_of(&self, batch: usize) -> &[PlannedTier] {
        &self.tiers[self.batches[batch].tiers.clone()]
    }

    /// How many ranks there are in all tiers; [`u64::MAX`] if there are more.
    #[must_use]
    pub fn ranks(&self) -> u64 {
        let sizes = self.tiers.iter().map(|planned| planned.size);
        sizes.fold(0, u64::saturating_add)
    }

    /// How many states have a rank, with those of the tiers that others stand for;
    /// [`u64::MAX`] if there are more.
    #[must_use]
    pub const fn numbered(&self) -> u64 {
        self.numbered
    }

    /// Where a tier is, if moves may lead to it and no other stands for it.
    #[must_use]
    pub fn find(&self, tier: Tier) -> Option<&PlannedTier> {
        self.find_any(tier).filter(|planned| planned.tier == tier)
    }

    fn find_any(&self, tier: Tier) -> Option<&PlannedTier> {
        let index = *self.index.get(usize::try_from(tier.number()).ok()?)?;
        self.tiers.get(index as usize)
    }

    /// Where a tier to which moves lead is, or the one that stands for it.
    pub(crate) fn tier(&self, tier: Tier) -> &PlannedTier {
        self.find_any(tier).expect("a tier that follows another")
    }
}
