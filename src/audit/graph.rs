//! The games that a strategy can get into, as a graph that does not depend on the game's
//! types.

use alloc::vec::Vec;

use perfectplay_core::{Move, Value};

/// Every node once, in ascending order of the distance from a start. A node is a state
/// together with the player to move.
#[derive(Default)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    /// The steps from all nodes, node by node.
    steps: Vec<Step>,
}

/// A state together with the player to move.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// The number of the node before it, and the move; `None` for a start.
    pub from: Option<(usize, Move)>,
    /// Whether the strategy is to move.
    pub own: bool,
    /// The result of the game for the strategy, if the game is over.
    pub result: Option<Value>,
    /// The index of its first step. Its steps end where those of the next node begin.
    steps: usize,
}

/// A move that may be played: one of the strategy's choices, or a reply.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub mv: Move,
    /// The number of the node that it leads to.
    pub to: usize,
    /// The probability that the strategy plays the move; 0 for a reply.
    pub probability: f64,
}

impl Graph {
    /// Adds a node and returns its number.
    pub(super) fn add(&mut self, own: bool, from: Option<(usize, Move)>) -> usize {
        self.nodes.push(Node {
            from,
            own,
            result: None,
            steps: 0,
        });
        self.nodes.len() - 1
    }

    /// Begins a node: the steps that are added next belong to it.
    pub(super) fn enter(&mut self, number: usize, result: Option<Value>) {
        let node = &mut self.nodes[number];
        node.steps = self.steps.len();
        node.result = result;
    }

    pub(super) fn add_step(&mut self, step: Step) {
        self.steps.push(step);
    }

    /// The numbers of the starts, which are the first nodes.
    pub(super) fn starts(&self) -> impl Iterator<Item = usize> {
        let is_start = |node: &Node| node.from.is_none();
        0..self.nodes.iter().take_while(|node| is_start(node)).count()
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, number: usize) -> Node {
        self.nodes[number]
    }

    pub(super) fn steps(&self, number: usize) -> &[Step] {
        let end = self.nodes.get(number + 1);
        let end = end.map_or(self.steps.len(), |next| next.steps);
        &self.steps[self.nodes[number].steps..end]
    }

    /// A shortest game that the strategy loses: the number of its start, and the moves.
    pub(super) fn shortest_loss(&self) -> Option<(usize, Vec<Move>)> {
        let lost = |node: &Node| node.result == Some(Value::Loss);
        let mut at = self.nodes.iter().position(lost)?;
        let mut moves = Vec::new();
        while let Some((before, mv)) = self.nodes[at].from {
            moves.push(mv);
            at = before;
        }
        moves.reverse();
        Some((at, moves))
    }
}
