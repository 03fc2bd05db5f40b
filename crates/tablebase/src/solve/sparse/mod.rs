//! Runs jobs with a sparse index. To find states, a job holds lists of keys. To score states, a job
//! holds keys with their codes.

mod find;
mod score;

use crate::error::Error;
use crate::index::{ErasedIndex, Form};
use crate::jobs::result::StoredResults;

pub(crate) use find::find;
pub(crate) use score::{TierScores, score};

/// The number of keys in a block. The last block of a tier may contain fewer keys.
pub(crate) const KEYS: usize = Form::Sparse.block() as usize;

#[derive(Clone, Copy)]
pub(crate) struct JobContext<'a> {
    pub rules: &'a dyn ErasedIndex,
    pub results: StoredResults<'a>,
    /// The memory limit in bytes.
    pub memory: u64,
}

impl JobContext<'_> {
    pub fn enough_memory(&self, needed: u64) -> Result<(), Error> {
        let allowed = self.memory;
        if needed <= allowed {
            Ok(())
        } else {
            Err(Error::Memory { needed, allowed })
        }
    }
}
