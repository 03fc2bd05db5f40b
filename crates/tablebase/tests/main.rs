//! Contains all tests of the solver in one program, so that their shared code is compiled once.

mod agreement;
mod chess;
mod corpus;
mod costs;
mod damage;
mod disk;
mod dobutsu;
mod extremes;
mod forged_files;
mod golden;
mod jobs;
mod loops;
mod lying_rules;
mod python;
mod shards;
mod wdl;
