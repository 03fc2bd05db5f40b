//! Contains all tests of games without their types, so that their shared code is compiled once.

mod agreement;
mod cache;
mod forecast;
mod own_games;
mod playbooks;
mod typed;
