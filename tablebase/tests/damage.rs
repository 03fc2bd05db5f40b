//! A table in which a byte is not what was written is found out.

use std::fs;
use std::path::Path;

use perfectplay_games::Listed;
use perfectplay_games::mnk::Connect;
use perfectplay_tablebase::{Jobs, Limits, Memory, Table};

/// Writes the table of a game.
fn write(game: &Connect, name: &str, path: &Path) {
    let jobs = Jobs::new(game, name).expect("a plan");
    let store = Memory::new();
    jobs.solve(&store, &Limits::default()).expect("a game");
    jobs.gather(&store, path, &Limits::default())
        .expect("a table");
}

#[test]
fn every_altered_byte_is_found() {
    let game = Connect::with_parameters("3x2,2").expect("a game");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.table");
    write(&game, "connect:3x2,2", &path);
    let whole = fs::read(&path).expect("a table");
    let verify = || Table::open(game, &path)?.verify(&Limits::default());
    verify().expect("a whole table");
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(&path, &bytes).expect("a file");
        assert!(verify().is_err(), "byte {at} altered");
    }
    for len in 0..whole.len() {
        fs::write(&path, &whole[..len]).expect("a file");
        assert!(verify().is_err(), "cut to {len} bytes");
    }
    fs::write(&path, [&whole[..], &[0]].concat()).expect("a file");
    assert!(verify().is_err(), "one byte more");
}

#[test]
fn a_table_of_other_rules_is_refused() {
    let game = |parameters| Connect::with_parameters(parameters).expect("a game");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.table");
    write(&game("4x3,3"), "connect:4x3,3", &path);
    Table::open(game("4x3,3"), &path).expect("a table of these rules");
    // The same tiers and ranks, the same moves, and other ends.
    let other = game("4x3,4");
    let refused = Table::open(other, &path)
        .map(drop)
        .expect_err("other rules");
    assert!(refused.to_string().contains("expected rules"), "{refused}");
}
