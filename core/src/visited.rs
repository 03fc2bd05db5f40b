//! The states that a walk through a game has visited, and how it reached them.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use crate::{Game, Move, Moves, Route, starts};

/// States in the order of their first visit, each with the move that led to it.
pub struct Visited<S> {
    visits: Vec<Visit<S>>,
    by_key: BTreeMap<u64, usize>,
}

struct Visit<S> {
    state: S,
    /// The number of the state before it, and the move; `None` for a start.
    from: Option<(usize, Move)>,
}

/// The result of [`Visited::meet`].
pub enum Meeting {
    /// The state is new and now has this number.
    New(usize),
    /// The state was visited before and has this number.
    Again(usize),
    /// The state is new, but it has the key of another state, which has this number.
    Clash(usize),
}

impl<S: Copy + Eq + fmt::Debug> Visited<S> {
    /// No state.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            visits: Vec::new(),
            by_key: BTreeMap::new(),
        }
    }

    /// The number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.visits.len()
    }

    /// The state with this number.
    #[must_use]
    pub fn state(&self, number: usize) -> Option<S> {
        Some(self.visits.get(number)?.state)
    }

    /// The states in the order of their numbers.
    pub fn states(&self) -> impl Iterator<Item = S> {
        self.visits.iter().map(|visit| visit.state)
    }

    /// The number of a visited state; `None` if it was not visited.
    pub fn find(&self, key: u64, state: S) -> Option<usize> {
        let number = *self.by_key.get(&key)?;
        (self.visits[number].state == state).then_some(number)
    }

    /// Adds a state, with the move that led to it, unless it was visited before.
    pub fn meet(&mut self, key: u64, state: S, from: Option<(usize, Move)>) -> Meeting {
        if let Some(&number) = self.by_key.get(&key) {
            return if self.visits[number].state == state {
                Meeting::Again(number)
            } else {
                Meeting::Clash(number)
            };
        }
        let number = self.visits.len();
        self.by_key.insert(key, number);
        self.visits.push(Visit { state, from });
        Meeting::New(number)
    }

    /// The route to the state with this number.
    pub fn route(&self, number: usize) -> Route {
        let (start, moves) = self.moves_to(number);
        Route::new(start, moves, self.visits[number].state)
    }

    /// The route to the state after a move, or to a start if there is no move. The state
    /// itself need not have been visited.
    pub fn route_after(&self, from: Option<(usize, Move)>, state: S) -> Route {
        let Some((number, mv)) = from else {
            return Route::new(state, Vec::new(), state);
        };
        let (start, mut moves) = self.moves_to(number);
        moves.push(mv);
        Route::new(start, moves, state)
    }

    /// The moves to the state with this number, and the start from which they lead there.
    fn moves_to(&self, mut number: usize) -> (S, Vec<Move>) {
        let mut moves = Vec::new();
        while let Some((before, mv)) = self.visits[number].from {
            moves.push(mv);
            number = before;
        }
        moves.reverse();
        (self.visits[number].state, moves)
    }
}

/// The number of states that the search for a route looks at before it gives up. A message
/// must not need more memory than the work that it reports on.
const ROUTE_STATES: usize = 1 << 20;

/// A shortest route to a state, found breadth first. If the search gives up, the route
/// consists of the state alone.
pub fn route_to<G: Game>(game: &G, target: G::State) -> Route {
    let mut visited = Visited::new();
    for start in starts(game) {
        visited.meet(game.key(start), start, None);
    }
    for number in 0..ROUTE_STATES {
        let Some(state) = visited.state(number) else {
            break;
        };
        if state == target {
            return visited.route(number);
        }
        if game.outcome(state).is_some() {
            continue;
        }
        // The rules may be unable to play an undeclared move.
        for mv in game.legal(state) & Moves::first_n(game.move_count()) {
            let after = game.play(state, mv);
            // If two states have the same key, the second one is not added, but it may be
            // the target.
            let met = visited.meet(game.key(after), after, Some((number, mv)));
            if matches!(met, Meeting::Clash(_)) && after == target {
                return visited.route_after(Some((number, mv)), after);
            }
        }
    }
    Route::new(target, Vec::new(), target)
}
