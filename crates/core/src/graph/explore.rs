//! Finds the states of a game, breadth first.

use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;

use super::numbers::{Graph, GraphStep};
use super::states::{Meeting, States};
use crate::{Game, Moves, Player, Value, is_extra_turn, starts};

/// What a node of a graph stands for: a state alone, or a state together with the player to move.
/// Nodes are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nodes {
    /// Each node is a state. If turns alternate, the graph does not store whose turn it is.
    States,
    /// Each node is a state and the player to move. A state that does not tell whose turn it is may
    /// occur with either player to move. It then has two numbers.
    StatesAndMovers,
}

/// A state that is being visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node<S> {
    /// The number of the node.
    pub number: u32,
    /// The state.
    pub state: S,
    /// The player to move; `None` if the graph stores states alone and turns alternate.
    pub mover: Option<Player>,
}

/// The result of the visit of a node: the game is over there, or it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// The game is over, with this value for the player who would move next.
    Over(Value),
    /// The game goes on, and the exploration follows these moves.
    On(Moves),
}

/// A graph and its states.
#[derive(Clone, Debug)]
pub struct Explored<S> {
    /// The moves between the states. The graph refers to a state by its index in `states`.
    pub graph: Graph,
    /// The states, in the order of their numbers in the graph.
    pub states: States<S>,
}

/// Finds all states to which moves lead from the starts of a game.
///
/// ```
/// use perfectplay::graph::{Nodes, explore_all};
/// use perfectplay::tictactoe::TicTacToe;
///
/// let explored = explore_all(&TicTacToe, Nodes::States)?;
/// assert_eq!(explored.states.len(), 5478);
/// assert_eq!(explored.graph.games(), Some(255_168));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
/// Fails when two states have the same key, or there are 2^32 - 1 states or more.
pub fn explore_all<G: Game>(
    game: &G,
    nodes: Nodes,
) -> Result<Explored<G::State>, ExploreError<G::State, Infallible>> {
    explore(game, starts(game), nodes, |node| {
        Ok(match game.outcome(node.state) {
            Some(value) => NodeKind::Over(value),
            None => NodeKind::On(game.legal(node.state)),
        })
    })
}

/// Explores a game from `starts`. Calls `visit` once for each node, in ascending order of the
/// nodes' numbers, and follows the moves that `visit` returns.
///
/// # Errors
/// Fails when two states have the same key, there are 2^32 - 1 states or more, or `visit` fails.
pub fn explore<G: Game, E>(
    game: &G,
    starts: impl Iterator<Item = G::State>,
    nodes: Nodes,
    mut visit: impl FnMut(Node<G::State>) -> Result<NodeKind, E>,
) -> Result<Explored<G::State>, ExploreError<G::State, E>> {
    let mut frontier = Frontier {
        game,
        by_mover: nodes == Nodes::StatesAndMovers,
        states: States::new(),
        movers: Vec::new(),
    };
    for start in starts {
        let mover = game.to_move(start).unwrap_or(Player::First);
        frontier.meet(start, mover)?;
    }
    let mut graph = Graph::new(frontier.states.len() as u32);
    while let Some(node) = frontier.node(graph.len()) {
        let Node { state, mover, .. } = node;
        match visit(node).map_err(ExploreError::Visit)? {
            NodeKind::Over(value) => graph.push_state(Some(value), mover),
            NodeKind::On(moves) => {
                for mv in moves {
                    let after = game.play(state, mv);
                    let next = match mover {
                        Some(mover) if is_extra_turn(game, state, after) => mover,
                        Some(mover) => mover.other(),
                        None => Player::First,
                    };
                    let to = frontier.meet(after, next)?;
                    graph.push_step(GraphStep { mv, to });
                }
                graph.push_state(None, mover);
            }
        }
    }
    let states = frontier.states;
    Ok(Explored { graph, states })
}

/// All states that the search has found. Some of them may not be visited yet.
struct Frontier<'g, G: Game> {
    game: &'g G,
    by_mover: bool,
    states: States<G::State>,
    /// The player to move at each node; empty for [`Nodes::States`].
    movers: Vec<Player>,
}

impl<G: Game> Frontier<'_, G> {
    /// Returns the number of the node for `state`, and adds the node if it is new.
    fn meet<E>(
        &mut self,
        state: G::State,
        mover: Player,
    ) -> Result<u32, ExploreError<G::State, E>> {
        let key = self.game.key(state);
        let node = if self.by_mover { mover } else { Player::First };
        match self.states.meet_with(key, node, state) {
            Meeting::New(number) => {
                if self.by_mover {
                    self.movers.push(mover);
                }
                Ok(number)
            }
            Meeting::Again(number) => Ok(number),
            Meeting::Clash(other) => Err(ExploreError::SharedKey {
                key,
                state,
                other: self.states.as_slice()[other as usize],
            }),
            Meeting::Full => Err(ExploreError::TooManyStates { state }),
        }
    }

    /// Returns the node to which `number` was given; `None` if no node has this number.
    fn node(&self, number: u32) -> Option<Node<G::State>> {
        let state = self.states.get(number)?;
        let mover = match self.movers.get(number as usize) {
            None if G::TURNS_ALTERNATE => None,
            None => self.game.to_move(state),
            mover => mover.copied(),
        };
        Some(Node {
            number,
            state,
            mover,
        })
    }
}

/// The reason why a game was not explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExploreError<S, E> {
    /// Two states have the same key.
    SharedKey {
        /// The key.
        key: u64,
        /// Of the two states, the one that was found later.
        state: S,
        /// Of the two states, the one that was found first.
        other: S,
    },
    /// There are more states than a 32-bit number can count.
    TooManyStates {
        /// The first state that could not be numbered.
        state: S,
    },
    /// The `visit` function failed.
    Visit(E),
}

impl<S: fmt::Debug, E: fmt::Display> fmt::Display for ExploreError<S, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SharedKey { key, state, other } => {
                write!(
                    f,
                    "the states {state:?} and {other:?} have the same key {key}"
                )
            }
            Self::TooManyStates { .. } => {
                write!(f, "the game has more than {} states", u32::MAX)
            }
            Self::Visit(error) => error.fmt(f),
        }
    }
}

impl<S: fmt::Debug, E: core::error::Error + 'static> core::error::Error for ExploreError<S, E> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Visit(error) => Some(error),
            _ => None,
        }
    }
}
