//! Golden files: what an earlier build wrote is read, and written again to the byte.

use perfectplay::games::Listed;
use perfectplay::games::hexapawn::Hexapawn;
use perfectplay::games::morris::Morris;
use perfectplay::games::nim::Nim;
use perfectplay::tictactoe::Archive;
use perfectplay::{Solved, Table, bake, solve, verify};

fn check<G: Listed>(parameters: &str, name: &str, golden: &[u8]) {
    let game = || G::with_parameters(parameters).unwrap();
    let table = Table::from_bytes(game(), golden).unwrap();
    assert_eq!(table.validate(), Ok(()));
    assert_eq!(table.data().name(), name);
    verify(&table).unwrap();

    let game = game();
    let solution = solve(&game).unwrap();
    for (state, analysis) in solution.iter() {
        assert_eq!(table.analysis(state), Some(analysis));
    }
    assert!(bake::table(name, &solution).unwrap() == golden);
}

#[test]
fn tables() {
    let hexapawn = include_bytes!("golden/hexapawn.table");
    check::<Hexapawn>("3x3", "hexapawn:3x3", hexapawn);
    let morris = include_bytes!("golden/morris.table");
    check::<Morris>("3,lines,8,loses", "morris:3,lines,8,loses", morris);
    check::<Nim>("1", "nim:1", include_bytes!("golden/nim.table"));
}

#[test]
fn archive() {
    let golden = include_bytes!("golden/tictactoe.archive");
    let archive = Archive::from_bytes(golden).unwrap();
    assert_eq!(archive, Archive::baked());
    assert!(archive.to_bytes().unwrap() == golden);
}
