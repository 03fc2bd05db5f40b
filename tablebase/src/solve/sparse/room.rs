//! What both kinds of job share.

use crate::error::Error;
use crate::index::{Form, Rules};
use crate::jobs::result::Results;

/// How many keys a block has; the last one of a tier may have fewer.
pub(crate) const KEYS: usize = Form::Sparse.block() as usize;

/// What a job works with.
#[derive(Clone, Copy)]
pub(crate) struct Work<'a> {
    pub rules: &'a dyn Rules,
    pub results: Results<'a>,
    /// How many bytes may be held.
    pub memory: u64,
}

impl Work<'_> {
    /// Fails if so many bytes may not be held.
    pub fn enough_memory(&self, needed: u64) -> Result<(), Error> {
        let allowed = self.memory;
        if needed <= allowed {
            Ok(())
        } else {
            Err(Error::Memory { needed, allowed })
        }
    }
}
