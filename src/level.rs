//! Levels of play: how well the computer plays. A level needs the values of the moves and some
//! entropy, and chooses a move without a search.
//!
//! The type [`Level`] is exported at the root of the crate. This module contains related types.

pub(crate) mod strength;

pub use crate::playable::{Judged, Playable, PlayedState};
pub use crate::strategy::Strategy;
pub(crate) use strength::Level;
pub use strength::{ErrorRate, LevelOn, ParseLevelError, entropy};
