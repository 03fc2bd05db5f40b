//! Answers from a table file.

use std::cmp::Ordering;
use std::fs::File;
use std::io::{self, Read};
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use perfectplay::{Analysis, Ranked, Score, Solved, Tier, Walk};

use super::cache::Cache;
use super::layout::{BlockEntry, Foreign, Header, Tail, TierEntry};
use crate::block::{self, BLOCK, Block};
use crate::code::{Codes, Width};
use crate::error::Error;
use crate::fingerprint::fingerprint;
use crate::summary::Summary;

/// Every reachable state of a game, answered from a file.
///
/// To open it takes a millisecond, however large it is. A look-up reads the blocks of
/// the state and of those after its moves; some that were read lately are kept.
///
/// ```
/// use perfectplay::games::Listed;
/// use perfectplay::games::mnk::Connect;
/// use perfectplay::{Game, Value};
/// use perfectplay_store::{Jobs, Limits, Memory, Table};
///
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("connect.table");
/// let game = Connect::with_parameters("4x4").expect("a game");
/// let (jobs, store) = (Jobs::new(&game, "connect:4x4,4")?, Memory::new());
/// jobs.solve(&store, &Limits::default())?;
/// jobs.gather(&store, &path, &Limits::default())?;
///
/// let table = Table::open(game, &path)?;
/// let start = table.look_up(game.start())?.expect("a reachable state");
/// assert_eq!(start.value, Value::Draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Table<G> {
    game: G,
    path: PathBuf,
    file: File,
    header: Header,
    tail: Tail,
    blocks: u64,
    tiers: u64,
    summary: Summary,
    cache: Cache<Arc<Block>>,
    tier_cache: Cache<Option<TierEntry>>,
    /// The first error of [`Solved::analysis`], which cannot tell.
    failure: Mutex<Option<Error>>,
}

impl<G: Ranked> Table<G> {
    /// Opens the table of a game.
    ///
    /// # Errors
    /// When the file cannot be read, is no such table or damaged at its ends, or was made
    /// with other rules.
    pub fn open(game: G, path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(Error::io(path))?;
        let (header, header_len) = read_header(&file, path)?;
        let expected = fingerprint(&game);
        if header.fingerprint != expected {
            return Err(Error::Other {
                path: path.to_owned(),
                expected: format!("rules with the fingerprint {expected:08x}"),
                found: format!("{:08x}, of {}", header.fingerprint, header.name),
            });
        }
        let damaged = || Error::Damaged {
            path: path.to_owned(),
            what: "the end of a table",
        };
        let len = file.metadata().map_err(Error::io(path))?.len();
        let tail_at = len.checked_sub(Tail::BYTES).ok_or_else(damaged)?;
        let mut bytes = [0; Tail::BYTES as usize];
        read_at(&file, &mut bytes, tail_at).map_err(Error::io(path))?;
        let tail = Tail::from_bytes(bytes);
        let mut counts = vec![0; 8 * header.codes.count() as usize];
        let counts_at = tail_at.checked_sub(counts.len() as u64);
        if counts_at != Some(tail.counts_at) {
            return Err(damaged());
        }
        read_at(&file, &mut counts, tail.counts_at).map_err(Error::io(path))?;
        if tail.to_bytes(&counts) != bytes {
            return Err(damaged());
        }
        let (blocks, tiers) = tail
            .counts(header_len as u64, tail_at)
            .filter(|&(_, tiers)| tiers <= game.tier_count())
            .ok_or_else(damaged)?;
        let counts = counts
            .chunks_exact(8)
            .map(|count| u64::from_le_bytes(count.try_into().expect("a chunk of eight bytes")))
            .collect();
        let summary = Summary::from_counts(header.codes, counts).ok_or_else(damaged)?;
        Ok(Self {
            game,
            path: path.to_owned(),
            file,
            header,
            tail,
            blocks,
            tiers,
            summary,
            cache: Cache::new(),
            tier_cache: Cache::new(),
            failure: Mutex::new(None),
        })
    }

    /// The game.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// How many reachable states have each score.
    pub const fn summary(&self) -> &Summary {
        &self.summary
    }

    /// How scores are written as numbers.
    pub const fn codes(&self) -> Codes {
        self.header.codes
    }

    /// The score of a state; `None` for one that no game reaches.
    ///
    /// # Errors
    /// When the file cannot be read, or is damaged where the answer is.
    pub fn score(&self, state: G::State) -> Result<Option<Score>, Error> {
        let Some((tier, rank)) = self.game.rank(state) else {
            return Ok(None);
        };
        let entry = self.tier_cache.get(tier.number(), || self.tier(tier))?;
        let Some(entry) = entry.filter(|entry| rank < entry.size) else {
            return Ok(None);
        };
        let code = entry.first + rank;
        let block = self
            .cache
            .get(code / BLOCK as u64, || self.block(code / BLOCK as u64))?;
        match block.code((code % BLOCK as u64) as usize) {
            Some(0) => Ok(None),
            Some(code) => match self.codes().score(code) {
                Some(score) => Ok(Some(score)),
                None => Err(self.damaged("codes of scores")),
            },
            None => Err(self.damaged("a block for each code")),
        }
    }

    /// Everything about a state; `None` for one that no game reaches.
    ///
    /// # Errors
    /// As [`score`](Self::score).
    pub fn look_up(&self, state: G::State) -> Result<Option<Analysis>, Error> {
        let Some(score) = self.score(state)? else {
            return Ok(None);
        };
        if let Some(value) = self.game.outcome(state) {
            return if score == Score::finished(value) {
                Ok(Some(Analysis::finished(value)))
            } else {
                Err(self.damaged("the value of a finished game"))
            };
        }
        let legal = self.game.legal(state);
        if legal.is_empty() {
            return Err(self.damaged("a state with a move"));
        }
        let moves = legal.iter().map(|mv| {
            let score = self.score(self.game.play(state, mv))?;
            let score = score.ok_or_else(|| self.damaged("the states after a move"))?;
            Ok((mv, score.before()))
        });
        let moves = moves.collect::<Result<Vec<_>, Error>>()?;
        Ok(Some(Analysis::of_moves(moves)))
    }

    /// Goes through every reachable state and its score, tier by tier. In memory is a block
    /// at a time.
    ///
    /// # Errors
    /// As [`score`](Self::score).
    pub fn visit(
        &self,
        mut each: impl FnMut(G::State, Score) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let scores = self.codes().scores();
        for number in 0..self.tiers {
            let entry = self.tier_entry(number)?;
            let tier = Tier::new(entry.tier);
            let mut rank = 0;
            let mut walk: Option<G::Walk<'_>> = None;
            let mut walked = 0;
            while rank < entry.size {
                let code = entry.first + rank;
                let block = self.block(code / BLOCK as u64)?;
                let from = (code % BLOCK as u64) as usize;
                let some = (entry.size - rank).min((BLOCK - from) as u64);
                for number in from..from + some as usize {
                    let code = block.code(number);
                    let code = code.ok_or_else(|| self.damaged("a block for each code"))?;
                    if code != 0 {
                        let walk = walk.get_or_insert_with(|| {
                            walked = rank;
                            self.game.walk(tier, rank)
                        });
                        if rank > walked {
                            walk.skip(rank - walked);
                            walked = rank;
                        }
                        let score = scores.get(code as usize).copied().flatten();
                        let score = score.ok_or_else(|| self.damaged("codes of scores"))?;
                        if each(walk.state(), score).is_break() {
                            return Ok(());
                        }
                    }
                    rank += 1;
                }
            }
        }
        Ok(())
    }

    /// Keeps an error for [`failure`](Self::failure).
    fn fail<T>(&self, error: Error) -> Option<T> {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert(error);
        None
    }

    /// What went wrong in an [`analysis`](Solved::analysis), if anything has since this was
    /// asked last.
    pub fn failure(&self) -> Option<Error> {
        self.failure
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }

    /// Where a tier is, if moves lead to it.
    //
    // If moves lead to all tiers, the first guess is right. If not, every second step halves
    // what is left, so that there are few steps wherever the gaps are.
    fn tier(&self, tier: Tier) -> Result<Option<TierEntry>, Error> {
        let tier = tier.number();
        let (mut entries, mut tiers) = (0..self.tiers, 0..self.game.tier_count());
        let mut halves = false;
        while !entries.is_empty() && tiers.contains(&tier) {
            let all = entries.end - entries.start;
            let before = u128::from(all) * u128::from(tier - tiers.start);
            let guess = (before / u128::from(tiers.end - tiers.start)) as u64;
            let number = entries.start + if halves { all / 2 } else { guess };
            halves = !halves;
            let entry = self.tier_entry(number)?;
            match entry.tier.cmp(&tier) {
                Ordering::Equal => return Ok(Some(entry)),
                Ordering::Less => (entries.start, tiers.start) = (number + 1, entry.tier + 1),
                Ordering::Greater => (entries.end, tiers.end) = (number, entry.tier),
            }
        }
        Ok(None)
    }

    /// How many entries the directory of tiers has.
    pub(super) const fn tiers(&self) -> u64 {
        self.tiers
    }

    /// An entry of the directory of tiers.
    pub(super) fn tier_entry(&self, number: u64) -> Result<TierEntry, Error> {
        let mut bytes = [0; TierEntry::BYTES as usize];
        let at = self.tail.tiers_at + TierEntry::BYTES * number;
        read_at(&self.file, &mut bytes, at).map_err(Error::io(&self.path))?;
        let entry = TierEntry::from_bytes(bytes, number).filter(|entry| self.has_room(*entry));
        entry.ok_or_else(|| self.damaged("the place of a tier"))
    }

    /// Whether an entry is of a tier of the game, has a place for each of its ranks, and all of
    /// them are in blocks.
    fn has_room(&self, entry: TierEntry) -> bool {
        let tier = Tier::new(entry.tier);
        let end = entry.first.checked_add(entry.size);
        entry.tier < self.game.tier_count()
            && entry.size == self.game.tier_size(self.game.twin(tier))
            && end.is_some_and(|end| end.div_ceil(BLOCK as u64) <= self.blocks)
    }

    /// The codes of a block.
    pub(super) fn codes_of<W: Width>(&self, number: u64) -> Result<Vec<W>, Error> {
        block::unpack(&self.packed(number)?).map_err(|_| self.damaged("a block of codes"))
    }

    /// A block of which single codes are asked for.
    fn block(&self, number: u64) -> Result<Arc<Block>, Error> {
        let block = Block::read(&self.packed(number)?, self.codes().width());
        block
            .map(Arc::new)
            .map_err(|_| self.damaged("a block of codes"))
    }

    /// The bytes of a block.
    fn packed(&self, number: u64) -> Result<Vec<u8>, Error> {
        let entry = self.block_entry(number)?;
        let mut packed = vec![0; entry.len as usize];
        read_at(&self.file, &mut packed, entry.offset).map_err(Error::io(&self.path))?;
        if block::checksum(number, &packed) == entry.checksum {
            Ok(packed)
        } else {
            Err(self.damaged("the block that was written"))
        }
    }

    /// Where a block is.
    pub(super) fn block_entry(&self, number: u64) -> Result<BlockEntry, Error> {
        if number >= self.blocks {
            return Err(self.damaged("a block for each code"));
        }
        let mut bytes = [0; BlockEntry::BYTES as usize];
        let at = self.tail.blocks_at + BlockEntry::BYTES * number;
        read_at(&self.file, &mut bytes, at).map_err(Error::io(&self.path))?;
        let entry = BlockEntry::from_bytes(bytes);
        // One that is damaged may tell anything.
        match entry.offset.checked_add(entry.len.into()) {
            Some(end) if end <= self.tail.blocks_at => Ok(entry),
            _ => Err(self.damaged("the place of a block")),
        }
    }

    /// How many blocks there are, and where the first one begins and the last one ends.
    pub(super) fn blocks(&self) -> (u64, Range<u64>) {
        (self.blocks, self.header.len()..self.tail.blocks_at)
    }

    pub(super) fn damaged(&self, what: &'static str) -> Error {
        Error::Damaged {
            path: self.path.clone(),
            what,
        }
    }
}

impl<G: Ranked> Solved for Table<G> {
    type Game = G;

    fn game(&self) -> &G {
        &self.game
    }

    /// As [`look_up`](Table::look_up). Where that fails there is no answer, and
    /// [`failure`](Table::failure) tells why.
    fn analysis(&self, state: G::State) -> Option<Analysis> {
        self.look_up(state).unwrap_or_else(|error| self.fail(error))
    }

    /// As [`score`](Table::score), and where that fails as [`analysis`](Solved::analysis).
    fn score(&self, state: G::State) -> Option<Score> {
        Self::score(self, state).unwrap_or_else(|error| self.fail(error))
    }

    fn states(&self) -> u64 {
        self.summary.states()
    }
}

/// The game and parameters that a table file names.
///
/// # Errors
/// When the file cannot be read, or is no such table.
pub fn name(path: &Path) -> Result<String, Error> {
    let file = File::open(path).map_err(Error::io(path))?;
    Ok(read_header(&file, path)?.0.name)
}

/// The header of a file, and how long it is.
fn read_header(file: &File, path: &Path) -> Result<(Header, usize), Error> {
    let mut bytes = Vec::new();
    let most = Header::LONGEST as u64;
    file.take(most)
        .read_to_end(&mut bytes)
        .map_err(Error::io(path))?;
    Header::from_bytes(&bytes).map_err(|foreign| {
        let (expected, found) = match foreign {
            Foreign::Label => ("a table", "other bytes".to_owned()),
            Foreign::Version(version) => ("a table of version 2", format!("version {version}")),
            Foreign::Header => {
                return Error::Damaged {
                    path: path.to_owned(),
                    what: "the header of a table",
                };
            }
        };
        Error::Other {
            path: path.to_owned(),
            expected: expected.to_owned(),
            found,
        }
    })
}

/// Fills a buffer with what stands at an offset.
#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

/// Fills a buffer with what stands at an offset.
#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    let mut done = 0;
    while done < buffer.len() {
        let at = offset + done as u64;
        match std::os::windows::fs::FileExt::seek_read(file, &mut buffer[done..], at)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            more => done += more,
        }
    }
    Ok(())
}
