//! A walk through every reachable state of a solved game.

use crate::kernel::{Analysis, Game, Visited, starts};
use crate::solved::{Solved, StateOf};

/// Iterates over every reachable state and its analysis, in ascending order of the
/// distance from a start.
///
/// The walk finds states by playing the rules, so it yields states even though a table
/// stores only keys. It keeps all states that it has found in memory.
///
/// ```
/// use perfectplay::{tictactoe::TicTacToe, walk};
///
/// let after_two = walk(&TicTacToe).filter(|visit| visit.ply == 2);
/// assert_eq!(after_two.count(), 72);
/// ```
pub fn walk<T: Solved>(solved: &T) -> impl Iterator<Item = Visit<StateOf<T>>> {
    let mut walk = Walk {
        solved,
        visited: Visited::new(),
        next: 0,
        ply: 0,
        end_of_ply: 0,
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

struct Walk<'t, T: Solved> {
    solved: &'t T,
    visited: Visited<StateOf<T>>,
    /// The number of the next state to yield.
    next: usize,
    ply: u32,
    /// The number of states up to the end of this ply.
    end_of_ply: usize,
}

impl<T: Solved> Walk<'_, T> {
    fn meet(&mut self, state: StateOf<T>) {
        self.visited
            .meet(self.solved.game().key(state), state, None);
    }
}

impl<T: Solved> Iterator for Walk<'_, T> {
    type Item = Visit<StateOf<T>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.next == self.end_of_ply {
                self.ply += 1;
                self.end_of_ply = self.visited.len();
            }
            let (ply, state) = (self.ply, self.visited.state(self.next)?);
            self.next += 1;
            // A damaged table may lack a state.
            let Some(analysis) = self.solved.analysis(state) else {
                continue;
            };
            let game = self.solved.game();
            if game.outcome(state).is_none() {
                for mv in game.legal(state) {
                    self.meet(game.play(state, mv));
                }
            }
            return Some(Visit {
                ply,
                state,
                analysis,
            });
        }
    }
}
