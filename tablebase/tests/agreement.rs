//! What the ranked solver finds is what the other solvers find, state by state, and so is
//! what a table file answers.

use std::ops::ControlFlow;

use perfectplay::ranked::Ranked;
use perfectplay::{Solved, Value, solve};
use perfectplay_games::Listed;
use perfectplay_games::breakthrough::Breakthrough;
use perfectplay_games::chomp::Chomp;
use perfectplay_games::hexapawn::Hexapawn;
use perfectplay_games::mnk::{Connect, Marks};
use perfectplay_games::nim::Nim;
use perfectplay_games::notakto::Notakto;
use perfectplay_games::subtraction::Subtraction;
use perfectplay_games::wild::Wild;
use perfectplay_tablebase::table::Piece;
use perfectplay_tablebase::{Jobs, Limits, Memory, Table};

/// Solves a game both ways, and compares the analysis of every state.
fn agree<G: Ranked + Listed + Copy + Send + Sync>(parameters: &str) {
    let game = G::with_parameters(parameters).expect("parameters of the game");
    let solution = solve(&game).expect("a game");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.table");
    let jobs = Jobs::new(&game, parameters).expect("a plan");
    let store = Memory::new();
    let limits = Limits::default();
    let summary = jobs.solve(&store, &limits).expect("a game");
    jobs.gather(&store, &path, &limits).expect("a table");
    let table = Table::open(game, &path).expect("a table");
    assert_eq!(*table.summary(), summary, "{parameters}");
    assert_eq!(summary.states(), solution.len() as u64, "{parameters}");
    for value in [Value::Win, Value::Draw, Value::Loss] {
        let of_value = solution
            .scores()
            .filter(|(_, score)| score.value() == value);
        assert_eq!(
            summary.count(value),
            of_value.count() as u64,
            "{parameters}"
        );
    }
    for (state, analysis) in solution.iter() {
        let found = table.look_up(state).expect("an answer");
        assert_eq!(found, Some(analysis), "{parameters}: {state:?}");
    }
    let mut visited = 0;
    let mut visit = |state, score| {
        visited += 1;
        assert_eq!(
            solution.score(state),
            Some(score),
            "{parameters}: {state:?}"
        );
        ControlFlow::Continue(())
    };
    table.visit(&mut visit).expect("a whole table");
    assert_eq!(visited, solution.len(), "{parameters}");
    let mut visited = Vec::new();
    let analyse = |piece: &Piece<G>| -> Vec<_> {
        let states = piece.states();
        let key = |state| piece.game().key(state);
        states
            .map(|state| (key(state), piece.try_analysis(state).expect("an answer")))
            .collect()
    };
    let pieces = table.visit_pieces(analyse, |piece| {
        visited.extend(piece);
        ControlFlow::Continue(())
    });
    pieces.expect("a whole table");
    visited.sort_unstable_by_key(|&(key, _)| key);
    let mut expected: Vec<_> = solution
        .iter()
        .map(|(state, analysis)| (game.key(state), Some(analysis)))
        .collect();
    expected.sort_unstable_by_key(|&(key, _)| key);
    assert!(visited == expected, "{parameters}");
    // Strangers are all the ranks that nothing reaches.
    for tier in (0..game.tier_count()).map(perfectplay::ranked::Tier::new) {
        for rank in 0..game.tier_size(tier) {
            let state = game.unrank(tier, rank);
            let found = table.score(state).expect("an answer");
            assert_eq!(found, solution.score(state), "{parameters}: {state:?}");
        }
    }
    table.verify(&limits).expect("a right table");
}

#[test]
fn marks() {
    for parameters in ["3,3,3", "3,3,3,misere", "2,2,2", "3,2,3", "5,2,3"] {
        agree::<Marks>(parameters);
    }
}

#[test]
fn connect() {
    for parameters in ["3x4", "3x3,3", "3x3,3,misere", "5x2,3", "1x4,3"] {
        agree::<Connect>(parameters);
    }
}

#[test]
fn other_games() {
    agree::<Notakto>("1");
    agree::<Wild>("normal");
    agree::<Wild>("misere");
    agree::<Subtraction>("21,3");
}

#[test]
fn heaps_and_bars() {
    for parameters in ["3,4,5", "3,4,5,misere", "2,3,2,2", "0", "4,0,4"] {
        agree::<Nim>(parameters);
    }
    for parameters in ["4x3", "1x1", "2x7", "5x5"] {
        agree::<Chomp>(parameters);
    }
}

#[test]
fn pawns() {
    for parameters in ["3x3", "4x3", "3x4", "1x6"] {
        agree::<Hexapawn>(parameters);
    }
    for parameters in ["2x4", "2x5", "3x4"] {
        agree::<Breakthrough>(parameters);
    }
}

/// Codes of two bytes.
#[test]
fn a_long_game() {
    agree::<Subtraction>("500,3,misere");
}
