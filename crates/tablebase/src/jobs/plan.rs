//! Divides the work on a game into tiers, levels and shards.

mod stored;

use std::mem;
use std::ops::{Range, RangeInclusive};

use perfectplay::Moves;

use crate::error::Error;
use crate::file::code::Codes;
use crate::index::{AnyIndex, ErasedIndex, Form, Place};
use crate::jobs::sharding::Sharding;

/// How the work on a game is divided into jobs. A plan depends only on the game, its index and the
/// sharding, so all machines make the same plan.
///
/// A *level* is a set of tiers. No move leads to an earlier level. With a dense index, the level of
/// a tier is the length of the longest way from a start to the tier. With a sparse index, a level
/// contains tiers with consecutive numbers. A job works on a *shard* of a level. A shard consists
/// of one or several tiers, or of a part of one tier.
///
/// With a dense index, every state has a *place*, which is a number that encodes the state's tier
/// and rank. A shard is a range of places.
#[derive(Clone, Debug)]
pub struct Plan {
    form: Form,
    codes: Codes,
    sharding: Sharding,
    /// The shards of each level.
    levels: Vec<Range<usize>>,
    shards: Vec<Shard>,
    /// For each shard, the list of the shards to which its moves may lead, in rising order. The
    /// lists of all shards are stored one after the other. Used with a dense index.
    next: Vec<u32>,
    /// For each shard, the list of the shards from which moves may lead to this shard. The lists of
    /// all shards are stored one after the other. Used with a dense index.
    previous: Vec<u32>,
    /// The canonical tiers to which moves may lead, sorted by level, and within a level by the
    /// number of the tier. Used with a dense index. A mirror tier is stored only in the entry of
    /// its canonical tier.
    tiers: Vec<PlannedTier>,
    /// For each tier of the game, the position of its canonical tier in `tiers`. Used with a dense
    /// index.
    canonical: Vec<u32>,
    /// Used with a sparse index. The three numbers are the first tier of the game, the last tier of
    /// the game, and the number of tiers in each level.
    spread: [u64; 3],
    /// Whether every move leads to the next level.
    is_even: bool,
}

/// A canonical tier, and the place at which its ranks begin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlannedTier {
    pub tier: u64,
    /// The number of ranks of the tier.
    pub size: u64,
    /// The tier that is the mirror image of this tier, if there is one. Mirror images in the two
    /// tiers have the same rank.
    pub mirror: Option<u64>,
    pub level: usize,
    /// The place of the state with rank 0. This place is a multiple of 64.
    pub place: u64,
}

impl PlannedTier {
    /// Returns the number of states that each rank stands for. If the tier has a mirror tier, each
    /// rank stands for two states, which have the same score.
    pub const fn weight(&self) -> u64 {
        if self.mirror.is_some() { 2 } else { 1 }
    }

    /// Returns the tier itself and, if there is one, its mirror tier.
    pub fn both(&self) -> impl Iterator<Item = u64> + use<> {
        [Some(self.tier), self.mirror].into_iter().flatten()
    }
}

/// The part of a level that a job works on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shard {
    pub level: usize,
    /// With a dense index, how many whole levels of the game this shard contains. Only small levels
    /// are joined in one shard.
    levels: usize,
    /// Whether the shard contains a loopy tier, in which a course of play may reach a state twice.
    pub is_loopy: bool,
    /// With a dense index, the range of places of which the shard consists. All blocks of the shard
    /// are full, except perhaps the last one.
    pub places: Range<u64>,
    /// The range of the plan's list `next` that belongs to this shard.
    next: Range<usize>,
    /// The range of the plan's list `previous` that belongs to this shard.
    previous: Range<usize>,
    /// An estimate of the work for the job that finds the reachable ranks of this shard. The job
    /// follows the moves of about this number of ranks.
    pub looks: u64,
}

impl Shard {
    /// Returns whether moves lead from some tiers of the shard to other tiers of the shard.
    pub const fn has_several_levels(&self) -> bool {
        self.levels > 1
    }

    /// Returns whether moves lead from some states of the shard to other states of the shard.
    pub const fn reads_itself(&self) -> bool {
        self.is_loopy || self.has_several_levels()
    }

    pub const fn len(&self) -> u64 {
        self.places.end - self.places.start
    }
}

/// A range of ranks in the tier `tier`. The planner or a job follows the moves of the states with
/// these ranks.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub from: PlannedTier,
    /// The number of the tier in which the moves begin: the tier `from` or its mirror tier. Both
    /// tiers have the same ranks.
    pub tier: u64,
    pub ranks: Range<u64>,
}

impl Way {
    /// Creates the [`Way`] for ranks of the tier `from` itself, and not of its mirror tier.
    pub const fn own(from: &PlannedTier, ranks: Range<u64>) -> Self {
        Self {
            from: *from,
            tier: from.tier,
            ranks,
        }
    }

    pub const fn places(&self) -> Range<u64> {
        self.from.place + self.ranks.start..self.from.place + self.ranks.end
    }
}

/// The ranks in the tier `next` to which the moves of a `Way` may lead.
#[derive(Clone, Debug)]
pub(crate) struct RankReach {
    /// The number of the tier that moves lead to.
    pub next: u64,
    /// The canonical tier of `next`: either `next` itself, or the tier whose mirror image is
    /// `next`.
    pub into: PlannedTier,
    pub ranks: Range<u64>,
    /// Whether the moves begin in a mirror tier, and lead to a tier that has a mirror tier, too.
    /// These moves are skipped, because their mirror images lead from the canonical tier to the
    /// same ranks.
    pub is_mirrored: bool,
}

impl RankReach {
    pub const fn places(&self) -> Range<u64> {
        self.into.place + self.ranks.start..self.into.place + self.ranks.end
    }

    pub fn moves(&self, rules: &dyn ErasedIndex, way: &Way) -> Moves {
        rules.moves_between(way.tier, self.next)
    }
}

impl Plan {
    /// The greatest number of tiers with a dense index. Each tier takes about a hundred bytes, and
    /// the planner looks at every tier.
    pub const MOST_TIERS: u64 = 1 << 22;
    /// The greatest number of shards with a dense index. Each shard takes about a hundred bytes.
    pub const MOST_SHARDS: u64 = 1 << 22;
    /// With a dense index, a plan of *n* shards may have *n* times this number of links, or
    /// [`FEW_LINKS`](Self::FEW_LINKS) if that is more. A link joins a shard with another shard to
    /// which its moves lead. A link takes about twenty bytes, and finding the links is the longest
    /// part of planning.
    const MOST_LINKS: usize = 32;
    /// The number of links between shards that is allowed in every plan, even in a plan with few
    /// shards.
    const FEW_LINKS: usize = 1 << 22;
    /// If tiers are not cut, a shard is complete when it contains at least this number of ranks.
    /// The planner adds further tiers to a smaller shard.
    const COMPLETE: u64 = 1 << 24;
    /// Tiers begin at multiples of this number, so that the bits of each tier begin with a new
    /// word.
    const ALIGN: u64 = u64::BITS as u64;
    /// With a sparse index, a plan has at most this number of levels if it does not cut tiers into
    /// shards. To stay within this limit, the planner joins several tiers into one level.
    const MOST_LEVELS: u64 = 64;
    /// Marks a tier to which no moves lead, in a list with one entry for each tier.
    const NONE: u32 = u32::MAX;

    /// Creates the plan for a game.
    ///
    /// # Errors
    /// Fails when there are too many tiers, or a move leads to an earlier tier. Fails when the game
    /// may last more plies than the codes of scores can represent.
    pub fn new(rules: &dyn ErasedIndex, sharding: Sharding) -> Result<Self, Error> {
        let sharding = sharding.within_bounds();
        match rules.form() {
            Form::Dense => Self::dense(rules, sharding),
            Form::Sparse => Self::sparse(rules, sharding),
        }
    }

    /// Creates the plan for a game, as [`new`](Self::new) does, but joins small levels so that
    /// there are fewer jobs.
    ///
    /// # Errors
    /// Fails in the same cases as [`new`](Self::new).
    pub fn of_jobs(index: &AnyIndex<'_>, sharding: Sharding) -> Result<Self, Error> {
        let mut plan = Self::new(&*index.0, sharding)?;
        if plan.put_levels_together() {
            plan.next.clear();
            plan.previous.clear();
            plan.join(&*index.0)?;
        }
        Ok(plan)
    }

    fn sparse(rules: &dyn ErasedIndex, sharding: Sharding) -> Result<Self, Error> {
        let last = rules.tier_count() - 1;
        let mut first = u64::MAX;
        rules.each_start(&mut |start| {
            first = first.min(start.tier);
            Ok(())
        })?;
        if first > last {
            return Err(Error::LastTier { last, found: first });
        }
        let (plies, count) = (last - first, sharding.count().unwrap_or(1));
        // States that one shard sends to another shard of the same level would arrive too late.
        let tiers = if count == 1 {
            plies / Self::MOST_LEVELS + 1
        } else {
            1
        };
        let codes = codes(plies)?;
        let levels = (plies / tiers) as usize + 1;
        let shards = |level: usize| level * count as usize..(level + 1) * count as usize;
        let levels: Vec<Range<usize>> = (0..levels).map(shards).collect();
        Ok(Self {
            form: Form::Sparse,
            codes,
            sharding: if count == 1 {
                Sharding::Whole
            } else {
                sharding
            },
            shards: (0..)
                .zip(&levels)
                .flat_map(|(level, shards)| {
                    shards.clone().map(move |_| Shard {
                        level,
                        ..Shard::default()
                    })
                })
                .collect(),
            levels,
            next: Vec::new(),
            previous: Vec::new(),
            tiers: Vec::new(),
            canonical: Vec::new(),
            spread: [first, last, tiers],
            is_even: false,
        })
    }

    fn dense(rules: &dyn ErasedIndex, sharding: Sharding) -> Result<Self, Error> {
        let count = rules.tier_count();
        if count > Self::MOST_TIERS {
            return Err(too_many(count));
        }
        // The canonical tier of each tier is needed many times, so the rules are asked for it only
        // once.
        let canonical: Vec<u64> = (0..count).map(|tier| rules.canonical(tier)).collect();
        for (tier, &found) in (0..).zip(&canonical) {
            let stands = found <= tier
                && canonical[found as usize] == found
                && (found == tier || rules.tier_size(found) == rules.tier_size(tier));
            if !stands {
                return Err(Error::Canonical { tier, found });
            }
        }
        let (levels, is_even) = levels(rules, &canonical)?;
        let longest = levels.iter().filter(|&&level| level != Self::NONE).max();
        let mut of_level = vec![Vec::new(); longest.map_or(0, |&longest| longest as usize + 1)];
        for (tier, &level) in (0..).zip(&levels) {
            if level != Self::NONE {
                of_level[level as usize].push(tier);
            }
        }
        let mut plan = Self {
            form: Form::Dense,
            codes: codes_of_levels(rules, of_level.len())?,
            sharding: match sharding {
                // The rounds of a loopy tier need the whole tier.
                _ if rules.is_loopy() => Sharding::Whole,
                Sharding::Count(_) => Sharding::Whole,
                other => other,
            },
            levels: Vec::with_capacity(of_level.len()),
            shards: Vec::new(),
            next: Vec::new(),
            previous: Vec::new(),
            tiers: Vec::with_capacity(of_level.iter().map(Vec::len).sum()),
            canonical: vec![Self::NONE; count as usize],
            spread: [0, count - 1, 1],
            is_even,
        };
        let mut place = 0;
        for tiers in of_level {
            let sized = tiers.iter().map(|&tier| (tier, rules.tier_size(tier)));
            plan.push_level(sized, &mut place)?;
        }
        for (tier, &canonical) in (0..).zip(&canonical) {
            if canonical != tier {
                let at = plan.canonical[canonical as usize];
                plan.canonical[tier as usize] = at;
                if let Some(planned) = plan.tiers.get_mut(at as usize) {
                    planned.mirror = Some(tier);
                }
            }
        }
        plan.join(rules)?;
        Ok(plan)
    }

    /// Appends a level to the plan, and divides the level into shards. `tiers` lists the tiers of
    /// the level with their sizes.
    fn push_level(
        &mut self,
        tiers: impl ExactSizeIterator<Item = (u64, u64)>,
        place: &mut u64,
    ) -> Result<(), Error> {
        let (level, first) = (self.levels.len(), self.shards.len());
        let (mut start, count) = (*place, tiers.len());
        for (number, (tier, size)) in tiers.enumerate() {
            self.canonical[tier as usize] = self.tiers.len() as u32;
            self.tiers.push(PlannedTier {
                tier,
                size,
                mirror: None,
                level,
                place: *place,
            });
            let end = size.checked_next_multiple_of(Self::ALIGN);
            let end = end.and_then(|size| place.checked_add(size));
            *place = end
                .filter(|&end| end < 1 << 62)
                .ok_or_else(|| too_many(self.canonical.len() as u64))?;
            let shards = self.shards.len() as u64 + ((*place - start) >> self.shard_bits());
            if shards > Self::MOST_SHARDS {
                return Err(Error::TooManyShards {
                    shards,
                    most: Self::MOST_SHARDS,
                });
            }
            if *place - start >= Self::COMPLETE || number + 1 == count {
                self.push_shards(level, start..*place);
                *place = place.next_multiple_of(Form::Dense.block());
                start = *place;
            }
        }
        self.levels.push(first..self.shards.len());
        Ok(())
    }

    fn push_shards(&mut self, level: usize, places: Range<u64>) {
        let mut start = places.start;
        while start < places.end {
            let end = start.saturating_add(1 << self.shard_bits());
            let places = start..end.min(places.end);
            start = places.end;
            self.shards.push(Shard {
                level,
                places,
                ..Shard::default()
            });
        }
    }

    /// If consecutive levels have only one small shard each, joins these levels into one level, so
    /// that a single job works on all of them. This saves time in games with thousands of levels,
    /// because storing a result takes as long as working on a thousand states. Returns whether any
    /// levels were joined.
    fn put_levels_together(&mut self) -> bool {
        let together = self.levels.len() / Self::MOST_LEVELS as usize + 1;
        if (self.form, self.sharding) != (Form::Dense, Sharding::Whole) || together == 1 {
            return false;
        }
        let (levels, shards) = (mem::take(&mut self.levels), mem::take(&mut self.shards));
        for level in levels {
            let own = &shards[level];
            if let ([own], Some(last)) = (own, self.shards.last_mut()) {
                let is_small = own.places.end - last.places.start <= Self::COMPLETE;
                if is_small && (1..together).contains(&last.levels) {
                    last.places.end = own.places.end;
                    last.levels += 1;
                    continue;
                }
            }
            let start = self.shards.len();
            for shard in own {
                self.shards.push(Shard {
                    level: self.levels.len(),
                    // A level of several shards is not joined with others.
                    levels: usize::from(own.len() == 1),
                    places: shard.places.clone(),
                    ..Shard::default()
                });
            }
            self.levels.push(start..self.shards.len());
        }
        true
    }

    fn note_loops(&mut self, rules: &dyn ErasedIndex) {
        if rules.is_loopy() {
            for shard in 0..self.shards.len() {
                let repeats = |way: &Way| {
                    let next = rules.next_tiers(way.tier).into_iter();
                    let mut next = next.filter_map(|next| self.find_any(next));
                    next.any(|next| next.tier == way.from.tier)
                };
                self.shards[shard].is_loopy = self.ways(shard).iter().any(repeats);
            }
        }
    }

    /// Links each shard with the shards that its moves may lead to.
    fn join(&mut self, rules: &dyn ErasedIndex) -> Result<(), Error> {
        self.note_loops(rules);
        let most = Self::FEW_LINKS.max(Self::MOST_LINKS * self.shards.len());
        let mut previous = vec![Vec::new(); self.shards.len()];
        for shard in 0..self.shards.len() {
            let mut led: Vec<(usize, u64)> = Vec::new();
            let mut next = Vec::new();
            for way in self.ways(shard) {
                let reaches = self.reaches(rules, &way);
                for reach in reaches.iter().filter(|reach| !reach.is_mirrored) {
                    led.extend(self.led_to(&way, reach));
                }
                led.sort_unstable();
                // A job looks at each rank once for all moves.
                led.dedup_by(|more, kept| {
                    kept.1 = kept.1.max(more.1);
                    kept.0 == more.0
                });
                for (later, looks) in led.drain(..) {
                    self.shards[later].looks += looks;
                    next.extend((later != shard).then_some(later as u32));
                }
            }
            next.sort_unstable();
            next.dedup();
            for &later in &next {
                previous[later as usize].push(shard as u32);
            }
            let start = self.next.len();
            if start + next.len() > most {
                return Err(Error::TooManyLinks { most });
            }
            self.next.extend(next);
            self.shards[shard].next = start..self.next.len();
        }
        for (shard, previous) in self.shards.iter_mut().zip(previous) {
            let start = self.previous.len();
            self.previous.extend(previous);
            shard.previous = start..self.previous.len();
        }
        Ok(())
    }

    /// Returns a pair for each shard that contains some of the ranks of `reach`. `.0` is the index
    /// of the shard. `.1` estimates how many ranks of `way` a job examines to find states of this
    /// shard. If the shard contains a third of the ranks of `reach`, for example, the estimate is a
    /// third of the ranks of `way`.
    fn led_to(&self, way: &Way, reach: &RankReach) -> impl Iterator<Item = (usize, u64)> + use<'_> {
        let ranks = way.ranks.end - way.ranks.start;
        let places = reach.places();
        self.shards_with(&places).map(move |shard| {
            let own = &self.shards[shard].places;
            let all = places.end - places.start;
            let within = own.end.min(places.end) - own.start.max(places.start);
            let share = u128::from(within) * u128::from(ranks) / u128::from(all);
            (shard, share as u64)
        })
    }

    /// Returns a [`Way`] for each tier in a shard, and another `Way` for its mirror tier, if there
    /// is one.
    pub(crate) fn ways(&self, shard: usize) -> Vec<Way> {
        let tiers = self.tiers_in(self.shards[shard].places.clone());
        let ways = tiers.flat_map(|(&from, ranks)| {
            from.both().map(move |tier| Way {
                from,
                tier,
                ranks: ranks.clone(),
            })
        });
        ways.collect()
    }

    /// Returns one range of ranks for each tier to which the moves of `way` lead. The moves reach
    /// no other ranks of this tier.
    //
    // A mirror tier reaches the mirror images of the ranks that its canonical tier reaches. If the
    // next tier has a mirror tier, too, an image has the same rank in this mirror tier. A tier
    // without a mirror tier contains both images, with different ranks.
    pub(crate) fn reaches(&self, rules: &dyn ErasedIndex, way: &Way) -> Vec<RankReach> {
        let next = rules.next_tiers(way.tier).into_iter();
        let reach = next.filter_map(|next| {
            let into = *self.find_any(next)?;
            let ranks = if self
                .shards_with(&(into.place..into.place + into.size))
                .len()
                < 2
            {
                0..into.size
            } else {
                let ranks = rules.ranks_after(way.tier, way.ranks.clone(), next);
                // Ignore a declared range that goes beyond the tier.
                if ranks.start <= ranks.end && ranks.end <= into.size {
                    ranks
                } else {
                    0..into.size
                }
            };
            Some(RankReach {
                next,
                into,
                ranks,
                is_mirrored: way.tier != way.from.tier && into.mirror.is_some(),
            })
        });
        reach.collect()
    }

    /// Returns the shards that contain any of the `places`.
    pub(crate) fn shards_with(&self, places: &Range<u64>) -> Range<usize> {
        if places.is_empty() {
            return 0..0;
        }
        let first = self.shard_with(places.start);
        let last =
            first + self.shards[first..].partition_point(|shard| shard.places.start < places.end);
        first..last
    }

    pub(crate) fn shard_with(&self, place: u64) -> usize {
        self.shards
            .partition_point(|shard| shard.places.end <= place)
    }

    /// Returns each tier to which some of the `places` belong, with the ranks of these places.
    pub(crate) fn tiers_in(
        &self,
        places: Range<u64>,
    ) -> impl Iterator<Item = (&PlannedTier, Range<u64>)> {
        let end = |planned: &PlannedTier| planned.place + planned.size;
        let first = self
            .tiers
            .partition_point(|planned| end(planned) <= places.start);
        let tiers = self.tiers[first..].iter();
        let tiers = tiers.take_while(move |planned| planned.place < places.end);
        // There may be empty tiers between two others.
        tiers
            .filter(|planned| planned.size > 0)
            .map(move |planned| {
                let start = places.start.saturating_sub(planned.place);
                let end = planned.size.min(places.end - planned.place);
                (planned, start..end)
            })
    }

    /// Returns the places of the shard, divided into one range for each level of the game. A shard
    /// may contain several levels.
    pub(crate) fn places_by_level(&self, shard: usize) -> Vec<Range<u64>> {
        let Range { mut start, end } = self.shards[shard].places;
        let mut levels = Vec::new();
        let mut last = None;
        for (planned, _) in self.tiers_in(start..end) {
            if last.is_some_and(|last| last != planned.level) {
                // Levels begin with a block.
                levels.push(start..planned.place);
                start = planned.place;
            }
            last = Some(planned.level);
        }
        levels.push(start..end);
        levels
    }

    /// Returns whether the index is dense or sparse.
    #[must_use]
    pub const fn form(&self) -> Form {
        self.form
    }

    /// Returns the mapping between codes and scores with which every scoring job starts. In a loopy
    /// game, a job changes to a larger mapping when a distance is too long.
    #[must_use]
    pub const fn codes(&self) -> Codes {
        self.codes
    }

    /// Returns the sharding of the plan.
    #[must_use]
    pub const fn sharding(&self) -> Sharding {
        self.sharding
    }

    /// Returns the shards of each level. The shards are numbered consecutively through all levels.
    #[must_use]
    pub fn levels(&self) -> &[Range<usize>] {
        &self.levels
    }

    /// Returns the level of a tier, or `None` if it is known that no move leads to this tier.
    #[must_use]
    pub fn level_of(&self, tier: u64) -> Option<usize> {
        match self.form {
            Form::Dense => Some(self.find_any(tier)?.level),
            Form::Sparse => {
                let [first, last, tiers] = self.spread;
                (first..=last)
                    .contains(&tier)
                    .then(|| ((tier - first) / tiers) as usize)
            }
        }
    }

    /// Returns whether every move is known to lead to the next level. If this is known, the level
    /// of a state equals the number of plies from a start to the state.
    #[must_use]
    pub const fn is_even(&self) -> bool {
        self.is_even
    }

    /// Returns whether the memory of each job is known before the job runs. With a sparse index,
    /// the memory depends on the reachable states. In a loopy game, the memory depends on the
    /// longest win.
    #[must_use]
    pub fn knows_memory(&self) -> bool {
        self.form == Form::Dense && !self.shards.iter().any(|shard| shard.is_loopy)
    }

    /// Returns the number of ranks, including those of unreachable states; [`u64::MAX`] if
    /// there are more. `None` with a sparse index.
    #[must_use]
    pub fn numbered(&self) -> Option<u64> {
        let sizes = self.tiers.iter();
        let sizes = sizes.map(|planned| planned.size.saturating_mul(planned.weight()));
        (self.form == Form::Dense).then(|| sizes.fold(0, u64::saturating_add))
    }

    /// Returns an upper bound of the number of shards if the tiers of the plan were cut into shards
    /// of 2^`bits` ranks.
    #[must_use]
    pub fn shards_if_cut(&self, bits: u32) -> u64 {
        let places = self.shards.iter().map(Shard::len);
        let shards = places.map(|places| (places >> bits).saturating_add(1));
        shards.fold(0, u64::saturating_add)
    }

    pub(crate) fn shards(&self) -> &[Shard] {
        &self.shards
    }

    /// Returns the shards of the level that a shard belongs to.
    pub(crate) fn level(&self, shard: usize) -> &Range<usize> {
        &self.levels[self.shards[shard].level]
    }

    /// Returns the shards that moves from a shard may lead to. With a sparse index, returns the
    /// shards of the next level, although moves may skip that level.
    pub(crate) fn next(&self, shard: usize) -> Vec<usize> {
        match self.form {
            Form::Dense => widened(&self.next[self.shards[shard].next.clone()]),
            Form::Sparse => self.shards_of(self.shards[shard].level.checked_add(1)),
        }
    }

    /// Returns the shards from which moves may lead to a shard. With a sparse index, returns the
    /// shards of the level before.
    pub(crate) fn previous(&self, shard: usize) -> Vec<usize> {
        match self.form {
            Form::Dense => widened(&self.previous[self.shards[shard].previous.clone()]),
            Form::Sparse => self.shards_of(self.shards[shard].level.checked_sub(1)),
        }
    }

    fn shards_of(&self, level: Option<usize>) -> Vec<usize> {
        let shards = level.and_then(|level| self.levels.get(level));
        shards.cloned().unwrap_or_default().collect()
    }

    /// Returns the greatest number of places that any shard needs in memory. A shard needs its own
    /// places, and the places of all shards to which its moves may lead.
    pub(crate) fn most_together(&self) -> u64 {
        let together = |shard: &Shard| {
            let next = self.next[shard.next.clone()].iter();
            let next = next.map(|&next| self.shards[next as usize].len());
            shard.len() + next.sum::<u64>()
        };
        self.shards.iter().map(together).max().unwrap_or(0)
    }

    /// Returns the binary logarithm of the greatest number of places in a shard.
    pub(crate) const fn shard_bits(&self) -> u32 {
        match self.sharding {
            Sharding::Bits(bits) => bits,
            _ => u64::BITS - 1,
        }
    }

    pub(crate) fn tier_numbers(&self) -> Range<u64> {
        0..self.canonical.len() as u64
    }

    /// With a dense index, returns the canonical tier that stands for `tier`; `None` if the plan
    /// does not contain the canonical tier.
    pub(crate) fn find_any(&self, tier: u64) -> Option<&PlannedTier> {
        let index = *self.canonical.get(usize::try_from(tier).ok()?)?;
        self.tiers.get(index as usize)
    }

    /// With a dense index, returns the place of the state with this tier and rank; `None` if there
    /// is no such place.
    pub(crate) fn place(&self, Place { tier, number }: Place) -> Option<u64> {
        let planned = self.find_any(tier)?;
        (number < planned.size).then(|| planned.place + number)
    }

    /// With a sparse index, returns the tiers of a level.
    pub(crate) const fn tiers_of_level(&self, level: usize) -> RangeInclusive<u64> {
        let [first, last, tiers] = self.spread;
        let first = first + level as u64 * tiers;
        let end = first + (tiers - 1);
        first..=if end < last { end } else { last }
    }

    /// Returns an upper bound of the number of tiers in the tablebase file. With a dense index, the
    /// bound counts only the tiers to which moves lead, although the game may declare far more
    /// tiers.
    pub(crate) fn most_listed(&self) -> u64 {
        match self.form() {
            Form::Dense => self.tiers.iter().map(PlannedTier::weight).sum(),
            Form::Sparse => self.last_tier(),
        }
    }

    pub(crate) const fn last_tier(&self) -> u64 {
        self.spread[1]
    }

    /// With a sparse index, returns which shard of a level contains the state with this key. The
    /// shards of a level are counted from 0.
    #[inline]
    pub(crate) fn part_of(&self, key: u64) -> u32 {
        match self.sharding {
            Sharding::Count(count) => {
                ((u128::from(spread(key)) * u128::from(count)) >> u64::BITS) as u32
            }
            _ => 0,
        }
    }
}

/// The longest distance, in plies, that codes of one byte can represent. The scoring jobs of a
/// loopy game start with codes that represent at least this distance. If a shard has a score with a
/// longer distance, the job of the shard continues with codes for longer distances.
const NEAR: u64 = 83;

/// Returns the mapping between codes and scores with which the scoring jobs start. The game has a
/// dense index and `levels` levels.
fn codes_of_levels(rules: &dyn ErasedIndex, levels: usize) -> Result<Codes, Error> {
    let plies = levels as u64 - 1;
    codes(if rules.is_loopy() {
        plies.max(NEAR)
    } else {
        plies
    })
}

fn codes(plies: u64) -> Result<Codes, Error> {
    let codes = u32::try_from(plies).ok().and_then(Codes::new);
    codes.ok_or(Error::TooLong {
        plies,
        most: Codes::FARTHEST,
    })
}

const fn too_many(tiers: u64) -> Error {
    Error::TooManyTiers {
        tiers,
        most: Plan::MOST_TIERS,
    }
}

/// With a dense index, returns the level of each tier, which is the length of the longest way from
/// a start to the tier. Also returns whether, for every tier, all ways to the tier have the same
/// length.
fn levels(rules: &dyn ErasedIndex, canonical: &[u64]) -> Result<(Vec<u32>, bool), Error> {
    let mut levels = vec![Plan::NONE; canonical.len()];
    let mut is_even = true;
    rules.each_start(&mut |start| {
        let tier = canonical.get(start.tier as usize).ok_or(Error::LastTier {
            last: (canonical.len() as u64).saturating_sub(1),
            found: start.tier,
        })?;
        levels[*tier as usize] = 0;
        Ok(())
    })?;
    for before in 0..canonical.len() {
        let level = levels[before];
        if level == Plan::NONE {
            continue;
        }
        for next in rules.next_tiers(before as u64) {
            let after = canonical.get(next as usize).copied();
            if rules.is_loopy() && after == Some(before as u64) {
                is_even = false;
                continue;
            }
            let Some(after) = after.filter(|&after| after > before as u64) else {
                return Err(Error::TierOrder {
                    before: before as u64,
                    after: next,
                });
            };
            let later = &mut levels[after as usize];
            is_even &= *later == Plan::NONE || *later == level + 1;
            if *later == Plan::NONE || *later <= level {
                *later = level + 1;
            }
        }
    }
    Ok((levels, is_even))
}

fn widened(numbers: &[u32]) -> Vec<usize> {
    numbers.iter().map(|&number| number as usize).collect()
}

/// Spreads keys over shards. The hash function is the last step of the generator SplitMix64
/// (Steele, Lea and Flood, 2014), with the constants of David Stafford.
const fn spread(key: u64) -> u64 {
    let z = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
