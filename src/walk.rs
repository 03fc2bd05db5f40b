//! A walk through every reachable state of a solved game.

use core::fmt;

use crate::solved::{Solved, StateOf, lawful_analysis};
use perfectplay_core::{Analysis, Game, Visited, starts};

/// Iterates over every reachable state and its analysis, in ascending order of the
/// distance from a start.
///
/// The walk finds states by playing the rules, so it yields states even though a table
/// stores only keys. It keeps all states that it has found in memory. If a table lacks a
/// state, or the rules contradict what it holds of one, the walk ends there, and
/// [`Visits::fault`] gives the state.
///
/// ```
/// use perfectplay::{tictactoe::TicTacToe, walk};
///
/// let after_two = walk(&TicTacToe).filter(|visit| visit.ply == 2);
/// assert_eq!(after_two.count(), 72);
/// ```
pub fn walk<T: Solved>(solved: &T) -> Visits<'_, T> {
    let mut walk = Visits {
        solved,
        visited: Visited::new(),
        next: 0,
        ply: 0,
        end_of_ply: 0,
        fault: None,
    };
    for start in starts(solved.game()) {
        walk.meet(start);
    }
    walk.end_of_ply = walk.visited.len();
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
pub struct Visits<'t, T: Solved> {
    solved: &'t T,
    visited: Visited<StateOf<T>>,
    /// The number of the next state to yield.
    next: usize,
    ply: u32,
    /// The number of states up to the end of this ply.
    end_of_ply: usize,
    fault: Option<StateOf<T>>,
}

impl<T: Solved> Visits<'_, T> {
    /// The reachable state at which the walk has ended because the table lacks it or
    /// contradicts the rules; `None` if it has not. After a walk without a fault, all
    /// reachable states have been visited.
    #[must_use]
    pub const fn fault(&self) -> Option<StateOf<T>> {
        self.fault
    }

    fn meet(&mut self, state: StateOf<T>) {
        self.visited
            .meet(self.solved.game().key(state), state, None);
    }
}

impl<T: Solved> Iterator for Visits<'_, T> {
    type Item = Visit<StateOf<T>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.fault.is_some() {
            return None;
        }
        if self.next == self.end_of_ply {
            self.ply += 1;
            self.end_of_ply = self.visited.len();
        }
        let (ply, state) = (self.ply, self.visited.state(self.next)?);
        self.next += 1;
        let Some(analysis) = lawful_analysis(self.solved, state) else {
            self.fault = Some(state);
            return None;
        };
        for mv in analysis.legal() {
            self.meet(self.solved.game().play(state, mv));
        }
        Some(Visit {
            ply,
            state,
            analysis,
        })
    }
}

impl<T: Solved> fmt::Debug for Visits<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Visits")
            .field("visited", &self.next)
            .field("fault", &self.fault)
            .finish_non_exhaustive()
    }
}
