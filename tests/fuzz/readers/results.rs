//! Lets a solver read any bytes as if they were the result file of one of its jobs. Whatever the bytes are, the solver
//! must not panic. If the solver makes a table from the bytes, the table must be right, or the verifier must refuse it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::OnceLock;

use perfectplay::index::{Dense, Sparse};
use perfectplay_games::Listed;
use perfectplay_games::dodgem::Dodgem;
use perfectplay_games::domineering::Domineering;
use perfectplay_games::mnk::Connect;
use perfectplay_tablebase::{
    DenseIndex, Index, Job, Limits, MemoryStore, ResultStore, Sharding, Solver, SparseIndex,
    Tablebase,
};

use super::{checksum, game, states_of_dense, states_of_sparse, use_table};

/// A function that reads bytes as the result file of a job. Returns whether the bytes are a valid result.
type ReaderOf = fn(Using<'_>) -> bool;

/// Games with few states. `connect` has a dense index, in which some tiers are mirror images of other tiers.
/// `domineering` has a sparse index. In `domineering:3x3`, each tier is divided into two shards.
const GAMES: [(&str, Sharding, ReaderOf); 3] = [
    ("connect:2x2,2", Sharding::Whole, dense::<Connect>),
    ("domineering:3x2", Sharding::Whole, sparse::<Domineering>),
    ("domineering:3x3", Sharding::Count(2), sparse::<Domineering>),
];

/// For each game, the results that its jobs write. The keys of a map are the names of the results.
static HONEST: [OnceLock<BTreeMap<String, Vec<u8>>>; GAMES.len()] =
    [const { OnceLock::new() }; GAMES.len()];

/// The size of a result's header in bytes. The header identifies the rules, the job and the shard.
const HEADER: usize = 50;
/// The bytes of the header that contain the fingerprint of the rules.
const RULES: std::ops::Range<usize> = 21..25;

/// A loopy game with few states, whose jobs continue from checkpoints.
const LOOPY: &str = "dodgem:2";

/// The results that the jobs of the loopy game write. The keys of the map are the names of the results.
static HONEST_LOOPY: OnceLock<BTreeMap<String, Vec<u8>>> = OnceLock::new();

/// The position of the byte that tells what kind of result the file contains.
const KIND: usize = 25;
/// The kind of a checkpoint.
const CHECKPOINT: u8 = 6;

/// Reads the bytes as the checkpoint of a job of the loopy game.
pub fn read_checkpoint(data: &[u8]) {
    continues(data);
}

/// Continues a job of the loopy game from a checkpoint. Returns whether the job accepts the checkpoint.
pub fn continues(data: &[u8]) -> bool {
    let game: Dodgem = game(LOOPY);
    let index = DenseIndex(game);
    let states = states_of_dense(&game);
    let limits = Limits::default();
    let solver = Solver::with_sharding(index, LOOPY, Sharding::Whole).expect("a plan");
    let jobs: Vec<Job> = solver.jobs().collect();
    let file = |job| solver.plan().file(job);
    let honest = HONEST_LOOPY.get_or_init(|| results_of(&solver, &jobs));
    let mut scores = jobs.iter().filter(|job| matches!(job, Job::Score(_)));
    let header = |job: Job| {
        let mut header = honest[&file(job)][..HEADER].to_vec();
        header[KIND] = CHECKPOINT;
        header
    };
    let named = scores.clone().find(|&&job| data.starts_with(&header(job)));
    let job = *named.or(scores.next_back()).expect("a job");
    let mut bytes = header(job);
    bytes.extend(data.get(HEADER..).unwrap_or_default());
    let _ = mend(&mut bytes);

    let store = MemoryStore::new();
    let kept = honest.iter().filter(|(name, _)| **name != file(job));
    let checkpoint = file(job).replace("scores", "rounds");
    for (name, result) in kept.chain([(&checkpoint, &bytes)]) {
        store
            .write(name, result.clone())
            .expect("a place in memory");
    }
    if solver
        .run_each(&jobs, &store, &limits, &mut |_| ())
        .is_err()
    {
        return false;
    }
    let mut table = Vec::new();
    if solver.gather_into(&store, &mut table, &limits).is_ok() {
        if let Ok(table) = Tablebase::open_source(index, Box::new(table), Path::new("table")) {
            use_table(&table, &states);
        }
    }
    true
}

/// Returns the results that all jobs write, by name.
fn results_of(solver: &Solver<'_>, jobs: &[Job]) -> BTreeMap<String, Vec<u8>> {
    let store = MemoryStore::new();
    let run = solver.run_each(jobs, &store, &Limits::default(), &mut |_| ());
    run.expect("results");
    let files = jobs.iter().map(|&job| solver.plan().file(job));
    files
        .map(|name| (name.clone(), read_from(&store, &name)))
        .collect()
}

/// Reads bytes as the result file of a job. The header in the bytes names the rules and the job. If the rules are not
/// those of a game in [`GAMES`], reads the bytes as a result of the first game.
pub fn read(data: &[u8]) {
    let read_in = |number: usize, is_sure| {
        let (_, _, read) = GAMES[number];
        read(Using {
            data,
            number,
            is_sure,
        })
    };
    if !(0..GAMES.len()).any(|number| read_in(number, false)) {
        read_in(0, true);
    }
}

struct Using<'a> {
    data: &'a [u8],
    number: usize,
    /// Whether to read the bytes as a result of the game `GAMES[number]`, even if the bytes name the rules of another
    /// game.
    is_sure: bool,
}

fn sparse<G: Listed + Sparse>(using: Using<'_>) -> bool {
    let game: G = game(GAMES[using.number].0);
    let states = states_of_sparse(&game);
    using.with(SparseIndex(game), &states)
}

fn dense<G: Listed + Dense>(using: Using<'_>) -> bool {
    let game: G = game(GAMES[using.number].0);
    let states = states_of_dense(&game);
    using.with(DenseIndex(game), &states)
}

impl Using<'_> {
    /// Reads the bytes as the result file of a job of this game. `states` contains the states of the game. Returns
    /// whether the solver accepts the bytes.
    fn with<G: Listed, I: Index<Game = G> + Clone>(self, index: I, states: &[G::State]) -> bool {
        let (name, sharding, _) = GAMES[self.number];
        let limits = Limits::default();
        let solver = Solver::with_sharding(index.clone(), name, sharding).expect("a plan");
        let jobs: Vec<Job> = solver.jobs().collect();
        let file = |job| solver.plan().file(job);
        let honest = HONEST[self.number].get_or_init(|| results_of(&solver, &jobs));
        let rules = self.data.get(RULES);
        if !self.is_sure && rules != Some(&honest[&file(jobs[0])][RULES]) {
            return false;
        }
        let names = |job: &&Job| self.data.starts_with(&honest[&file(**job)][..HEADER]);
        let job = *jobs.iter().find(names).unwrap_or(&jobs[0]);
        let mut bytes = honest[&file(job)][..HEADER].to_vec();
        bytes.extend(self.data.get(HEADER..).unwrap_or_default());
        // Truncated input cannot be mended completely. It is read as well.
        let _ = mend(&mut bytes);

        let store = MemoryStore::new();
        let put = |name: &str, bytes: &[u8]| {
            let written = store.write(name, bytes.to_vec());
            written.expect("a place in memory");
        };
        for (name, result) in honest {
            put(name, result);
        }
        put(&file(job), &bytes);
        let _ = (solver.status(job, &store), solver.summary(&store));
        for &state in states {
            let _ = solver.score(&index, state, &store);
        }
        // Jobs that depend on the result write their results again.
        let mut changed = BTreeSet::from([job]);
        for &later in &jobs {
            let needs = solver.plan().needs(later);
            if needs.iter().any(|need| changed.contains(need)) {
                changed.insert(later);
                store.remove(&file(later)).expect("a place in memory");
            }
        }
        let _ = solver.run_each(&jobs, &store, &limits, &mut |_| ());
        let mut bytes = Vec::new();
        if solver.gather_into(&store, &mut bytes, &limits).is_ok() {
            let table = Tablebase::open_source(index, Box::new(bytes), Path::new("table"));
            if let Ok(table) = table {
                use_table(&table, states);
            }
        }
        true
    }
}

fn read_from(store: &MemoryStore, name: &str) -> Vec<u8> {
    let bytes = store.read(name).expect("a place in memory");
    bytes.expect("a result")
}

/// Corrects all checksums in a result, and the length of its last block. With a wrong checksum or length, the reader
/// would refuse the bytes before it reads anything else. `crates/tablebase/src/jobs/result.rs` describes the positions
/// of checksums and lengths. Returns `None` for truncated input.
fn mend(bytes: &mut [u8]) -> Option<()> {
    let tail = bytes.len().checked_sub(12)?;
    let [blocks, counts] = [0, 4].map(|at| u32_at(bytes, tail + at));
    let (blocks, counts) = (blocks? as usize, counts? as usize);
    let directory = tail.checked_sub(blocks.checked_add(counts)?.checked_mul(8)?)?;
    let mut at = HEADER;
    for number in 0..blocks {
        let entry = directory + 8 * number;
        if number + 1 == blocks {
            let rest = u32::try_from(directory.checked_sub(at)?).ok()?;
            bytes[entry..entry + 4].copy_from_slice(&rest.to_le_bytes());
        }
        let end = at.checked_add(u32_at(bytes, entry)? as usize)?;
        let sum = checksum(&[&(number as u64).to_le_bytes(), bytes.get(at..end)?]);
        bytes[entry + 4..entry + 8].copy_from_slice(&sum);
        at = end;
    }
    let sum = checksum(&[&bytes[..HEADER], bytes.get(directory..tail + 8)?]);
    *bytes.last_chunk_mut()? = sum;
    Some(())
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
