//! What a subcommand does with a game that `--game` names.
//!
//! No subcommand knows which game it is about. The rules are opened once, in
//! [`open`] or in a visitor of the subcommand's own, and all that is said of a solved
//! game is read from a [`Book`](book::Book), in which states and moves are text.

pub mod book;
pub mod check;
pub mod explain;
pub mod export;
pub mod forecast;
pub mod games;
pub mod open;
mod peak;
pub mod play;
mod progress;
mod round;
pub mod solve;
mod solving;
pub mod spec;
pub mod verify;
pub mod view;
