//! How the work on a game is cut up: tiers, stages and batches.

use std::ops::Range;

use perfectplay::{Ranked, Tier, starts};

use crate::code::Codes;
use crate::error::Error;

/// How the work on a game is cut up. It follows from the game alone, so that all machines
/// agree on it.
///
/// A tier's *stage* is the length of the longest way from a start to it. The tiers of a
/// stage are independent of each other. In the order of their numbers they are put
/// together to *batches* of a few million ranks, or one tier if it is larger: a
/// batch is what a job works on, and has its file in the store.
#[derive(Clone, Debug)]
pub struct Plan {
    codes: Codes,
    /// By stage, then by number.
    tiers: Vec<PlannedTier>,
    /// By the number of a tier, its index in `tiers`.
    index: Vec<u32>,
    batches: Vec<Batch>,
    /// Those of each stage.
    stages: Vec<Range<usize>>,
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

/// Tiers that are worked on together.
#[derive(Clone, Debug)]
pub struct Batch {
    /// How many moves there are from a start at most.
    pub stage: u32,
    /// Its tiers, as a range of [`Plan::tiers`].
    pub tiers: Range<usize>,
    /// How many codes it has: the ranks of all its tiers, and what fills each up to a
    /// multiple of 64.
    pub len: u64,
    /// The batches with tiers that follow its own.
    pub next: Vec<usize>,
    /// The batches with tiers that its own follow.
    pub previous: Vec<usize>,
}

impl Plan {
    /// The most tiers: a hundred bytes are held for each, and every one is looked at before
    /// the work begins.
    pub const MOST_TIERS: u64 = 1 << 22;
    /// A batch is complete when it has so many ranks.
    pub const BATCH: u64 = 1 << 22;
    /// Tiers begin at multiples of this within a batch, so that bits do as well.
    const ALIGN: u64 = u64::BITS as u64;
    /// For a tier that no moves lead to.
    const NONE: u32 = u32::MAX;

    /// The plan for a game.
    ///
    /// # Errors
    /// When the tiers are too many, or do not rise, or the game may be longer than codes
    /// can tell.
    pub fn new<G: Ranked>(game: &G) -> Result<Self, Error> {
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
                let next = game.twin(next.tier).number();
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
        let mut order: Vec<u64> = (0..count)
            .filter(|&number| stages[number as usize] != Self::NONE)
            .collect();
        order.sort_by_key(|&number| stages[number as usize]);
        let longest = order.last().map_or(0, |&last| stages[last as usize]);
        let mut plan = Self {
            codes: Codes::new(longest).ok_or(Error::TooLong { found: longest })?,
            tiers: Vec::with_capacity(order.len()),
            index: vec![Self::NONE; count as usize],
            batches: Vec::new(),
            stages: Vec::new(),
        };
        for number in order {
            plan.push(game, Tier::new(number), stages[number as usize]);
        }
        for tier in (0..count).map(Tier::new) {
            let twin = game.twin(tier);
            if twin != tier {
                let index = plan.index[twin.number() as usize];
                if let Some(planned) = plan.tiers.get_mut(index as usize) {
                    planned.twin = Some(tier);
                }
            }
        }
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
                next: Vec::new(),
                previous: Vec::new(),
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

    /// Tells each batch which ones follow it.
    fn join<G: Ranked>(&mut self, game: &G) {
        for batch in 0..self.batches.len() {
            let mut next: Vec<usize> = self.tiers[self.batches[batch].tiers.clone()]
                .iter()
                .flat_map(|planned| game.next_tiers(planned.tier))
                .map(|next| self.tier(game.twin(next.tier)).batch)
                .collect();
            next.sort_unstable();
            next.dedup();
            for &later in &next {
                self.batches[later].previous.push(batch);
            }
            self.batches[batch].next = next;
        }
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

    /// Where a tier is, if moves may lead to it and no other stands for it.
    #[must_use]
    pub fn find(&self, tier: Tier) -> Option<&PlannedTier> {
        let index = *self.index.get(usize::try_from(tier.number()).ok()?)?;
        self.tiers.get(index as usize)
    }

    /// Where a tier is that moves lead to.
    pub(crate) fn tier(&self, tier: Tier) -> &PlannedTier {
        self.find(tier).expect("a tier that follows another")
    }
}
