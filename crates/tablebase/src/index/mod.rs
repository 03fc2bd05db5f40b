//! Finds the states of a game by ranks or by keys. Part of this code is compiled for the type of
//! each game, and the rest is compiled once.
//!
//! Code that uses [`ErasedIndex`] is compiled only once, and not for each game. Each call asks for at least a
//! hundred states, so erasing the game's type costs almost nothing.
//!
//! An index has two halves. [`IndexLooks`] goes through the states of a tier, and is compiled for
//! the type of each game. The other half is [`ErasedIndex`]. This half needs only the rules, and
//! the place of each state. So one implementation of [`ErasedIndex`] serves every [`Index`]. A
//! [`KeyedIndex`] hides the type of a game by representing each state as a number. For a
//! [`KeyedIndex`], only the code of [`IndexLooks`] is compiled for the game's type.

pub(crate) mod bits;
mod keyed;
pub(crate) mod keys;

use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use perfectplay::check::{Finding, Panic, ask};
use perfectplay::game::{described, is_extra_turn, starts};
use perfectplay::index::{Dense, Sparse, Tier, Walk};
use perfectplay::table::fingerprint_with;
use perfectplay::{Game, Move, Moves, Value};

use crate::error::Error;

pub use keyed::{KeyedIndex, KeyedTiers, StateNumbers};

/// The form of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A state is found by its rank.
    Dense,
    /// A state is found by its key.
    Sparse,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Dense => "a dense index",
            Self::Sparse => "a sparse index",
        })
    }
}

/// A game and the way to find its states: a [`DenseIndex`], a [`SparseIndex`], or a [`KeyedIndex`].
pub trait Index: IndexLooks {
    /// The rules.
    type Game: Game;

    /// Returns the game.
    fn game(&self) -> &Self::Game;

    /// Returns the place of a state, if it has one.
    #[doc(hidden)]
    fn place(&self, state: <Self::Game as Game>::State) -> Option<Place>;

    /// Calls `each` with the states of `tier` whose ranks or keys are in `numbers`. The `numbers`
    /// must rise.
    #[doc(hidden)]
    fn each_state(
        &self,
        tier: u64,
        numbers: &[u64],
        each: &mut dyn FnMut(<Self::Game as Game>::State) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error>;

    /// Calls `each` with each move of a state. If the state is finished, returns its value instead.
    #[doc(hidden)]
    fn each_move(
        &self,
        state: <Self::Game as Game>::State,
        each: &mut dyn FnMut(MoveLook),
    ) -> Option<Value> {
        let game = self.game();
        let outcome = game.outcome(state);
        if outcome.is_none() {
            for mv in game.legal(state) {
                let next = game.play(state, mv);
                each(MoveLook {
                    mv,
                    is_again: is_extra_turn(game, state, next),
                    place: self.place(next),
                    outcome: game.outcome(next),
                });
            }
        }
        outcome
    }
}

/// A game whose states are found by their ranks.
#[derive(Clone, Copy, Debug)]
pub struct DenseIndex<G>(pub G);

/// A game whose states are found by their keys.
#[derive(Clone, Copy, Debug)]
pub struct SparseIndex<G>(pub G);

/// An index of any game. Code that takes this type is compiled once, and not for each game.
#[derive(Clone)]
pub struct AnyIndex<'g>(pub(crate) Arc<dyn ErasedIndex + 'g>);

impl AnyIndex<'_> {
    /// Returns the form of the index.
    #[must_use]
    pub fn form(&self) -> Form {
        self.0.form()
    }
}

impl<'g, I: Index + 'g> From<I> for AnyIndex<'g> {
    fn from(index: I) -> Self {
        Self(Arc::new(index))
    }
}

impl fmt::Debug for AnyIndex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.form())
    }
}

/// The place of a state: the number of its tier, and its rank or key in the tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub tier: u64,
    pub number: u64,
}

/// A legal move, with what the rules say about it.
#[derive(Clone, Copy, Debug)]
pub struct MoveLook {
    pub mv: Move,
    /// Whether the move gives an extra turn.
    pub is_again: bool,
    /// The place of the state after the move.
    pub place: Option<Place>,
    /// The value of the state after the move, if the game is over there.
    pub outcome: Option<Value>,
}

/// A state, with what the rules say about it and its moves.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub number: u64,
    /// The value of the state, if it is finished.
    pub outcome: Option<Value>,
    /// The moves about which the rules were asked.
    pub moves: Moves,
    /// One bit for each move in `moves`, in the same order: 1 if the move gives an extra turn.
    pub again: u64,
    end: u32,
}

/// Some states of a tier, with what the rules say about them and their moves.
#[derive(Debug, Default)]
pub struct Seen {
    looks: Vec<Look>,
    after: Vec<Place>,
}

impl Seen {
    /// Returns a pair for each state: its [`Look`], and the places of the states after its moves.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (&Look, &[Place])> {
        let mut from = 0;
        self.looks.iter().map(move |look| {
            let after = &self.after[from..look.end as usize];
            from = look.end as usize;
            (look, after)
        })
    }

    /// Asks the rules about a state, and about those of its legal moves that `wanted` selects.
    #[inline]
    fn look_at<G: Game>(
        &mut self,
        game: &G,
        (state, number): (G::State, u64),
        wanted: impl Fn(Moves) -> Moves,
        after: impl Fn(Move) -> Option<(Place, bool)>,
    ) -> Result<(), Error> {
        let outcome = game.outcome(state);
        let (mut again, from) = (0, self.after.len());
        let mut moves = Moves::EMPTY;
        if outcome.is_none() {
            let legal = game.legal(state);
            if legal.is_empty() {
                return Err(Error::NoMoves {
                    state: described(game, state),
                });
            }
            moves = wanted(legal);
            for mv in moves {
                let Some((place, moves_again)) = after(mv) else {
                    return Err(no_place_after(game, state, mv));
                };
                again |= u64::from(moves_again) << (self.after.len() - from);
                self.after.push(place);
            }
        }
        self.looks.push(Look {
            number,
            outcome,
            moves,
            again,
            end: self.after.len() as u32,
        });
        Ok(())
    }
}

#[cold]
fn no_place_after<G: Game>(game: &G, state: G::State, mv: Move) -> Error {
    let state = described(game, game.play(state, mv));
    Error::NoPlace { state }
}

/// The number of states that are passed to a [`Sink`] together. The data of this many states fit
/// into the processor's nearest cache.
const SOME: usize = 128;

/// A function that receives the data of some states of a tier.
pub type Sink<'a> = dyn FnMut(&Seen) -> Result<(), Error> + 'a;

/// A function that follows the moves of a state, one move in each call. The function returns the
/// place after the move, and whether the move gives an extra turn; `None` after the last move.
pub type Afters<'a> = dyn FnMut() -> Option<Result<(Place, bool), Error>> + 'a;

/// A game and its index, for code that does not know the type of the game. A state is given by its
/// tier and its rank or key.
pub trait ErasedIndex: IndexLooks {
    /// Returns a number that identifies the rules of a game and its index. The number is the low
    /// half of the library's fingerprint. The fingerprint also covers three numbers for each state:
    /// the form of the index (1 if dense, 2 if sparse), the tier, and the rank or key. For a state
    /// without a place, these three numbers are 0.
    ///
    /// Results and tablebase files that were made with other rules almost always contain another
    /// number, and are refused. A correct number does not prove that the scores of a file are
    /// right. Only the verifier proves this.
    fn fingerprint(&self) -> u32;

    /// Calls `each` with the place of each start, in the order in which the game lists the starts.
    /// If symmetric starts have the same place, `each` is called with this place once for each of
    /// these starts.
    fn each_start(&self, each: &mut dyn FnMut(Place) -> Result<(), Error>) -> Result<(), Error>;

    /// Returns the place of the first start.
    fn start(&self) -> Result<Place, Error>;

    /// Finds the state about which the rules panicked, and the moves that lead to this state.
    fn find(&self, panic: Panic) -> Finding;

    /// Returns the text of a state, for error messages.
    fn state_text(&self, place: Place) -> String;

    /// Returns whether a course of play may reach a state twice. This is possible if the game is
    /// loopy and its index is dense. With a sparse index, every move must lead to a later tier.
    fn is_loopy(&self) -> bool;
}

impl<I: Index> ErasedIndex for I {
    fn fingerprint(&self) -> u32 {
        let form = match self.form() {
            Form::Dense => 1,
            Form::Sparse => 2,
        };
        let fingerprint = fingerprint_with(self.game(), &|state| {
            let place = self.place(state);
            Some(place.map_or([0; 3], |Place { tier, number }| [form, tier, number]))
        });
        fingerprint as u32
    }

    fn each_start(&self, each: &mut dyn FnMut(Place) -> Result<(), Error>) -> Result<(), Error> {
        let mut starts = starts(self.game());
        starts.try_for_each(|start| each(place_of_start(self, start)?))
    }

    fn start(&self) -> Result<Place, Error> {
        place_of_start(self, self.game().start())
    }

    /// Searches for the state in which the rules panicked. The search asks the rules everything
    /// that a solver asks about a state.
    fn find(&self, panic: Panic) -> Finding {
        panic.find_with(self.game(), |state| {
            if let Some(Place { tier, number }) = self.place(state) {
                // Only panics count; other faults are ignored.
                let _ = self.look_at(tier, &[number], Wanted::ALL, &mut |_| Ok(()));
            }
        })
    }

    fn state_text(&self, Place { tier, number }: Place) -> String {
        let mut text = None;
        // A move may lead to a place that does not exist.
        if tier < self.tier_count() && number < self.tier_size(tier) {
            let _ = self.each_state(tier, &[number], &mut |state| {
                text = Some(described(self.game(), state));
                ControlFlow::Break(())
            });
        }
        text.unwrap_or_else(|| match self.form() {
            Form::Dense => format!("the state of rank {number} in tier {tier}"),
            Form::Sparse => format!("the state with the key {number}"),
        })
    }

    fn is_loopy(&self) -> bool {
        // With a sparse index, every move must lead to a later tier.
        self.form() == Form::Dense && self.game().is_loopy()
    }
}

/// The part of an index that is compiled for the type of each game. This part looks at the states
/// of a tier, and knows the sizes and the order of tiers.
pub trait IndexLooks: Send + Sync {
    fn form(&self) -> Form;

    /// Asks the rules about the states of `tier` whose ranks or keys are in `numbers`, and about
    /// the `wanted` moves of these states. Passes the answers to `sink`. The `numbers` must rise.
    fn look_at(
        &self,
        tier: u64,
        numbers: &[u64],
        wanted: Wanted<'_>,
        sink: &mut Sink<'_>,
    ) -> Result<(), Error>;

    /// Calls `each(number, next)` for each state of `tier` whose rank or key is in `numbers`.
    /// `number` is the rank or key of the state. Each call of `next` plays one more move of this
    /// state, so `each` can stop before the last move. The `numbers` must rise.
    fn follow_each(
        &self,
        tier: u64,
        numbers: &[u64],
        each: &mut dyn FnMut(u64, &mut Afters<'_>) -> Result<(), Error>,
    ) -> Result<(), Error>;

    /// Follows moves backwards from some states of `tier`. `numbers` lists the ranks or keys of
    /// these states, in rising order. Asks `states_before` of the game which moves lead to these
    /// states. Calls `each(number, place, again)` for each of these moves. `number` is the rank or
    /// key of the state after the move, and `place` is the place of the state before the move. If
    /// `again` is set, the move gives an extra turn. Returns `false` if the game does not implement
    /// `states_before`.
    fn look_before(
        &self,
        _tier: u64,
        _numbers: &[u64],
        _each: &mut dyn FnMut(u64, Place, bool),
    ) -> bool {
        false
    }

    fn tier_count(&self) -> u64;

    /// Returns the greatest number of ranks that a tier may have.
    fn tier_size(&self, _tier: u64) -> u64 {
        u64::MAX
    }

    /// Returns the tier whose result also serves for `tier`, for example because `tier` is its
    /// mirror image. Only the returned tier is solved and stored. By default, this is `tier`
    /// itself.
    fn canonical(&self, tier: u64) -> u64 {
        tier
    }

    /// Returns the tiers to which moves from `tier` may lead, if the game declares these tiers.
    fn next_tiers(&self, _tier: u64) -> Vec<u64> {
        Vec::new()
    }

    /// Returns the moves that may lead from `tier` to the tier `next`.
    fn moves_between(&self, _tier: u64, _next: u64) -> Moves {
        ALL
    }

    /// Returns a range of ranks in the tier `next`. Every move from `ranks` in `tier` to the tier
    /// `next` leads to a rank in this range.
    fn ranks_after(&self, _tier: u64, _ranks: Range<u64>, _next: u64) -> Range<u64> {
        0..u64::MAX
    }
}

const ALL: Moves = Moves::from_bits(u64::MAX);

/// The moves to look at.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    pub moves: Moves,
    /// Tiers in which the caller is not interested. The results may leave out moves to the tiers in
    /// `except`.
    pub except: &'a [u64],
}

impl Wanted<'_> {
    pub const ALL: Self = Self {
        moves: ALL,
        except: &[],
    };
}

impl<G: Dense + Send + Sync> Index for DenseIndex<G> {
    type Game = G;

    fn game(&self) -> &G {
        &self.0
    }

    fn place(&self, state: G::State) -> Option<Place> {
        self.0.rank(state).map(Place::from)
    }

    fn each_state(
        &self,
        tier: u64,
        numbers: &[u64],
        each: &mut dyn FnMut(G::State) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error> {
        let mut walk = None;
        let mut at = 0;
        for &rank in numbers {
            let walk = walk.get_or_insert_with(|| {
                at = rank;
                self.0.walk(Tier::new(tier), rank)
            });
            step_to(walk, &mut at, rank);
            if each(walk.state()).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl From<(Tier, u64)> for Place {
    #[inline]
    fn from((tier, number): (Tier, u64)) -> Self {
        let tier = tier.number();
        Self { tier, number }
    }
}

/// Moves a walk forwards from the rank `at` to the rank `rank`. `rank` must be at least `at`.
#[inline]
fn step_to(walk: &mut impl Walk, at: &mut u64, rank: u64) {
    match rank - *at {
        0 => {}
        1 => walk.step(),
        ranks => walk.skip(ranks),
    }
    *at = rank;
}

/// Returns the place after the move `mv`, and whether the move gives an extra turn. `walk` must be
/// at `state`, the state before the move.
#[inline(always)]
fn place_after<G: Dense>(
    game: &G,
    walk: &impl Walk,
    state: G::State,
    mv: Move,
) -> Option<(Place, bool)> {
    if G::TURNS_ALTERNATE {
        return Some((walk.after(mv)?.into(), false));
    }
    // To know whose turn it is, the move must be played.
    let next = game.play(state, mv);
    Some((game.rank(next)?.into(), is_extra_turn(game, state, next)))
}

impl<G: Dense + Send + Sync> IndexLooks for DenseIndex<G> {
    fn form(&self) -> Form {
        Form::Dense
    }

    fn look_at(
        &self,
        tier: u64,
        numbers: &[u64],
        wanted: Wanted<'_>,
        sink: &mut Sink<'_>,
    ) -> Result<(), Error> {
        let game = &self.0;
        let Some(&first) = numbers.first() else {
            return Ok(());
        };
        let Wanted { moves, except } = wanted;
        let is_wanted = |state, mv| match game.tier_after(state, mv) {
            Some(after) => !except.contains(&after.number()),
            None => true,
        };
        let (mut walk, mut at) = (game.walk(Tier::new(tier), first), first);
        let mut seen = Seen::default();
        for some in numbers.chunks(SOME) {
            seen.looks.clear();
            seen.after.clear();
            for &rank in some {
                step_to(&mut walk, &mut at, rank);
                let state = walk.state();
                let wanted = |legal: Moves| {
                    let mut wanted = legal & moves;
                    if !except.is_empty() {
                        for mv in wanted {
                            if !is_wanted(state, mv) {
                                wanted -= mv.into();
                            }
                        }
                    }
                    wanted
                };
                seen.look_at(game, (state, rank), wanted, |mv| {
                    place_after(game, &walk, state, mv)
                })?;
            }
            sink(&seen)?;
        }
        Ok(())
    }

    fn follow_each(
        &self,
        tier: u64,
        numbers: &[u64],
        each: &mut dyn FnMut(u64, &mut Afters<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let game = &self.0;
        let Some(&first) = numbers.first() else {
            return Ok(());
        };
        let (mut walk, mut at) = (game.walk(Tier::new(tier), first), first);
        for &rank in numbers {
            step_to(&mut walk, &mut at, rank);
            let state = walk.state();
            let mut moves = game.legal(state).iter();
            each(rank, &mut || {
                let mv = moves.next()?;
                let after = place_after(game, &walk, state, mv);
                Some(after.ok_or_else(|| no_place_after(game, state, mv)))
            })?;
        }
        Ok(())
    }

    fn look_before(
        &self,
        tier: u64,
        numbers: &[u64],
        each: &mut dyn FnMut(u64, Place, bool),
    ) -> bool {
        let game = &self.0;
        let Some(&first) = numbers.first() else {
            return game.states_before(game.start()).is_some();
        };
        let (mut walk, mut at) = (game.walk(Tier::new(tier), first), first);
        for &rank in numbers {
            step_to(&mut walk, &mut at, rank);
            let state = walk.state();
            let Some(before) = game.states_before(state) else {
                return false;
            };
            for before in before {
                if let Some(place) = game.rank(before) {
                    let again = !G::TURNS_ALTERNATE && is_extra_turn(game, before, state);
                    each(rank, place.into(), again);
                }
            }
        }
        true
    }

    fn tier_count(&self) -> u64 {
        self.0.tier_count()
    }

    fn tier_size(&self, tier: u64) -> u64 {
        self.0.tier_size(Tier::new(tier))
    }

    fn canonical(&self, tier: u64) -> u64 {
        self.0.canonical(Tier::new(tier)).number()
    }

    fn next_tiers(&self, tier: u64) -> Vec<u64> {
        let next = self.0.next_tiers(Tier::new(tier));
        next.map(Tier::number).collect()
    }

    fn moves_between(&self, tier: u64, next: u64) -> Moves {
        self.0.moves_between(Tier::new(tier), Tier::new(next))
    }

    fn ranks_after(&self, tier: u64, ranks: Range<u64>, next: u64) -> Range<u64> {
        self.0.ranks_after(Tier::new(tier), ranks, Tier::new(next))
    }
}

impl<G: Sparse + Send + Sync> Index for SparseIndex<G> {
    type Game = G;

    fn game(&self) -> &G {
        &self.0
    }

    fn place(&self, state: G::State) -> Option<Place> {
        Some(Place {
            tier: self.0.tier(state)?.into(),
            number: self.0.key(state),
        })
    }

    fn each_state(
        &self,
        _tier: u64,
        numbers: &[u64],
        each: &mut dyn FnMut(G::State) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error> {
        for &key in numbers {
            let state = self.0.state_of_key(key).ok_or(Error::Key { key })?;
            if each(state).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl<G: Sparse + Send + Sync> SparseIndex<G> {
    #[inline]
    fn place_after(&self, state: G::State, mv: Move) -> Option<(Place, bool)> {
        let next = self.0.play(state, mv);
        Some((self.place(next)?, is_extra_turn(&self.0, state, next)))
    }
}

impl<G: Sparse + Send + Sync> IndexLooks for SparseIndex<G> {
    fn form(&self) -> Form {
        Form::Sparse
    }

    fn look_at(
        &self,
        _tier: u64,
        numbers: &[u64],
        wanted: Wanted<'_>,
        sink: &mut Sink<'_>,
    ) -> Result<(), Error> {
        let game = &self.0;
        let mut seen = Seen::default();
        for some in numbers.chunks(SOME) {
            seen.looks.clear();
            seen.after.clear();
            for &key in some {
                let state = game.state_of_key(key).ok_or(Error::Key { key })?;
                seen.look_at(
                    game,
                    (state, key),
                    |legal| legal & wanted.moves,
                    |mv| self.place_after(state, mv),
                )?;
            }
            sink(&seen)?;
        }
        Ok(())
    }

    fn follow_each(
        &self,
        _tier: u64,
        numbers: &[u64],
        each: &mut dyn FnMut(u64, &mut Afters<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let game = &self.0;
        numbers.iter().try_for_each(|&key| {
            let state = game.state_of_key(key).ok_or(Error::Key { key })?;
            let mut moves = game.legal(state).iter();
            each(key, &mut || {
                let mv = moves.next()?;
                let after = self.place_after(state, mv);
                Some(after.ok_or_else(|| no_place_after(game, state, mv)))
            })
        })
    }

    fn tier_count(&self) -> u64 {
        u64::from(self.0.last_tier()) + 1
    }
}

/// Runs `work`, which asks the rules of a game. If the rules panic, the error names the state, and
/// the moves that lead to it.
pub(crate) fn guarded<T>(
    rules: &dyn ErasedIndex,
    work: impl FnOnce() -> Result<T, Error>,
) -> Result<T, Error> {
    ask(work).unwrap_or_else(|panic| Err(Error::Rules(Box::new(rules.find(panic)))))
}

fn place_of_start<I: Index>(index: &I, start: <I::Game as Game>::State) -> Result<Place, Error> {
    index.place(start).ok_or_else(|| Error::NoPlace {
        state: described(index.game(), start),
    })
}
