//! All tests of the solver, in one program: what they share is compiled once.

mod agreement;
mod corpus;
mod costs;
mod damage;
mod forged;
mod guides;
mod jobs;
mod lies;
mod python;
mod shards;
mod wdl;
