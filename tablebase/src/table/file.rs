//! A table file, whatever its form: where its parts are, and whether they are whole.

use std::cmp::Ordering;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use perfectplay::game::{Score, score_of_move};
use perfectplay::{Analysis, Game};

use super::layout::{BlockEntry, Foreign, Form, Header, Tail, TierEntry};
use crate::block;
use crate::code::Codes;
use crate::error::Error;
use crate::summary::Summary;

/// What a file must be.
pub(super) struct Expected {
    pub form: Form,
    pub fingerprint: u32,
    /// How many tiers the game has.
    pub tiers: u64,
}

/// A table in a file that is read piece by piece.
#[derive(Debug)]
pub(super) struct TableFile {
    path: PathBuf,
    file: File,
    header: Header,
    tail: Tail,
    blocks: u64,
    /// How many entries the directory of tiers has.
    tiers: u64,
    /// How many tiers the game has.
    tier_count: u64,
    summary: Summary,
}

impl TableFile {
    /// Opens a file, and reads its two ends.
    pub fn open(path: &Path, expected: Expected) -> Result<Self, Error> {
        let file = File::open(path).map_err(Error::io(path))?;
        let (header, header_len) = read_header(&file, path)?;
        if header.form != expected.form {
            return Err(Error::Other {
                path: path.to_owned(),
                expected: format!("a table of {}", expected.form),
                found: format!("one of {}", header.form),
            });
        }
        if header.fingerprint != expected.fingerprint {
            return Err(Error::Other {
                path: path.to_owned(),
                expected: format!("rules with the fingerprint {:08x}", expected.fingerprint),
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
            .counts(header.form, header_len as u64, tail_at)
            .filter(|&(_, tiers)| tiers <= expected.tiers)
            .ok_or_else(damaged)?;
        let counts = counts
            .chunks_exact(8)
            .map(|count| u64::from_le_bytes(count.try_into().expect("a chunk of eight bytes")))
            .collect();
        let summary = Summary::from_counts(header.codes, counts).ok_or_else(damaged)?;
        Ok(Self {
            path: path.to_owned(),
            file,
            header,
            tail,
            blocks,
            tiers,
            tier_count: expected.tiers,
            summary,
        })
    }

    pub const fn summary(&self) -> &Summary {
        &self.summary
    }

    pub const fn codes(&self) -> Codes {
        self.header.codes
    }

    /// Everything about a state of a game, by the scores that `score` finds in this file;
    /// `None` for one that no game reaches. Which states are finished is for the rules to tell:
    /// a damaged score may tell anything.
    pub fn analysis<G: Game>(
        &self,
        game: &G,
        state: G::State,
        score: impl Fn(G::State) -> Result<Option<Score>, Error>,
    ) -> Result<Option<Analysis>, Error> {
        let Some(own) = score(state)? else {
            return Ok(None);
        };
        if let Some(value) = game.outcome(state) {
            return if own == Score::finished(value) {
                Ok(Some(Analysis::finished(value)))
            } else {
                Err(self.damaged("the value of a finished game"))
            };
        }
        let legal = game.legal(state);
        if legal.is_empty() {
            return Err(self.damaged("a state with a move"));
        }
        let moves = legal.iter().map(|mv| {
            let next = game.play(state, mv);
            let score = score(next)?;
            let score = score.ok_or_else(|| self.damaged("the states after a move"))?;
            Ok((mv, score_of_move(game, state, next, score)))
        });
        let moves = moves.collect::<Result<Vec<_>, Error>>()?;
        Ok(Some(Analysis::from_moves(moves)))
    }

    /// Where a tier is, if moves lead to it.
    //
    // If moves lead to all tiers, the first guess is right. If not, every second step halves
    // what is left, so that there are few steps wherever the gaps are.
    pub fn tier(&self, tier: u64) -> Result<Option<TierEntry>, Error> {
        let (mut entries, mut tiers) = (0..self.tiers, 0..self.tier_count);
        let mut halves = false;
        while !entries.is_empty() && tiers.contains(&tier) {
            let all = entries.end - entries.start;
            let before = u128::from(all) * u128::from(tier - tiers.start);
            let guess = (before / u128::from(tiers.end - tiers.start)) as u64;
            let number = entries.start + if halves { all / 2 } else { guess };
            halves = !halves;
            let entry = self.tier_entry(number)?;
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

    /// The entries of the directory of tiers, whose numbers must rise: otherwise an answer about
    /// a state of one would be another.
    pub fn entries(&self) -> impl Iterator<Item = Result<TierEntry, Error>> + '_ {
        let mut last = None;
        (0..self.tiers).map(move |number| {
            let entry = self.tier_entry(number)?;
            if last.replace(entry.tier) >= Some(entry.tier) {
                return Err(self.damaged("tiers in rising order"));
            }
            Ok(entry)
        })
    }

    /// How many entries the directory of tiers has.
    pub const fn tiers(&self) -> u64 {
        self.tiers
    }

    /// An entry of the directory of tiers: of a tier of the game, whose places are all in
    /// blocks.
    pub fn tier_entry(&self, number: u64) -> Result<TierEntry, Error> {
        let mut bytes = [0; TierEntry::BYTES as usize];
        let at = self.tail.tiers_at + TierEntry::BYTES * number;
        read_at(&self.file, &mut bytes, at).map_err(Error::io(&self.path))?;
        let has_room = |entry: &TierEntry| {
            let end = entry.first.checked_add(entry.size);
            let blocks = end.map(|end| end.div_ceil(self.header.form.block() as u64));
            entry.tier < self.tier_count && blocks.is_some_and(|blocks| blocks <= self.blocks)
        };
        let entry = TierEntry::from_bytes(bytes, number).filter(has_room);
        entry.ok_or_else(|| self.damaged("the place of a tier"))
    }

    /// The bytes of a block.
    pub fn packed(&self, number: u64) -> Result<Vec<u8>, Error> {
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
    pub fn block_entry(&self, number: u64) -> Result<BlockEntry, Error> {
        if number >= self.blocks {
            return Err(self.damaged("a block for each code"));
        }
        let form = self.header.form;
        let mut bytes = [0; BlockEntry::LONGEST];
        let bytes = &mut bytes[..form.entry_bytes() as usize];
        let at = self.tail.blocks_at + form.entry_bytes() * number;
        read_at(&self.file, bytes, at).map_err(Error::io(&self.path))?;
        let entry = BlockEntry::from_bytes(bytes, form, number);
        // One that is damaged may tell anything.
        let fits = |entry: &BlockEntry| {
            let end = entry.offset.checked_add(entry.len.into());
            end.is_some_and(|end| end <= self.tail.blocks_at)
        };
        entry
            .filter(fits)
            .ok_or_else(|| self.damaged("the place of a block"))
    }

    /// How many blocks there are.
    pub const fn blocks(&self) -> u64 {
        self.blocks
    }

    /// That blocks lie one behind the other, so that there is no byte that nobody looks at.
    pub fn verify_blocks(&self) -> Result<(), Error> {
        let Range { mut start, end } = self.header.len()..self.tail.blocks_at;
        for number in 0..self.blocks {
            let entry = self.block_entry(number)?;
            if entry.offset != start {
                return Err(self.damaged("blocks one behind the other"));
            }
            start += u64::from(entry.len);
        }
        if start == end {
            Ok(())
        } else {
            Err(self.damaged("blocks one behind the other"))
        }
    }

    pub fn damaged(&self, what: &'static str) -> Error {
        Error::Damaged {
            path: self.path.clone(),
            what,
        }
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
