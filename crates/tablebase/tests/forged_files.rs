//! Tests tables and results with correct checksums and impossible contents. The reader refuses each of these files, and
//! takes no more memory than for a valid file.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::Path;

use flate2::{Compress, Compression, FlushCompress};
use perfectplay::game::Score;
use perfectplay::index::{Dense, Sparse, Tier};
use perfectplay::{Game, Move, Moves, Value};
use perfectplay_games::Listed;
use perfectplay_games::kalah::Kalah;
use perfectplay_games::mnk::Connect;
use perfectplay_tablebase::{
    DenseIndex, Error, Index, Job, Limits, MemoryStore, ResultStore, Solver, SparseIndex, Tablebase,
};

use crate::corpus::readers;

/// A game of three plies. The state is a number to which each ply appends a digit. The last tier contains more keys
/// than a block can hold.
#[derive(Clone, Copy)]
struct Digits {
    base: u32,
}

/// The number of digits at the end of the game.
const DIGITS: u32 = 3;
/// The greatest number of keys in a block.
const BLOCK: usize = 1 << 13;

impl Game for Digits {
    /// The number of digits so far, and the number that these digits form.
    type State = (u32, u32);

    fn move_count(&self) -> u32 {
        self.base
    }

    fn start(&self) -> Self::State {
        (0, 0)
    }

    fn outcome(&self, (digits, number): Self::State) -> Option<Value> {
        let values = [Value::Loss, Value::Draw];
        (digits == DIGITS).then(|| values[number as usize % 2])
    }

    fn legal(&self, _: Self::State) -> Moves {
        Moves::first_n(self.base)
    }

    fn play(&self, (digits, number): Self::State, mv: Move) -> Self::State {
        (digits + 1, number * self.base + u32::from(mv.index()))
    }

    fn key(&self, (digits, number): Self::State) -> u64 {
        u64::from(digits) << 32 | u64::from(number)
    }

    fn tier(&self, (digits, _): Self::State) -> Option<u32> {
        Some(digits)
    }
}

impl Sparse for Digits {
    fn last_tier(&self) -> u32 {
        DIGITS
    }

    fn state_of_key(&self, key: u64) -> Option<Self::State> {
        Some(((key >> 32) as u32, key as u32))
    }
}

/// A game with a single ply. A move leads to the first state of one of two tiers. Each tier has 64 ranks, which fill
/// one word of a bit mask. So no unused bits separate the two tiers in a mask of all ranks.
#[derive(Clone, Copy)]
struct Fork;

/// The number of ranks in each of the two tiers.
const RANKS: u64 = 64;

impl Game for Fork {
    /// The tier of the state, and its rank in this tier.
    type State = (u64, u64);

    fn move_count(&self) -> u32 {
        2
    }

    fn start(&self) -> Self::State {
        (0, 0)
    }

    fn outcome(&self, (tier, _): Self::State) -> Option<Value> {
        (tier > 0).then_some(Value::Loss)
    }

    fn legal(&self, _: Self::State) -> Moves {
        Moves::first_n(2)
    }

    fn play(&self, _: Self::State, mv: Move) -> Self::State {
        (1 + u64::from(mv.index()), 0)
    }

    fn key(&self, (tier, rank): Self::State) -> u64 {
        tier << 32 | rank
    }
}

impl Dense for Fork {
    fn tier_count(&self) -> u64 {
        3
    }

    fn tier_size(&self, _: Tier) -> u64 {
        RANKS
    }

    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = Tier> {
        let last = if tier.number() == 0 { 3 } else { 0 };
        (1..last).map(Tier::new)
    }

    /// Returns a rank even for a state that is beyond the end of its tier. The reader must treat such a state as a
    /// state without a rank.
    fn rank(&self, (tier, rank): Self::State) -> Option<(Tier, u64)> {
        Some((Tier::new(tier), rank))
    }

    fn unrank(&self, tier: Tier, rank: u64) -> Self::State {
        (tier.number(), rank)
    }
}

/// Returns the solver of a game, and all results of its jobs.
fn solved<'g, I: Index + 'g>(index: I) -> (Solver<'g>, MemoryStore) {
    let solver = Solver::new(index, "game").expect("a plan");
    let store = MemoryStore::new();
    let jobs: Vec<Job> = solver.jobs().collect();
    let run = solver.run_each(&jobs, &store, &Limits::default(), &mut |_| ());
    run.expect("results");
    (solver, store)
}

fn read(store: &MemoryStore, name: &str) -> Vec<u8> {
    let bytes = store.read(name).expect("a place in memory");
    bytes.expect("a result")
}

fn is_damaged<T>(found: &Result<T, Error>) -> bool {
    matches!(found, Err(Error::Damaged { .. }))
}

fn compressed(plain: &[u8]) -> Vec<u8> {
    let mut packed = Vec::with_capacity(plain.len() + 100);
    let mut compress = Compress::new(Compression::new(6), false);
    let status = compress.compress_vec(plain, &mut packed, FlushCompress::Finish);
    status.expect("compressed bytes");
    packed
}

/// Returns a block of keys in rising order. The states of all keys have the same score, whose code is `code`. If `code`
/// is `None`, the block contains no codes of scores.
fn block(keys: &[u64], code: Option<u8>) -> Vec<u8> {
    let codes = code.map(|code| vec![code; keys.len()]);
    block_with(keys, codes.as_deref())
}

/// Returns a block. `keys` are keys in rising order, or ranks counted from a base. `codes` holds
/// one byte for each key. If `codes` is `None`, the block has no codes.
fn block_with(keys: &[u64], codes: Option<&[u8]>) -> Vec<u8> {
    let (mut steps, mut next) = (Vec::new(), 0);
    for &key in keys {
        let mut step = key - next;
        while step >= 0x80 {
            steps.push(step as u8 | 0x80);
            step >>= 7;
        }
        steps.push(step as u8);
        next = key + 1;
    }
    let steps = compressed(&steps);
    let mut bytes = (steps.len() as u32).to_le_bytes().to_vec();
    bytes.extend(steps);
    if let Some(codes) = codes {
        bytes.extend(compressed(codes));
    }
    bytes
}

fn checksum(parts: &[&[u8]]) -> [u8; 4] {
    let mut hasher = crc32fast::Hasher::new();
    parts.iter().for_each(|part| hasher.update(part));
    hasher.finalize().to_le_bytes()
}

/// The offset in a result at which its blocks begin.
const BLOCKS_AT: usize = 50;

/// Returns the bytes of a forged job result, which contains `blocks` and `counts`. Copies the header from `honest`,
/// which is a valid result.
fn result(honest: &[u8], blocks: &[Vec<u8>], counts: &[u64]) -> Vec<u8> {
    let mut bytes = honest[..BLOCKS_AT].to_vec();
    blocks.iter().for_each(|block| bytes.extend(block));
    let directory = bytes.len();
    for (number, block) in (0_u64..).zip(blocks) {
        bytes.extend((block.len() as u32).to_le_bytes());
        bytes.extend(checksum(&[&number.to_le_bytes(), block]));
    }
    counts
        .iter()
        .for_each(|count| bytes.extend(count.to_le_bytes()));
    bytes.extend((blocks.len() as u32).to_le_bytes());
    bytes.extend((counts.len() as u32).to_le_bytes());
    let sum = checksum(&[&bytes[..BLOCKS_AT], &bytes[directory..]]);
    bytes.extend(sum);
    bytes
}

fn counts(result: &[u8]) -> Vec<u64> {
    let tail = result.len() - 12;
    let count = u32::from_le_bytes(*result[tail + 4..].first_chunk().expect("a count"));
    let words = result[..tail].rchunks_exact(8).take(count as usize);
    let mut counts: Vec<u64> = words
        .map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")))
        .collect();
    counts.reverse();
    counts
}

/// Returns two blocks with the keys of the last tier. The second block begins with the last key of
/// the first block.
fn blocks_with_a_key_twice(codes: Option<u8>) -> Vec<Vec<u8>> {
    let keys = |numbers: std::ops::Range<usize>| {
        let number = |number| u64::from(DIGITS) << 32 | number as u64;
        numbers.map(number).collect::<Vec<_>>()
    };
    let last = 24_usize.pow(DIGITS) - 1;
    vec![
        block(&keys(0..BLOCK), codes),
        block(&keys(BLOCK - 1..last), codes),
    ]
}

/// Tests a tier that has the same key at the end of one block and at the beginning of the next
/// block.
#[test]
fn a_key_that_comes_twice_is_refused() {
    let game = Digits { base: 24 };
    let (solver, store) = solved(SparseIndex(game));
    let [last, before] = [DIGITS, DIGITS - 1].map(|level| level as usize);
    for (forged, codes, reader) in [
        (Job::Find(last), None, Job::Score(last)),
        (Job::Score(last), Some(1), Job::Score(before)),
    ] {
        let name = solver.plan().file(forged);
        let honest = read(&store, &name);
        let blocks = blocks_with_a_key_twice(codes);
        let bytes = result(&honest, &blocks, &counts(&honest));
        assert_ne!(bytes, honest);
        store
            .write(&name, bytes.clone())
            .expect("a place in memory");
        let reader_file = solver.plan().file(reader);
        store.remove(&reader_file).expect("a place in memory");
        let run = solver.run_each(&[reader], &store, &Limits::default(), &mut |_| ());
        assert!(is_damaged(&run), "{forged:?}: {run:?}");
        if codes.is_some() {
            // The blocks of a tier that is not cut are copied into the table unchanged.
            let directory = tempfile::tempdir().expect("a directory");
            let path = directory.path().join("table");
            let (solver, store) = solved(SparseIndex(game));
            store.write(&name, bytes).expect("a place in memory");
            let gathered = solver.gather(&store, &path, &Limits::default());
            gathered.expect("a file");
            let verified = verify(SparseIndex(game), &path);
            assert!(is_damaged(&verified), "{verified:?}");
        }
        store.write(&name, honest).expect("a place in memory");
        let run = solver.run_each(&[reader], &store, &Limits::default(), &mut |_| ());
        run.expect("an honest result");
    }
}

/// Tests a tier whose block has too many or too few keys.
#[test]
fn blocks_have_as_many_keys_as_their_tier() {
    let game = Digits { base: 3 };
    let (solver, store) = solved(SparseIndex(game));
    let (tier, before) = (Job::Score(2), Job::Score(1));
    let name = solver.plan().file(tier);
    let honest = read(&store, &name);
    let key = |number: u64| 2 << 32 | number;
    for (keys, is_right) in [(8, false), (9, true), (10, false)] {
        let keys: Vec<u64> = (0..keys).map(key).collect();
        let bytes = result(&honest, &[block(&keys, Some(1))], &counts(&honest));
        store.write(&name, bytes).expect("a place in memory");
        let score = solver.score(&SparseIndex(game), (2, 4), &store);
        assert_eq!(is_damaged(&score), !is_right, "{score:?}");
        let file = solver.plan().file(before);
        store.remove(&file).expect("a place in memory");
        let run = solver.run_each(&[before], &store, &Limits::default(), &mut |_| ());
        assert_eq!(is_damaged(&run), !is_right, "{run:?}");
    }
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(*bytes[at..].first_chunk().expect("eight bytes"))
}

/// Returns the offsets of three parts of a table: the directory of blocks, the directory of tiers,
/// and the counts.
fn directories(bytes: &[u8]) -> [u64; 3] {
    [28, 20, 12].map(|back| u64_at(bytes, bytes.len() - back))
}

/// Writes the offsets of the three parts, and corrects the checksum.
fn set_directories(end: &mut [u8], counts: usize, numbers: [u64; 3]) {
    let tail = end.len() - 28;
    for (place, number) in end[tail..tail + 24].chunks_exact_mut(8).zip(numbers) {
        place.copy_from_slice(&number.to_le_bytes());
    }
    let sum = checksum(&[&end[counts..tail + 24]]);
    *end.last_chunk_mut().expect("a checksum") = sum;
}

/// Returns a copy of a file with one more block. This block has no bytes, and contains no states.
fn with_one_more_block(bytes: &[u8], entry: usize, first_key: Option<u64>) -> Vec<u8> {
    let [blocks_at, tiers_at, counts_at] = directories(bytes);
    let number = (tiers_at - blocks_at) / entry as u64;
    let mut more = blocks_at.to_le_bytes().to_vec();
    more.extend(checksum(&[&number.to_le_bytes()]));
    if let Some(key) = first_key {
        more.extend(key.to_le_bytes());
        more.extend(checksum(&[&number.to_le_bytes(), &more]));
    }
    let mut forged = bytes.to_vec();
    forged.splice(tiers_at as usize..tiers_at as usize, more);
    let at = [0, entry as u64, entry as u64];
    let numbers = [blocks_at + at[0], tiers_at + at[1], counts_at + at[2]];
    set_directories(&mut forged, numbers[2] as usize, numbers);
    forged
}

fn write<I: Index>(index: I, path: &Path) -> Vec<u8> {
    let (solver, store) = solved(index);
    let gathered = solver.gather(&store, path, &Limits::default());
    gathered.expect("a file");
    fs::read(path).expect("a file")
}

fn verify<I: Index>(index: I, path: &Path) -> Result<(), Error> {
    Tablebase::open(index, path)?.verify(&Limits::default())
}

#[test]
fn a_block_that_no_tier_has_is_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("table");
    let dense = DenseIndex(Connect::with_parameters("3x2,2").expect("a game"));
    let forged = with_one_more_block(&write(dense, &path), 12, None);
    fs::write(&path, forged).expect("a file");
    let verified = verify(dense, &path);
    assert!(is_damaged(&verified), "{verified:?}");

    let sparse = SparseIndex(Kalah::with_parameters("1,2").expect("a game"));
    let forged = with_one_more_block(&write(sparse, &path), 24, Some(u64::MAX));
    fs::write(&path, forged).expect("a file");
    let verified = verify(sparse, &path);
    assert!(is_damaged(&verified), "{verified:?}");
}

/// A file stores how many states have each score. If one of these counts is wrong, every method that reads the whole
/// file reports the error.
#[test]
fn counts_that_are_not_those_of_the_blocks_are_refused() {
    fn each_reader<I: Index + Copy>(index: I, path: &Path) -> [Result<(), Error>; 3] {
        let table = Tablebase::open(index, path).expect("the ends of a table");
        [
            table.visit(|_, _| ControlFlow::Continue(())),
            table.visit_pieces(|piece| piece.len(), |_| ControlFlow::Continue(())),
            table.verify(&Limits::default()),
        ]
    }

    fn is_found<I: Index + Copy>(index: I, path: &Path) {
        let honest = write(index, path);
        for read in each_reader(index, path) {
            read.expect("an honest table");
        }
        let numbers = directories(&honest);
        let counts = numbers[2] as usize;
        let counted = honest[counts..honest.len() - 28].chunks_exact(8);
        let counted: Vec<usize> = counted
            .enumerate()
            .filter(|(_, count)| u64_at(count, 0) > 0)
            .map(|(code, _)| counts + 8 * code)
            .collect();
        // In the first case, the counts have one state too many. In the second, one state is
        // counted with another score.
        for [more, less] in [[Some(0), None], [Some(0), Some(1)]] {
            let mut forged = honest.clone();
            for (at, by) in [(more, 1), (less, u64::MAX)] {
                if let Some(at) = at {
                    let at = counted[at];
                    let count = u64_at(&forged, at).wrapping_add(by);
                    forged[at..at + 8].copy_from_slice(&count.to_le_bytes());
                }
            }
            set_directories(&mut forged, counts, numbers);
            fs::write(path, forged).expect("a file");
            for read in each_reader(index, path) {
                assert!(matches!(read, Err(Error::Counts { .. })), "{read:?}");
            }
        }
    }

    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("table");
    let connect = Connect::with_parameters("3x2,2").expect("a game");
    is_found(DenseIndex(connect), &path);
    let kalah = Kalah::with_parameters("1,2").expect("a game");
    is_found(SparseIndex(kalah), &path);
}

/// Verification reports bytes before the first block, although no answer depends on these bytes.
#[test]
fn a_gap_before_the_blocks_is_refused() {
    const GAP: u64 = 4;
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("table");
    let dense = DenseIndex(Connect::with_parameters("3x2,2").expect("a game"));
    let mut forged = write(dense, &path);
    let [blocks_at, tiers_at, counts_at] = directories(&forged);
    let first = u64_at(&forged, blocks_at as usize) as usize;
    for entry in (blocks_at as usize..tiers_at as usize).step_by(12) {
        let offset = u64_at(&forged, entry) + GAP;
        forged[entry..entry + 8].copy_from_slice(&offset.to_le_bytes());
    }
    forged.splice(first..first, [0; GAP as usize]);
    let numbers = [blocks_at, tiers_at, counts_at].map(|at| at + GAP);
    set_directories(&mut forged, numbers[2] as usize, numbers);
    fs::write(&path, forged).expect("a file");
    let table = Tablebase::open(dense, &path).expect("a table");
    assert!(table.lookup(dense.0.start()).expect("an answer").is_some());
    let verified = table.verify(&Limits::default());
    assert!(is_damaged(&verified), "{verified:?}");
}

/// A file with the keys of one game must be refused when it is opened with the rules of another game.
#[test]
fn keys_of_other_rules_are_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("table");
    let [game, other] = ["1,2", "1,3"].map(|text| Kalah::with_parameters(text).expect("a game"));
    write(SparseIndex(game), &path);
    let opened = Tablebase::open(SparseIndex(other), &path);
    assert!(matches!(opened, Err(Error::Foreign { .. })), "{opened:?}");
}

/// Verification of a table needs little memory, because the verifier can drop blocks from memory and read them again.
/// For each state of a dropped block, the verifier keeps only one bit. The bit tells whether a move to this state has
/// been found.
#[test]
fn a_file_is_verified_in_little_memory() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("table");
    let dense = DenseIndex(Connect::with_parameters("4x4,4").expect("a game"));
    write(dense, &path);
    let table = Tablebase::open(dense, &path).expect("a table");
    let mut verified = 0;
    for bits in 12..24 {
        let limits = Limits {
            memory: Some(1 << bits),
            ..Limits::default()
        };
        match table.verify(&limits) {
            Ok(()) => verified += 1,
            Err(Error::Memory { needed, allowed }) => {
                assert!(allowed == 1 << bits && needed > allowed);
                assert_eq!(verified, 0, "more memory is enough, too");
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert!(verified > 0);
}

/// A rank that equals the size of its tier belongs to no state. The first rank of the next tier is stored directly
/// after the last rank of the tier. For a rank beyond the end of a tier, the reader must not return the score of
/// the next tier's first rank.
#[test]
fn a_rank_behind_the_last_one_is_no_state() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("table");
    let (solver, store) = solved(DenseIndex(Fork));
    let gathered = solver.gather(&store, &path, &Limits::default());
    gathered.expect("a file");
    let table = Tablebase::open(DenseIndex(Fork), &path).expect("a table");
    table.verify(&Limits::default()).expect("a right table");
    for (state, is_there) in [((1, 0), true), ((2, 0), true), ((1, RANKS), false)] {
        let found = table.score(state).expect("an answer");
        assert_eq!(found.is_some(), is_there, "{state:?}");
        let found = solver
            .score(&DenseIndex(Fork), state, &store)
            .expect("an answer");
        assert_eq!(found.is_some(), is_there, "{state:?}");
    }
}

/// A block of this file claims a size of 64 GB. The file is sparse, so it takes no space on the
/// disk. The reader does not read the block, and allocates no memory for the block.
#[test]
fn a_block_is_no_longer_than_it_can_be() {
    const HOLE: u64 = 1 << 36;
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("table");
    let game = Connect::with_parameters("3x2,2").expect("a game");
    let bytes = write(DenseIndex(game), &path);
    let numbers = directories(&bytes);
    let (blocks, end) = bytes.split_at(numbers[0] as usize);
    let mut end = end.to_vec();
    let counts = (numbers[2] - numbers[0]) as usize;
    set_directories(&mut end, counts, numbers.map(|number| number + HOLE));
    let mut file = File::create(&path).expect("a file");
    file.write_all(blocks).expect("a disk");
    file.seek(SeekFrom::Current(HOLE as i64)).expect("a file");
    file.write_all(&end).expect("a disk");
    drop(file);
    let table = Tablebase::open(DenseIndex(game), &path).expect("the ends of a table");
    let visited = table.visit(|_, _| ControlFlow::Continue(()));
    assert!(is_damaged(&visited), "{visited:?}");
    let verified = table.verify(&Limits::default());
    assert!(is_damaged(&verified), "{verified:?}");
}

/// Changes every fourth byte of some results, and corrects the checksums. No change leads to a wrong table
/// that passes verification.
#[test]
fn altered_results_make_no_wrong_table() {
    alter_results(4);
}

#[test]
#[ignore = "changes every byte; run by .ci/run"]
fn altered_results_in_full() {
    alter_results(1);
}

fn alter_results(step: usize) {
    let corpus = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/fuzz/corpus/results"
    );
    for entry in fs::read_dir(corpus).expect("a corpus") {
        let honest = fs::read(entry.expect("a file").path()).expect("a file");
        for at in (BLOCKS_AT..honest.len()).step_by(step) {
            let mut bytes = honest.clone();
            bytes[at] ^= 1 << (at / step % 8);
            readers::results::read(&bytes);
        }
    }
}

/// Solves a game once, and returns a function that forges the game's table. The function takes the ranks and codes of
/// one block, and returns a table with this block and with correct checksums and counts.
pub fn with_scores<I: Index + Clone + 'static>(
    index: I,
    job: Job,
) -> impl Fn(&[u64], &[u8]) -> Tablebase<I> {
    let (solver, store) = solved(index.clone());
    let name = solver.plan().file(job);
    let honest = read(&store, &name);
    move |ranks, codes| {
        let mut counts = vec![0; counts(&honest).len()];
        for &code in codes {
            let counted = counts.get_mut(usize::from(code));
            *counted.unwrap_or(&mut 0) += 1;
        }
        let bytes = result(&honest, &[block_with(ranks, Some(codes))], &counts);
        store.write(&name, bytes).expect("a place in memory");
        let mut table = Vec::new();
        let gathered = solver.gather_into(&store, &mut table, &Limits::default());
        gathered.expect("a file");
        let table = Tablebase::open_source(index.clone(), Box::new(table), Path::new("table"));
        table.expect("the ends of a table")
    }
}

/// Verification finds a score that does not follow from the rules, and a state that no game reaches. Verification finds
/// these errors even if all checksums are correct.
#[test]
fn wrong_scores_are_flaws() {
    const LOST: u8 = 1;
    let forged = with_scores(DenseIndex(Fork), Job::Score(1));
    let flaw = |ranks: &[u64], codes: &[u8]| {
        let verified = forged(ranks, codes).verify(&Limits::default());
        match verified.expect_err("a wrong table") {
            Error::Flaw {
                expected, found, ..
            } => (expected, found),
            other => panic!("{other:?}"),
        }
    };
    let right = forged(&[0, RANKS], &[LOST, LOST]);
    right.verify(&Limits::default()).expect("a right table");
    let lost = |plies| Some(Score::new(Value::Loss, Some(plies)));
    assert_eq!(flaw(&[0, RANKS], &[LOST, LOST + 1]), (lost(0), lost(1)));
    assert_eq!(flaw(&[0, 5, RANKS], &[LOST; 3]), (None, lost(0)));

    // Every reader finds a code that does not stand for a score.
    let none = forged(&[0, RANKS], &[LOST, 100]);
    assert!(is_damaged(&none.score((2, 0))));
    assert!(is_damaged(&none.visit(|_, _| ControlFlow::Continue(()))));
    assert!(is_damaged(&none.verify(&Limits::default())));
}

/// Looks up states from all parts of a tier with many blocks, and keys that are not in the tier.
#[test]
fn keys_are_found_in_many_blocks() {
    let game = Digits { base: 56 };
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("table");
    write(SparseIndex(game), &path);
    let table = Tablebase::open(SparseIndex(game), &path).expect("a table");
    let states = 56_u32.pow(DIGITS);
    for step in [1_001, 20_011] {
        let numbers: Vec<u32> = (0..states + 2 * step).step_by(step as usize).collect();
        let asked: Vec<(u32, u32)> = numbers.iter().map(|&number| (DIGITS, number)).collect();
        let found = table.score_many(&asked).expect("answers");
        for (number, score) in numbers.into_iter().zip(found) {
            let values = [Value::Loss, Value::Draw];
            let value = (number < states).then(|| values[number as usize % 2]);
            assert_eq!(score.map(Score::value), value, "{number}");
            let alone = table.score((DIGITS, number)).expect("an answer");
            assert_eq!(alone, score, "{number}");
        }
    }
}
