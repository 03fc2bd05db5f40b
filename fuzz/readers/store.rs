//! What reads the table files of large games, as a function of bytes. Whatever the bytes are, it
//! does not panic, it plays nothing that the rules forbid, and a table that is verified is right.

#[path = "../lawful.rs"]
mod lawful;

use std::fs;
use std::ops::{ControlFlow, Range};

use flate2::{Decompress, FlushDecompress, Status};
use perfectplay::ranked::{Ranked, Tier};
use perfectplay::table::fingerprint_with;
use perfectplay::{Solved, solve};
use perfectplay_games::{self as games, Listed, Visitor};
use perfectplay_tablebase::{Limits, Table, table};

use lawful::plays_by_the_rules;

/// A reader.
pub type Reader = fn(&[u8]);

/// The readers by the names of their folders in the corpus.
pub const READERS: &[(&str, Reader)] = &[("tiers", tiers)];

/// Games of a few states: with twins, with marks anywhere, with one state a tier.
const GAMES: [&str; 3] = ["connect:2x2,2", "mnk:2,2,2", "subtraction:9,3"];

/// A table of the game that it names, or else of the first.
pub fn tiers(data: &[u8]) {
    let named = GAMES.iter().find(|name| {
        let at = data.get(HEADER..HEADER + name.len());
        at == Some(name.as_bytes())
    });
    let name = named.unwrap_or(&GAMES[0]);
    games::open(name, Using(data)).expect("a game that ships");
}

struct Using<'a>(&'a [u8]);

impl Visitor for Using<'_> {
    type Output = ();

    fn visit<G: Listed>(self, _game: G) {
        unreachable!("the games have ranks");
    }

    fn visit_ranked<G: Listed + Ranked + Send + Sync>(self, game: G) {
        let fingerprint = fingerprint_with(&game, |state| match game.rank(state) {
            Some((tier, rank)) => [1, tier.number(), rank],
            None => [0; 3],
        });
        let mut bytes = self.0.to_vec();
        // Bytes that end too soon stay as they are.
        let _ = mend(&mut bytes, fingerprint as u32);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table");
        fs::write(&path, bytes).expect("a file");
        let (name, table) = (table::name(&path), Table::open(game, &path));
        if let Ok(table) = table {
            name.expect("a name, as the table has been opened");
            use_table(&table);
        }
    }
}

fn use_table<G: Ranked + Send + Sync>(table: &Table<G>) {
    let game = table.game();
    let summary = table.summary();
    assert!(
        summary
            .scores()
            .all(|(_, states)| states <= summary.states())
    );
    let _ = (summary.longest(), summary.endless());
    plays_by_the_rules(table);

    let tiers = (0..game.tier_count()).map(Tier::new);
    let ranks: u64 = tiers.clone().map(|tier| game.tier_size(tier)).sum();
    for tier in tiers {
        for state in (0..game.tier_size(tier)).map(|rank| game.unrank(tier, rank)) {
            // Errors and unreachable states are as good as answers.
            let _ = table.look_up(state);
        }
    }
    let mut visited = Vec::new();
    let visit = table.visit(|state, score| {
        visited.push((state, score));
        ControlFlow::Continue(())
    });
    assert!(visited.len() as u64 <= ranks);
    if visit.is_ok() {
        for (state, score) in &visited {
            assert_eq!(table.score(*state).expect("a state"), Some(*score));
        }
    }
    let mut in_pieces = Vec::new();
    let pieces = table.visit_pieces(
        |piece| {
            let analyses = piece.states().map(|state| piece.try_analysis(state));
            analyses.collect()
        },
        |piece: Vec<_>| {
            in_pieces.extend(piece);
            ControlFlow::Continue(())
        },
    );
    assert!(in_pieces.len() as u64 <= ranks);

    if table.verify(&Limits::default()).is_ok() {
        let solution = solve(game).expect("a game of a few states");
        for (state, analysis) in solution.iter() {
            let found = table.look_up(state).expect("a verified table");
            assert_eq!(found, Some(analysis));
        }
        visit.expect("a verified table");
        pieces.expect("a verified table");
        assert!(in_pieces.iter().all(|found| matches!(found, Ok(Some(_)))));
        assert_eq!(in_pieces.len(), solution.len());
        assert_eq!(
            (visited.len() as u64, summary.states()),
            (solution.len() as u64, solution.len() as u64)
        );
    }
}

/// Where the name is in the header.
const HEADER: usize = 34;

/// Makes all checksums right, and the fingerprint, so that they do not keep everything out:
/// `docs/table-file.md` tells where they are. `None` if the bytes end before that is done.
fn mend(bytes: &mut [u8], fingerprint: u32) -> Option<()> {
    bytes
        .get_mut(20..24)?
        .copy_from_slice(&fingerprint.to_le_bytes());
    let name = u16::from_le_bytes(*bytes.get(32..)?.first_chunk()?);
    let (header, rest) = bytes.split_at_mut_checked(HEADER + usize::from(name))?;
    *rest.first_chunk_mut()? = crc32fast::hash(header).to_le_bytes();

    let tail = bytes.len().checked_sub(28)?;
    let [blocks, tiers, counts] = [0, 8, 16].map(|at| usize_at(bytes, tail + at));
    let (blocks, tiers, counts) = (blocks?, tiers?, counts?);
    for entry in entries(blocks..tiers, 16) {
        let block = block(bytes, entry)?;
        mend_block(bytes.get_mut(block)?);
    }
    for (number, entry) in (0_u64..).zip(entries(blocks..tiers, 16)) {
        let block = block(bytes, entry)?;
        let sum = checksum(&[&number.to_le_bytes(), bytes.get(block)?]);
        *bytes.get_mut(entry + 12..)?.first_chunk_mut()? = sum;
    }
    for (number, entry) in (0_u64..).zip(entries(tiers..counts, 28)) {
        let sum = checksum(&[&number.to_le_bytes(), bytes.get(entry..entry + 24)?]);
        *bytes.get_mut(entry + 24..)?.first_chunk_mut()? = sum;
    }
    let sum = checksum(&[bytes.get(counts..tail + 24)?]);
    *bytes.last_chunk_mut()? = sum;
    Some(())
}

/// Where the entries of a directory begin.
fn entries(directory: Range<usize>, len: usize) -> impl Iterator<Item = usize> {
    let count = directory.len() / len;
    (0..count).map(move |number| directory.start + number * len)
}

/// Where the block is that an entry of the directory tells.
fn block(bytes: &[u8], entry: usize) -> Option<Range<usize>> {
    let start = usize_at(bytes, entry)?;
    let len = u32::from_le_bytes(*bytes.get(entry + 8..)?.first_chunk()?);
    Some(start..start.checked_add(len as usize)?)
}

fn mend_block(block: &mut [u8]) -> Option<()> {
    let (len, parts) = block.split_first_chunk_mut()?;
    let (bits, codes) = parts.split_at_mut_checked(u32::from_le_bytes(*len) as usize)?;
    mend_stream(bits)?;
    mend_stream(codes)
}

/// Makes the checksum of a zlib stream (RFC 1950) right, if it is whole.
fn mend_stream(stream: &mut [u8]) -> Option<()> {
    /// More than a block has.
    const MOST: usize = 1 << 18;
    let (label, deflated) = stream.split_first_chunk_mut()?;
    *label = [0x78, 0x01];
    let mut plain = vec![0; MOST];
    let mut inflater = Decompress::new(false);
    let read = inflater.decompress(deflated, &mut plain, FlushDecompress::Finish);
    if read.ok()? == Status::StreamEnd {
        let plain = &plain[..inflater.total_out() as usize];
        let checksum = deflated.get_mut(inflater.total_in() as usize..)?;
        *checksum.first_chunk_mut()? = adler(plain).to_be_bytes();
    }
    Some(())
}

/// Adler-32, as RFC 1950 has it.
fn adler(bytes: &[u8]) -> u32 {
    const BASE: u32 = 65_521;
    let (a, b) = bytes.iter().fold((1, 0), |(a, b), &byte| {
        let a = (a + u32::from(byte)) % BASE;
        (a, (b + a) % BASE)
    });
    b << 16 | a
}

fn checksum(parts: &[&[u8]]) -> [u8; 4] {
    let mut hasher = crc32fast::Hasher::new();
    parts.iter().for_each(|part| hasher.update(part));
    hasher.finalize().to_le_bytes()
}

fn usize_at(bytes: &[u8], at: usize) -> Option<usize> {
    let number = u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?);
    usize::try_from(number).ok()
}
