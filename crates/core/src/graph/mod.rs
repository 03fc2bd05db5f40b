//! The states of a game as a graph.
//!
//! `explore` is generic: it calls the rules, and is compiled anew for each game. A [`Graph`]
//! contains numbers in place of states, so its code is compiled once for all games.

mod explore;
mod index;
mod numbers;
mod order;
mod states;

pub use explore::{ExploreError, Explored, Node, NodeKind, Nodes, explore, explore_all};
pub use numbers::{Cycle, Graph, GraphStep, Parents};
pub use order::{distinct, order};
pub use states::{Meeting, States};
