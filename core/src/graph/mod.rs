//! The states of a game as a graph: found once, asked many questions.
//!
//! To find the states asks the rules, and is compiled for each game. The questions are about
//! numbers alone, and are compiled once.

mod explore;
mod index;
mod numbers;
mod order;
mod states;

pub use explore::{ExploreError, Explored, Node, Nodes, Visit, explore, explore_all};
pub use numbers::{Cycle, Graph, Parents, Step};
pub use order::order;
pub use states::{Meeting, States};
