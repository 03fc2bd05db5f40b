//! Games in which states come back, by their ranks, in memory.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering};

use perfectplay::game::{Score, starts};
use perfectplay::ranked::{Ranked, Tier, Walk};
use perfectplay::{Analysis, Solved, Value};

use crate::code::{Codes, Width};
use crate::cursor::Cursor;
use crate::error::Error;
use crate::jobs::Limits;
use crate::parallel;
use crate::summary::Summary;
use crate::watch::{Meter, Phase};

/// A solved game in which states may come back: a code for each rank of each tier, in memory.
///
/// It takes a byte a rank, and two where some state is more than 82 plies from its end; no
/// graph, no counters and no queues. Tiers may [follow themselves](Ranked), and a game whose
/// tiers do not may be solved like this as well.
///
/// Forwards, tier by tier, the states are marked that some game reaches. Backwards, each tier
/// is gone through once for each distance: in round *d* a state is won if a move leads to a
/// state that is lost in less than *d* plies, and lost if every move leads to one that is won
/// in less than *d*. What was found in the same round is not yet looked at, so that the order
/// does not matter and all cores may work. When a round finds nothing, the rest is drawn,
/// and the nearest drawn ends are found in the same way.
///
/// If the game tells which states are [before](Ranked::before) others, a round only looks at
/// those of which something has changed.
///
/// ```
/// use perfectplay_games::Listed;
/// use perfectplay_games::morris::Morris;
/// use perfectplay::game::Score;
/// use perfectplay::{Game, Solved, Value};
/// use perfectplay_tablebase::{Limits, Repeating};
///
/// let game = Morris::with_parameters("tapatan").expect("a game");
/// let solved = Repeating::solve(&game, &Limits::default())?;
/// assert_eq!(solved.summary().states(), 5_390);
/// assert_eq!(solved.score(game.start()), Some(Score::new(Value::Win, Some(9))));
/// # Ok::<(), perfectplay_tablebase::Error>(())
/// ```
#[derive(Debug)]
pub struct Repeating<'g, G> {
    game: &'g G,
    tiers: Tiers,
    codes: Codes,
    summary: Summary,
}

/// By number of the tier, the code of each rank.
#[derive(Debug)]
enum Tiers {
    Bytes(BTreeMap<u64, Vec<u8>>),
    Words(BTreeMap<u64, Vec<u16>>),
}

impl<'g, G: Ranked + Sync> Repeating<'g, G> {
    /// Solves a game on as many cores as the limits allow, in as much memory.
    ///
    /// # Errors
    /// When the rules or the ranks of the game contradict themselves, some state is farther
    /// from its end than codes can tell, the memory is not enough, or the watcher breaks off.
    pub fn solve(game: &'g G, limits: &Limits) -> Result<Self, Error> {
        const {
            assert!(
                G::TURNS_ALTERNATE,
                "a ranked game must have turns that alternate"
            )
        };
        parallel::with_threads(limits.threads, || {
            match Solver::<G, u8>::new(game, limits)?.solve() {
                Err(Error::TooLong { .. }) => {
                    let solver = Solver::<G, u16>::new(game, limits)?.solve()?;
                    Ok(solver.into_solved(Tiers::Words))
                }
                solved => Ok(solved?.into_solved(Tiers::Bytes)),
            }
        })
    }

    /// How many reachable states have each score.
    #[must_use]
    pub const fn summary(&self) -> &Summary {
        &self.summary
    }

    /// How many bytes the codes take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match &self.tiers {
            Tiers::Bytes(tiers) => tiers.values().map(|codes| codes.len() as u64).sum(),
            Tiers::Words(tiers) => tiers.values().map(|codes| 2 * codes.len() as u64).sum(),
        }
    }

    /// The code of a state, as a number; `None` if it has no rank in a tier that is reached.
    fn code(&self, state: G::State) -> Option<u32> {
        let (tier, rank) = self.game.rank(state)?;
        let rank = rank as usize;
        match &self.tiers {
            Tiers::Bytes(tiers) => Some(tiers.get(&tier.number())?.get(rank)?.number()),
            Tiers::Words(tiers) => Some(tiers.get(&tier.number())?.get(rank)?.number()),
        }
    }
}

impl<G: Ranked + Sync> Solved for Repeating<'_, G> {
    type Game = G;
    type Error = Infallible;

    fn game(&self) -> &G {
        self.game
    }

    fn try_analysis(&self, state: G::State) -> Result<Option<Analysis>, Infallible> {
        if self.score(state).is_none() {
            return Ok(None);
        }
        if let Some(value) = self.game.outcome(state) {
            return Ok(Some(Analysis::finished(value)));
        }
        let moves = self.game.legal(state).iter().filter_map(|mv| {
            let after = self.score(self.game.play(state, mv))?;
            Some((mv, after.before()))
        });
        Ok(Some(Analysis::from_moves(moves)))
    }

    fn try_score(&self, state: G::State) -> Result<Option<Score>, Infallible> {
        let code = self.code(state);
        Ok(code.and_then(|code| self.codes.score(code)))
    }

    fn states(&self) -> u64 {
        self.summary.states()
    }
}

/// A code that several threads read and write.
trait Shared: Width {
    /// Where it is.
    type Cell: Default + Send + Sync;

    fn load(cell: &Self::Cell) -> Self;

    fn store(cell: &Self::Cell, code: Self);

    /// Puts a code where another one is, if it is.
    fn exchange(cell: &Self::Cell, old: Self, new: Self);

    fn into_inner(cell: Self::Cell) -> Self;
}

// What is written in one cell and then read in another must be seen in this order by all
// threads: see `Solver::look`.
macro_rules! shared {
    ($width:ty, $cell:ty) => {
        impl Shared for $width {
            type Cell = $cell;

            #[inline]
            fn load(cell: &$cell) -> Self {
                cell.load(Ordering::SeqCst)
            }

            #[inline]
            fn store(cell: &$cell, code: Self) {
                cell.store(code, Ordering::SeqCst);
            }

            #[inline]
            fn exchange(cell: &$cell, old: Self, new: Self) {
                let _ = cell.compare_exchange(old, new, Ordering::SeqCst, Ordering::SeqCst);
            }

            fn into_inner(cell: $cell) -> Self {
                cell.into_inner()
            }
        }
    };
}
shared!(u8, AtomicU8);
shared!(u16, AtomicU16);

/// How many ranks are looked at in one piece of work.
const PIECE: u64 = 1 << 14;

struct Solver<'g, 'a, G, W: Shared> {
    game: &'g G,
    limits: &'a Limits<'a>,
    codes: Codes,
    /// By number of the tier: a code or a mark for each rank.
    tiers: BTreeMap<u64, Vec<W::Cell>>,
    /// By code of a state, that of a state before it. Marks have 0.
    before: Vec<W>,
    /// A state that is reached, but not looked at; later, one of which nothing has changed since
    /// it was looked at.
    waits: W,
    /// A state that is to be looked at.
    open: W,
}

/// A tier, and where its moves lead.
struct Place<'s, C> {
    tier: Tier,
    own: &'s [C],
    /// By index of the next tiers.
    next: Vec<&'s [C]>,
}

/// What is looked for in a round.
#[derive(Clone, Copy)]
struct Round<W> {
    /// Whether states are looked at of which nothing has changed.
    all: bool,
    /// The least code with which one move is enough, and the code of the state then.
    enough: W,
    /// The least code for which a later round is worth while.
    later: W,
    /// The greatest code that all moves may have, if these decide as well.
    all_within: Option<W>,
    /// Codes that are all less than this one are for a later round, too.
    all_later: W,
}

/// What came of a round.
#[derive(Clone, Copy, Default)]
struct Outcome {
    decided: u64,
    /// Whether a later round finds more, even if this one found nothing.
    later: bool,
}

impl<'g, 'a, G: Ranked + Sync, W: Shared> Solver<'g, 'a, G, W> {
    fn new(game: &'g G, limits: &'a Limits) -> Result<Self, Error> {
        // Two numbers are marks, and the rest are codes.
        let last = W::new(u32::MAX).number();
        let horizon = (last - 6) / 3;
        let codes = Codes::new(horizon).ok_or(Error::TooLong { found: horizon })?;
        Ok(Self {
            game,
            limits,
            codes,
            tiers: BTreeMap::new(),
            before: codes.before(),
            waits: W::new(last - 1),
            open: W::new(last),
        })
    }

    fn solve(mut self) -> Result<Self, Error> {
        let found = self.find_all()?;
        let meter = Meter::new(self.limits.watch, Phase::Solving, found);
        for &number in self.tiers.keys().rev() {
            self.score_tier(&self.place(Tier::new(number)), &meter)?;
        }
        Ok(self)
    }

    fn into_solved(self, tiers: impl FnOnce(BTreeMap<u64, Vec<W>>) -> Tiers) -> Repeating<'g, G> {
        let mut summary = Summary::new(self.codes);
        let inner = |codes: Vec<W::Cell>| codes.into_iter().map(W::into_inner).collect();
        let codes: BTreeMap<u64, Vec<W>> = self
            .tiers
            .into_iter()
            .map(|(number, codes)| (number, inner(codes)))
            .collect();
        let mut counts = vec![0; self.codes.count() as usize];
        for code in codes.values().flatten() {
            counts[code.number() as usize] += 1;
        }
        counts[0] = 0;
        summary.add(&counts);
        Repeating {
            game: self.game,
            tiers: tiers(codes),
            codes: self.codes,
            summary,
        }
    }

    /// Marks all states that some game reaches, and counts them.
    fn find_all(&mut self) -> Result<u64, Error> {
        for start in starts(self.game) {
            let unranked = || Error::Unranked {
                state: format!("{start:?}"),
            };
            let (tier, rank) = self.game.rank(start).ok_or_else(unranked)?;
            self.make_room(tier)?;
            let cells = &self.tiers[&tier.number()];
            W::store(cells.get(rank as usize).ok_or_else(unranked)?, self.waits);
        }
        let meter = Meter::new(self.limits.watch, Phase::Finding, 0);
        let (mut all, mut next) = (0, Some(0));
        while let Some(number) = next {
            if let Some((&number, _)) = self.tiers.range(number..).next() {
                let found = self.find(Tier::new(number), &meter)?;
                if found == 0 {
                    self.tiers.remove(&number);
                }
                all += found;
                next = number.checked_add(1);
            } else {
                next = None;
            }
        }
        Ok(all)
    }

    /// Makes room for the codes of a tier, if there is none.
    fn make_room(&mut self, tier: Tier) -> Result<(), Error> {
        if self.tiers.contains_key(&tier.number()) {
            return Ok(());
        }
        let size = self.game.tier_size(tier);
        let held = self.tiers.values().map(|codes| codes.len() as u64).sum();
        let needed = size.saturating_add(held).saturating_mul(W::BYTES as u64);
        let allowed = self.limits.memory.unwrap_or(u64::MAX);
        if needed > allowed {
            return Err(Error::Memory { needed, allowed });
        }
        let cells = (0..size).map(|_| W::Cell::default()).collect();
        self.tiers.insert(tier.number(), cells);
        Ok(())
    }

    fn place(&self, tier: Tier) -> Place<'_, W::Cell> {
        let cells = |tier: Tier| {
            self.tiers
                .get(&tier.number())
                .map_or(&[][..], Vec::as_slice)
        };
        let next = self.game.next_tiers(tier);
        Place {
            tier,
            own: cells(tier),
            next: next.map(|next| cells(next.tier)).collect(),
        }
    }

    /// Does some work with the ranks of a tier, a piece at a time.
    fn pieces<R: Send>(
        place: &Place<W::Cell>,
        work: impl Fn(Range<u64>) -> Result<R, Error> + Send + Sync,
    ) -> Result<Vec<R>, Error> {
        let size = place.own.len() as u64;
        let starts = (0..size).step_by(PIECE as usize);
        let pieces = starts.map(|start| start..(start + PIECE).min(size));
        parallel::try_map(pieces.collect(), work)
    }

    /// Marks the states after those of a tier, and counts its own.
    fn find(&mut self, tier: Tier, meter: &Meter) -> Result<u64, Error> {
        let next: Vec<Tier> = self.game.next_tiers(tier).map(|next| next.tier).collect();
        for next in next {
            let rises = tier < next || tier == next && self.game.is_loopy();
            if !rises || next.number() >= self.game.tier_count() {
                return Err(Error::Tier {
                    before: tier.number(),
                    found: next.number(),
                });
            }
            self.make_room(next)?;
        }
        let place = self.place(tier);
        let mut all = 0;
        loop {
            let found = Self::pieces(&place, |ranks| {
                let found = self.follow(&place, ranks)?;
                meter.add(found)?;
                Ok(found)
            })?;
            let found: u64 = found.iter().sum();
            if found == 0 {
                return Ok(all);
            }
            all += found;
        }
    }

    /// Marks the states after some that are reached and not looked at, and counts these.
    fn follow(&self, place: &Place<W::Cell>, ranks: Range<u64>) -> Result<u64, Error> {
        let game = self.game;
        let mut cursor = Cursor::new(game, place.tier);
        let mut found = 0;
        for rank in ranks {
            let cell = &place.own[rank as usize];
            if W::load(cell) != self.waits {
                continue;
            }
            found += 1;
            let walk = cursor.seek(rank);
            let state = walk.state();
            if let Some(value) = game.outcome(state) {
                let code = self.codes.code(Score::finished(value));
                W::store(cell, W::new(code.unwrap_or_default()));
                continue;
            }
            W::store(cell, self.open);
            let legal = game.legal(state);
            if legal.is_empty() {
                return Err(Error::NoMoves {
                    state: format!("{state:?}"),
                });
            }
            for mv in legal {
                let (next, rank) = walk.after(mv);
                let after = place
                    .next
                    .get(next)
                    .and_then(|next| next.get(rank as usize));
                let after = after.ok_or_else(|| Error::NotFound {
                    state: format!("{state:?}"),
                })?;
                // Most states are reached from several others, and to look is quicker.
                if W::load(after) == W::default() {
                    W::exchange(after, W::default(), self.waits);
                }
            }
        }
        Ok(found)
    }

    /// Scores a tier. Those that follow it are scored.
    fn score_tier(&self, place: &Place<W::Cell>, meter: &Meter) -> Result<(), Error> {
        let mut next = self.game.next_tiers(place.tier);
        if !next.any(|next| next.tier == place.tier) {
            Self::pieces(place, |ranks| meter.add(self.score_once(place, ranks)?))?;
            return Ok(());
        }
        let code = |value, plies| {
            let code = self.codes.code(Score::new(value, Some(plies)));
            code.map(W::new).ok_or(Error::TooLong { found: plies })
        };
        let endless = self.codes.code(Score::ENDLESS).map_or(W::default(), W::new);
        let nearest_draw = code(Value::Draw, 0)?;
        self.rounds(place, meter, |plies| {
            Ok(Round {
                all: plies == 1,
                enough: code(Value::Win, plies)?,
                later: W::new(nearest_draw.number() + 1),
                all_within: Some(code(Value::Loss, plies)?),
                all_later: endless,
            })
        })?;
        self.rounds(place, meter, |plies| {
            Ok(Round {
                all: plies == 1,
                enough: code(Value::Draw, plies)?,
                later: W::new(endless.number() + 1),
                all_within: None,
                all_later: W::default(),
            })
        })?;
        let rest = Self::pieces(place, |ranks| {
            let mut rest = 0;
            for cell in &place.own[ranks.start as usize..ranks.end as usize] {
                if W::load(cell) >= self.waits {
                    W::store(cell, endless);
                    rest += 1;
                }
            }
            Ok(rest)
        })?;
        meter.add(rest.iter().sum())
    }

    /// Scores some states of a tier that does not follow itself, and counts them.
    fn score_once(&self, place: &Place<W::Cell>, ranks: Range<u64>) -> Result<u64, Error> {
        let mut cursor = Cursor::new(self.game, place.tier);
        let mut scored = 0;
        for rank in ranks {
            let cell = &place.own[rank as usize];
            if W::load(cell) != self.open {
                continue;
            }
            let walk = cursor.seek(rank);
            let mut best = W::default();
            for mv in self.game.legal(walk.state()) {
                let (next, rank) = walk.after(mv);
                let code = W::load(&place.next[next][rank as usize]);
                let code = self.before[code.number() as usize];
                if code == W::default() {
                    let found = self.codes.horizon() + 1;
                    return Err(Error::TooLong { found });
                }
                best = best.max(code);
            }
            W::store(cell, best);
            scored += 1;
        }
        Ok(scored)
    }

    /// Goes through a tier once for each distance, until that finds nothing.
    fn rounds(
        &self,
        place: &Place<W::Cell>,
        meter: &Meter,
        round: impl Fn(u32) -> Result<Round<W>, Error>,
    ) -> Result<(), Error> {
        for plies in 1.. {
            let round = round(plies)?;
            let outcomes = Self::pieces(place, |ranks| {
                let outcome = self.look(place, ranks, round)?;
                meter.add(outcome.decided)?;
                Ok(outcome)
            })?;
            if outcomes.iter().all(|it| it.decided == 0 && !it.later) {
                break;
            }
        }
        Ok(())
    }

    /// Decides some states, if a round does.
    //
    // A state is marked as one that waits before the states after its moves are read, and a
    // state is decided before those before it are marked as open: so whatever two threads
    // do at the same time, one of them sees what the other has written.
    fn look(
        &self,
        place: &Place<W::Cell>,
        ranks: Range<u64>,
        round: Round<W>,
    ) -> Result<Outcome, Error> {
        let game = self.game;
        let mut cursor = Cursor::new(game, place.tier);
        let mut outcome = Outcome::default();
        for rank in ranks {
            let cell = &place.own[rank as usize];
            let mark = W::load(cell);
            if mark != self.open && !(round.all && mark == self.waits) {
                continue;
            }
            let walk = cursor.seek(rank);
            let state = walk.state();
            let before = game.before(state);
            if before.is_some() {
                W::store(cell, self.waits);
            }
            let (code, later) = self.judge(place, walk, round);
            if let Some(code) = code {
                W::store(cell, code);
                outcome.decided += 1;
                for before in before.into_iter().flatten() {
                    if let Some((tier, rank)) = game.rank(before) {
                        if tier == place.tier {
                            W::exchange(&place.own[rank as usize], self.waits, self.open);
                        }
                    }
                }
            } else if later {
                W::store(cell, self.open);
                outcome.later = true;
            }
        }
        Ok(outcome)
    }

    /// The code of a state, if this round decides it, and otherwise whether a later one may.
    fn judge(
        &self,
        place: &Place<W::Cell>,
        walk: &G::Walk<'_>,
        round: Round<W>,
    ) -> (Option<W>, bool) {
        let (mut are_within, mut are_below, mut later) = (true, true, false);
        for mv in self.game.legal(walk.state()) {
            let (next, rank) = walk.after(mv);
            let code = W::load(&place.next[next][rank as usize]);
            let code = self.before[code.number() as usize];
            if code >= round.enough {
                return (Some(round.enough), false);
            }
            let is_known = code != W::default();
            are_within &= is_known && Some(code) <= round.all_within;
            are_below &= is_known && code < round.all_later;
            later |= code >= round.later;
        }
        // What is not yet known is looked at when it is.
        (round.all_within.filter(|_| are_within), later || are_below)
    }
}
