//! Every answer about every state of some games, against the library that knows their types: from
//! memory, from bytes, and from a file that is read tier by tier.

use perfectplay::game::{canonical, starts};
use perfectplay::graph::{Nodes, explore_all};
use perfectplay::{Solved, bake, solve, walk};
use perfectplay_any::{Catalogue, Rules, Solve, Table, TableFile, rules};
use perfectplay_games::Listed;
use perfectplay_games::dots::DotsAndBoxes;
use perfectplay_games::hexapawn::Hexapawn;
use perfectplay_games::mnk::Connect;
use perfectplay_games::morris::Morris;
use perfectplay_games::subtraction::Subtraction;
use perfectplay_tablebase::{DenseIndex, Limits, Solver, SparseIndex};

/// Compares a table with the solution of a game.
fn compare<G: Listed>(game: &G, table: &dyn Table) {
    let solution = solve(game).expect("a game");
    assert_eq!(table.states(), solution.states());
    let mut visits = walk(&solution).map(|visit| visit.expect("a record"));
    let visited = table.visit(&mut |visit| {
        let expected = visits.next().expect("as many states");
        assert_eq!(
            (visit.ply, visit.analysis),
            (Some(expected.ply), expected.analysis)
        );
        let (state, position) = (expected.state, &visit.position);
        assert_eq!(position.key(), game.key(state));
        assert_eq!(position.mover(), game.to_move(state));
        assert_eq!(position.outcome(), game.outcome(state));
        assert_eq!(position.legal(), expected.analysis.legal());
        assert_eq!(position.record()?, expected.analysis);
        assert_eq!(position.text(), game.state_text(state).to_string());
        assert_eq!(position.points(), game.points(state));
        assert_eq!(position.is_canonical(), canonical(game, state).1 == 0);

        let answer = position.answer()?;
        let verdict = (expected.analysis.value, expected.analysis.distance);
        assert_eq!(answer.verdict, Some(verdict));
        let moves: Vec<_> = solution.moves(state).collect();
        assert_eq!(answer.choices.len(), moves.len());
        for evaluated in moves {
            let choice = answer.choice_of(evaluated.mv).expect("a choice");
            assert_eq!(choice.value, evaluated.value);
            assert_eq!(choice.distance, evaluated.distance);
            assert_eq!(choice.is_best, evaluated.is_best);
            assert_eq!(position.find_move(&choice.name), Some(choice.mv));
            let after = position.play(choice.mv).expect("a legal move");
            assert_eq!(after.text(), choice.after);
            assert_eq!(after.key(), game.key(evaluated.after));
        }

        let read = table.parse(&position.text())?;
        assert_eq!((read.key(), read.text()), (position.key(), position.text()));
        Ok(())
    });
    visited.expect("a whole table");
    assert!(visits.next().is_none());

    let mut at = 0;
    let expected: Vec<_> = walk(&solution).flatten().collect();
    let batches = table.batches(&mut |batch| {
        for index in 0..batch.len() {
            let expected = &expected[at];
            assert_eq!(batch.columns.keys[index], game.key(expected.state));
            assert_eq!(batch.columns.best[index], expected.analysis.best);
            assert_eq!(batch.columns.plies[index], Some(expected.ply));
            let text = game.state_text(expected.state).to_string();
            assert_eq!(batch.position(index).text(), text);
            at += 1;
        }
        Ok(())
    });
    batches.expect("a whole table");
    assert_eq!(at, expected.len());

    let (graph, numbers) = table.graph().expect("a graph");
    let explored = explore_all(game, Nodes::States).expect("a graph");
    assert_eq!(graph.len(), explored.graph.len());
    assert_eq!(graph.games(), explored.graph.games());
    for (number, &state) in (0..).zip(explored.states.as_slice()) {
        assert_eq!(numbers.position(number).key(), game.key(state));
        assert!(graph.steps(number).eq(explored.graph.steps(number)));
    }
    assert_eq!(graph.starts().len(), starts(game).count());
    let verified = table.verify(&perfectplay_any::Limits::default());
    assert_eq!(verified.expect("a sound table").states, solution.states());
}

/// The table in memory, and the same in bytes.
fn compare_small<G: Listed>(parameters: &str) -> Box<dyn Rules> {
    let game = G::with_parameters(parameters).expect("a game");
    let rules = rules(game.clone());
    compare(&game, &*rules.solve(&Solve::default()).expect("a table"));
    let bytes = bake::table(&rules.info().spec, &solve(&game).expect("a game"));
    let table = rules.open_bytes(bytes.expect("a table")).expect("a table");
    compare(&game, &*table);
    rules
}

#[test]
fn answers_from_memory_and_bytes_are_those_of_the_library() {
    compare_small::<Hexapawn>("3x3");
    // States come back, and do not tell the ply.
    compare_small::<Morris>("tapatan");
    // States do not tell the player.
    compare_small::<Subtraction>("21,3");
    // A player moves again.
    compare_small::<DotsAndBoxes>("2x1");
}

#[test]
fn answers_from_files_are_those_of_the_library() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = Catalogue::of_those_that_ship();

    let game = Connect::with_parameters("4x3").expect("a game");
    let path = folder.path().join("connect.table");
    let solver = Solver::new(DenseIndex(game), "connect:4x3").expect("a plan");
    solver.solve_to(&path, &Limits::default()).expect("a table");
    let file = TableFile::read(&path, &games).expect("a table");
    assert_eq!(&*file.game().info().spec, "connect:4x3,4");
    compare(&game, &*file.open().expect("a table"));

    let game = DotsAndBoxes::with_parameters("2x1").expect("a game");
    let path = folder.path().join("dots.table");
    let solver = Solver::new(SparseIndex(game), "dots:2x1").expect("a plan");
    solver.solve_to(&path, &Limits::default()).expect("a table");
    let file = TableFile::read(&path, &games).expect("a table");
    compare(&game, &*file.open().expect("a table"));
}

#[test]
fn what_is_no_state_game_or_table_is_told() {
    let games = Catalogue::of_those_that_ship();
    assert!(games.find("chess").is_err());
    assert!(games.find("connect:99x99").is_err());
    let table = games.find("tictactoe").expect("a game");
    let table = table.solve(&Solve::default()).expect("a table");
    assert!(table.parse("XOX").is_err());
    let unreachable = table.parse("XXX/.../...").expect("a state");
    assert_eq!(unreachable.analysis().expect("no error"), None);
    assert!(unreachable.record().is_err());
    let answer = unreachable.answer().expect("an answer");
    assert!(!answer.is_reachable() && answer.problem.is_some());
    assert!(unreachable.best_play().expect("no line").plies.is_empty());
}
