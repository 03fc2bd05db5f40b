//! Writing a table of keys, front to back, from the results of all jobs.

use std::io::Write;
use std::ops::Range;
use std::path::Path;

use crate::block::SMALL;
use crate::code::Width;
use crate::error::Error;
use crate::jobs::Limits;
use crate::keyed::block::{self, KEYS};
use crate::keyed::{KeyedJobs, Scores};
use crate::store::{Folder, Store};
use crate::summary::Summary;
use crate::table::layout::{Form, Header, TierEntry};
use crate::table::write::{Writer, write_file};
use crate::watch::{Meter, Phase};

impl KeyedJobs<'_> {
    /// Solves the game and writes its table. The results of jobs are in a folder beside it,
    /// `PATH.work`, until the table is there: interrupted at any moment, this goes on
    /// where it was the next time, and the table has the same bytes.
    ///
    /// # Errors
    /// As [`solve`](Self::solve) and [`gather`](Self::gather).
    pub fn solve_to(&self, path: &Path, limits: &Limits) -> Result<Summary, Error> {
        let folder = Folder::beside(path)?;
        let summary = self.solve(&folder, limits)?;
        self.gather(&folder, path, limits)?;
        folder.remove(self.list().map(|job| self.file(job)))?;
        Ok(summary)
    }

    /// Writes the table from the scores of all tiers. It is there whole or not at all.
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
        let header = Header {
            fingerprint: self.fingerprint(),
            codes: self.codes(),
            form: Form::Keys,
            name: self.name().to_owned(),
        };
        let mut writer = Writer::new(&header, out)?;
        let meter = Meter::new(limits.watch, Phase::Writing, self.batches().into());
        let mut tiers = Vec::new();
        let mut summary = Summary::new(self.codes());
        for batch in 0..self.batches() {
            let units = self.units_of(Some(batch));
            let parts: Vec<Scores> = units
                .map(|unit| Scores::read(self, unit, store))
                .collect::<Result<_, _>>()?;
            for part in &parts {
                summary.add(part.counts());
            }
            for (place, tier) in self.tiers(batch).enumerate() {
                let size = parts.iter().map(|part| part.sizes[place]).sum::<u64>();
                if size > 0 {
                    tiers.push(TierEntry {
                        tier: tier.into(),
                        first: writer.blocks() * KEYS as u64,
                        size,
                    });
                }
                match (&parts[..], self.codes().width()) {
                    ([whole], _) => self.copy_tier(whole, place, &mut writer, store)?,
                    (_, 1) => self.join_tier::<u8>(&parts, place, &mut writer, store)?,
                    _ => self.join_tier::<u16>(&parts, place, &mut writer, store)?,
                }
            }
            meter.add(1)?;
        }
        writer.end(tiers.into_iter(), &summary)
    }

    /// Writes the blocks of a tier that was not cut into parts: those of the table are the
    /// same.
    fn copy_tier(
        &self,
        scores: &Scores,
        place: usize,
        writer: &mut Writer<'_>,
        store: &dyn Store,
    ) -> Result<(), Error> {
        for number in scores.blocks(place) {
            let packed = scores.packed(self, number, store)?;
            writer.put(packed, block::first_key(packed).ok())?;
        }
        Ok(())
    }

    /// Joins the parts of a tier: of all their keys the least comes first. In memory is a
    /// block of each part.
    fn join_tier<W: Width>(
        &self,
        parts: &[Scores],
        place: usize,
        writer: &mut Writer<'_>,
        store: &dyn Store,
    ) -> Result<(), Error> {
        let mut parts: Vec<Joined<'_, W>> = parts
            .iter()
            .map(|scores| Joined::new(scores, place))
            .collect();
        let (mut keys, mut codes) = (Vec::with_capacity(KEYS), Vec::with_capacity(KEYS));
        loop {
            let mut least: Option<(u64, usize)> = None;
            for (number, part) in parts.iter_mut().enumerate() {
                if let Some(key) = part.key(self, store)? {
                    least = least.into_iter().chain([(key, number)]).min();
                }
            }
            if let Some((_, number)) = least {
                let (key, code) = parts[number].take();
                keys.push(key);
                codes.push(code);
            }
            if keys.len() == KEYS || least.is_none() && !keys.is_empty() {
                writer.put(&block::pack(&keys, &codes, SMALL), Some(keys[0]))?;
                keys.clear();
                codes.clear();
            }
            if least.is_none() {
                return Ok(());
            }
        }
    }
}

/// A part of a tier on its way into a table.
struct Joined<'a, W> {
    scores: &'a Scores,
    blocks: Range<usize>,
    keys: Vec<u64>,
    codes: Vec<W>,
    at: usize,
}

impl<'a, W: Width> Joined<'a, W> {
    fn new(scores: &'a Scores, place: usize) -> Self {
        Self {
            blocks: scores.blocks(place),
            scores,
            keys: Vec::new(),
            codes: Vec::new(),
            at: 0,
        }
    }

    /// The next key, if there is one.
    fn key(&mut self, jobs: &KeyedJobs<'_>, store: &dyn Store) -> Result<Option<u64>, Error> {
        if self.at == self.keys.len() {
            let Some(number) = self.blocks.next() else {
                return Ok(None);
            };
            (self.keys, self.codes) = self.scores.block(jobs, number, store)?;
            self.at = 0;
        }
        Ok(Some(self.keys[self.at]))
    }

    /// Takes the next key and its code, which are there.
    fn take(&mut self) -> (u64, W) {
        self.at += 1;
        (self.keys[self.at - 1], self.codes[self.at - 1])
    }
}
