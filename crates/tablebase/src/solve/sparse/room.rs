//! The data that a job with a sparse index needs: the rules, the results of other jobs, and the
//! memory limit.

use crate::error::Error;
use crate::index::{ErasedIndex, Form};
use crate::jobs::result::StoredResults;

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
    /// Checks that `needed` bytes fit into the memory limit.
    pub fn enough_memory(&self, needed: u64) -> Result<(), Error> {
        Error::unless_enough_memory(needed, self.memory)
    }
}
