//! The work of jobs with a sparse index: forwards lists of keys, backwards codes beside them.

mod find;
mod score;

use crate::error::Error;
use crate::index::{Form, Rules};
use crate::job::Job;
use crate::result::Results;

use find::Found;
pub(crate) use find::find;
pub(crate) use score::{Scores, score};

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
    /// How many states the shards have that some jobs are to score.
    pub fn states(&self, jobs: &[Job]) -> Result<u64, Error> {
        let scores = jobs.iter().filter(|job| matches!(job, Job::Score(_)));
        scores.into_iter().try_fold(0, |states, job| {
            let found = Found::read(self.results, job.shard())?;
            let own = found.own().map(|run| run.keys).sum::<u64>();
            Ok(own.saturating_add(states))
        })
    }

    fn enough_memory(&self, needed: u64) -> Result<(), Error> {
        let allowed = self.memory;
        if needed <= allowed {
            Ok(())
        } else {
            Err(Error::Memory { needed, allowed })
        }
    }
}
