//! Tests golden files, which an earlier build wrote. The library must read them, and write them
//! again with the same bytes.

use perfectplay::table::fingerprint;
use perfectplay::tictactoe::{Archive, TicTacToe};
use perfectplay::{Game, Move, Moves, Solved, Table, Value, Wdl, bake, solve, verify};
use perfectplay_games::Listed;
use perfectplay_games::hexapawn::Hexapawn;
use perfectplay_games::morris::Morris;
use perfectplay_games::nim::Nim;

fn check<G: Listed>(parameters: &str, name: &str, golden: &[u8]) {
    let game = || G::with_parameters(parameters).unwrap();
    let rules = game();
    let solution = solve(&rules).unwrap();
    let table = Table::from_bytes(game(), golden).unwrap();
    assert_eq!(table.validate(), Ok(()));
    assert_eq!(table.data().name(), name);
    assert_eq!(table.data().fingerprint(), fingerprint(&rules));
    verify(&table).unwrap();
    for (state, analysis) in solution.iter() {
        assert_eq!(table.analysis(state), Some(analysis));
    }
    assert!(bake::table(name, &solution).unwrap() == golden);
}

#[test]
fn tables() {
    let hexapawn = include_bytes!("../golden/hexapawn-3.table");
    check::<Hexapawn>("3x3", "hexapawn:3x3", hexapawn);
    let morris = include_bytes!("../golden/morris-3.table");
    check::<Morris>("3,lines,8,loses", "morris:3,lines,8,loses", morris);
    check::<Nim>("1", "nim:1", include_bytes!("../golden/nim-3.table"));
}

/// A game with 21 sticks. In each turn of this game, a player takes one, two or three sticks.
/// Whoever takes the last stick wins.
struct TakeAway;

impl Game for TakeAway {
    type State = u8;

    fn move_count(&self) -> u32 {
        3
    }

    fn start(&self) -> u8 {
        21
    }

    fn outcome(&self, left: u8) -> Option<Value> {
        (left == 0).then_some(Value::Loss)
    }

    fn legal(&self, left: u8) -> Moves {
        Moves::first_n(left.min(3).into())
    }

    fn play(&self, left: u8, mv: Move) -> u8 {
        left - 1 - mv.index()
    }

    fn key(&self, left: u8) -> u64 {
        left.into()
    }
}

#[test]
fn a_table_from_rules_in_javascript() {
    let golden = include_bytes!("../golden/take-away-3.table");
    let table = Table::from_bytes(TakeAway, golden).unwrap();
    assert_eq!(table.validate(), Ok(()));
    assert_eq!(table.data().name(), "Take-away");
    assert_eq!(table.states(), 22);
    verify(&table).unwrap();
    for (state, analysis) in solve(TakeAway).unwrap().iter() {
        assert_eq!(table.analysis(state), Some(analysis));
    }
}

#[test]
fn archive() {
    let golden = include_bytes!("../golden/tictactoe-1.archive");
    let archive = Archive::from_bytes(golden).unwrap();
    assert_eq!(archive, Archive::baked());
    assert!(archive.to_bytes().unwrap() == golden);
}

#[test]
fn wdl() {
    let golden = include_bytes!("../golden/tictactoe-4.wdl");
    let table = Wdl::from_bytes(TicTacToe, golden).unwrap();
    assert_eq!(table.validate(), Ok(()));
    let solution = solve(&TicTacToe).unwrap();
    for (state, score) in solution.scores() {
        assert_eq!(table.value(state), score.value());
    }
    assert!(bake::wdl("tictactoe", &solution).unwrap() == golden);
}
