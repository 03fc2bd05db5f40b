//! Writes a tablebase file, front to back, from the scores of all shards.

use std::io::{BufWriter, Write};
use std::ops::Range;
use std::path::Path;

use super::layout::{BlockEntry, TablebaseHeader, Tail, TierEntry};
use super::reader::planned_entry;
use crate::disk::NewFile;
use crate::error::Error;
use crate::file::block::{self, Block, SMALL};
use crate::file::code::{CodeWidth, Codes};
use crate::file::summary::{Summary, recounted};
use crate::index::Form;
use crate::jobs::job::{Job, ResultId};
use crate::jobs::plan::Plan;
use crate::jobs::result::{JobResult, StoredResults};
use crate::jobs::results_in_table::StoredPart;
use crate::jobs::store::DirectoryStore;
use crate::parallel;
use crate::solve::sparse::{KEYS, TierScores};
use crate::watch::{Limits, Phase, StepMeter};

pub(crate) struct GatheredFile {
    pub bytes: u64,
    pub summary: Summary,
}

/// Writes the tablebase file whole or not at all.
pub(crate) fn to_file(
    results: StoredResults<'_>,
    name: &str,
    path: &Path,
    limits: &Limits<'_>,
) -> Result<Summary, Error> {
    let mut file = NewFile::beside(path, false).map_err(Error::io(path))?;
    let written = write(results, name, &mut BufWriter::new(file.file()), limits);
    let written = written.map_err(at(path))?;
    let name = path.file_name().unwrap_or_default();
    file.put(name).map_err(Error::io(path))?;
    Ok(written.summary)
}

/// Returns a function that adds `path` to an I/O error that has no path yet.
fn at(path: &Path) -> impl Fn(Error) -> Error {
    move |error| match error {
        Error::Io { source, path: at } if at == Path::new("") => Error::io(path)(source),
        other => other,
    }
}

/// Writes the tablebase file to any stream. If the stream fails, the path in the error is empty.
pub(crate) fn write(
    results: StoredResults<'_>,
    name: &str,
    out: &mut dyn Write,
    limits: &Limits<'_>,
) -> Result<GatheredFile, Error> {
    write_each(results, name, out, limits, &mut |_, _, _| Ok(()))
}

/// Results are removed from the directory in batches. The results of a batch take at least `LEAST_MOVED` bytes in the
/// tablebase file. With smaller batches, the work would take longer, because the disk must be synced after each batch.
const LEAST_MOVED: u64 = 1 << 16;
/// The results of a batch take at least 1/`SHARE_MOVED` of the bytes that the tablebase file contains so far. This
/// keeps the number of batches small.
const SHARE_MOVED: u64 = 16;

/// Returns an upper bound for the extra disk space, in bytes, that is needed while results move into the tablebase
/// file. The bound does not include the first copy of each block. Extra space is needed for blocks whose result is not
/// yet removed, for the end of the file after the blocks, and for the record of moved results. An old and a new version
/// of this record may exist, each with 8 bytes for each block.
pub(crate) fn most_beside(blocks: u64, plan: &Plan) -> u64 {
    let twice = if plan.sharding().count().is_some() {
        blocks
    } else {
        blocks / SHARE_MOVED
    };
    let places = plan.shards().last().map_or(0, |last| last.places.end);
    let entries = places.div_ceil(Form::Dense.block()) * (16 + BlockEntry::bytes(Form::Dense));
    twice + entries + plan.most_listed() * TierEntry::BYTES
}

/// Moves results into the tablebase file of their directory. A result is removed once the file is synced. If an earlier
/// run was interrupted, a result that it had moved is written to the same place again. With a sparse index, the shards
/// of a tier are merged in the file. The results of merged shards stay in the directory.
pub(crate) fn write_within(
    results: StoredResults<'_>,
    directory: &DirectoryStore,
    name: &str,
    limits: &Limits<'_>,
) -> Result<u64, Error> {
    let path = directory.table_path();
    let file = directory.table()?;
    if !directory.has_moved() {
        file.set_len(0).map_err(Error::io(&path))?;
    }
    let (mut waiting, mut first) = (Vec::new(), 0);
    let shards = results.plan.shards().len();
    let mut moving = |writer: &mut PartWriter<'_>, job: Job, result: &JobResult| {
        let at = writer.at - result.parts()[1].len() as u64;
        waiting.push((results.plan.file(job), StoredPart::new(at, result.parts())));
        let enough = LEAST_MOVED.max(writer.at / SHARE_MOVED);
        if writer.at - first < enough && job.shard() + 1 < shards {
            return Ok(());
        }
        first = writer.at;
        writer.out.flush().map_err(Error::io(Path::new("")))?;
        file.sync_data().map_err(Error::io(Path::new("")))?;
        directory.note_moved(waiting.drain(..))
    };
    let mut out = BufWriter::new(&file);
    let written = write_each(results, name, &mut out, limits, &mut moving);
    drop(out);
    let bytes = written.map_err(at(&path))?.bytes;
    let ended = file.set_len(bytes).and_then(|()| file.sync_all());
    ended.map_err(Error::io(&path))?;
    Ok(bytes)
}

/// A function that is called with each result whose blocks have been copied to the file.
type ResultVisitor<'e> = dyn FnMut(&mut PartWriter<'_>, Job, &JobResult) -> Result<(), Error> + 'e;

fn write_each(
    results: StoredResults<'_>,
    name: &str,
    out: &mut dyn Write,
    limits: &Limits<'_>,
    each: &mut ResultVisitor<'_>,
) -> Result<GatheredFile, Error> {
    let plan = results.plan;
    let codes = codes_of_all(results)?;
    let header = TablebaseHeader {
        fingerprint: results.fingerprint,
        codes,
        form: plan.form(),
        name: name.to_owned(),
    };
    let mut writer = PartWriter::new(&header, out)?;
    let meter = StepMeter::new(limits.watch, Phase::Writing, plan.shards().len() as u64);
    let tiers = match (plan.form(), codes.width()) {
        (Form::Dense, 1) => writer.put_dense::<u8>(results, &meter, each)?,
        (Form::Dense, _) => writer.put_dense::<u16>(results, &meter, each)?,
        (Form::Sparse, 1) => writer.put_sparse::<u8>(results, &meter, each)?,
        (Form::Sparse, _) => writer.put_sparse::<u16>(results, &meter, each)?,
    };
    writer.end(&tiers)
}

/// Returns the codes for the table. The codes of a result can express distances up to their horizon. The table uses the
/// codes of the result with the farthest horizon, so that it can express the distances of all results.
fn codes_of_all(results: StoredResults<'_>) -> Result<Codes, Error> {
    let plan = results.plan;
    let mut farthest = plan.codes();
    // In games without a loopy tier, the number of tiers bounds all distances.
    if plan.shards().iter().any(|shard| shard.is_loopy) {
        for scores in (0..plan.shards().len()).map(ResultId::Scores) {
            let codes = results.read(scores)?.codes();
            let codes = codes.ok_or_else(|| results.damaged(scores))?;
            if codes.horizon() > farthest.horizon() {
                farthest = codes;
            }
        }
    }
    Ok(farthest)
}

/// Converts the scores in the result of a shard to `codes`. Returns the bytes of the converted
/// result; `None` if the result is damaged.
fn recoded<W: CodeWidth>(
    results: StoredResults<'_>,
    shard: usize,
    result: &JobResult,
    codes: Codes,
) -> Option<Vec<u8>> {
    let near = result.codes()?;
    let same = codes.codes_of(near);
    let places = results.plan.shards()[shard].places.clone();
    let bases = places.step_by(Form::Dense.block() as usize);
    let blocks = parallel::try_map(bases.enumerate().collect(), |(number, base)| {
        let block = result.block(number, Form::Dense, base, near.width());
        let (mut places, mut recoded) = (Vec::new(), Vec::new());
        let mut are_codes = block.is_some();
        block.unwrap_or_default().each(|place, code| {
            let code = same.get(code as usize).copied().unwrap_or(0);
            are_codes &= code > 0;
            places.push(place);
            recoded.push(W::new(code));
        });
        let packed = || block::pack(base, &places, &recoded, SMALL);
        are_codes.then(packed).ok_or(())
    });
    let counts = recounted(near, codes, &result.counts);
    Some(results.to_bytes(ResultId::Scores(shard), &blocks.ok()?, &counts))
}

/// Returns the list of tiers that the file of a game with a dense index contains. The list has an entry for each tier
/// that contains a start, and for each tier to which moves may lead.
pub(crate) fn entries(plan: &Plan) -> Vec<TierEntry> {
    let tiers = plan.tier_numbers();
    tiers.filter_map(|tier| planned_entry(plan, tier)).collect()
}

/// Writes a tablebase file from front to back: the header, the blocks, and then everything else.
pub(crate) struct PartWriter<'a> {
    out: &'a mut dyn Write,
    /// The number of bytes that have been written.
    at: u64,
    blocks: Vec<BlockEntry>,
    pub summary: Summary,
}

impl<'a> PartWriter<'a> {
    /// Writes the header.
    pub fn new(header: &TablebaseHeader, out: &'a mut dyn Write) -> Result<Self, Error> {
        let mut writer = Self {
            out,
            at: 0,
            blocks: Vec::new(),
            summary: Summary::new(header.codes),
        };
        writer.write(&header.to_bytes().ok_or(Error::LongName)?)?;
        Ok(writer)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.at += bytes.len() as u64;
        self.out.write_all(bytes).map_err(Error::io(Path::new("")))
    }

    pub fn blocks(&self) -> u64 {
        self.blocks.len() as u64
    }

    /// Writes a block. With a sparse index, `first_key` is the first key of the block. With a dense
    /// index, it is `None`.
    pub fn put(&mut self, packed: &[u8], first_key: Option<u64>) -> Result<(), Error> {
        self.blocks.push(BlockEntry {
            offset: self.at,
            checksum: block::checksum(self.blocks(), packed),
            first_key,
        });
        self.write(packed)
    }

    /// Writes everything that comes after the blocks.
    pub fn end(mut self, tiers: &[TierEntry]) -> Result<GatheredFile, Error> {
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
        let counts = self.summary.counts().iter();
        let counts: Vec<u8> = counts.flat_map(|count| count.to_le_bytes()).collect();
        self.write(&counts)?;
        self.write(&tail.to_bytes(&counts))?;
        self.out.flush().map_err(Error::io(Path::new("")))?;
        Ok(GatheredFile {
            bytes: self.at,
            summary: self.summary,
        })
    }

    /// Writes the blocks of all shards, and returns the entries of the tiers. A result with a nearer horizon than the
    /// table's uses other codes, so it is converted to the table's codes.
    fn put_dense<W: CodeWidth>(
        &mut self,
        results: StoredResults<'_>,
        meter: &StepMeter<'_>,
        each: &mut ResultVisitor<'_>,
    ) -> Result<Vec<TierEntry>, Error> {
        for (number, shard) in results.plan.shards().iter().enumerate() {
            let scores = ResultId::Scores(number);
            let mut result = results.read(scores)?;
            let codes = self.summary.codes();
            if result.codes() != Some(codes) {
                let bytes = recoded::<W>(results, number, &result, codes);
                let bytes = bytes.ok_or_else(|| results.damaged(scores))?;
                result = results.with_bytes(scores, bytes)?;
            }
            let blocks = shard.len().div_ceil(Form::Dense.block());
            if self.summary.try_add(&result.counts).is_none() || result.blocks() as u64 != blocks {
                return Err(results.damaged(scores));
            }
            for block in 0..result.blocks() {
                let packed = result.packed(block);
                self.put(packed.ok_or_else(|| results.damaged(scores))?, None)?;
            }
            each(self, Job::Score(number), &result)?;
            meter.add(1)?;
        }
        Ok(entries(results.plan))
    }

    /// Writes the blocks of all tiers, and returns the entries of the tiers.
    fn put_sparse<W: CodeWidth>(
        &mut self,
        results: StoredResults<'_>,
        meter: &StepMeter<'_>,
        each: &mut ResultVisitor<'_>,
    ) -> Result<Vec<TierEntry>, Error> {
        let plan = results.plan;
        let mut tiers = Vec::new();
        for (level, shards) in plan.levels().iter().enumerate() {
            let parts = shards.clone().map(|shard| TierScores::read(results, shard));
            let parts: Vec<TierScores<'_>> = parts.collect::<Result<_, _>>()?;
            for (part, shard) in parts.iter().zip(shards.clone()) {
                let counted = self.summary.try_add(&part.counts);
                counted.ok_or_else(|| results.damaged(ResultId::Scores(shard)))?;
            }
            for (place, tier) in plan.tiers_of_level(level).enumerate() {
                let size = parts.iter().map(|part| part.sizes[place]).sum::<u64>();
                if size > 0 {
                    tiers.push(TierEntry {
                        tier,
                        first: self.blocks() * KEYS as u64,
                        size,
                    });
                }
                match &parts[..] {
                    // If the tier is not cut, the blocks of the result are the blocks of the file.
                    [whole] => {
                        for number in whole.blocks(place) {
                            let (packed, first_key) = whole.packed(number)?;
                            self.put(packed, Some(first_key))?;
                        }
                    }
                    _ => self.join::<W>(&parts, place)?,
                }
            }
            if let [whole] = &parts[..] {
                each(self, Job::Score(shards.start), whole.result())?;
            }
            meter.add(shards.len() as u64)?;
        }
        Ok(tiers)
    }

    /// Merges the shards of a tier into blocks with ascending keys. Only one block of each shard is in memory at a
    /// time.
    fn join<W: CodeWidth>(&mut self, parts: &[TierScores<'_>], place: usize) -> Result<(), Error> {
        let mut parts: Vec<Joined<'_>> = parts
            .iter()
            .map(|scores| Joined::new(scores, place))
            .collect();
        let (mut keys, mut codes) = (Vec::with_capacity(KEYS), Vec::with_capacity(KEYS));
        loop {
            let mut least: Option<(u64, usize)> = None;
            for (number, part) in parts.iter_mut().enumerate() {
                if let Some(key) = part.key()? {
                    least = least.into_iter().chain([(key, number)]).min();
                }
            }
            if let Some((key, number)) = least {
                keys.push(key);
                codes.push(W::new(parts[number].take()));
            }
            if keys.len() == KEYS || least.is_none() && !keys.is_empty() {
                self.put(&block::pack(0, &keys, &codes, SMALL), Some(keys[0]))?;
                keys.clear();
                codes.clear();
            }
            if least.is_none() {
                return Ok(());
            }
        }
    }
}

/// A shard of a tier that is being merged into a file.
struct Joined<'a> {
    scores: &'a TierScores<'a>,
    place: usize,
    blocks: Range<usize>,
    block: Block,
    at: usize,
}

impl<'a> Joined<'a> {
    fn new(scores: &'a TierScores<'a>, place: usize) -> Self {
        Self {
            blocks: scores.blocks(place),
            scores,
            place,
            block: Block::default(),
            at: 0,
        }
    }

    fn key(&mut self) -> Result<Option<u64>, Error> {
        if self.at == self.block.len() {
            let Some(number) = self.blocks.next() else {
                return Ok(None);
            };
            self.block = self.scores.block(self.place, number)?;
            self.at = 0;
        }
        Ok(Some(self.block.keys()[self.at]))
    }

    /// Takes the next key of the shard, and returns the code of the state with this key. There must be another key.
    fn take(&mut self) -> u32 {
        self.at += 1;
        self.block.code_at(self.at - 1)
    }
}
