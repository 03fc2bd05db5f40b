//! The audit: every reply against a strategy.

mod games;
mod graph;
mod reach;

use alloc::vec::Vec;
use core::fmt;

use crate::game::{Move, Moves};
use crate::games::tictactoe::{Player, State, TicTacToe};
use crate::solved::{Solved, StateOf};
use crate::strategy::Strategy;

use games::{Tallies, Uncounted};
use reach::Reach;

/// Plays a strategy, on one side, against every reply and over all of its own choices.
///
/// ```
/// use perfectplay::{Level, Player, TrapAvoider, audit};
///
/// assert!(audit(&Level::Perfect, Player::O)?.is_unbeatable());
///
/// let published = audit(&TrapAvoider::Published, Player::O)?;
/// assert!(!published.is_unbeatable());
/// assert_eq!(published.beaten_with_probability, 1.0);
/// # Ok::<(), perfectplay::AuditError>(())
/// ```
///
/// # Errors
/// When the strategy chooses nothing, or a move that is not legal.
pub fn audit(strategy: &(impl Strategy + ?Sized), side: Player) -> Result<Audit, AuditError> {
    audit_in(&TicTacToe, strategy, side, usize::MAX)
}

/// [`audit`] in any solved game without repetition. [`Player::X`] is who moves first, in
/// the first of the game's starts. Of the games lost at most so many are kept as lines.
///
/// # Errors
/// When the strategy chooses nothing, or a move that is not legal; when a state comes
/// back, or there are more games than a `u64` counts. [`refutation_in`] has an answer to
/// these two as well.
pub fn audit_in<T: Solved>(
    solved: &T,
    strategy: &(impl Strategy<StateOf<T>> + ?Sized),
    side: Player,
    most_lines: usize,
) -> Result<Audit, AuditError<StateOf<T>>> {
    let reach = Reach::of(solved, strategy, side)?;
    let tallies = Tallies::of(&reach.graph).map_err(|why| match why {
        Uncounted::Repetition(place) => AuditError::Repetition {
            state: reach.states[place],
        },
        Uncounted::TooMany => AuditError::TooManyGames,
    })?;
    let start = tallies.start();
    Ok(Audit {
        won: start.won,
        drawn: start.drawn,
        lost: start.lost,
        losing_lines: tallies.losing_lines(&reach.graph, most_lines),
        missed_wins: reach.missed_wins,
        blunders: reach.blunders,
        beaten_with_probability: start.beaten,
    })
}

/// The moves of a shortest game that a strategy loses on this side, if any reply ever
/// beats it: `None` is a proof that it is unbeatable.
///
/// It has this answer also where [`audit_in`] has none: in games in which states come
/// back, and in those of which there are too many to count.
///
/// ```
/// use perfectplay::games::{Listed, vanishing::Vanishing};
/// use perfectplay::{Level, Player, refutation_in, solve};
///
/// let game = Vanishing::with_parameters("before").expect("a variant");
/// let solution = solve(&game)?;
/// let perfect = Level::Perfect.on(&solution);
/// assert_eq!(refutation_in(&solution, &perfect, Player::O)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the strategy chooses nothing, or a move that is not legal.
pub fn refutation_in<T: Solved>(
    solved: &T,
    strategy: &(impl Strategy<StateOf<T>> + ?Sized),
    side: Player,
) -> Result<Option<Vec<Move>>, AuditError<StateOf<T>>> {
    Ok(Reach::of(solved, strategy, side)?.graph.shortest_loss())
}

/// What became of a strategy that was played against every reply.
#[derive(Clone, Debug, PartialEq)]
pub struct Audit {
    /// Games that the strategy won: distinct sequences of moves.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// The games lost, as their moves from the start, in the order of the moves.
    pub losing_lines: Vec<Vec<Move>>,
    /// Choices that give away a won state: pairs of a state that the strategy meets and
    /// a move that it may choose there.
    pub missed_wins: u64,
    /// Choices that turn a win into less or a draw into a loss: the missed wins and the
    /// lost draws.
    pub blunders: u64,
    /// How likely the strategy is to lose to an opponent who knows it and does the most
    /// for that, `0.0..=1.0`.
    pub beaten_with_probability: f64,
}

impl Audit {
    /// Whether no reply ever beats the strategy.
    #[must_use]
    pub const fn is_unbeatable(&self) -> bool {
        self.lost == 0
    }
}

/// Why a strategy cannot be audited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AuditError<S = State> {
    /// The game goes on, but no move was chosen.
    NoChoice {
        /// Where.
        state: S,
    },
    /// Moves were chosen that are not legal.
    Illegal {
        /// Where.
        state: S,
        /// Those moves.
        moves: Moves,
        /// The legal moves.
        legal: Moves,
    },
    /// A state comes back in one game, so that there is no end of games.
    Repetition {
        /// Which.
        state: S,
    },
    /// There are more games than can be counted.
    TooManyGames,
}

impl<S: fmt::Debug> fmt::Display for AuditError<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoChoice { state } => write!(f, "expected a move for {state:?}, found none"),
            Self::Illegal {
                state,
                moves,
                legal,
            } => write!(
                f,
                "expected legal moves for {state:?}, found {moves:?} of {legal:?}"
            ),
            Self::Repetition { state } => {
                write!(
                    f,
                    "expected a game without repetition, found {state:?} again"
                )
            }
            Self::TooManyGames => write!(f, "expected at most {} games, found more", u64::MAX),
        }
    }
}

impl<S: fmt::Debug> core::error::Error for AuditError<S> {}
