//! The audit, which plays a strategy against every reply.

mod choices;
mod error;
mod games;
mod mistakes;
mod odds;

use alloc::vec::Vec;
use core::fmt;

use crate::solved::{Solved, StateOf, lawful_record};
use perfectplay_core::graph::{Explored, Node, NodeKind, Nodes, explore};
use perfectplay_core::{Game, Player, Value, starts};

use crate::strategy::Strategy;
use choices::choices;
pub use error::{AuditError, AuditErrorOf};
use games::result;
pub use games::{Defeat, Games, GamesError};
pub use mistakes::Mistake;
use mistakes::Mistakes;
pub use odds::{Odds, odds};

/// Plays a strategy on one side against every reply, from every start of the game. If the strategy
/// may choose several moves, the audit plays each of them.
///
/// ```
/// use perfectplay::tictactoe::TicTacToe;
/// use perfectplay::{Level, Player, audit};
/// use perfectplay_games::tictactoe::TrapAvoider;
///
/// let perfect = Level::Perfect.on(&TicTacToe);
/// assert!(audit(&TicTacToe, &perfect, Player::Second)?.is_unbeatable());
///
/// let published = audit(&TicTacToe, &TrapAvoider::Published, Player::Second)?;
/// assert!(!published.is_unbeatable());
/// let games = published.games()?;
/// assert_eq!(games.beaten_with_probability, 1.0);
/// assert_eq!(games.losing_lines().count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails when the strategy does not answer, chooses no move, or chooses an illegal move. Fails when
/// the table cannot be read, lacks a state, or contradicts the rules. Fails when there are too many
/// states, or two states share a key.
pub fn audit<T: Solved + ?Sized, P: Strategy<StateOf<T>> + ?Sized>(
    solved: &T,
    strategy: &P,
    side: Player,
) -> Result<Audit<StateOf<T>>, AuditErrorOf<T, P>> {
    let game = solved.game();
    let (mut probabilities, mut mistakes) = (Vec::new(), Mistakes::default());
    let explored = explore(game, starts(game), Nodes::StatesAndMovers, |node| {
        let Node { state, mover, .. } = node;
        if let Some(value) = game.outcome(state) {
            return Ok(NodeKind::Over(value));
        }
        let legal = game.legal(state);
        if mover != Some(side) {
            probabilities.extend(legal.iter().map(|_| 0.0));
            return Ok(NodeKind::On(legal));
        }
        let analysis = lawful_record(solved, state)?;
        let choices = choices(strategy, state, legal)?;
        mistakes.add(node.number, &analysis, choices);
        let Some(choices) = choices else {
            return Ok(NodeKind::Over(Value::Loss));
        };
        for mv in choices {
            let probability = strategy.probability(state, mv);
            probabilities.push(probability.map_err(AuditError::Strategy)?);
        }
        Ok(NodeKind::On(choices))
    })
    .map_err(AuditError::of_graph)?;
    Ok(Audit {
        explored,
        side,
        probabilities,
        mistakes,
    })
}

/// The result of an audit. An audit contains every state that can occur when the strategy plays,
/// and every mistake that the strategy can make. A state counts once, even if many games pass
/// through it. If a state occurs with either player to move, it counts twice.
pub struct Audit<S> {
    explored: Explored<S>,
    side: Player,
    /// For each edge of the graph of states, the probability that the strategy plays the move of
    /// this edge. Moves of the opponent have probability 0.
    probabilities: Vec<f64>,
    mistakes: Mistakes,
}

impl<S: Copy + Eq> Audit<S> {
    /// Returns `true` if the strategy never loses, whatever the opponent plays.
    #[must_use]
    pub fn is_unbeatable(&self) -> bool {
        self.nearest_loss().is_none()
    }

    /// Returns a shortest game that the strategy loses; `None` if no opponent can beat the
    /// strategy.
    ///
    /// ```
    /// use perfectplay::{Level, Player, audit, solve};
    /// use perfectplay_games::{Listed, vanishing::Vanishing};
    ///
    /// let game = Vanishing::with_parameters("before").expect("a variant");
    /// let solution = solve(&game)?;
    /// let perfect = Level::Perfect.on(&solution);
    /// let audited = audit(&solution, &perfect, Player::Second)?;
    /// assert_eq!(audited.refutation(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn refutation(&self) -> Option<Defeat<S>> {
        let (start, moves) = self.explored.graph.line_to(self.nearest_loss()?);
        Some(Defeat::new(&self.explored, start, moves))
    }

    /// Returns the number of choices that give away a win. A choice is a move that the strategy may
    /// play in a state, or a resignation in a state. Each choice counts once, even if many games
    /// pass through the state.
    #[must_use]
    pub const fn missed_wins(&self) -> u64 {
        self.mistakes.missed_wins
    }

    /// Returns the number of choices that turn a win into a draw or a loss, or a draw into a loss.
    /// This number includes the [missed wins](Self::missed_wins).
    #[must_use]
    pub const fn blunders(&self) -> u64 {
        self.mistakes.blunders
    }

    /// Lists the mistakes that the strategy may make. A mistake is a choice that turns a win into a
    /// draw or a loss, or a draw into a loss. The mistakes in states nearest to a start come first.
    ///
    /// A strategy without mistakes can lose only if the start is already lost for it.
    ///
    /// ```
    /// use perfectplay::tictactoe::{TicTacToe, state};
    /// use perfectplay::{Player, Value, audit};
    /// use perfectplay_games::tictactoe::CornerFirst;
    ///
    /// let audited = audit(&TicTacToe, &CornerFirst, Player::Second)?;
    /// let first = audited.mistakes().next().expect("a mistake");
    /// assert_eq!(first.state, state!(X . . / . O X / . . .));
    /// assert_eq!((first.before, first.after), (Value::Draw, Value::Loss));
    /// assert_eq!(first.mv.map(|mv| mv.index()), Some(6)); // a corner
    /// assert_eq!(first.good.bits(), 0b110_000_110); // 1, 2, 7 and 8
    /// assert_eq!(audited.mistakes().count(), 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mistakes(&self) -> impl Iterator<Item = Mistake<S>> {
        self.mistakes.iter(&self.explored, &self.probabilities)
    }

    /// Counts the games that the strategy wins, draws and loses.
    ///
    /// # Errors
    /// Fails when a state repeats, or there are more games than a `u64` can count.
    pub fn games(&self) -> Result<Games<'_, S>, GamesError<S>> {
        Games::count(&self.explored, self.side, &self.probabilities)
    }

    /// Returns the index of a finished state in which the strategy has lost. Of all these states,
    /// returns one that is nearest to a start. Returns `None` if the strategy cannot lose.
    fn nearest_loss(&self) -> Option<u32> {
        let graph = &self.explored.graph;
        (0..graph.len()).find(|&end| result(graph, self.side, end) == Some(Value::Loss))
    }
}

impl<S> fmt::Debug for Audit<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Audit")
            .field("side", &self.side)
            .field("states", &self.explored.graph.len())
            .field("missed_wins", &self.mistakes.missed_wins)
            .field("blunders", &self.mistakes.blunders)
            .finish_non_exhaustive()
    }
}
