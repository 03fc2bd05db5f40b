//! Defines games that are given as graphs. The states are numbered, and the edges are moves.

use perfectplay::{Game, Move, Moves, Value};

/// A game whose states are numbered. It starts in state 0.
pub struct Graph {
    pub nodes: Vec<Node>,
}

/// A state.
pub enum Node {
    /// The states after the moves.
    Moves(Vec<u8>),
    /// The game is over. `.0` is the value for the player who would move next if the game went on.
    End(Value),
}

impl Game for Graph {
    type State = u8;

    fn move_count(&self) -> u32 {
        4
    }

    fn start(&self) -> u8 {
        0
    }

    fn outcome(&self, state: u8) -> Option<Value> {
        match self.nodes[state as usize] {
            Node::Moves(_) => None,
            Node::End(value) => Some(value),
        }
    }

    fn legal(&self, state: u8) -> Moves {
        match &self.nodes[state as usize] {
            Node::Moves(next) => Moves::first_n(next.len() as u32),
            Node::End(_) => panic!("nothing should ask for the moves of a finished state"),
        }
    }

    fn play(&self, state: u8, mv: Move) -> u8 {
        match &self.nodes[state as usize] {
            Node::Moves(next) => next[mv.index() as usize],
            Node::End(_) => panic!("nothing should play in a finished state"),
        }
    }

    fn key(&self, state: u8) -> u64 {
        state.into()
    }

    fn last_mover_may_lose(&self) -> bool {
        true
    }

    fn is_loopy(&self) -> bool {
        true
    }
}

impl Graph {
    /// Creates a small game with every kind of state: forced wins and losses, draws that end, and
    /// draws that never end. In some states on a cycle, a player wins or loses by leaving the
    /// cycle.
    pub fn with_everything() -> Self {
        use Node::{End, Moves};
        Graph {
            nodes: vec![
                Moves(vec![1, 3, 6, 10]),
                // A cycle of three states. The player who leaves the cycle loses.
                Moves(vec![2, 12]),
                Moves(vec![5, 12]),
                // A draw that ends after two plies, along either path.
                Moves(vec![4, 7]),
                Moves(vec![9, 3]),
                Moves(vec![1, 12]),
                // A forced win that the player misses by staying in a cycle.
                Moves(vec![7, 8]),
                Moves(vec![6, 4]),
                Moves(vec![11, 11]),
                End(Value::Draw),
                Moves(vec![8, 6]),
                Moves(vec![13]),
                Moves(vec![13, 1]),
                End(Value::Loss),
            ],
        }
    }

    /// Creates a game with random moves and ends. The same seed creates the same game.
    pub fn random(seed: u64, size: u8) -> Self {
        let mut bits = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut below = |bound: u8| {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            ((bits >> 32) % u64::from(bound)) as u8
        };
        let nodes = (0..size).map(|_| match below(9) {
            0 => Node::End(Value::Loss),
            1 => Node::End(Value::Draw),
            2 => Node::End(Value::Win),
            _ => Node::Moves((0..=below(3)).map(|_| below(size)).collect()),
        });
        Graph {
            nodes: nodes.collect(),
        }
    }
}
