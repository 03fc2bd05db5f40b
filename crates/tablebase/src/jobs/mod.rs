//! Divides the work on a game into jobs, estimates the costs of jobs, and stores their results.

#[cfg(not(target_family = "wasm"))]
pub(crate) mod background_writes;
pub(crate) mod cost;
pub(crate) mod job;
pub(crate) mod plan;
pub(crate) mod result;
pub(crate) mod results_in_table;
pub(crate) mod sharding;
pub(crate) mod store;
