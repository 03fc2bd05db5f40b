//! Judges players of any solved game.
//!
//! A [`Player`] is a program that speaks a [protocol], or a function that is written in another language, such as
//! Python. A player is asked for the moves that it would play in a position. There are three ways to find out how good
//! a player is:
//!
//! | way | asks | for |
//! | --- | --- | --- |
//! | [`audit`](answers) | every state that the player can meet | players that always answer alike |
//! | [`score`] | games, or positions that are drawn at random | all players |
//! | [`rank`] | the same positions of all players, then an audit or games | many players |

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod answers;
mod error;
pub mod evaluation;
pub mod external;
pub mod fault;
#[cfg(unix)]
pub mod guard;
mod player;
pub mod protocol;
pub mod rank;
pub mod sample;
pub mod score;
pub mod scoring;
pub mod share;
mod step;

pub use error::JudgeError;
pub use player::{Chosen, Mover, NamedMove, Player, Starter};
pub use step::{Step, Steps, unwatched};
