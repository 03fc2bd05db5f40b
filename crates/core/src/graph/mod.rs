//! The states of a game as a graph.
//!
//! `explore` asks the rules and is compiled for each game. All other code knows states by their
//! numbers, and is compiled once.

mod explore;
mod index;
mod numbers;
mod order;
mod states;

pub use explore::{ExploreError, Explored, Node, NodeKind, Nodes, explore, explore_all};
pub use numbers::{Cycle, Graph, GraphStep, Parents};
pub use order::{distinct, order};
pub use states::{Meeting, States};
