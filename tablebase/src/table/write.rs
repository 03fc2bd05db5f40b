//! Writing a table, front to back, from the results of all jobs.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use perfectplay::ranked::{Ranked, Tier};

use super::layout::{BlockEntry, Form, Header, Tail, TierEntry};
use crate::block::{self, BLOCK};
use crate::error::Error;
use crate::jobs::{Job, Jobs, Limits};
use crate::plan::Plan;
use crate::store::{Store, write_whole};
use crate::summary::Summary;
use crate::watch::{Meter, Phase};

impl<G: Ranked + Sync> Jobs<'_, G> {
    /// Writes the table from the scores of all parts. It is there whole or not at all.
    ///
    /// # Errors
    /// When scores are not there or damaged, or the system cannot read or write.
    pub fn gather(&self, store: &dyn Store, path: &Path, limits: &Limits) -> Result<(), Error> {
        write_file(path, |out| self.write_table(store, out, limits))
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
            form: Form::Ranks,
            name: self.name().to_owned(),
        };
        let mut writer = Writer::new(&header, out)?;
        let meter = Meter::new(limits.watch, Phase::Writing, plan.parts().len() as u64);
        // The number of the first block of each batch.
        let mut first = Vec::with_capacity(plan.batches().len());
        let mut summary = Summary::new(plan.codes());
        for batch in plan.batches() {
            first.push(writer.blocks());
            for part in batch.parts.clone() {
                let job = Job::Score(part);
                let result = self.result(job, store)?;
                for block in 0..result.blocks() {
                    let packed = result.packed(block);
                    let (packed, _) = packed.ok_or_else(|| self.damaged(job, store))?;
                    writer.put(packed, None)?;
                }
                summary.add(&result.counts);
                meter.add(1)?;
            }
        }

        writer.end(entries(self.game(), plan, &first), &summary)
    }
}

/// Writes a table into a file that is there whole or not at all.
pub(super) fn write_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<u64, Error>,
) -> Result<(), Error> {
    // What fails inside is told after the file is closed and removed.
    let mut failure = None;
    let written = write_whole(path, |file| {
        let mut out = BufWriter::new(file);
        write(&mut out).map(drop).map_err(|error| match error {
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

/// Writes the parts of a table one after another. Errors of the output have an empty path.
pub(super) struct Writer<'a> {
    out: &'a mut dyn Write,
    /// How many bytes have been written.
    at: u64,
    blocks: Vec<BlockEntry>,
}

impl<'a> Writer<'a> {
    /// Writes the header.
    pub fn new(header: &Header, out: &'a mut dyn Write) -> Result<Self, Error> {
        let mut writer = Self {
            out,
            at: 0,
            blocks: Vec::new(),
        };
        writer.write(&header.to_bytes().ok_or(Error::LongName)?)?;
        Ok(writer)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.at += bytes.len() as u64;
        self.out.write_all(bytes).map_err(Error::io(Path::new("")))
    }

    /// How many blocks have been written.
    pub fn blocks(&self) -> u64 {
        self.blocks.len() as u64
    }

    /// Writes a block, whose first key this is in a table of keys.
    pub fn put(&mut self, packed: &[u8], first_key: Option<u64>) -> Result<(), Error> {
        self.blocks.push(BlockEntry {
            offset: self.at,
            len: packed.len() as u32,
            checksum: block::checksum(self.blocks(), packed),
            first_key,
        });
        self.write(packed)
    }

    /// Writes what comes behind the blocks. Tells how many bytes there were in all.
    pub fn end(
        mut self,
        tiers: impl Iterator<Item = TierEntry>,
        summary: &Summary,
    ) -> Result<u64, Error> {
        let blocks_at = self.at;
        for (number, block) in (0..).zip(std::mem::take(&mut self.blocks)) {
            self.write(&block.to_bytes(number))?;
        }
        let tiers_at = self.at;
        for (number, tier) in (0..).zip(tiers) {
            self.write(&tier.to_bytes(number))?;
        }
        let tail = Tail {
            blocks_at,
            tiers_at,
            counts_at: self.at,
        };
        let counts = summary.counts().iter();
        let counts: Vec<u8> = counts.flat_map(|count| count.to_le_bytes()).collect();
        self.write(&counts)?;
        self.write(&tail.to_bytes(&counts))?;
        self.out.flush().map_err(Error::io(Path::new("")))?;
        Ok(self.at)
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
