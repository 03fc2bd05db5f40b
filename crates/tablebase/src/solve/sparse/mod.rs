//! Runs jobs with a sparse index: forwards with lists of keys, backwards with a code for each
//! key.

mod find;
mod room;
mod score;

pub(crate) use find::find;
pub(crate) use room::{JobContext, KEYS};
pub(crate) use score::{TierScores, score};
