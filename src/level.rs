//! Levels of play. A level chooses a move from a state and some entropy, without a search.
//!
//! [`Level`] itself is at the root of the crate.

pub(crate) mod strength;

pub use crate::playable::{Judged, Playable, PlayedState};
pub use crate::strategy::Strategy;
pub(crate) use strength::Level;
pub use strength::{ErrorRate, LevelOn, ParseLevelError, entropy};
