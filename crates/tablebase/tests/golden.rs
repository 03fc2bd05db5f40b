//! Tests golden files, which are tablebase files that an earlier build has written. The crate reads each golden file,
//! and writes the same bytes when it solves the game again.

use perfectplay::solve;
use perfectplay_games::Listed;
use perfectplay_games::kalah::Kalah;
use perfectplay_games::mills::Mills;
use perfectplay_games::mnk::Connect;
use perfectplay_games::subtraction::Subtraction;
use perfectplay_tablebase::{DenseIndex, Index, Limits, Solver, SparseIndex, Tablebase};

/// Asserts that the table of the game has the same bytes as the golden file. Then compares the answers of the golden
/// file with a solution in memory.
fn check<G: Listed, I: Index<Game = G>>(
    golden: &'static [u8],
    parameters: &str,
    index: impl Fn(G) -> I,
) {
    let game = || G::with_parameters(parameters).expect("a game");
    let name = format!("{}:{parameters}", G::NAME);
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.table");
    let solver = Solver::new(index(game()), &name).expect("a plan");
    let solved = solver.solve_to(&path, &Limits::default());
    solved.expect("a table");
    assert!(std::fs::read(&path).expect("a file") == golden, "{name}");

    let table = Tablebase::open_source(index(game()), Box::new(golden.to_vec()), &path);
    let table = table.expect("a golden file");
    table.verify(&Limits::default()).expect("right scores");
    let rules = game();
    let solution = solve(&rules).expect("a game");
    for (state, score) in solution.scores() {
        assert_eq!(table.score(state).expect("a read"), Some(score), "{name}");
    }
}

/// In this game, a state and its mirror image may be in different tiers, but they have the same rank.
#[test]
fn ranks() {
    let golden = include_bytes!("../../../tests/golden/connect-2.table");
    check::<Connect, _>(golden, "3x3,3", DenseIndex);
}

#[test]
fn keys() {
    let golden = include_bytes!("../../../tests/golden/kalah-2.table");
    check::<Kalah, _>(golden, "2,2", SparseIndex);
}

/// In this game, symmetric states have the same rank, and some draws never end.
#[test]
fn a_loopy_game() {
    let golden = include_bytes!("../../../tests/golden/mills-2.table");
    check::<Mills, _>(golden, "1,3,flies", DenseIndex);
}

#[test]
fn codes_of_two_bytes() {
    let golden = include_bytes!("../../../tests/golden/subtraction-2.table");
    check::<Subtraction, _>(golden, "99,3", DenseIndex);
}
