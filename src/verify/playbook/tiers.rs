//! Plays a book against every reply, tier by tier.

use alloc::vec::Vec;
use core::mem;
#[cfg(feature = "std")]
use core::sync::atomic::{AtomicUsize, Ordering};
#[cfg(feature = "std")]
use std::sync::{Mutex, PoisonError};

use super::played::{PlayError, PlayWatch, PlayedThrough, chosen};
use crate::playbook::Playbook;
#[cfg(feature = "std")]
use crate::threads::beside;
use perfectplay_core::{Hints, Player, Value, canonical, graph, is_extra_turn, starts};

/// Plays a book against every reply, in a game in which every move leads to a higher tier.
pub(super) fn play_through<G: Hints<State: Send + Sync> + Sync>(
    book: &Playbook<'_, G>,
    side: Player,
    watch: PlayWatch<'_>,
) -> Result<PlayedThrough, PlayError<G::State>> {
    /// The greatest number of states between two calls of `watch`.
    const PERIOD: usize = 1 << 18;
    let game = book.game();
    let mut walk = TierWalk::new(book);
    for start in starts(game) {
        let is_own = game.to_move(start).unwrap_or(Player::First) == side;
        walk.arrive(start, is_own)?;
    }
    while let Some((_, mut tier)) = walk.tiers.pop() {
        tier.compact();
        walk.found.states += tier.won.len() as u64;
        for states in tier.open.chunks(PERIOD) {
            if watch(walk.found.states).is_break() {
                return Err(PlayError::Stopped);
            }
            walk.play_all(states)?;
        }
    }
    Ok(walk.found)
}

/// A walk that plays the book against every reply, tier by tier.
struct TierWalk<'b, 'a, G: Hints> {
    book: &'b Playbook<'a, G>,
    /// The tiers that are not yet played, in descending order of their numbers. The list is short,
    /// because the moves of a state lead to few different tiers.
    tiers: Vec<(u32, PlayedTier<G::State>)>,
    found: PlayedThrough,
}

/// The states of one tier that the walk has reached.
struct PlayedTier<S> {
    open: Vec<OpenState<S>>,
    /// The keys of the states in which the book wins at once.
    won: Vec<u64>,
    /// The number of entries in `open` and `won` together at which repeated entries are removed.
    room: usize,
}

#[derive(Clone, Copy)]
struct OpenState<S> {
    key: u64,
    state: S,
    is_own: bool,
}

impl<'b, 'a, G: Hints<State: Send + Sync> + Sync> TierWalk<'b, 'a, G> {
    const fn new(book: &'b Playbook<'a, G>) -> Self {
        Self {
            book,
            tiers: Vec::new(),
            found: PlayedThrough::NOTHING,
        }
    }

    /// From each of the given states, plays the book's move, or every reply of the opponent. Uses
    /// all cores if there are many states.
    #[cfg(feature = "std")]
    fn play_all(&mut self, states: &[OpenState<G::State>]) -> Result<(), PlayError<G::State>> {
        /// The least number of states for which threads are started. To play the moves of fewer
        /// states takes less time than to start a thread.
        const FEW: usize = 1 << 10;
        let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
        if threads == 1 || states.len() < FEW {
            return self.play(states);
        }
        let book = self.book;
        let parts = states.chunks(states.len().div_ceil(threads));
        let parts: Vec<_> = parts.map(|states| (states, Mutex::new(None))).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some((states, played)) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                let mut part = TierWalk::new(book);
                let part = part.play(states).map(|()| part);
                *played.lock().unwrap_or_else(PoisonError::into_inner) = Some(part);
            }
        };
        beside(threads - 1, &work, &mut |_| work());
        for (_, played) in parts {
            if let Some(part) = played.into_inner().unwrap_or_else(PoisonError::into_inner) {
                self.add(part?);
            }
        }
        Ok(())
    }

    #[cfg(not(feature = "std"))]
    fn play_all(&mut self, states: &[OpenState<G::State>]) -> Result<(), PlayError<G::State>> {
        self.play(states)
    }

    #[cfg(feature = "std")]
    fn add(&mut self, other: Self) {
        let PlayedThrough {
            states,
            replies,
            value,
        } = other.found;
        self.found.states += states;
        self.found.replies += replies;
        self.found.value = self.found.value.min(value);
        for (number, tier) in other.tiers {
            let own = self.tier(number);
            own.open.extend(tier.open);
            own.won.extend(tier.won);
            own.compact_if_full();
        }
    }

    fn play(&mut self, states: &[OpenState<G::State>]) -> Result<(), PlayError<G::State>> {
        for &OpenState { state, is_own, .. } in states {
            self.found.states += 1;
            if is_own {
                let game = self.book.game();
                let after = game.play(state, chosen(self.book, state)?);
                self.arrive(after, is_extra_turn(game, state, after))?;
            } else {
                self.play_replies(state)?;
            }
        }
        Ok(())
    }

    fn play_replies(&mut self, state: G::State) -> Result<(), PlayError<G::State>> {
        let game = self.book.game();
        for reply in game.legal(state) {
            let after = game.play(state, reply);
            self.found.replies += 1;
            self.arrive(after, !is_extra_turn(game, state, after))?;
        }
        Ok(())
    }

    /// Handles a state that the walk has reached. If the game is over, updates the worst result. If
    /// turns alternate and the opponent is to move, plays the replies at once, without storing the
    /// state. Otherwise, adds the state to its tier, to be played later.
    fn arrive(&mut self, mut state: G::State, is_own: bool) -> Result<(), PlayError<G::State>> {
        let game = self.book.game();
        if let Some(value) = game.outcome(state) {
            let value = if is_own { value } else { value.flip() };
            self.found.value = self.found.value.min(value);
            return Ok(());
        }
        // If turns alternate, it is enough to store the states of the book's player.
        if !is_own && game.turns_alternate() {
            return self.play_replies(state);
        }
        if self.book.data().uses_symmetry() {
            state = canonical(game, state).0;
        }
        let key = game.key(state);
        let is_won = is_own && self.wins_at_once(state)?;
        let tier = game.tier(state).unwrap_or(0);
        let tier = self.tier(tier);
        if is_won {
            tier.won.push(key);
        } else {
            tier.open.push(OpenState { key, state, is_own });
        }
        tier.compact_if_full();
        Ok(())
    }

    /// Returns the tier with the number `number`. Adds the tier to the list if it is missing.
    fn tier(&mut self, number: u32) -> &mut PlayedTier<G::State> {
        let found = self.tiers.binary_search_by(|tier| number.cmp(&tier.0));
        let at = found.unwrap_or_else(|at| {
            self.tiers.insert(at, (number, PlayedTier::new()));
            at
        });
        &mut self.tiers[at].1
    }

    /// Returns whether the book's move wins at once, by the rules of the game. To save time, this
    /// function does not ask the book if no move of the state wins at once.
    fn wins_at_once(&self, state: G::State) -> Result<bool, PlayError<G::State>> {
        let game = self.book.game();
        if game.winning_moves(state).is_empty() {
            return Ok(false);
        }
        let after = game.play(state, chosen(self.book, state)?);
        let won = if is_extra_turn(game, state, after) {
            Value::Win
        } else {
            Value::Loss
        };
        Ok(game.outcome(after) == Some(won))
    }
}

impl<S: Copy> PlayedTier<S> {
    /// The least value of `room`.
    const LEAST: usize = 1 << 16;

    const fn new() -> Self {
        Self {
            open: Vec::new(),
            won: Vec::new(),
            room: Self::LEAST,
        }
    }

    fn compact_if_full(&mut self) {
        if self.open.len() + self.won.len() >= self.room {
            self.compact();
            self.room = Self::LEAST.max(2 * (self.open.len() + self.won.len()));
        }
    }

    fn compact(&mut self) {
        let met = mem::take(&mut self.open);
        // If a state does not tell who is to move, both sides may be to move in it.
        let (mut last, mut seen) = (None, [false; 2]);
        for (key, at) in graph::order(&mut met.iter().map(|met| met.key)) {
            if last != Some(key) {
                (last, seen) = (Some(key), [false; 2]);
            }
            if !mem::replace(&mut seen[usize::from(met[at].is_own)], true) {
                self.open.push(met[at]);
            }
        }
        self.won.sort_unstable();
        self.won.dedup();
    }
}
