//! The work of jobs with a sparse index: forwards lists of keys, backwards codes beside them.

mod find;
mod score;
mod work;

pub(crate) use find::find;
pub(crate) use score::{Scores, score};
pub(crate) use work::{KEYS, Work};
