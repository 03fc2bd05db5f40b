//! All tests of the solver, in one program: what they share is compiled once.

mod agreement;
mod corpus;
mod damage;
mod jobs;
mod python;
mod shards;
mod wdl;
