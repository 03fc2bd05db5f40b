//! A game in progress.
//!
//! [`Round`](crate::Round) itself is at the root of the crate.

pub(crate) mod play;

#[cfg(feature = "alloc")]
pub use play::SavedRound;
pub use play::{DefaultHistory, Ending, History, ParseSeatError, Ply, RoundError, Seat};
