//! Runs the jobs that solve a game. The first jobs go forwards through the tiers, and find the
//! states. The others go backwards, and compute the scores of the states.

pub(crate) mod dense;
pub(crate) mod driver;
pub(crate) mod held_shards;
pub(crate) mod solver;
pub(crate) mod sparse;
pub(crate) mod successors;
