//! Tests tables of games whose Rust type is erased. For every state, an `AnyTable` must give the same answers as
//! `perfectplay::solve`, which works with the game's own Rust type. The tables are in memory, in bytes, or in a file
//! that is read tier by tier.

use perfectplay::game::{canonical, starts};
use perfectplay::graph::{Explored, Nodes, explore_all};
use perfectplay::solve::Solution;
use perfectplay::{Player, Solved, bake, solve, walk};
use perfectplay_any::{
    AnyGame, AnyTable, Catalogue, Column, ColumnSet, Columns, Queries, Solve, TableFile, rules,
    value_code,
};
use perfectplay_games::Listed;
use perfectplay_games::dots::DotsAndBoxes;
use perfectplay_games::hexapawn::Hexapawn;
use perfectplay_games::mnk::Connect;
use perfectplay_games::morris::Morris;
use perfectplay_games::subtraction::Subtraction;
use perfectplay_tablebase::{DenseIndex, Limits, Solver, SparseIndex};

/// Compares a table with the solution of a game.
fn compare<G: Listed>(game: &G, table: &AnyTable) {
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
        let verdict = (expected.analysis.value(), expected.analysis.distance());
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

    compare_columns(game, table, &solution);

    let Explored { graph, states } = table.explore().expect("a graph");
    let explored = explore_all(game, Nodes::States).expect("a graph");
    assert_eq!(graph.len(), explored.graph.len());
    assert_eq!(graph.games(), explored.graph.games());
    for (number, &state) in (0..).zip(explored.states.as_slice()) {
        let found = states.get(number).expect("as many states");
        assert_eq!(table.position(found).key(), game.key(state));
        assert!(graph.steps(number).eq(explored.graph.steps(number)));
    }
    assert_eq!(graph.starts().len(), starts(game).count());
    let verified = table.verify(&Limits::default());
    assert_eq!(verified.expect("a sound table").states, solution.states());
}

/// Compares everything that `AnyTable::columns` returns, such as keys, boards and values, with the solution of the
/// game. Then looks up the same states by key and by board, and compares these answers with the solution.
fn compare_columns<G: Listed>(game: &G, table: &AnyTable, solution: &Solution<&G>) {
    let expected: Vec<_> = walk(solution).flatten().collect();
    let mut all = Columns::new(ColumnSet::new(&Column::ALL));
    let told = table.columns(all.wanted, &mut |columns| {
        all.append(&columns);
        Ok(())
    });
    told.expect("a whole table");
    assert_eq!(all.len, expected.len());
    let squares = table.info().squares();
    let number = |number: Option<u32>| number.map_or(-1, |number| number as i32);
    for (at, visit) in expected.iter().enumerate() {
        let position = table.parse(&game.state_text(visit.state).to_string());
        let position = position.expect("a state");
        let analysis = visit.analysis;
        assert_eq!(
            all.boards[at * squares..(at + 1) * squares],
            position.codes()
        );
        assert_eq!(all.keys[at], position.key());
        assert_eq!(
            all.movers[at],
            position.mover().map_or(-1, |mover| mover as i8)
        );
        let points = position.points().into_iter().flatten();
        let of_state = all.points.chunks(2).nth(at).unwrap_or_default();
        assert!(points.eq(of_state.iter().map(|&points| points as u32)));
        assert_eq!(all.values[at], value_code(analysis.value()));
        assert_eq!(all.distances[at], number(analysis.distance()));
        assert_eq!(all.plies[at], number(Some(visit.ply)));
        assert_eq!(all.winning[at], analysis.winning().bits());
        assert_eq!(all.neutral[at], analysis.neutral().bits());
        assert_eq!(all.losing[at], analysis.losing().bits());
        assert_eq!(all.best[at], analysis.best().bits());
        let same = table.position(position.state());
        assert_eq!(same.text(), position.text());
        let found = table.position_of_key(position.key());
        assert_eq!(found.expect("a state").text(), position.text());
    }
    let mut asked = vec![Queries::Keys(&all.keys)];
    let movers: Vec<Player> = all
        .movers
        .iter()
        .map(|&mover| match mover {
            1 => Player::Second,
            _ => Player::First,
        })
        .collect();
    let boards = Queries::Boards {
        codes: &all.boards,
        movers: &movers,
    };
    if table.lookup_many(&boards, all.wanted).is_ok() {
        asked.push(boards);
    }
    for questions in asked {
        let answers = table.lookup_many(&questions, all.wanted).expect("answers");
        assert_eq!((answers.len, answers.boards), (all.len, all.boards.clone()));
        assert_eq!(
            (answers.keys, answers.movers),
            (all.keys.clone(), all.movers.clone())
        );
        assert_eq!(
            (answers.values, answers.best),
            (all.values.clone(), all.best.clone())
        );
        let without_moves = ColumnSet::new(&[Column::Value, Column::Distance]);
        let answers = table
            .lookup_many(&questions, without_moves)
            .expect("answers");
        assert_eq!(
            (answers.values, answers.distances),
            (all.values.clone(), all.distances.clone())
        );
    }
}

/// The games in which the board and the player to move determine the state.
const TOLD_BY_BOARDS: [&str; 13] = [
    "tictactoe",
    "mnk",
    "connect",
    "wild",
    "notakto",
    "hexapawn",
    "chomp",
    "morris",
    "vanishing",
    "dodgem",
    "hounds",
    "breakthrough",
    "domineering",
];

#[test]
fn boards_tell_states() {
    let games = Catalogue::with_games_that_ship();
    let mut told = Vec::new();
    for listing in games.listings() {
        let table = games.find(listing.name).expect("a game").without_table();
        let mut position = table.start();
        let codes = position.codes();
        if table.position_of_board(&codes, position.mover()).is_err() {
            continue;
        }
        told.push(listing.name);
        // In some games play may never end.
        for ply in 0..100 {
            let legal = position.legal();
            let Some(mv) = legal.iter().nth(ply % legal.len().max(1) as usize) else {
                break;
            };
            position = position.play(mv).expect("a legal move");
            let found = table.position_of_board(&position.codes(), position.mover());
            let found = found.unwrap_or_else(|error| panic!("{position}: {error}"));
            assert_eq!(found.text(), position.text());
        }
    }
    assert_eq!(told, TOLD_BY_BOARDS);
}

/// Solves every built-in game twice: once with its own Rust type, and once as an [`AnyGame`]. The states of an
/// [`AnyGame`] are plain numbers.
#[test]
fn solvers_by_type_and_by_number_find_the_same() {
    let games = Catalogue::with_games_that_ship();
    for listing in games.listings() {
        for parameters in listing.samples {
            let spec = format!("{}:{parameters}", listing.name);
            let game = games.find(&spec).expect("a game");
            let by_number = solve(&game).expect("a game");
            if by_number.len() > 8_000 {
                continue;
            }
            let by_type = game.solve(&Solve::default()).expect("a table");
            assert_eq!(by_type.states(), by_number.states(), "{spec}");
            for (state, analysis) in by_number.iter() {
                let found = by_type.position(state).record().expect("a record");
                assert_eq!(found, analysis, "{spec}: {state}");
            }
        }
    }
}

/// Compares a game's table in memory with the game's solution. Then writes the same table as bytes, reads the bytes
/// back, and compares again.
fn compare_small<G: Listed>(parameters: &str) -> AnyGame {
    let game = G::with_parameters(parameters).expect("a game");
    let rules = rules(game.clone());
    compare(&game, &rules.solve(&Solve::default()).expect("a table"));
    let bytes = bake::table(&rules.info().spec, &solve(&game).expect("a game"));
    let table = rules.open_bytes(bytes.expect("a table")).expect("a table");
    compare(&game, &table);
    rules
}

#[test]
fn answers_from_memory_and_bytes_are_those_of_the_library() {
    compare_small::<Hexapawn>("3x3");
    // In this game states repeat, so a state does not determine its ply.
    compare_small::<Morris>("tapatan");
    // In this game a state does not say whose turn it is.
    compare_small::<Subtraction>("21,3");
    // In this game a player may have extra turns.
    compare_small::<DotsAndBoxes>("2x1");
}

#[test]
fn answers_from_files_are_those_of_the_library() {
    let directory = tempfile::tempdir().expect("a directory");
    let games = Catalogue::with_games_that_ship();

    let game = Connect::with_parameters("4x3").expect("a game");
    let path = directory.path().join("connect.table");
    let solver = Solver::new(DenseIndex(game), "connect:4x3").expect("a plan");
    solver.solve_to(&path, &Limits::default()).expect("a table");
    let file = TableFile::read(&path, &games).expect("a table");
    assert_eq!(&*file.game().info().spec, "connect:4x3,4");
    compare(&game, &file.open().expect("a table"));

    let game = DotsAndBoxes::with_parameters("2x1").expect("a game");
    let path = directory.path().join("dots.table");
    let solver = Solver::new(SparseIndex(game), "dots:2x1").expect("a plan");
    solver.solve_to(&path, &Limits::default()).expect("a table");
    let file = TableFile::read(&path, &games).expect("a table");
    compare(&game, &file.open().expect("a table"));
}

#[test]
fn what_is_no_state_game_or_table_is_told() {
    let games = Catalogue::with_games_that_ship();
    assert!(games.find("draughts").is_err());
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
