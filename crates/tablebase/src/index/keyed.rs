//! Wraps the index of a game, so that the same compiled code can solve games of all types. The
//! wrapper represents each state by a number.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use perfectplay::{Game, Moves, Value};

use super::{Afters, Form, Index, IndexLooks, MoveLook, Place, Sink, Wanted};
use crate::error::Error;

/// Converts each state of a game to a number, and back. Code that works with these numbers is
/// compiled once for all games. Usually the number of a state is its key.
pub trait StateNumbers<G: Game>: Send + Sync {
    /// Returns the number of a state.
    fn number(&self, game: &G, state: G::State) -> u64;

    /// Returns the state for a number that [`number`](Self::number) has returned.
    fn state(&self, game: &G, number: u64) -> G::State;
}

/// The index of a game, in which each state is a number. So the type of the game is not a parameter
/// of this type. Clones share the index.
#[derive(Clone)]
pub struct KeyedTiers(Arc<dyn KeyedLooks>);

impl KeyedTiers {
    /// Wraps an index. `numbers` converts between states and their numbers.
    pub fn new<I: Index + 'static>(
        index: I,
        numbers: impl StateNumbers<I::Game> + 'static,
    ) -> Self {
        Self(Arc::new(Typed { index, numbers }))
    }

    /// Returns whether the index finds states by ranks ([`Form::Dense`]) or by keys
    /// ([`Form::Sparse`]).
    #[must_use]
    pub fn form(&self) -> Form {
        self.0.looks().form()
    }
}

/// An [`Index`] that hides the type of a game. Each state is a number, which a [`StateNumbers`]
/// assigns.
///
/// Code that takes an [`Index`] is compiled only once for all games that are hidden in this way.
#[derive(Clone)]
pub struct KeyedIndex<K> {
    game: K,
    tiers: KeyedTiers,
}

impl<K: Game<State = u64> + Send + Sync> KeyedIndex<K> {
    /// Creates the index of a game. `game` and `tiers` must use the same number for the same state.
    pub const fn new(game: K, tiers: KeyedTiers) -> Self {
        Self { game, tiers }
    }
}

/// The methods of an index, with numbers in place of states.
trait KeyedLooks: Send + Sync {
    fn looks(&self) -> &dyn IndexLooks;

    fn place(&self, state: u64) -> Option<Place>;

    fn each_state(
        &self,
        tier: u64,
        numbers: &[u64],
        each: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error>;

    fn each_move(&self, state: u64, each: &mut dyn FnMut(MoveLook)) -> Option<Value>;
}

/// An index whose type is known here, and the `StateNumbers` that convert between its states and
/// numbers.
struct Typed<I, N> {
    index: I,
    numbers: N,
}

impl<I: Index, N: StateNumbers<I::Game>> KeyedLooks for Typed<I, N> {
    fn looks(&self) -> &dyn IndexLooks {
        &self.index
    }

    fn place(&self, state: u64) -> Option<Place> {
        let game = self.index.game();
        self.index.place(self.numbers.state(game, state))
    }

    fn each_state(
        &self,
        tier: u64,
        numbers: &[u64],
        each: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error> {
        let game = self.index.game();
        self.index.each_state(tier, numbers, &mut |state| {
            each(self.numbers.number(game, state))
        })
    }

    fn each_move(&self, state: u64, each: &mut dyn FnMut(MoveLook)) -> Option<Value> {
        let game = self.index.game();
        self.index.each_move(self.numbers.state(game, state), each)
    }
}

impl<K: Game<State = u64> + Send + Sync> Index for KeyedIndex<K> {
    type Game = K;

    fn game(&self) -> &K {
        &self.game
    }

    fn place(&self, state: u64) -> Option<Place> {
        self.tiers.0.place(state)
    }

    fn each_state(
        &self,
        tier: u64,
        numbers: &[u64],
        each: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error> {
        self.tiers.0.each_state(tier, numbers, each)
    }

    fn each_move(&self, state: u64, each: &mut dyn FnMut(MoveLook)) -> Option<Value> {
        self.tiers.0.each_move(state, each)
    }
}

/// Implements methods by calling the same methods of the wrapped index.
macro_rules! pass_on {
    ($(fn $name:ident(&self $(, $argument:ident: $type:ty)*) -> $result:ty;)+) => {
        $(
            fn $name(&self $(, $argument: $type)*) -> $result {
                self.tiers.0.looks().$name($($argument),*)
            }
        )+
    };
}

impl<K: Game<State = u64> + Send + Sync> IndexLooks for KeyedIndex<K> {
    pass_on! {
        fn form(&self) -> Form;
        fn look_at(
            &self,
            tier: u64,
            numbers: &[u64],
            wanted: Wanted<'_>,
            sink: &mut Sink<'_>
        ) -> Result<(), Error>;
        fn follow_each(
            &self,
            tier: u64,
            numbers: &[u64],
            each: &mut dyn FnMut(u64, &mut Afters<'_>) -> Result<(), Error>
        ) -> Result<(), Error>;
        fn look_before(
            &self,
            tier: u64,
            numbers: &[u64],
            each: &mut dyn FnMut(u64, Place, bool)
        ) -> bool;
        fn tier_count(&self) -> u64;
        fn tier_size(&self, tier: u64) -> u64;
        fn canonical(&self, tier: u64) -> u64;
        fn next_tiers(&self, tier: u64) -> Vec<u64>;
        fn moves_between(&self, tier: u64, next: u64) -> Moves;
        fn ranks_after(&self, tier: u64, ranks: Range<u64>, next: u64) -> Range<u64>;
    }
}
