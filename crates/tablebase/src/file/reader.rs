//! Reads a tablebase file: finds its sections, checks that they are undamaged, and decodes its
//! blocks.

use std::cmp::Ordering;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::layout::{BlockEntry, Foreign, TablebaseHeader, Tail, TierEntry, VERSION, u64_at};
use super::recently_read::RecentlyRead;
use crate::error::Error;
use crate::file::block::{self, Block};
use crate::file::code::Codes;
use crate::file::source::Source;
use crate::file::summary::Summary;
use crate::index::{ErasedIndex, Form, Place};
use crate::jobs::plan::Plan;
use crate::jobs::sharding::Sharding;
use crate::parallel;

/// A file that is read block by block.
#[derive(Debug)]
pub(crate) struct TableFile {
    path: PathBuf,
    source: Box<dyn Source>,
    header: TablebaseHeader,
    tail: Tail,
    blocks: u64,
    /// The number of entries in the directory of tiers.
    tiers: u64,
    tier_count: u64,
    summary: Summary,
    /// The plan of the game, from which the reader computes the directory entries of tiers. The
    /// field is `None` if the index is sparse, or if reading the entries from the source is fast.
    plan: Option<Plan>,
    block_cache: RecentlyRead<Arc<Block>>,
    tier_cache: RecentlyRead<Option<TierEntry>>,
}

/// The location of a state in the file. `block` is the index of a block. `number` is the place of
/// the state in a file with a dense index, and its key in a file with a sparse index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Spot {
    block: u64,
    number: u64,
}

impl TableFile {
    /// The number of blocks that are read at a time.
    const AT_A_TIME: usize = 256;
    /// A call that reads at most `FEW` blocks uses only one thread.
    const FEW: usize = 16;
    /// A call that reads many blocks puts a block into the cache only if it needs the codes of at
    /// least `POPULAR` states in this block.
    const POPULAR: usize = 2;

    /// Opens a file, and reads its header and its tail. In errors, `path` is the name of the
    /// source.
    pub fn open(
        source: Box<dyn Source>,
        path: &Path,
        rules: &dyn ErasedIndex,
    ) -> Result<Self, Error> {
        let len = source.len().map_err(Error::io(path))?;
        let header = read_header(&*source, len, path)?;
        let foreign = |expected: String, found: String| Error::Foreign {
            path: path.to_owned(),
            expected,
            found,
        };
        if header.form != rules.form() {
            let [expected, found] = [rules.form(), header.form].map(|form| form.to_string());
            return Err(foreign(expected, found));
        }
        let fingerprint = rules.fingerprint();
        if header.fingerprint != fingerprint {
            return Err(foreign(
                format!("rules with the fingerprint {fingerprint:08x}"),
                format!("{:08x}, of {}", header.fingerprint, header.name),
            ));
        }
        let damaged = || Error::Damaged {
            path: path.to_owned(),
            what: "the end of a tablebase file",
        };
        let tail_at = len.checked_sub(Tail::BYTES).ok_or_else(damaged)?;
        let mut bytes = [0; Tail::BYTES as usize];
        source
            .read_at(&mut bytes, tail_at)
            .map_err(Error::io(path))?;
        let tail = Tail::from_bytes(&bytes);
        let mut counts = vec![0; 8 * header.codes.count() as usize];
        if tail_at.checked_sub(counts.len() as u64) != Some(tail.counts_at) {
            return Err(damaged());
        }
        source
            .read_at(&mut counts, tail.counts_at)
            .map_err(Error::io(path))?;
        if tail.to_bytes(&counts) != bytes {
            return Err(damaged());
        }
        let tier_count = rules.tier_count();
        let (blocks, tiers) = tail
            .counts(header.form, header.len(), tail_at)
            // There is at least one start.
            .filter(|&(blocks, tiers)| blocks > 0 && (1..=tier_count).contains(&tiers))
            .ok_or_else(damaged)?;
        let counts: Vec<u64> = counts
            .chunks_exact(8)
            .map(|count| u64_at(count, 0))
            .collect();
        let mut summary = Summary::new(header.codes);
        summary.try_add(&counts).ok_or_else(damaged)?;
        let is_planned = source.is_far() && header.form == Form::Dense;
        let plan = is_planned.then(|| Plan::new(rules, Sharding::Whole));
        Ok(Self {
            path: path.to_owned(),
            source,
            plan: plan.transpose()?,
            header,
            tail,
            blocks,
            tiers,
            tier_count,
            summary,
            block_cache: RecentlyRead::new(),
            tier_cache: RecentlyRead::new(),
        })
    }

    pub fn in_memory(&self) -> Option<&[u8]> {
        self.source.in_memory()
    }

    pub const fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Checks that the file counts as many states with each code as the caller has read.
    /// `read[code]` is the number of states with this code that the caller has read.
    ///
    /// # Errors
    /// Fails when the counts differ.
    pub fn expect_counts(&self, read: &[u64]) -> Result<(), Error> {
        if read == self.summary.counts() {
            Ok(())
        } else {
            Err(Error::Counts {
                expected: read.iter().sum(),
                found: self.summary.states(),
            })
        }
    }

    pub const fn codes(&self) -> Codes {
        self.header.codes
    }

    pub const fn form(&self) -> Form {
        self.header.form
    }

    /// Returns the code of each state in `places`, in the same order; 0 for a state that the file
    /// does not contain. Each block is read once.
    pub fn codes_of(&self, rules: &dyn ErasedIndex, places: &[Place]) -> Result<Vec<u32>, Error> {
        // The order is by tier and number, so that neighbours are read together.
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_unstable_by_key(|&at| places[at]);
        let mut spots: Vec<(Spot, usize)> = Vec::with_capacity(places.len());
        let mut near: Option<(TierEntry, Range<u64>, Range<u64>)> = None;
        for at in order {
            let place = places[at];
            let is_near = near
                .as_ref()
                .is_some_and(|(entry, ..)| entry.tier == place.tier);
            if !is_near {
                let entry = match &self.plan {
                    Some(plan) => planned_entry(plan, place.tier),
                    None => self
                        .tier_cache
                        .get(place.tier, || self.tier(rules, place.tier))?,
                };
                near = entry.map(|entry| (entry, self.blocks_of(entry), 0..0));
            }
            if let Some((entry, blocks, keys)) = &mut near {
                if entry.tier == place.tier {
                    let spot = self.spot(*entry, blocks, keys, place.number)?;
                    spots.extend(spot.map(|spot| (spot, at)));
                }
            }
        }
        let mut codes = vec![0; places.len()];
        spots.sort_unstable();
        let groups: Vec<&[(Spot, usize)]> = spots.chunk_by(|a, b| a.0.block == b.0.block).collect();
        self.expect_blocks(groups.iter().map(|group| group[0].0.block))?;
        // Reading many blocks would drive all useful blocks out of the cache.
        let is_bulk = groups.len() > Self::FEW;
        for groups in groups.chunks(Self::AT_A_TIME) {
            let read = |group: &&[(Spot, usize)]| self.read_group(group, is_bulk);
            // Reading a few blocks is faster than starting other threads.
            let read: Result<Vec<_>, Error> = if groups.len() <= Self::FEW {
                groups.iter().map(read).collect()
            } else {
                parallel::try_map(groups.iter().collect(), read)
            };
            for (at, code) in read?.into_iter().flatten() {
                codes[at] = code;
            }
        }
        Ok(codes)
    }

    /// Reads the codes of states in one block. Returns a pair for each state. `.0` is its position
    /// in the caller's list of places, and `.1` is its code.
    fn read_group(
        &self,
        group: &[(Spot, usize)],
        is_bulk: bool,
    ) -> Result<Vec<(usize, u32)>, Error> {
        let number = group[0].0.block;
        let block = match self.block_cache.find(number) {
            None if is_bulk && group.len() < Self::POPULAR => None,
            None => Some(self.cached_block(number)?),
            known => known,
        };
        let numbers = group.iter().map(|(spot, _)| spot.number);
        let codes = match block {
            Some(block) => numbers.map(|number| block.code(number)).collect(),
            None => {
                let (packed, _) = self.packed(number)?;
                let (wanted, width) = (numbers.collect::<Vec<_>>(), self.codes().width());
                let codes =
                    block::codes_of(&packed, self.form(), self.base(number), width, &wanted);
                codes.ok_or_else(|| self.damaged("a block of codes"))?
            }
        };
        let codes = group.iter().zip(codes).map(|(&(_, at), code)| match code {
            Some(code) if !self.is_code(code) => Err(self.damaged("codes of scores")),
            code => Ok((at, code.unwrap_or(0))),
        });
        codes.collect()
    }

    /// Returns the location of the state with the rank or key `number` in a tier. With a sparse
    /// index, `blocks.start` is the block that an earlier call found, and `keys` is the range of
    /// its keys, which is empty at first. If `number` is in `keys`, no search is needed.
    fn spot(
        &self,
        entry: TierEntry,
        blocks: &mut Range<u64>,
        keys: &mut Range<u64>,
        number: u64,
    ) -> Result<Option<Spot>, Error> {
        if self.form() == Form::Dense {
            let place = entry.first + number;
            let is_there = number < entry.size;
            return Ok(is_there.then_some(Spot {
                block: place / Form::Dense.block(),
                number: place,
            }));
        }
        if !keys.contains(&number) {
            // Find the last block whose first key is not greater than `number`.
            let (mut low, mut high) = (blocks.start, blocks.end);
            *keys = 0..u64::MAX;
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                let first = self.first_key(middle)?;
                if first <= number {
                    (low, keys.start) = (middle, first);
                } else {
                    (high, keys.end) = (middle, first);
                }
            }
            blocks.start = low;
        }
        Ok(Some(Spot {
            block: blocks.start,
            number,
        }))
    }

    fn first_key(&self, block: u64) -> Result<u64, Error> {
        let (entry, _) = self.block_entry(block)?;
        let key = entry.first_key;
        key.ok_or_else(|| self.damaged("the first key of a block"))
    }

    /// Finds a tier in the directory of tiers. Returns its entry; `None` if no move leads to the
    /// tier.
    // If moves lead to all tiers, the first guess is right. Otherwise, every second step halves the
    // rest, so that few steps are enough wherever the gaps are.
    fn tier(&self, rules: &dyn ErasedIndex, tier: u64) -> Result<Option<TierEntry>, Error> {
        let (mut entries, mut tiers) = (0..self.tiers, 0..self.tier_count);
        let mut halves = false;
        while !entries.is_empty() && tiers.contains(&tier) {
            let all = entries.end - entries.start;
            let before = u128::from(all) * u128::from(tier - tiers.start);
            let guess = (before / u128::from(tiers.end - tiers.start)) as u64;
            let number = entries.start + if halves { all / 2 } else { guess };
            halves = !halves;
            let entry = self.tier_entry(rules, number)?;
            if !tiers.contains(&entry.tier) {
                return Err(self.damaged("tiers in rising order"));
            }
            match entry.tier.cmp(&tier) {
                Ordering::Equal => return Ok(Some(entry)),
                Ordering::Less => (entries.start, tiers.start) = (number + 1, entry.tier + 1),
                Ordering::Greater => (entries.end, tiers.end) = (number, entry.tier),
            }
        }
        Ok(None)
    }

    /// Returns all entries of the directory of tiers. Refuses the file if the entries are not in
    /// the order of their tiers, because a search among unordered entries could find the wrong
    /// tier.
    pub fn entries(&self, rules: &dyn ErasedIndex) -> Result<Vec<TierEntry>, Error> {
        let entries = (0..self.tiers).map(|number| self.tier_entry(rules, number));
        let entries = entries.collect::<Result<Vec<_>, _>>()?;
        if entries.is_sorted_by(|a, b| a.tier < b.tier) {
            Ok(entries)
        } else {
            Err(self.damaged("tiers in rising order"))
        }
    }

    /// Returns the entry at position `number` of the directory of tiers. Refuses the file as
    /// damaged if the entry names a tier that the game does not have, or a tier that ends after the
    /// last block. With a dense index, the number of ranks in the entry must be the number that the
    /// rules give. With a sparse index, the tier must not be empty, and its keys must begin in a
    /// new block.
    fn tier_entry(&self, rules: &dyn ErasedIndex, number: u64) -> Result<TierEntry, Error> {
        let mut bytes = [0; TierEntry::BYTES as usize];
        let at = self.tail.tiers_at + TierEntry::BYTES * number;
        self.read_at(&mut bytes, at)?;
        let is_right = |entry: &TierEntry| {
            let end = entry.first.checked_add(entry.size);
            let block = self.form().block();
            let fits = end.is_some_and(|end| end.div_ceil(block) <= self.blocks);
            // Only the rules know which tiers exist.
            let is_whole = || match self.form() {
                Form::Dense => entry.size == rules.tier_size(rules.canonical(entry.tier)),
                Form::Sparse => entry.first % block == 0 && entry.size > 0,
            };
            entry.tier < self.tier_count && fits && is_whole()
        };
        let entry = TierEntry::from_bytes(&bytes, number).filter(is_right);
        entry.ok_or_else(|| self.damaged("the place of a tier"))
    }

    /// Returns the range of blocks that contain the states of a tier.
    pub fn blocks_of(&self, tier: TierEntry) -> Range<u64> {
        let block = self.form().block();
        tier.first / block..(tier.first + tier.size).div_ceil(block)
    }

    pub fn block(&self, number: u64) -> Result<Block, Error> {
        let (packed, first_key) = self.packed(number)?;
        let block = block::unpack(
            &packed,
            self.form(),
            self.base(number),
            self.codes().width(),
        );
        let is_right =
            |block: &Block| first_key.is_none_or(|key| block.keys().first().copied() == Some(key));
        block
            .filter(is_right)
            .ok_or_else(|| self.damaged("a block of codes"))
    }

    /// Reads a block without unpacking it. Returns its bytes and, with a sparse index, its first
    /// key.
    fn packed(&self, number: u64) -> Result<(Vec<u8>, Option<u64>), Error> {
        let (entry, end) = self.block_entry(number)?;
        let mut packed = vec![0; (end - entry.offset) as usize];
        self.read_at(&mut packed, entry.offset)?;
        if block::checksum(number, &packed) == entry.checksum {
            Ok((packed, entry.first_key))
        } else {
            Err(self.damaged("the block that was written"))
        }
    }

    /// Returns the lowest place that a block may contain. With a sparse index, returns 0, because a
    /// block then contains keys and not places.
    const fn base(&self, block: u64) -> u64 {
        match self.form() {
            Form::Dense => block * Form::Dense.block(),
            Form::Sparse => 0,
        }
    }

    /// Reads the states of `tier` in the block `number`. Returns their ranks or keys (`.0`), and
    /// their codes (`.1`). With a sparse index, also checks the number of keys in the block.
    pub fn numbers_of(&self, tier: TierEntry, number: u64) -> Result<(Vec<u64>, Vec<u32>), Error> {
        let block = self.cached_block(number)?;
        let (mut numbers, mut codes) = (Vec::new(), Vec::new());
        let mut are_codes = true;
        let mut put = |number, code| {
            numbers.push(number);
            codes.push(code);
            are_codes &= self.is_code(code);
        };
        if self.form() == Form::Dense {
            block.each(|place, code| {
                if (tier.first..tier.first + tier.size).contains(&place) {
                    put(place - tier.first, code);
                }
            });
        } else {
            let before = number * Form::Sparse.block() - tier.first;
            if block.len() as u64 != (tier.size - before).min(Form::Sparse.block()) {
                return Err(self.damaged("as many keys as a block has"));
            }
            block.each(put);
        }
        if are_codes {
            Ok((numbers, codes))
        } else {
            Err(self.damaged("codes of scores"))
        }
    }

    #[inline]
    pub fn is_code(&self, code: u32) -> bool {
        (1..self.codes().count()).contains(&code)
    }

    fn cached_block(&self, number: u64) -> Result<Arc<Block>, Error> {
        let read = || self.block(number).map(Arc::new);
        self.block_cache.get(number, read)
    }

    /// Returns a range of bytes in the directory of blocks. These bytes tell where the block with
    /// the index `number` begins and ends.
    fn entry_range(&self, number: u64) -> Range<u64> {
        let len = BlockEntry::bytes(self.form());
        let at = self.tail.blocks_at + len * number;
        // The next entry tells where the block ends. After the last entry, the directory of tiers
        // follows.
        at..at + 2 * len
    }

    /// Returns the entry of a block in the directory of blocks (`.0`), and the offset at which the
    /// block ends (`.1`).
    fn block_entry(&self, number: u64) -> Result<(BlockEntry, u64), Error> {
        if number >= self.blocks {
            return Err(self.damaged("a block for each state"));
        }
        let form = self.form();
        let len = BlockEntry::bytes(form) as usize;
        let mut bytes = [0; 2 * BlockEntry::bytes(Form::Sparse) as usize];
        let bytes = &mut bytes[..2 * len];
        self.read_at(bytes, self.entry_range(number).start)?;
        let end = if number + 1 == self.blocks {
            self.tail.blocks_at
        } else {
            u64_at(bytes, len)
        };
        let entry = BlockEntry::from_bytes(&bytes[..len], form, number);
        // A damaged entry may contain anything.
        let most = form.most_packed(self.codes().width());
        let fits = |entry: &BlockEntry| {
            let len = end.checked_sub(entry.offset);
            end <= self.tail.blocks_at && len.is_some_and(|len| len <= most)
        };
        let entry = entry.filter(fits);
        let entry = entry.ok_or_else(|| self.damaged("the place of a block"))?;
        Ok((entry, end))
    }

    /// Tells the source which blocks will be read, so that the source can fetch them together.
    /// First tells the source which directory entries will be read to find the blocks.
    fn expect_blocks(&self, numbers: impl Iterator<Item = u64> + Clone) -> Result<(), Error> {
        if !self.source.is_far() {
            return Ok(());
        }
        let wanted = numbers.filter(|&number| self.block_cache.find(number).is_none());
        self.source
            .expect(&mut wanted.clone().map(|number| self.entry_range(number)));
        let ranges = wanted.map(|number| {
            let (entry, end) = self.block_entry(number)?;
            Ok(entry.offset..end)
        });
        let ranges = ranges.collect::<Result<Vec<_>, Error>>()?;
        self.source.expect(&mut ranges.into_iter());
        Ok(())
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> Result<(), Error> {
        let read = self.source.read_at(buffer, offset);
        read.map_err(Error::io(&self.path))
    }

    pub const fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Checks that blocks follow each other without gaps, so that every byte of the file is
    /// checked.
    pub fn verify_blocks(&self) -> Result<(), Error> {
        let mut start = self.header.len();
        for number in 0..self.blocks {
            let (entry, end) = self.block_entry(number)?;
            if entry.offset != start {
                return Err(self.damaged("blocks one behind the other"));
            }
            start = end;
        }
        Ok(())
    }

    pub fn damaged(&self, what: &'static str) -> Error {
        Error::Damaged {
            path: self.path.clone(),
            what,
        }
    }
}

/// Computes the directory entry of a tier from the plan of the game; `None` if no moves lead to the
/// tier.
pub(crate) fn planned_entry(plan: &Plan, tier: u64) -> Option<TierEntry> {
    let planned = plan.find_any(tier)?;
    Some(TierEntry {
        tier,
        first: planned.place,
        size: planned.size,
    })
}

/// Reads the name of the game, with its parameters, from any source. In errors, `path` is the name
/// of the source.
///
/// # Errors
/// Fails when the source cannot be read, or is not a tablebase file.
pub fn name_in(source: &dyn Source, path: &Path) -> Result<String, Error> {
    let len = source.len().map_err(Error::io(path))?;
    Ok(read_header(source, len, path)?.name)
}

fn read_header(source: &dyn Source, len: u64, path: &Path) -> Result<TablebaseHeader, Error> {
    let read = |most: usize| {
        let mut bytes = vec![0; len.min(most as u64) as usize];
        source.read_at(&mut bytes, 0).map_err(Error::io(path))?;
        Ok(TablebaseHeader::from_bytes(&bytes))
    };
    let header = match read(TablebaseHeader::USUAL)? {
        // The file may have a long name.
        Err(Foreign::Header) => read(TablebaseHeader::LONGEST)?,
        header => header,
    };
    header.map_err(|foreign| {
        let (expected, found) = match foreign {
            Foreign::Label => ("a tablebase file".to_owned(), "other bytes".to_owned()),
            Foreign::Version(version) => (
                format!("a tablebase file of version {VERSION}"),
                format!("version {version}"),
            ),
            Foreign::Header => {
                return Error::Damaged {
                    path: path.to_owned(),
                    what: "the header of a tablebase file",
                };
            }
        };
        Error::Foreign {
            path: path.to_owned(),
            expected,
            found,
        }
    })
}
