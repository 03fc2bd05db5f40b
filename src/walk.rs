//! A walk through every reachable state of a solved game.

use core::fmt;

use crate::solved::{LookupErrorOf, Solved, StateOf, lawful_record};
use perfectplay_core::graph::States;
use perfectplay_core::{Analysis, Game, starts};

/// Iterates over every reachable state and its analysis. The states nearest to a start come first.
///
/// The walk finds the states by playing legal moves, because a table stores only the keys of
/// states. The iterator keeps all found states in memory. If the table cannot be read, lacks a
/// state, or contradicts the rules, the walk ends there, and its last item is the error.
///
/// ```
/// use perfectplay::{tictactoe::TicTacToe, walk};
///
/// let mut after_two = 0;
/// for visit in walk(&TicTacToe) {
///     after_two += u32::from(visit?.ply == 2);
/// }
/// assert_eq!(after_two, 72);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn walk<T: Solved + ?Sized>(solved: &T) -> Visits<'_, T> {
    let mut walk = Visits {
        solved,
        states: States::new(),
        next: 0,
        ply: 0,
        end_of_ply: 0,
        has_failed: false,
    };
    for start in starts(solved.game()) {
        walk.meet(start);
    }
    walk.end_of_ply = walk.states.len();
    walk
}

/// A state that [`walk`] has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit<S> {
    /// The distance from the nearest start, in plies.
    pub ply: u32,
    /// The state.
    pub state: S,
    /// The analysis of the state.
    pub analysis: Analysis,
}

/// An iterator over the reachable states of a solved game, made by [`walk`](walk()).
pub struct Visits<'t, T: Solved + ?Sized> {
    solved: &'t T,
    states: States<StateOf<T>>,
    /// The index in `states` of the next state to yield.
    next: u32,
    ply: u32,
    /// The number of states that are at most `ply` plies from a start.
    end_of_ply: usize,
    has_failed: bool,
}

impl<T: Solved + ?Sized> Visits<'_, T> {
    fn meet(&mut self, state: StateOf<T>) {
        self.states.meet(self.solved.game().key(state), state);
    }

    fn visit(&mut self, state: StateOf<T>) -> Result<Visit<StateOf<T>>, LookupErrorOf<T>> {
        let analysis = lawful_record(self.solved, state)?;
        for mv in analysis.legal() {
            self.meet(self.solved.game().play(state, mv));
        }
        Ok(Visit {
            ply: self.ply,
            state,
            analysis,
        })
    }
}

impl<T: Solved + ?Sized> Iterator for Visits<'_, T> {
    type Item = Result<Visit<StateOf<T>>, LookupErrorOf<T>>;

    fn next(&mut self) -> Option<Self::Item> {
        let state = self.states.get(self.next).filter(|_| !self.has_failed)?;
        if self.next as usize == self.end_of_ply {
            self.ply += 1;
            self.end_of_ply = self.states.len();
        }
        self.next += 1;
        let visit = self.visit(state);
        self.has_failed = visit.is_err();
        Some(visit)
    }
}

impl<T: Solved + ?Sized> fmt::Debug for Visits<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Visits")
            .field("visited", &self.next)
            .finish_non_exhaustive()
    }
}
