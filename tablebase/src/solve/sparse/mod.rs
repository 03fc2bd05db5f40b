//! The work of jobs with a sparse index: forwards lists of keys, backwards codes beside them.

mod find;
mod room;
mod score;

pub(crate) use find::find;
pub(crate) use room::{KEYS, Work};
pub(crate) use score::{Scores, score};
