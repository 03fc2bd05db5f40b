//! The audit: plays a strategy against every reply.

mod error;
mod graph;
mod mistakes;
mod reach;
mod tally;

use alloc::vec::Vec;
use core::fmt;

use crate::solved::{Solved, StateOf};
use crate::strategy::Strategy;
use perfectplay_core::{Move, Player};

pub use error::AuditError;
pub use mistakes::{Mistake, Mistakes, mistakes};
use reach::Reach;
use tally::{Tallies, Uncounted};

/// Plays a strategy on one side against every reply. It follows all choices of the
/// strategy, from every start of the game. [`mistakes`] tells where it errs.
///
/// ```
/// use perfectplay::tictactoe::{TicTacToe, TrapAvoider};
/// use perfectplay::{Level, Player, audit};
///
/// let perfect = Level::Perfect.on(&TicTacToe);
/// assert!(audit(&TicTacToe, &perfect, Player::Second)?.is_unbeatable());
///
/// let published = audit(&TicTacToe, &TrapAvoider::Published, Player::Second)?;
/// assert!(!published.is_unbeatable());
/// assert_eq!(published.beaten_with_probability, 1.0);
/// assert_eq!(published.losing_lines().count(), 4);
/// # Ok::<(), perfectplay::AuditError<perfectplay::State>>(())
/// ```
///
/// # Errors
/// When the strategy chooses no move or an illegal move; when the table has no record of a
/// state, or one that the rules contradict; when a state repeats; or when there are more games
/// than a `u64` can count. In the last two cases, [`refutation`] still gives an answer.
pub fn audit<T: Solved + ?Sized>(
    solved: &T,
    strategy: &(impl Strategy<StateOf<T>> + ?Sized),
    side: Player,
) -> Result<Audit<StateOf<T>>, AuditError<StateOf<T>>> {
    let reach = Reach::of(solved, strategy, side)?;
    let tallies = Tallies::of(&reach.graph).map_err(|why| match why {
        Uncounted::Repetition(node) => AuditError::Repetition {
            state: reach.states[node],
        },
        Uncounted::TooMany => AuditError::TooManyGames,
    })?;
    let total = tallies
        .total(&reach.graph)
        .ok_or(AuditError::TooManyGames)?;
    Ok(Audit {
        won: total.won,
        drawn: total.drawn,
        lost: total.lost,
        missed_wins: reach.missed_wins,
        blunders: reach.blunders,
        beaten_with_probability: total.beaten,
        reach,
        tallies,
    })
}

/// A shortest game that a strategy loses on this side, from any start of the game. `None`
/// proves that no replies beat the strategy.
///
/// It also works where [`audit`] does not: in games in which states repeat, and in games
/// with too many lines of play to count.
///
/// ```
/// use perfectplay_games::{Listed, vanishing::Vanishing};
/// use perfectplay::{Level, Player, refutation, solve};
///
/// let game = Vanishing::with_parameters("before").expect("a variant");
/// let solution = solve(&game)?;
/// let perfect = Level::Perfect.on(&solution);
/// assert_eq!(refutation(&solution, &perfect, Player::Second)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the strategy chooses no move or an illegal move, or when the table has no record of a
/// state, or one that the rules contradict.
pub fn refutation<T: Solved + ?Sized>(
    solved: &T,
    strategy: &(impl Strategy<StateOf<T>> + ?Sized),
    side: Player,
) -> Result<Option<Defeat<StateOf<T>>>, AuditError<StateOf<T>>> {
    let reach = Reach::of(solved, strategy, side)?;
    let lost = reach.graph.shortest_loss();
    Ok(lost.map(|(start, moves)| reach.defeat(start, moves)))
}

/// The result of an audit.
pub struct Audit<S> {
    /// The number of games that the strategy won. Games are distinct sequences of moves.
    pub won: u64,
    /// The number of games drawn.
    pub drawn: u64,
    /// The number of games lost.
    pub lost: u64,
    /// The number of choices that give away a win. A choice is a state that the strategy
    /// meets and a move that it may choose there, or its resignation.
    pub missed_wins: u64,
    /// The number of choices that turn a win into a draw or a loss, or a draw into a
    /// loss. It includes the missed wins.
    pub blunders: u64,
    /// The probability that the strategy loses, `0.0..=1.0`, from the start that is worst
    /// for it, against an opponent that knows the strategy and tries to beat it.
    pub beaten_with_probability: f64,
    reach: Reach<S>,
    tallies: Tallies,
}

impl<S: Copy> Audit<S> {
    /// Whether no replies beat the strategy.
    #[must_use]
    pub const fn is_unbeatable(&self) -> bool {
        self.lost == 0
    }

    /// The games lost, the shortest first, and those of the same length by the order of their
    /// starts and moves. There may be very many; take as many as you need.
    pub fn losing_lines(&self) -> impl Iterator<Item = Defeat<S>> {
        self.tallies
            .losing_lines(&self.reach.graph)
            .map(|(start, moves)| self.reach.defeat(start, moves))
    }
}

impl<S> fmt::Debug for Audit<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Audit")
            .field("won", &self.won)
            .field("drawn", &self.drawn)
            .field("lost", &self.lost)
            .field("missed_wins", &self.missed_wins)
            .field("blunders", &self.blunders)
            .field("beaten_with_probability", &self.beaten_with_probability)
            .finish_non_exhaustive()
    }
}

/// A game that a strategy loses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Defeat<S> {
    /// The state in which the game starts.
    pub start: S,
    /// The moves from the start to the end.
    pub moves: Vec<Move>,
}
