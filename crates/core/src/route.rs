//! A state and the moves that lead to it.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::graph::{Meeting, States};
use crate::{Game, Move, Moves, described, starts};

/// A state and the moves that lead to it. Error messages show a route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    start: String,
    moves: Vec<Move>,
    state: String,
}

impl Route {
    /// Creates a route. `moves` lead from `start` to `state`.
    #[must_use]
    pub fn new<G: Game>(game: &G, start: G::State, moves: Vec<Move>, state: G::State) -> Self {
        Self {
            start: described(game, start),
            moves,
            state: described(game, state),
        }
    }

    /// Finds a shortest route to a state. If too many states are nearer to a start, the search
    /// gives up, and the route has no moves.
    pub fn find<G: Game>(game: &G, target: G::State) -> Self {
        let mut trails = Trails::new();
        for start in starts(game) {
            trails.meet(game.key(start), start, None);
        }
        for number in 0..SEARCHED {
            let Some(state) = trails.states().get(number) else {
                break;
            };
            if state == target {
                return trails.route(game, number);
            }
            if game.outcome(state).is_some() {
                continue;
            }
            // Leave out undeclared moves: the rules may be unable to play them.
            for mv in game.legal(state) & Moves::first_n(game.move_count()) {
                let after = game.play(state, mv);
                // If two states have the same key, the second state is not added, but may be the
                // target.
                let met = trails.meet(game.key(after), after, Some((number, mv)));
                if matches!(met, Meeting::Clash(_)) && after == target {
                    return trails.route_after(game, Some((number, mv)), after);
                }
            }
        }
        Self::new(game, target, Vec::new(), target)
    }

    /// Returns the start of the game, as the game [describes](Game::describe) it.
    #[must_use]
    pub fn start(&self) -> &str {
        &self.start
    }

    /// Returns the moves from the start; empty if the state itself is a start.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the state, as the game [describes](Game::describe) it.
    #[must_use]
    pub fn state(&self) -> &str {
        &self.state
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.state)?;
        if !self.moves.is_empty() {
            write!(f, ", reached from {} by {:?}", self.start, self.moves)?;
        }
        Ok(())
    }
}

/// The number of states that the search for a route visits before it gives up. The route only makes
/// an error message clearer, so the search should not take much memory.
pub(crate) const SEARCHED: u32 = 1 << 20;

/// States in the order in which they were found, each with the move that led to it.
pub struct Trails<S> {
    states: States<S>,
    /// For each state in `states`, the index of the previous state (`.0`), and the move that leads
    /// from the previous state to this state (`.1`). `None` for a start.
    from: Vec<Option<(u32, Move)>>,
}

impl<S: Copy + Eq> Trails<S> {
    /// Creates an empty set of states.
    #[must_use]
    pub fn new() -> Self {
        Self {
            states: States::new(),
            from: Vec::new(),
        }
    }

    /// Returns the states.
    #[must_use]
    pub const fn states(&self) -> &States<S> {
        &self.states
    }

    /// Adds a state, and the move that led to it, unless the state was found before.
    #[inline]
    pub fn meet(&mut self, key: u64, state: S, from: Option<(u32, Move)>) -> Meeting {
        let meeting = self.states.meet(key, state);
        if let Meeting::New(_) = meeting {
            self.from.push(from);
        }
        meeting
    }

    /// Returns how many moves lead from a start to each state, in the order of `states`.
    #[must_use]
    pub fn plies(&self) -> Vec<usize> {
        let mut plies = Vec::with_capacity(self.from.len());
        for from in &self.from {
            plies.push(from.map_or(0, |(before, _)| plies[before as usize] + 1));
        }
        plies
    }

    /// Returns the route to the state with the index `number` in `states`.
    #[must_use]
    pub fn route<G: Game<State = S>>(&self, game: &G, number: u32) -> Route {
        self.route_after(
            game,
            self.from[number as usize],
            self.states.as_slice()[number as usize],
        )
    }

    /// Returns the route to `state`. `from` is `None` if `state` is a start. Otherwise, `from.0` is
    /// the index of the previous state in `states`, and `from.1` is the move from the previous
    /// state to `state`. `states` need not contain `state` itself.
    #[must_use]
    pub fn route_after<G: Game<State = S>>(
        &self,
        game: &G,
        mut from: Option<(u32, Move)>,
        state: S,
    ) -> Route {
        let (mut start, mut moves) = (state, Vec::new());
        while let Some((before, mv)) = from {
            moves.push(mv);
            start = self.states.as_slice()[before as usize];
            from = self.from[before as usize];
        }
        moves.reverse();
        Route::new(game, start, moves, state)
    }
}

impl<S: Copy + Eq> Default for Trails<S> {
    fn default() -> Self {
        Self::new()
    }
}
