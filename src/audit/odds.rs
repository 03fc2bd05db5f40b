//! Computes the probability of each outcome if both players follow a strategy.

use alloc::vec::Vec;
use core::convert::Infallible;

use super::choices::choices;
use super::error::AuditError;
use crate::strategy::Strategy;
use perfectplay_core::graph::{NodeKind, Nodes, explore};
use perfectplay_core::{Game, Player, Value, starts};

/// The probabilities of the three outcomes of a game between two strategies.
///
/// If no state repeats, the probabilities are exact up to rounding. The probability is then exactly
/// 1 for an outcome that always occurs, and exactly 0 for one that never occurs. If states repeat,
/// the probabilities are limits of infinite sums, and correct to nine digits.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Odds {
    /// The probability that the first player wins.
    pub first: f64,
    /// The probability of a draw. A game that never ends counts as a draw.
    pub draw: f64,
    /// The probability that the second player wins.
    pub second: f64,
}

impl Odds {
    /// Returns the first player's probability of winning minus the second player's, `-1.0..=1.0`.
    #[must_use]
    pub fn edge(self) -> f64 {
        self.first - self.second
    }
}

/// Computes the probability that each player wins from the [start](Game::start), if each player
/// follows a strategy.
///
/// ```
/// use perfectplay::audit::odds;
/// use perfectplay::{Level, tictactoe::TicTacToe};
///
/// let perfect = Level::Perfect.on(&TicTacToe);
/// let random = Level::Random.on(&TicTacToe);
/// let odds = odds(&TicTacToe, [&perfect, &random])?;
/// assert_eq!(odds.second, 0.0);
/// assert!(odds.first > 0.9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails when a strategy does not answer, chooses no move, or chooses an illegal move. Fails when
/// the game has too many states, or two states share a key.
pub fn odds<G: Game, P: Strategy<G::State> + ?Sized>(
    game: &G,
    strategies: [&P; 2],
) -> Result<Odds, AuditError<G::State, Infallible, P::Error>> {
    let mut probabilities = Vec::new();
    let explored = explore(game, starts(game), Nodes::StatesAndMovers, |node| {
        if let Some(value) = game.outcome(node.state) {
            return Ok(NodeKind::Over(value));
        }
        let strategy = strategies[node.mover.unwrap_or(Player::First) as usize];
        let legal = game.legal(node.state);
        let Some(choices) = choices(strategy, node.state, legal)? else {
            return Ok(NodeKind::Over(Value::Loss));
        };
        for mv in choices {
            let probability = strategy.probability(node.state, mv);
            probabilities.push(probability.map_err(AuditError::Strategy)?);
        }
        Ok(NodeKind::On(choices))
    })
    .map_err(AuditError::of_graph)?;
    let graph = &explored.graph;
    let [first, second] = graph.chances(&probabilities)[0];
    let is_draw = |state| graph.outcome(state) == Some(Value::Draw);
    let draw = if game.is_loopy() || (0..graph.len()).any(is_draw) {
        // The chances of the players may be rounded up, to a sum above 1.
        (1.0 - first - second).max(0.0)
    } else {
        0.0
    };
    Ok(Odds {
        first,
        draw,
        second,
    })
}
