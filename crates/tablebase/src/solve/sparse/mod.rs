//! Runs jobs with a sparse index. To find states, a job holds lists of keys. To score states, a job
//! holds keys with their codes.

mod find;
mod room;
mod score;

pub(crate) use find::find;
pub(crate) use room::{JobContext, KEYS};
pub(crate) use score::{TierScores, score};
