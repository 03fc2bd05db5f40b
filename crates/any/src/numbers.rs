//! Numbers the states of a game. Code that is compiled once for all games refers to a state by its number.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use perfectplay::game::starts;
use perfectplay_games::Listed;
use perfectplay_tablebase::StateNumbers;

/// The numbering of the states of a game. If a state can be computed from its key, the number of the state is its key.
/// Otherwise, a state gets its number when somebody first asks for the number. All clones of a numbering give the same
/// numbers.
#[derive(Clone)]
pub(crate) struct Numbers<G: Listed>(Option<Arc<MetStates<G::State>>>);

/// The states that have a number so far. Used only for a game whose states cannot be computed from
/// their keys.
struct MetStates<S> {
    by_number: Mutex<HashMap<u64, S>>,
    /// The number of each reachable state, by key. The map is filled when a state is first looked up by its key.
    by_key: OnceLock<HashMap<u64, u64>>,
}

impl<G: Listed> Numbers<G> {
    pub fn new() -> Self {
        // This condition is constant. If keys determine states, the code for other games is not compiled.
        if G::KEYS_TELL_STATES {
            Self(None)
        } else {
            Self(Some(Arc::new(MetStates {
                by_number: Mutex::default(),
                by_key: OnceLock::new(),
            })))
        }
    }

    fn met(&self) -> &MetStates<G::State> {
        self.0
            .as_deref()
            .expect("a game whose keys do not tell states")
    }

    /// Returns the number of the state whose key is `key`; `None` if there is no such state.
    pub fn of_key(&self, game: &G, key: u64) -> Option<u64> {
        if G::KEYS_TELL_STATES {
            let state = game.of_key(key)?;
            return (game.key(state) == key).then_some(key);
        }
        let by_key = self.met().by_key.get_or_init(|| self.reachable(game));
        by_key.get(&key).copied()
    }

    /// Numbers all reachable states, and returns their numbers by key.
    fn reachable(&self, game: &G) -> HashMap<u64, u64> {
        let (mut by_key, mut open) = (HashMap::new(), Vec::from_iter(starts(game)));
        while let Some(state) = open.pop() {
            if let Entry::Vacant(free) = by_key.entry(game.key(state)) {
                free.insert(self.met_number(game, state));
                if game.outcome(state).is_none() {
                    open.extend(game.legal(state).iter().map(|mv| game.play(state, mv)));
                }
            }
        }
        by_key
    }

    fn met_number(&self, game: &G, state: G::State) -> u64 {
        let mut number = game.key(state);
        let mut met = self.by_number();
        loop {
            match met.entry(number) {
                Entry::Vacant(free) => {
                    free.insert(state);
                    return number;
                }
                Entry::Occupied(known) if *known.get() == state => return number,
                // Another state has this number. Try other numbers. The step is odd, so that all numbers are
                // tried in turn.
                Entry::Occupied(_) => number = number.wrapping_add(0x9e37_79b9_7f4a_7c15),
            }
        }
    }

    fn by_number(&self) -> MutexGuard<'_, HashMap<u64, G::State>> {
        let met = self.met().by_number.lock();
        met.unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: Listed> StateNumbers<G> for Numbers<G> {
    #[inline]
    fn number(&self, game: &G, state: G::State) -> u64 {
        if G::KEYS_TELL_STATES {
            game.key(state)
        } else {
            self.met_number(game, state)
        }
    }

    #[inline]
    fn state(&self, game: &G, number: u64) -> G::State {
        let state = if G::KEYS_TELL_STATES {
            game.of_key(number)
        } else {
            self.by_number().get(&number).copied()
        };
        state.expect("a number that the game gave")
    }
}
