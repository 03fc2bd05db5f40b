//! All tests of this crate are in one program, so that the code that they share is compiled once.

mod agreement;
mod cache;
mod forecast;
mod own_games;
mod playbooks;
mod typed;
