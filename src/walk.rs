//! Every reachable state of a solved game, by the rules.

use crate::kernel::{Analysis, Game, Visited, starts};
use crate::solved::{Solved, StateOf};

/// Every reachable state and what is known of it, the nearest to a start first.
///
/// The states are found by the rules, so that it has them where a table has keys only. It
/// remembers those that it has given.
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

/// A state that [`walk`] has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit<S> {
    /// How many plies it is from the nearest start.
    pub ply: u32,
    /// The state.
    pub state: S,
    /// What is known of it.
    pub analysis: Analysis,
}

struct Walk<'t, T: Solved> {
    solved: &'t T,
    visited: Visited<StateOf<T>>,
    /// The number of the state to be given next.
    next: usize,
    ply: u32,
    /// The number after the last state of this ply.
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
