//! Runs jobs, forwards through the tiers to find states, and backwards to score the states.

pub(crate) mod dense;
pub(crate) mod driver;
pub(crate) mod held_shards;
pub(crate) mod solver;
pub(crate) mod sparse;
pub(crate) mod successors;
