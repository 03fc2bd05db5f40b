//! Runs jobs with a sparse index. A job that finds states keeps lists of keys in memory. A job that
//! scores states keeps keys together with the codes of their scores.

mod find;
mod room;
mod score;

pub(crate) use find::find;
pub(crate) use room::{JobContext, KEYS};
pub(crate) use score::{TierScores, score};
