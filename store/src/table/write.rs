//! Writing a table, front to back, from the results of all jobs.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use perfectplay::{Ranked, Tier};

use super::layout::{BlockEntry, Header, Tail, TierEntry};
use crate::block::{self, BLOCK};
use crate::error::Error;
use crate::jobs::{Job, Jobs, Limits};
use crate::plan::Plan;
use crate::store::{Store, write_whole};
use crate::summary::Summary;
use crate::watch::{Meter, Phase};

impl<G: Ranked + Sync> Jobs<'_, G> {
    /// Writes the table from the scores of all batches. It is there whole or not at all.
    ///
    /// # Errors
    /// When scores are not there or damaged, or the system cannot read or write.
    pub fn gather(&self, store: &dyn Store, path: &Path, limits: &Limits) -> Result<(), Error> {
        // What fails inside is told after the file is closed and removed.
        let mut failure = None;
        let written = write_whole(path, |file| {
            let mut out = BufWriter::new(file);
            let written = self.write_table(store, &mut out, limits);
            written.map(drop).map_err(|error| match error {
                Error::Io { source, path } if path == Path::new("") => source,
                other => {
                    failure = Some(other);
                    io::ErrorKind::Other.into()
                }
            })
        });
        match failure {
            Some(error) => Err(error),
            None => written,
        }
    }

    /// The same, to wherever bytes can go. Tells how many there were.
    ///
    /// # Errors
    /// As [`gather`](Self::gather). An error of `out` has an empty path.
    pub fn write_table(
        &self,
        store: &dyn Store,
        out: &mut dyn Write,
        limits: &Limits,
    ) -> Result<u64, Error> {
        let plan = self.plan();
        let header = Header {
            fingerprint: self.fingerprint(),
            codes: plan.codes(),
            name: self.name().to_owned(),
        };
        let header = header.to_bytes().ok_or(Error::LongName)?;
        let mut put = |bytes: &[u8]| out.write_all(bytes).map_err(Error::io(Path::new("")));
        put(&header)?;

        let meter = Meter::new(limits.watch, Phase::Writing, plan.batches().len() as u64);
        let mut at = header.len() as u64;
        let mut blocks: Vec<BlockEntry> = Vec::new();
        // The number of the first block of each batch.
        let mut first = Vec::with_capacity(plan.batches().len());
        let mut summary = Summary::new(plan.codes());
        for batch in 0..plan.batches().len() {
            first.push(blocks.len() as u64);
            let job = Job::Score(batch);
            let result = self.result(job, store)?;
            for block in 0..result.blocks() {
                let (packed, _) = result
                    .packed(block)
                    .ok_or_else(|| self.damaged(job, store))?;
                put(packed)?;
                blocks.push(BlockEntry {
                    offset: at,
                    len: packed.len() as u32,
                    checksum: block::checksum(blocks.len() as u64, packed),
                });
                at += packed.len() as u64;
            }
            summary.add(&result.counts);
            meter.add(1)?;
        }

        for block in &blocks {
            put(&block.to_bytes())?;
        }
        let mut tiers = 0;
        for entry in entries(self.game(), plan, &first) {
            put(&entry.to_bytes(tiers))?;
            tiers += 1;
        }
        let counts: Vec<u8> = summary
            .counts()
            .iter()
            .flat_map(|count| count.to_le_bytes())
            .collect();
        let tiers_at = at + BlockEntry::BYTES * blocks.len() as u64;
        let tail = Tail {
            blocks_at: at,
            tiers_at,
            counts_at: tiers_at + TierEntry::BYTES * tiers,
        };
        put(&counts)?;
        put(&tail.to_bytes(&counts))?;
        out.flush().map_err(Error::io(Path::new("")))?;
        Ok(tail.counts_at + counts.len() as u64 + Tail::BYTES)
    }
}

/// Where the tiers are that moves lead to, in a table with these first blocks of batches.
pub(super) fn entries<'a, G: Ranked>(
    game: &'a G,
    plan: &'a Plan,
    first: &'a [u64],
) -> impl Iterator<Item = TierEntry> + 'a {
    (0..game.tier_count()).filter_map(move |tier| {
        let planned = plan.find(game.twin(Tier::new(tier)))?;
        Some(TierEntry {
            tier,
            first: first[planned.batch] * BLOCK as u64 + planned.offset,
            size: planned.size,
        })
    })
}
