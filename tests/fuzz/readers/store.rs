//! Contains a function for each reader of tablebase files and of job results. Each function takes
//! any bytes. Whatever the bytes are, nothing panics, nothing plays an illegal move, and a table
//! that passes verification is right.

#[path = "../lawful.rs"]
mod lawful;
#[path = "results.rs"]
pub mod results;

use std::ops::{ControlFlow, Range};
use std::path::Path;

use perfectplay::index::{Dense, Sparse, Tier};
use perfectplay::solve;
use perfectplay::table::fingerprint_with;
use perfectplay_games::Listed;
use perfectplay_games::domineering::Domineering;
use perfectplay_games::mnk::{Connect, Marks};
use perfectplay_games::subtraction::Subtraction;
use perfectplay_tablebase::{DenseIndex, Index, Limits, SparseIndex, Tablebase, file};

use lawful::plays_by_the_rules;

/// A function that reads bytes.
pub type Reader = fn(&[u8]);

/// A function that reads bytes as a table of one game. The first argument is the name of the game
/// with its parameters, and the second argument is the bytes.
type ReaderOf = fn(&str, &[u8]);

/// The readers, each with the name of its directory in the corpus.
pub const READERS: &[(&str, Reader)] = &[
    ("tiers", tiers),
    ("results", results::read),
    ("checkpoints", results::read_checkpoint),
];

/// Four games with few states. In the first game, the mirror image of a tier may be another tier.
/// In the second game, a player may mark any empty cell. In the third game, each tier has a single
/// state. The fourth game has a sparse index: its file stores the keys of the states.
const GAMES: [(&str, ReaderOf); 4] = [
    ("connect:2x2,2", dense::<Connect>),
    ("mnk:2,2,2", dense::<Marks>),
    ("subtraction:9,3", dense::<Subtraction>),
    ("domineering:2x2", sparse::<Domineering>),
];

/// Reads a table of the game that the bytes name. If the bytes name none of the games, reads a
/// table of the first game.
pub fn tiers(data: &[u8]) {
    let named = GAMES.iter().find(|(name, _)| {
        let at = data.get(HEADER..HEADER + name.len());
        at == Some(name.as_bytes())
    });
    let (name, read) = named.unwrap_or(&GAMES[0]);
    read(name, data);
}

/// Returns the game of type `G` with the parameters that stand after the colon in `name`.
fn game<G: Listed>(name: &str) -> G {
    let (_, parameters) = name.split_once(':').expect("parameters");
    G::with_parameters(parameters).expect("a game")
}

fn sparse<G: Listed + Sparse>(name: &str, data: &[u8]) {
    let game: G = game(name);
    let fingerprint = fingerprint_with(&game, &|state| {
        let tier = game.tier(state);
        Some(tier.map_or([0; 3], |tier| [2, tier.into(), game.key(state)]))
    });
    let states = states_of_sparse(&game);
    with_index(data, SparseIndex(game), 24, fingerprint, &states);
}

fn dense<G: Listed + Dense>(name: &str, data: &[u8]) {
    let game: G = game(name);
    let fingerprint = fingerprint_with(&game, &|state| {
        let place = game.rank(state);
        Some(place.map_or([0; 3], |(tier, rank)| [1, tier.number(), rank]))
    });
    let states = states_of_dense(&game);
    with_index(data, DenseIndex(game), 12, fingerprint, &states);
}

/// Returns all reachable states.
fn states_of_sparse<G: Listed>(game: &G) -> Vec<G::State> {
    let solution = solve(game).expect("a game of a few states");
    solution.scores().map(|(state, _)| state).collect()
}

/// Returns all states that have a rank.
fn states_of_dense<G: Dense>(game: &G) -> Vec<G::State> {
    let mut states = Vec::new();
    for tier in (0..game.tier_count()).map(Tier::new) {
        states.extend((0..game.tier_size(tier)).map(|rank| game.unrank(tier, rank)));
    }
    states
}

/// Reads bytes as a tablebase file of a game. `states` contains the states of the game. The file
/// contains a table of its blocks, with one entry of `entry` bytes for each block.
fn with_index<G: Listed, I: Index<Game = G>>(
    data: &[u8],
    index: I,
    entry: usize,
    fingerprint: u64,
    states: &[G::State],
) {
    let mut bytes = data.to_vec();
    // Truncated input cannot be mended completely. It is read as well.
    let _ = mend(&mut bytes, entry, fingerprint as u32);
    let path = Path::new("table");
    let name = file::name_in(&bytes, path);
    if let Ok(table) = Tablebase::open_source(index, Box::new(bytes), path) {
        name.expect("a name, as the table has been opened");
        use_table(&table, states);
    }
}

fn use_table<G: Listed, I: Index<Game = G>>(table: &Tablebase<I>, states: &[G::State]) {
    let game = table.game();
    let summary = table.summary();
    assert!(
        summary
            .scores()
            .all(|(_, states)| states <= summary.states())
    );
    let _ = (summary.longest(), summary.endless());
    plays_by_the_rules(table);

    for &state in states {
        // Errors and unreachable states are acceptable answers.
        let _ = table.lookup(state);
    }
    let _ = table.lookup_many(states);
    let mut visited = Vec::new();
    let visit = table.visit(|state, score| {
        visited.push((state, score));
        ControlFlow::Continue(())
    });
    if visit.is_ok() {
        for (state, score) in &visited {
            assert_eq!(table.score(*state).expect("a state"), Some(*score));
        }
    }
    let mut in_pieces = Vec::new();
    let pieces = table.visit_pieces(
        |piece| {
            let mut analyses = Vec::new();
            let each = piece.each(|state| analyses.push(piece.lookup(state)));
            analyses.extend(each.err().map(Err));
            analyses
        },
        |piece| {
            in_pieces.extend(piece);
            ControlFlow::Continue(())
        },
    );

    if table.verify(&Limits::default()).is_ok() {
        let solution = solve(game).expect("a game of a few states");
        for (state, analysis) in solution.iter() {
            let found = table.lookup(state).expect("a verified table");
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

/// The position of the game's name in the header of a tablebase file.
const HEADER: usize = 34;

/// Corrects all checksums and the fingerprint in a tablebase file. With a wrong checksum or
/// fingerprint, the reader would refuse the bytes before it reads anything else.
/// `docs/table-file.md` describes the positions of checksums and fingerprint. Returns `None` for
/// truncated input.
fn mend(bytes: &mut [u8], len: usize, fingerprint: u32) -> Option<()> {
    bytes
        .get_mut(20..24)?
        .copy_from_slice(&fingerprint.to_le_bytes());
    let name = u16::from_le_bytes(*bytes.get(32..)?.first_chunk()?);
    let (header, rest) = bytes.split_at_mut_checked(HEADER + usize::from(name))?;
    *rest.first_chunk_mut()? = crc32fast::hash(header).to_le_bytes();

    let tail = bytes.len().checked_sub(28)?;
    let [blocks, tiers, counts] = [0, 8, 16].map(|at| usize_at(bytes, tail + at));
    let (blocks, tiers, counts) = (blocks?, tiers?, counts?);
    for (number, entry) in (0_u64..).zip(entries(blocks..tiers, len)) {
        // A block ends at the beginning of the next block, and the last block ends at the beginning
        // of the directory.
        let next = entry + len;
        let end = if next < tiers {
            usize_at(bytes, next)?
        } else {
            blocks
        };
        let block = bytes.get(usize_at(bytes, entry)?..end)?;
        let sum = checksum(&[&number.to_le_bytes(), block]);
        *bytes.get_mut(entry + 8..)?.first_chunk_mut()? = sum;
        if len > 12 {
            let sum = checksum(&[&number.to_le_bytes(), bytes.get(entry..entry + 20)?]);
            *bytes.get_mut(entry + 20..)?.first_chunk_mut()? = sum;
        }
    }
    for (number, entry) in (0_u64..).zip(entries(tiers..counts, 28)) {
        let sum = checksum(&[&number.to_le_bytes(), bytes.get(entry..entry + 24)?]);
        *bytes.get_mut(entry + 24..)?.first_chunk_mut()? = sum;
    }
    let sum = checksum(&[bytes.get(counts..tail + 24)?]);
    *bytes.last_chunk_mut()? = sum;
    Some(())
}

/// Returns the offsets at which the entries of a directory begin. The directory takes up the range
/// `directory` of the file, and each entry takes `len` bytes.
fn entries(directory: Range<usize>, len: usize) -> impl Iterator<Item = usize> {
    let count = directory.len() / len;
    (0..count).map(move |number| directory.start + number * len)
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
