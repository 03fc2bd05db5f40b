//! A game with its type, and the numbers of its states.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use perfectplay::game::Score;
use perfectplay::{Analysis, Game, Solved};
use perfectplay_games::Listed;

use crate::error::Error;
use crate::game::{AnyGame, NoKeys};
use crate::info::{Info, text};

/// A game with its type.
pub(crate) struct Typed<G: Listed> {
    pub game: G,
    pub info: Info,
    /// The states that were numbered; `None` if keys tell states.
    met: OnceLock<Option<Mutex<Met<G::State>>>>,
}

/// States by their numbers.
type Met<S> = HashMap<u64, S>;

impl<G: Listed> Typed<G> {
    pub const fn new(game: G, info: Info) -> Self {
        let met = OnceLock::new();
        Self { game, info, met }
    }

    fn met(&self) -> Option<&Mutex<Met<G::State>>> {
        let met = self.met.get_or_init(|| {
            let start = self.game.start();
            let is_told = self.game.of_key(self.game.key(start)) == Some(start);
            (!is_told).then(Mutex::default)
        });
        met.as_ref()
    }

    /// Returns the number of a state.
    pub fn number(&self, state: G::State) -> u64 {
        let mut number = self.game.key(state);
        let Some(met) = self.met() else {
            return number;
        };
        let mut met = met.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match met.entry(number) {
                Entry::Vacant(free) => {
                    free.insert(state);
                    return number;
                }
                Entry::Occupied(known) if *known.get() == state => return number,
                // Another state has the key: at most one of the two is reachable. An odd step
                // visits all numbers.
                Entry::Occupied(_) => number = number.wrapping_add(0x9e37_79b9_7f4a_7c15),
            }
        }
    }

    /// Returns the state with a number.
    pub fn state(&self, number: u64) -> G::State {
        let state = match self.met() {
            None => self.game.of_key(number),
            Some(met) => {
                let met = met.lock().unwrap_or_else(PoisonError::into_inner);
                met.get(&number).copied()
            }
        };
        state.expect("a number that the game gave")
    }

    /// Returns a state as text.
    pub fn text(&self, state: G::State) -> String {
        text(&|out| self.game.write_state(state, out))
    }

    /// Returns the number of the state with a key.
    pub fn of_key(&self, key: u64) -> Result<Option<u64>, NoKeys> {
        match self.met() {
            Some(_) => Err(NoKeys),
            None => {
                let state = self.game.of_key(key);
                Ok(state.and_then(|state| (self.game.key(state) == key).then_some(key)))
            }
        }
    }
}

/// A solved game with its type. It is asked by the numbers of states.
pub(crate) struct ByNumber<G: Listed, T> {
    pub any: AnyGame,
    pub typed: Arc<Typed<G>>,
    pub solved: T,
}

impl<G: Listed, T: Solved<Error: Into<Error>>> Solved for ByNumber<G, T>
where
    T::Game: Game<State = G::State>,
{
    type Game = AnyGame;
    type Error = Error;

    fn game(&self) -> &AnyGame {
        &self.any
    }

    fn states(&self) -> u64 {
        self.solved.states()
    }

    fn try_analysis(&self, number: u64) -> Result<Option<Analysis>, Error> {
        let analysis = self.solved.try_analysis(self.typed.state(number));
        analysis.map_err(Into::into)
    }

    fn try_score(&self, number: u64) -> Result<Option<Score>, Error> {
        let score = self.solved.try_score(self.typed.state(number));
        score.map_err(Into::into)
    }
}
