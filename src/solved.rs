//! A game whose every state is known, however it is stored.

use core::iter;

use crate::evaluated::{EvaluatedMove, EvaluatedMoves, best_first};
#[cfg(feature = "solve")]
use perfectplay_core::solve::Solution;
use perfectplay_core::{Analysis, Game, Moves, Score, score_of_move};

/// All reachable states of a game, with their values.
///
/// What plays, audits and verifies asks this trait. It does not know whether the answers
/// come from a baked table, a file or a solution in memory.
/// [`TicTacToe`](crate::tictactoe::TicTacToe) itself is solved: its table is in this crate.
pub trait Solved {
    /// The rules.
    type Game: Game;

    /// The game that was solved.
    fn game(&self) -> &Self::Game;

    /// Everything about a state; `None` exactly for a state that no game reaches.
    fn analysis(&self, state: <Self::Game as Game>::State) -> Option<Analysis>;

    /// What a state is worth; `None` exactly for a state that no game reaches. It is the
    /// [score](Analysis::score) of the analysis, which may take longer to find.
    fn score(&self, state: <Self::Game as Game>::State) -> Option<Score> {
        self.analysis(state).map(|analysis| analysis.score())
    }

    /// How many reachable states there are.
    fn states(&self) -> u64;

    /// The value of every legal move, the best first. There are none if the game is over,
    /// if no game reaches the state, or if the rules contradict what the table holds of it
    /// or of a state after it.
    ///
    /// ```
    /// use perfectplay::{Solved, Value, state, tictactoe::TicTacToe};
    ///
    /// let mut moves = TicTacToe.moves(state!(X . O / . . . / . . .));
    /// let best = moves.next().expect("a game that goes on");
    /// assert_eq!((best.mv.index(), best.value, best.distance), (3, Value::Win, Some(5)));
    /// let worst = moves.last().expect("more moves");
    /// assert_eq!((worst.mv.index(), worst.value, worst.distance), (1, Value::Loss, Some(6)));
    /// ```
    fn moves(
        &self,
        state: <Self::Game as Game>::State,
    ) -> EvaluatedMoves<<Self::Game as Game>::State> {
        let analysis = lawful_analysis(self, state);
        let (legal, best) = analysis.map_or((Moves::EMPTY, Moves::EMPTY), |analysis| {
            (analysis.legal(), analysis.best)
        });
        let mut is_complete = true;
        let moves = best_first(legal.iter().filter_map(|mv| {
            let after = self.game().play(state, mv);
            let found = self.score(after);
            let score = found.map(|found| score_of_move(self.game(), state, after, found));
            is_complete &= score.is_some_and(|score| {
                analysis.is_some_and(|known| known.of_kind(score.value()).contains(mv))
            });
            let score = score?;
            Some(EvaluatedMove {
                mv,
                after,
                value: score.value(),
                distance: score.distance(),
                is_best: best.contains(mv),
            })
        }));
        if is_complete {
            moves
        } else {
            best_first(iter::empty())
        }
    }
}

/// What a table holds of a state, unless the rules contradict it: then it is as if the table
/// held nothing. A checksum only shows that bytes are those that were written, so the moves
/// of a table are held against the rules before one of them is played.
pub(crate) fn lawful_analysis<T: Solved + ?Sized>(
    solved: &T,
    state: StateOf<T>,
) -> Option<Analysis> {
    let (game, found) = (solved.game(), solved.analysis(state)?);
    let is_lawful = match game.outcome(state) {
        Some(value) => found == Analysis::finished(value),
        None => found.is_of_moves(game.legal(state)),
    };
    is_lawful.then_some(found)
}

/// The states of a solved game.
pub type StateOf<T> = <<T as Solved>::Game as Game>::State;

impl<T: Solved + ?Sized> Solved for &T {
    type Game = T::Game;

    fn game(&self) -> &T::Game {
        (**self).game()
    }

    fn analysis(&self, state: <T::Game as Game>::State) -> Option<Analysis> {
        (**self).analysis(state)
    }

    fn score(&self, state: <T::Game as Game>::State) -> Option<Score> {
        (**self).score(state)
    }

    fn states(&self) -> u64 {
        (**self).states()
    }
}

#[cfg(feature = "solve")]
impl<G: Game> Solved for Solution<G> {
    type Game = G;

    fn game(&self) -> &G {
        Solution::game(self)
    }

    fn analysis(&self, state: G::State) -> Option<Analysis> {
        self.get(state)
    }

    fn score(&self, state: G::State) -> Option<Score> {
        Solution::score(self, state)
    }

    fn states(&self) -> u64 {
        self.len() as u64
    }
}
