//! Large games without ranks, in memory.

mod keys;

use std::collections::BTreeMap;
use std::ops::Range;

use perfectplay::{Analysis, Game, Score, Solved, moves_again, starts};

use crate::code::Codes;
use crate::error::Error;
use crate::jobs::Limits;
use crate::parallel;
use crate::summary::Summary;
use crate::watch::{Meter, Phase};
use keys::{PARTS, Part, part_of};

/// A solved game whose states have tiers, but need no ranks: every reachable state in memory,
/// found by its key.
///
/// It takes about ten bytes a state where [keys tell states](Game::state_of_key), and eleven in
/// games that may last more than 83 plies. Where they do not, it holds while it solves the
/// states as well. Nothing is kept on disk: what is interrupted begins again.
///
/// Tier by tier, the states after the moves are sorted into the parts of a hash table, and all
/// cores fill different parts. Backwards, each tier looks up the scores of those that follow.
///
/// ```
/// use perfectplay::games::Listed;
/// use perfectplay::games::mnk::Marks;
/// use perfectplay::{Game, Score, Value};
/// use perfectplay_store::{Limits, Unranked};
///
/// let game = Marks::with_parameters("3,3,3").expect("a board");
/// let solved = Unranked::solve(&game, &Limits::default())?;
/// assert_eq!(solved.summary().states(), 5_478);
/// assert_eq!(solved.score(game.start()), Some(Score::new(Value::Draw, Some(9))));
/// # Ok::<(), perfectplay_store::Error>(())
/// ```
#[derive(Debug)]
pub struct Unranked<'g, G: Game> {
    game: &'g G,
    /// By number of the tier.
    tiers: BTreeMap<u32, Vec<Scored<G::State>>>,
    codes: Codes,
    summary: Summary,
}

/// A part of a tier, and the codes of its slots.
#[derive(Debug)]
struct Scored<S> {
    part: Part<S>,
    /// One after another; each takes the bytes that [`Codes::width`] tells.
    codes: Vec<u8>,
}

impl<S: Copy> Scored<S> {
    /// The code of a key; `None` if it is not there.
    #[inline]
    fn code(&self, key: u64, codes: Codes) -> Option<u32> {
        let slot = self.part.find(key)?;
        Some(match codes.width() {
            1 => self.codes[slot].into(),
            _ => u16::from_le_bytes([self.codes[2 * slot], self.codes[2 * slot + 1]]).into(),
        })
    }
}

/// The states after moves whose scores are asked for.
struct Asked {
    tier: u32,
    /// By part.
    parts: Vec<Questions>,
}

/// What is asked of a part.
#[derive(Clone, Default)]
struct Questions {
    keys: Vec<u64>,
    /// For each key, the slot of the state before the move, and whether the same player moves
    /// again.
    slots: Vec<(u32, bool)>,
}

/// By code, that of the state before a move: if the players take turns, and if not. It is 0
/// for what is no code.
struct PassedOn {
    before: Vec<u16>,
    later: Vec<u16>,
}

impl PassedOn {
    fn new(codes: Codes) -> Self {
        let pass = |on: fn(Score) -> Score| {
            let passed = |code| codes.code(on(codes.score(code)?));
            let all = (0..codes.count()).map(|code| passed(code).unwrap_or(0) as u16);
            all.collect()
        };
        Self {
            before: pass(Score::before),
            later: pass(Score::later),
        }
    }
}

/// The slots of all parts, so many at a time.
fn rounds<S: Copy>(tier: &Tier<S>) -> impl Iterator<Item = Range<usize>> + use<S> {
    let most = tier.iter().map(Part::slots).max().unwrap_or(0);
    (0..most).step_by(ROUND).map(|first| first..first + ROUND)
}

/// The states of a tier that is being found.
type Tier<S> = Vec<Part<S>>;

/// How many slots of a part are looked at before the states after them are sorted in: with
/// more, more is held in between.
const ROUND: usize = 1 << 10;

/// States after moves, on the way into their tiers.
struct Sorted<S> {
    tier: u32,
    /// By part.
    parts: Vec<Vec<(u64, Option<S>)>>,
}

impl<'g, G: Game<State: Send + Sync> + Sync> Unranked<'g, G> {
    /// Solves a game on as many cores as the limits allow, in as much memory.
    ///
    /// # Errors
    /// When states have no tiers, or tiers do not rise, or the game may be longer than there
    /// are codes for; when the memory is not enough, or the watcher breaks off.
    pub fn solve(game: &'g G, limits: &Limits) -> Result<Self, Error> {
        parallel::with_threads(limits.threads, || {
            let found = Finder::new(game, limits).run()?;
            let longest = found.len().saturating_sub(1) as u32;
            let codes = Codes::new(longest).ok_or(Error::TooLong { found: longest })?;
            let mut solved = Self {
                game,
                tiers: BTreeMap::new(),
                codes,
                summary: Summary::new(codes),
            };
            solved.score_all(found, limits)?;
            Ok(solved)
        })
    }

    /// Scores all tiers, the last one first.
    fn score_all(
        &mut self,
        mut found: BTreeMap<u32, Tier<G::State>>,
        limits: &Limits,
    ) -> Result<(), Error> {
        let states = found.values().flatten().map(|part| part.len() as u64).sum();
        let meter = Meter::new(limits.watch, Phase::Solving, states);
        let passed_on = PassedOn::new(self.codes);
        while let Some((number, tier)) = found.pop_last() {
            let mut codes: Vec<Vec<u16>> = tier.iter().map(|part| vec![0; part.slots()]).collect();
            for slots in rounds(&tier) {
                self.score_slots(&tier, &mut codes, &slots, &passed_on)?;
            }
            let scored =
                parallel::try_map(tier.into_iter().zip(codes).collect(), |(part, codes)| {
                    meter.add(part.len() as u64)?;
                    self.finish(part, &codes)
                })?;
            let mut parts = Vec::with_capacity(PARTS);
            for (part, counts) in scored {
                self.summary.add(&counts);
                parts.push(part);
            }
            self.tiers.insert(number, parts);
        }
        Ok(())
    }

    /// Scores some slots of every part of a tier.
    //
    // What is asked of a part of a later tier is asked together, so that this part stays in
    // the cache of the core that answers.
    fn score_slots(
        &self,
        tier: &Tier<G::State>,
        codes: &mut [Vec<u16>],
        slots: &Range<usize>,
        passed_on: &PassedOn,
    ) -> Result<(), Error> {
        let work = tier.iter().zip(codes.iter_mut()).collect();
        let asked = parallel::try_map(work, |(part, codes)| self.ask(part, codes, slots))?;
        let answers = parallel::map((0..PARTS).collect(), |at| {
            let asked = asked.iter().flatten();
            asked
                .map(|asked| self.answer(asked.tier, at, &asked.parts[at], passed_on))
                .collect::<Vec<_>>()
        });
        let mut first = 0;
        let work = tier
            .iter()
            .zip(codes)
            .zip(&asked)
            .map(|((part, codes), asked)| {
                first += asked.len();
                (part, codes, asked, first - asked.len())
            });
        parallel::try_map(work.collect(), |(part, codes, asked, first)| {
            for (number, asked) in (first..).zip(asked) {
                for (questions, answers) in asked.parts.iter().zip(&answers) {
                    for (&(slot, _), &code) in questions.slots.iter().zip(&answers[number]) {
                        if code == 0 {
                            let (_, key) = part
                                .slots_of(slot as usize..slot as usize + 1)
                                .next()
                                .unwrap_or_default();
                            let state = state_in(self.game, part, slot as usize, key)?;
                            return Err(Error::NotFound {
                                state: format!("{state:?}"),
                            });
                        }
                        let best = &mut codes[slot as usize];
                        *best = code.max(*best);
                    }
                }
            }
            Ok(())
        })?;
        Ok(())
    }

    /// Scores finished states, and asks for the scores of those after the moves of others.
    fn ask(
        &self,
        part: &Part<G::State>,
        codes: &mut [u16],
        slots: &Range<usize>,
    ) -> Result<Vec<Asked>, Error> {
        let mut asked: Vec<Asked> = Vec::new();
        for (slot, key) in part.slots_of(slots.clone()) {
            let state = state_in(self.game, part, slot, key)?;
            let not_found = || Error::NotFound {
                state: format!("{state:?}"),
            };
            if let Some(value) = self.game.outcome(state) {
                let code = self.codes.code(Score::finished(value));
                codes[slot] = code.ok_or_else(not_found)? as u16;
                continue;
            }
            for mv in self.game.legal(state) {
                let next = self.game.play(state, mv);
                let tier = self.game.tier(next).ok_or_else(not_found)?;
                let place = asked.iter().position(|other| other.tier == tier);
                let place = place.unwrap_or_else(|| {
                    asked.push(Asked {
                        tier,
                        parts: vec![Questions::default(); PARTS],
                    });
                    asked.len() - 1
                });
                let key = self.game.key(next);
                let questions = &mut asked[place].parts[part_of(key)];
                questions.keys.push(key);
                questions
                    .slots
                    .push((slot as u32, moves_again(self.game, state, next)));
            }
        }
        Ok(asked)
    }

    /// The codes that moves pass on to the states before them; 0 where none is found.
    fn answer(
        &self,
        tier: u32,
        at: usize,
        questions: &Questions,
        passed_on: &PassedOn,
    ) -> Vec<u16> {
        let scored = self.tiers.get(&tier).map(|tier| &tier[at]);
        let keys = questions.keys.iter().zip(&questions.slots);
        let answers = keys.map(|(&key, &(_, again))| {
            let code = scored.and_then(|scored| scored.code(key, self.codes));
            let by_code = if again {
                &passed_on.later
            } else {
                &passed_on.before
            };
            code.map_or(0, |code| by_code[code as usize])
        });
        answers.collect()
    }

    /// A part with its codes, and how many states have each.
    fn finish(
        &self,
        mut part: Part<G::State>,
        codes: &[u16],
    ) -> Result<(Scored<G::State>, Vec<u64>), Error> {
        part.drop_states();
        let mut counts = vec![0; self.codes.count() as usize];
        for (slot, _) in part.slots_of(0..part.slots()) {
            counts[usize::from(codes[slot])] += 1;
        }
        let width = self.codes.width();
        let bytes = codes
            .iter()
            .flat_map(|code| code.to_le_bytes().into_iter().take(width));
        Ok((
            Scored {
                part,
                codes: bytes.collect(),
            },
            counts,
        ))
    }
}

impl<G: Game> Unranked<'_, G> {
    /// How many reachable states have each score.
    #[must_use]
    pub const fn summary(&self) -> &Summary {
        &self.summary
    }

    /// How many bytes all states and scores take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let parts = self.tiers.values().flatten();
        parts
            .map(|scored| scored.part.bytes() + scored.codes.len() as u64)
            .sum()
    }

    /// The score of a state; `None` for one that no game reaches.
    #[must_use]
    pub fn score(&self, state: G::State) -> Option<Score> {
        self.codes.score(self.code(state)?)
    }

    fn code(&self, state: G::State) -> Option<u32> {
        let key = self.game.key(state);
        let scored = &self.tiers.get(&self.game.tier(state)?)?[part_of(key)];
        scored.code(key, self.codes)
    }
}

impl<G: Game> Solved for Unranked<'_, G> {
    type Game = G;

    fn game(&self) -> &G {
        self.game
    }

    fn analysis(&self, state: G::State) -> Option<Analysis> {
        let score = self.score(state)?;
        if score.distance() == Some(0) {
            return Some(Analysis::finished(score.value()));
        }
        let mut moves = Vec::new();
        for mv in self.game.legal(state) {
            let next = self.game.play(state, mv);
            let score = perfectplay::score_of_move(self.game, state, next, self.score(next)?);
            moves.push((mv, score));
        }
        (!moves.is_empty()).then(|| Analysis::of_moves(moves))
    }

    fn states(&self) -> u64 {
        self.summary.states()
    }
}

/// The state in a slot.
fn state_in<G: Game>(
    game: &G,
    part: &Part<G::State>,
    slot: usize,
    key: u64,
) -> Result<G::State, Error> {
    let state = part.state(slot).or_else(|| game.state_of_key(key));
    state.ok_or(Error::Key { key })
}

/// Finds the states of all tiers.
struct Finder<'a, 'g, G: Game> {
    game: &'g G,
    limits: &'a Limits<'a>,
    /// Whether keys tell states.
    keys_tell: bool,
    tiers: BTreeMap<u32, Tier<G::State>>,
}

impl<'a, 'g, G: Game<State: Send + Sync> + Sync> Finder<'a, 'g, G> {
    fn new(game: &'g G, limits: &'a Limits<'a>) -> Self {
        let start = game.start();
        Self {
            game,
            limits,
            keys_tell: game.state_of_key(game.key(start)) == Some(start),
            tiers: BTreeMap::new(),
        }
    }

    fn run(mut self) -> Result<BTreeMap<u32, Tier<G::State>>, Error> {
        let mut first = Vec::new();
        for start in starts(self.game) {
            self.sort(start, None, &mut first)?;
        }
        self.insert(vec![first]);
        let meter = Meter::new(self.limits.watch, Phase::Finding, 0);
        let mut done = BTreeMap::new();
        while let Some((number, mut tier)) = self.tiers.pop_first() {
            tier = parallel::map(tier, |mut part| {
                part.shrink();
                part
            });
            for slots in rounds(&tier) {
                let sorted = parallel::try_map(tier.iter().collect(), |part| {
                    self.after(number, part, slots.clone())
                })?;
                self.insert(sorted);
            }
            meter.add(tier.iter().map(|part| part.len() as u64).sum())?;
            done.insert(number, tier);
            self.enough_memory(&done)?;
        }
        Ok(done)
    }

    /// The states after the moves from some slots of a part.
    fn after(
        &self,
        tier: u32,
        part: &Part<G::State>,
        slots: Range<usize>,
    ) -> Result<Vec<Sorted<G::State>>, Error> {
        let mut sorted = Vec::new();
        for (slot, key) in part.slots_of(slots) {
            let state = state_in(self.game, part, slot, key)?;
            if self.game.outcome(state).is_some() {
                continue;
            }
            let legal = self.game.legal(state);
            if legal.is_empty() {
                return Err(Error::NoMoves {
                    state: format!("{state:?}"),
                });
            }
            for mv in legal {
                self.sort(self.game.play(state, mv), Some(tier), &mut sorted)?;
            }
        }
        Ok(sorted)
    }

    /// Sorts a state to others of its tier and part.
    fn sort(
        &self,
        state: G::State,
        before: Option<u32>,
        sorted: &mut Vec<Sorted<G::State>>,
    ) -> Result<(), Error> {
        let tier = self.game.tier(state).ok_or_else(|| Error::NoTier {
            state: format!("{state:?}"),
        })?;
        if before >= Some(tier) {
            return Err(Error::Tier {
                before: before.unwrap_or(0).into(),
                found: tier.into(),
            });
        }
        let key = self.game.key(state);
        if key > Part::<G::State>::GREATEST {
            return Err(Error::Key { key });
        }
        let kept = (!self.keys_tell).then_some(state);
        let place = sorted.iter().position(|other| other.tier == tier);
        let place = place.unwrap_or_else(|| {
            sorted.push(Sorted {
                tier,
                parts: vec![Vec::new(); PARTS],
            });
            sorted.len() - 1
        });
        sorted[place].parts[part_of(key)].push((key, kept));
        Ok(())
    }

    /// Puts sorted states into their tiers, all parts at the same time.
    fn insert(&mut self, sorted: Vec<Vec<Sorted<G::State>>>) {
        let mut tiers: Vec<u32> = sorted.iter().flatten().map(|sorted| sorted.tier).collect();
        tiers.sort_unstable();
        tiers.dedup();
        for number in tiers {
            let tier = self.tiers.entry(number);
            let tier = tier.or_insert_with(|| (0..PARTS).map(|_| Part::new()).collect());
            let of_tier: Vec<_> = sorted
                .iter()
                .flatten()
                .filter(|sorted| sorted.tier == number)
                .collect();
            parallel::map(tier.iter_mut().enumerate().collect(), |(at, part)| {
                for &(key, state) in of_tier.iter().flat_map(|sorted| &sorted.parts[at]) {
                    part.insert(key, state);
                }
            });
        }
    }

    /// That what is found so far, and a code for each slot, may be held.
    fn enough_memory(&self, done: &BTreeMap<u32, Tier<G::State>>) -> Result<(), Error> {
        let parts = done.values().chain(self.tiers.values()).flatten();
        let needed = parts.map(|part| part.bytes() + part.slots() as u64).sum();
        match self.limits.memory {
            Some(allowed) if needed > allowed => Err(Error::Memory { needed, allowed }),
            _ => Ok(()),
        }
    }
}
