//! All tests of games without their types, in one program: what they share is compiled once.

mod agreement;
mod cache;
mod forecast;
mod own_games;
mod playbooks;
mod typed;
