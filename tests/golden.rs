//! Golden files: what an earlier build wrote is read, and written again to the byte.

use perfectplay::tictactoe::{Archive, TicTacToe};
use perfectplay::{Solved, Table, Values, bake, fingerprint, solve, verify};
use perfectplay_games::Listed;
use perfectplay_games::hexapawn::Hexapawn;
use perfectplay_games::morris::Morris;
use perfectplay_games::nim::Nim;

/// Where a table of version 3 has its fingerprint.
const FINGERPRINT: usize = 18 + 2 + 3 + 6 * 4 + 8;

/// The golden files of a game, of version 1 and of version 3.
fn check<G: Listed>(parameters: &str, name: &str, golden: [&[u8]; 2]) {
    let game = || G::with_parameters(parameters).unwrap();
    let rules = game();
    let solution = solve(&rules).unwrap();
    let fingerprints = [None, Some(fingerprint(&rules))];
    for (golden, fingerprint) in golden.into_iter().zip(fingerprints) {
        let table = Table::from_bytes(game(), golden).unwrap();
        assert_eq!(table.validate(), Ok(()));
        assert_eq!(table.data().name(), name);
        assert_eq!(table.data().fingerprint(), fingerprint);
        verify(&table).unwrap();
        for (state, analysis) in solution.iter() {
            assert_eq!(table.analysis(state), Some(analysis));
        }
    }
    let written = bake::table(name, &solution).unwrap();
    assert!(written == golden[1]);
    assert!(without_fingerprint(written) == golden[0]);
}

/// The table of version 1 that differs from one of version 3 only in its version.
fn without_fingerprint(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes[18] = 1;
    bytes.drain(FINGERPRINT..FINGERPRINT + 8);
    bytes.truncate(bytes.len() - 4);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// The golden file of a table, by its name.
macro_rules! table {
    ($name:literal) => {
        include_bytes!(concat!("golden/", $name, ".table"))
    };
}

#[test]
fn tables() {
    let hexapawn: [&[u8]; 2] = [table!("hexapawn-1"), table!("hexapawn-3")];
    check::<Hexapawn>("3x3", "hexapawn:3x3", hexapawn);
    let morris: [&[u8]; 2] = [table!("morris-1"), table!("morris-3")];
    check::<Morris>("3,lines,8,loses", "morris:3,lines,8,loses", morris);
    check::<Nim>("1", "nim:1", [table!("nim-1"), table!("nim-3")]);
}

#[test]
fn archive() {
    let golden = include_bytes!("golden/tictactoe-1.archive");
    let archive = Archive::from_bytes(golden).unwrap();
    assert_eq!(archive, Archive::baked());
    assert!(archive.to_bytes().unwrap() == golden);
}

#[test]
fn values() {
    let golden = include_bytes!("golden/tictactoe-4.values");
    let values = Values::from_bytes(TicTacToe, golden).unwrap();
    assert_eq!(values.validate(), Ok(()));
    let solution = solve(&TicTacToe).unwrap();
    for (state, score) in solution.scores() {
        assert_eq!(values.value(state), score.value());
    }
    assert!(bake::values("tictactoe", &solution).unwrap() == golden);
}
