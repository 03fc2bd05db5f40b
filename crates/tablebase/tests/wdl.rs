//! Bakes a win/draw/loss table from a tablebase file, block by block. Tests that this table equals a table that is
//! baked from a solution in memory.

use std::ops::ControlFlow;

use perfectplay::bake::{self, WdlSurvey};
use perfectplay::index::Dense;
use perfectplay::{Wdl, solve};
use perfectplay_games::Listed;
use perfectplay_games::mnk::{Connect, Marks};
use perfectplay_tablebase::{DenseIndex, Limits, Solver, Tablebase};

fn same_bytes<G: Dense + Listed + Copy>(parameters: &str) {
    let game = G::with_parameters(parameters).expect("parameters of the game");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.table");
    let solver = Solver::new(DenseIndex(game), "game").expect("a plan");
    let solved = solver.solve_to(&path, &Limits::default());
    solved.expect("a game");
    let table = Tablebase::open(DenseIndex(game), &path).expect("a table");

    let mut survey = WdlSurvey::new(&game);
    let mut see = |state, score: perfectplay::game::Score| {
        survey.see(state, score.value());
        ControlFlow::Continue(())
    };
    table.visit(&mut see).expect("a whole table");
    let mut baker = survey.finish().expect("a game without repetition");
    let mut see = |state, score: perfectplay::game::Score| {
        baker.see(state, score.value());
        ControlFlow::Continue(())
    };
    table.visit(&mut see).expect("a whole table");
    let bytes = baker.bytes("game").expect("values");

    let solution = solve(&game).expect("a game");
    let expected = bake::wdl("game", &solution).expect("values");
    assert!(bytes == expected, "{parameters}");
    let values = Wdl::from_bytes(game, &bytes).expect("values");
    assert_eq!(values.data().states(), table.summary().states());
}

#[test]
fn the_same_bytes_as_from_memory() {
    same_bytes::<Connect>("4x3,3");
    same_bytes::<Connect>("3x3,3,misere");
    same_bytes::<Marks>("3,3,3");
}
