//! A game in progress.
//!
//! The type [`Round`](crate::Round) is exported at the root of the crate. This module contains
//! related types.

pub(crate) mod play;

#[cfg(feature = "alloc")]
pub use play::SavedRound;
pub use play::{DefaultHistory, Ending, History, ParseSeatError, Ply, RoundError, Seat};
