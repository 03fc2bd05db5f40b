//! Games that are solved tier by tier.
pub mod any_game;
pub mod cut;
pub mod estimate;
pub mod solver;
pub mod solving;
pub mod solving_jobs;
pub mod spec;
pub mod summary;
pub mod tier_costs;
pub mod tier_jobs;
pub mod tier_solving;
pub mod tier_work;
pub mod work_folder;
