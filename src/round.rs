//! A game in progress.
//!
//! The type [`Round`](crate::Round) is at the root of the crate.

pub(crate) mod play;

#[cfg(feature = "alloc")]
pub use play::SavedRound;
pub use play::{DefaultHistory, Ending, History, ParseSeatError, Ply, RoundError, Seat};
