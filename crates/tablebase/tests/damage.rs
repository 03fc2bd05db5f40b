//! Tests that the reader detects a change of any byte of a table.

use std::fs;
use std::path::Path;

use perfectplay_games::Listed;
use perfectplay_games::kalah::Kalah;
use perfectplay_games::mnk::Connect;
use perfectplay_tablebase::{
    DenseIndex, Index, Limits, MemoryStore, Solver, SparseIndex, Tablebase,
};

/// Solves a game, and writes its table to `path`.
fn write<I: Index>(index: I, name: &str, path: &Path) {
    let solver = Solver::new(index, name).expect("a plan");
    let store = MemoryStore::new();
    solver.solve(&store, &Limits::default()).expect("a game");
    let gathered = solver.gather(&store, path, &Limits::default());
    gathered.expect("a file");
}

/// Asserts that the reader finds each of these changes of a file: one changed byte, a cut at any
/// byte, and an added byte.
fn every_altered_byte_is_found<I: Index + Copy>(index: I) {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.table");
    write(index, "game", &path);
    let whole = fs::read(&path).expect("a file");
    let verify = |bytes: &[u8]| {
        let table = Tablebase::open_source(index, Box::new(bytes.to_vec()), &path)?;
        table.verify(&Limits::default())
    };
    verify(&whole).expect("a whole file");
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        assert!(verify(&bytes).is_err(), "byte {at} altered");
    }
    for len in 0..whole.len() {
        assert!(verify(&whole[..len]).is_err(), "cut to {len} bytes");
    }
    let longer = [&whole[..], &[0]].concat();
    assert!(verify(&longer).is_err(), "one byte more");
}

#[test]
fn dense() {
    every_altered_byte_is_found(DenseIndex(
        Connect::with_parameters("3x2,2").expect("a game"),
    ));
}

#[test]
fn sparse() {
    every_altered_byte_is_found(SparseIndex(Kalah::with_parameters("1,2").expect("a game")));
}

#[test]
fn a_table_of_other_rules_is_refused() {
    let game = |parameters| Connect::with_parameters(parameters).expect("a game");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.table");
    write(DenseIndex(game("4x3,3")), "connect:4x3,3", &path);
    Tablebase::open(DenseIndex(game("4x3,3")), &path).expect("a table of these rules");
    let sparse = Tablebase::open(SparseIndex(game("4x3,3")), &path).map(drop);
    sparse.expect_err("another index");
    // The other game has the same tiers, ranks and moves, but other results.
    let other = DenseIndex(game("4x3,4"));
    let refused = Tablebase::open(other, &path)
        .map(drop)
        .expect_err("other rules");
    assert!(refused.to_string().contains("expected rules"), "{refused}");
}
