//! The solver: it runs jobs, forwards to find states and backwards to score them.

pub(crate) mod dense;
pub(crate) mod driver;
pub(crate) mod held_shards;
pub(crate) mod solver;
pub(crate) mod sparse;
pub(crate) mod successors;
