//! The trait of solved games, and the error of a look-up.

use core::convert::Infallible;
use core::{fmt, iter};

use crate::evaluated::best_first;
#[cfg(feature = "solve")]
use perfectplay_core::solve::Solution;
use perfectplay_core::{Analysis, Game, Moves, Score, score_of_move};

use crate::evaluated::{EvaluatedMove, EvaluatedMoves};

/// A solved game, in which the value of every reachable state is known.
///
/// The functions that play, audit and verify a game use this trait. So the answers may come from a
/// baked table, a file or a solution in memory. [`TicTacToe`](crate::tictactoe::TicTacToe)
/// implements the trait, and answers from a table in this crate.
///
/// A table in memory always answers. The [`Error`](Self::Error) of such a table is [`Infallible`],
/// so the methods without `try_` can be called. On a trait object, call the methods without `try_`
/// through one more reference, as in `(&object).analysis(state)`.
///
/// ```
/// use perfectplay::tictactoe::{TicTacToe, state};
/// use perfectplay::{Solved, Value};
///
/// let mut moves = TicTacToe.moves(state!(X . O / . . . / . . .));
/// let best = moves.next().expect("a game that goes on");
/// assert_eq!((best.mv.index(), best.value, best.distance), (3, Value::Win, Some(5)));
/// let worst = moves.last().expect("more moves");
/// assert_eq!((worst.mv.index(), worst.value, worst.distance), (1, Value::Loss, Some(6)));
/// ```
pub trait Solved {
    /// The rules.
    type Game: Game;

    /// The reason why a state cannot be looked up. For example, a file cannot be read.
    type Error: core::error::Error + 'static;

    /// Returns the rules of the game.
    fn game(&self) -> &Self::Game;

    /// Returns whether every distance is known. If this method returns `false`, the distance of a
    /// state may be `None` although perfect play from the state ends.
    fn knows_distances(&self) -> bool {
        true
    }

    /// Returns the number of reachable states.
    fn states(&self) -> u64;

    /// Returns the analysis of a state; `None` if and only if no game reaches the state.
    ///
    /// # Errors
    /// Fails when the table cannot be read.
    fn try_analysis(&self, state: StateOf<Self>) -> Result<Option<Analysis>, Self::Error>;

    /// Returns the value and distance of a state; `None` if and only if no game reaches the state.
    /// The result equals the [score](Analysis::score) of the analysis, but this method may be
    /// faster than [`try_analysis`](Self::try_analysis).
    ///
    /// # Errors
    /// Fails when the table cannot be read.
    fn try_score(&self, state: StateOf<Self>) -> Result<Option<Score>, Self::Error> {
        let analysis = self.try_analysis(state)?;
        Ok(analysis.map(|analysis| analysis.score()))
    }

    /// Returns the legal moves, without their values; no moves if the game is over. `None` if the
    /// solved game knows that the state is unreachable. An oracle returns the moves without proving
    /// the value of the state.
    ///
    /// # Errors
    /// Fails when the table cannot be read, or contradicts the rules.
    fn try_legal(&self, state: StateOf<Self>) -> Result<Option<Moves>, LookupErrorOf<Self>> {
        let analysis = lawful_analysis(self, state)?;
        Ok(analysis.map(|analysis| analysis.legal()))
    }

    /// Returns the legal moves with their values, the best first. Returns no moves if the game is
    /// over, or if no game reaches the state.
    ///
    /// # Errors
    /// Fails when the table cannot be read. Also fails when the rules contradict the table's record
    /// of this state, or of the state after a move.
    fn try_moves(&self, state: StateOf<Self>) -> Result<MovesOf<Self>, LookupErrorOf<Self>>
    where
        Self: Sized,
    {
        let Some(analysis) = lawful_analysis(self, state)? else {
            return Ok(best_first(iter::empty()));
        };
        let mut failure = None;
        let moves = best_first(analysis.legal().iter().map_while(|mv| {
            let after = self.game().play(state, mv);
            let score = known_score(self, after).map(|score| {
                let score = score_of_move(self.game(), state, after, score);
                let is_of_kind = analysis.of_kind(score.value()).contains(mv);
                is_of_kind.then_some(EvaluatedMove {
                    mv,
                    after,
                    value: score.value(),
                    distance: score.distance(),
                    is_best: analysis.best().contains(mv),
                })
            });
            match score {
                Ok(Some(evaluated)) => return Some(evaluated),
                Ok(None) => failure = Some(LookupError::Contradiction { state }),
                Err(error) => failure = Some(error),
            }
            None
        }));
        match failure {
            None => Ok(moves),
            Some(error) => Err(error),
        }
    }

    /// Returns the analysis of a state; `None` if and only if no game reaches the state.
    fn analysis(&self, state: StateOf<Self>) -> Option<Analysis>
    where
        Self: Sized + Solved<Error = Infallible>,
    {
        let Ok(analysis) = self.try_analysis(state);
        analysis
    }

    /// Returns the value and distance of a state; `None` if and only if no game reaches the state.
    fn score(&self, state: StateOf<Self>) -> Option<Score>
    where
        Self: Sized + Solved<Error = Infallible>,
    {
        let Ok(score) = self.try_score(state);
        score
    }

    /// Returns the legal moves with their values, the best first. Returns no moves if
    /// [`try_moves`](Self::try_moves) returns no moves or an error.
    fn moves(&self, state: StateOf<Self>) -> MovesOf<Self>
    where
        Self: Sized + Solved<Error = Infallible>,
    {
        let moves = self.try_moves(state);
        moves.unwrap_or_else(|_| best_first(iter::empty()))
    }
}

/// The state type of a solved game.
pub type StateOf<T> = <<T as Solved>::Game as Game>::State;

/// The [`EvaluatedMoves`] of a solved game.
pub type MovesOf<T> = EvaluatedMoves<StateOf<T>>;

/// The [`LookupError`] of a solved game.
pub type LookupErrorOf<T> = LookupError<StateOf<T>, <T as Solved>::Error>;

/// The reason why a table has no usable answer. The look-up of an unreachable state is not an
/// error.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LookupError<S, E = Infallible> {
    /// The table lacks a state that some game reaches.
    Missing {
        /// The state.
        state: S,
    },
    /// The rules contradict the table's record of a state.
    Contradiction {
        /// The state.
        state: S,
    },
    /// The table cannot be read.
    Read(E),
}

impl<S, E> From<E> for LookupError<S, E> {
    fn from(error: E) -> Self {
        Self::Read(error)
    }
}

impl<S: fmt::Debug, E: fmt::Display> fmt::Display for LookupError<S, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { state } => {
                write!(
                    f,
                    "the table has no record of the reachable state {state:?}"
                )
            }
            Self::Contradiction { state } => {
                write!(f, "the rules contradict the table's record of {state:?}")
            }
            Self::Read(error) => error.fmt(f),
        }
    }
}

perfectplay_core::debug_as_display!([S: fmt::Debug, E: fmt::Display] LookupError<S, E>);

impl<S: fmt::Debug, E: core::error::Error + 'static> core::error::Error for LookupError<S, E> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Read(error) => Some(error),
            _ => None,
        }
    }
}

/// Returns the record of a state. Returns an error if the record contradicts the rules, for example
/// if it contains an illegal move. A checksum shows only that the bytes were not damaged, so this
/// check is needed before any of the moves is played.
pub(crate) fn lawful_analysis<T: Solved + ?Sized>(
    solved: &T,
    state: StateOf<T>,
) -> Result<Option<Analysis>, LookupErrorOf<T>> {
    let Some(found) = solved.try_analysis(state)? else {
        return Ok(None);
    };
    let game = solved.game();
    let is_lawful = match game.outcome(state) {
        Some(value) => found == Analysis::finished(value),
        None => found.is_of_moves(game.legal(state), solved.knows_distances()),
    };
    if is_lawful {
        Ok(Some(found))
    } else {
        Err(LookupError::Contradiction { state })
    }
}

/// Returns the record of a state that some game reaches.
#[cfg(feature = "alloc")]
pub(crate) fn lawful_record<T: Solved + ?Sized>(
    solved: &T,
    state: StateOf<T>,
) -> Result<Analysis, LookupErrorOf<T>> {
    lawful_analysis(solved, state)?.ok_or(LookupError::Missing { state })
}

/// Returns the score of a state that some game reaches.
pub(crate) fn known_score<T: Solved + ?Sized>(
    solved: &T,
    state: StateOf<T>,
) -> Result<Score, LookupErrorOf<T>> {
    solved
        .try_score(state)?
        .ok_or(LookupError::Missing { state })
}

impl<T: Solved + ?Sized> Solved for &T {
    type Game = T::Game;
    type Error = T::Error;

    fn game(&self) -> &T::Game {
        (**self).game()
    }

    fn knows_distances(&self) -> bool {
        (**self).knows_distances()
    }

    fn states(&self) -> u64 {
        (**self).states()
    }

    fn try_analysis(&self, state: StateOf<T>) -> Result<Option<Analysis>, T::Error> {
        (**self).try_analysis(state)
    }

    fn try_score(&self, state: StateOf<T>) -> Result<Option<Score>, T::Error> {
        (**self).try_score(state)
    }

    fn try_legal(&self, state: StateOf<T>) -> Result<Option<Moves>, LookupErrorOf<Self>> {
        (**self).try_legal(state)
    }
}

#[cfg(feature = "solve")]
impl<G: Game> Solved for Solution<G> {
    type Game = G;
    type Error = Infallible;

    fn game(&self) -> &G {
        Solution::game(self)
    }

    fn states(&self) -> u64 {
        self.len() as u64
    }

    fn try_analysis(&self, state: G::State) -> Result<Option<Analysis>, Infallible> {
        Ok(self.lookup(state))
    }

    fn try_score(&self, state: G::State) -> Result<Option<Score>, Infallible> {
        Ok(Solution::score(self, state))
    }
}
