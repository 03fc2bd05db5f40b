//! Tests the solver for large games, which writes a tablebase file. The file must contain the same
//! result for every state as the in-memory solution from `perfectplay::solve`. The tests use dense
//! and sparse indexes. The tablebase file must have the same bytes for any number of shards.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::ops::ControlFlow;

use perfectplay::game::Score;
use perfectplay::index::{Dense, Sparse, Tier};
use perfectplay::solve::Solution;
use perfectplay::{Analysis, Game, Solved, Value, solve};
use perfectplay_games::Listed;
use perfectplay_games::breakthrough::Breakthrough;
use perfectplay_games::dodgem::Dodgem;
use perfectplay_games::domineering::Domineering;
use perfectplay_games::dots::DotsAndBoxes;
use perfectplay_games::hexapawn::Hexapawn;
use perfectplay_games::hounds::HareAndHounds;
use perfectplay_games::kalah::Kalah;
use perfectplay_games::mnk::{Connect, Marks};
use perfectplay_games::notakto::Notakto;
use perfectplay_games::subtraction::Subtraction;
use perfectplay_tablebase::file::name_in;
use perfectplay_tablebase::{
    DenseIndex, Index, Limits, MemoryStore, Sharding, Solver, SparseIndex, Summary, Tablebase,
};

fn game<G: Listed>(parameters: &str) -> G {
    G::with_parameters(parameters).expect("parameters of the game")
}

/// Solves a game into a file for each of `shardings`. Compares every answer of the first file with
/// the solution. The other files must have the same bytes as the first file.
fn agree<G: Game, I: Index<Game = G> + Clone>(
    index: I,
    solution: &Solution<G>,
    shardings: &[Sharding],
) -> Tablebase<I> {
    let limits = Limits::default();
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.table");
    let mut histogram = BTreeMap::new();
    for (_, score) in solution.scores() {
        *histogram.entry(score).or_default() += 1;
    }
    let histogram: Vec<(Score, u64)> = histogram.into_iter().collect();
    let mut expected = Vec::new();
    for &sharding in shardings {
        let solver = Solver::with_sharding(index.clone(), "game", sharding).expect("a plan");
        let store = MemoryStore::new();
        let summary = solver.solve(&store, &limits).expect("a game");
        assert_eq!(
            summary.scores().collect::<Vec<_>>(),
            histogram,
            "{sharding}"
        );
        for (state, score) in solution.scores().step_by(1 + solution.len() / 64) {
            let found = solver.score(&index, state, &store).expect("a result");
            assert_eq!(found, Some(score), "{sharding}: {state:?}");
        }
        assert_eq!(
            solver.gather(&store, &path, &limits).expect("a file"),
            summary
        );
        let bytes = fs::read(&path).expect("a file");
        if expected.is_empty() {
            expected = bytes;
        } else {
            assert!(bytes == expected, "{sharding}");
        }
    }
    let file = File::open(&path).expect("a file");
    assert_eq!(name_in(&file, &path).expect("a file"), "game");
    let table = Tablebase::open(index.clone(), &path).expect("a file");
    compare(&table, solution);
    let elsewhere = Tablebase::open_source(index, Box::new(expected.clone()), &path);
    let elsewhere = elsewhere.expect("a file in memory");
    assert!(elsewhere.in_memory() == Some(&*expected) && table.in_memory().is_none());
    let start = table.game().start();
    let found = elsewhere.lookup(start).expect("an answer");
    assert_eq!(found, solution.analysis(start));
    table
}

fn compare_counts<G: Game>(summary: &Summary, solution: &Solution<G>) {
    let scores: Vec<Score> = solution.scores().map(|(_, score)| score).collect();
    for value in [Value::Loss, Value::Draw, Value::Win] {
        let count = scores.iter().filter(|score| score.value() == value).count();
        assert_eq!(summary.count(value), count as u64);
    }
    let endless = scores.iter().filter(|score| **score == Score::ENDLESS);
    assert_eq!(summary.endless(), endless.count() as u64);
    let distances = scores.iter().filter_map(|score| score.distance());
    assert_eq!(Some(summary.longest()), distances.max());
}

/// Compares every answer of a file with a solution.
fn compare<G: Game, I: Index<Game = G>>(table: &Tablebase<I>, solution: &Solution<G>) {
    let key = |state| table.game().key(state);
    let by_key = |mut answers: Vec<(u64, Option<Analysis>)>| {
        answers.sort_unstable_by_key(|&(key, _)| key);
        answers
    };
    let states: Vec<_> = solution.iter().map(|(state, _)| state).collect();
    let expected = solution
        .iter()
        .map(|(state, analysis)| (key(state), Some(analysis)));
    let expected: Vec<_> = expected.collect();
    for (&state, (_, analysis)) in states.iter().zip(&expected) {
        let found = table.try_analysis(state).expect("an answer");
        assert_eq!(found, *analysis, "{state:?}");
    }
    for &state in states.iter().step_by(1 + states.len() / 64) {
        let found = table.try_score(state).expect("an answer");
        assert_eq!(found, solution.score(state), "{state:?}");
    }
    assert_eq!(Solved::states(table), states.len() as u64);
    compare_counts(table.summary(), solution);
    let found = table.lookup_many(&states).expect("answers").into_iter();
    assert!(found.eq(expected.iter().map(|&(_, analysis)| analysis)));
    let mut visited = 0;
    let visit = table.visit(|state, score| {
        visited += 1;
        assert_eq!(solution.score(state), Some(score), "{state:?}");
        ControlFlow::Continue(())
    });
    visit.expect("a whole file");
    assert_eq!(visited, states.len());
    let (mut visited, all) = (Vec::new(), states.len() as u64);
    let pieces = table.visit_pieces(
        |piece| {
            let mut answers = Vec::new();
            let each = |state| {
                let analysis = piece.lookup(state).expect("an answer");
                let score = piece.score(state);
                assert_eq!(score, analysis.map(|found| found.score()), "{state:?}");
                answers.push((key(state), analysis));
            };
            piece.each(each).expect("states");
            let sizes = (piece.len(), piece.is_empty(), piece.table().states());
            assert_eq!(sizes, (answers.len(), answers.is_empty(), all));
            answers
        },
        |answers| {
            visited.extend(answers);
            ControlFlow::Continue(())
        },
    );
    pieces.expect("a whole file");
    assert!(by_key(visited) == by_key(expected));
    table.verify(&Limits::default()).expect("a right file");
}

/// Tests a game with a dense index. The table must give the same answer as the solution for the
/// state of every rank, reachable or not.
fn dense<G: Listed + Dense>(parameters: &str, shardings: &[Sharding]) {
    let game: G = game(parameters);
    let solution = solve(game.clone()).expect("a game");
    let table = agree(DenseIndex(game.clone()), &solution, shardings);
    for tier in (0..game.tier_count()).map(Tier::new) {
        for rank in 0..game.tier_size(tier) {
            let state = game.unrank(tier, rank);
            let found = table.score(state).expect("an answer");
            assert_eq!(found, solution.score(state), "{parameters}: {state:?}");
        }
    }
}

/// Tests a game with a sparse index. The table must give the same answer as the solution for the
/// state of each key below 64.
fn sparse<G: Listed + Sparse>(parameters: &str, shardings: &[Sharding]) {
    let game: G = game(parameters);
    let solution = solve(game.clone()).expect("a game");
    let table = agree(SparseIndex(game.clone()), &solution, shardings);
    for state in (0..64).filter_map(|key| game.state_of_key(key)) {
        let found = table.score(state).expect("an answer");
        assert_eq!(found, solution.score(state), "{parameters}: {state:?}");
    }
}

const WHOLE: [Sharding; 1] = [Sharding::Whole];
const RANKS: [Sharding; 2] = [Sharding::Whole, Sharding::Bits(16)];
const COUNTS: [Sharding; 3] = [Sharding::Whole, Sharding::Count(2), Sharding::Count(7)];

#[test]
fn marks() {
    for parameters in ["3,3,3", "3,3,3,misere", "2,2,2", "3,2,3", "5,2,3"] {
        dense::<Marks>(parameters, &WHOLE);
    }
    sparse::<Marks>("3,2,3", &COUNTS);
}

#[test]
fn connect() {
    for parameters in ["3x4", "3x3,3", "3x3,3,misere", "5x2,3", "1x4,3"] {
        dense::<Connect>(parameters, &WHOLE);
    }
    sparse::<Connect>("3x3,3,misere", &COUNTS);
}

/// Tests tiers of more than one shard on a board with an even number of columns.
#[test]
#[ignore = "asks for a million ranks; run by .ci/run"]
fn shards_in_full() {
    dense::<Connect>("4x5,3", &RANKS);
}

#[test]
fn other_games() {
    dense::<Notakto>("1", &WHOLE);
    dense::<Subtraction>("21,3", &WHOLE);
    sparse::<Notakto>("1", &COUNTS);
    sparse::<Subtraction>("21,3", &COUNTS);
}

#[test]
fn pawns() {
    for parameters in ["3x3", "4x3", "1x6"] {
        dense::<Hexapawn>(parameters, &WHOLE);
    }
    dense::<Breakthrough>("2x4", &WHOLE);
    sparse::<Hexapawn>("3x4", &COUNTS);
    sparse::<Breakthrough>("2x4", &COUNTS);
}

#[test]
#[ignore = "asks for a million ranks; run by .ci/run"]
fn pawns_in_full() {
    dense::<Hexapawn>("3x4", &WHOLE);
    for parameters in ["2x5", "3x4"] {
        dense::<Breakthrough>(parameters, &WHOLE);
    }
}

/// Tests loopy games with one tier and with several tiers.
#[test]
fn loopy_games() {
    for side in ["2", "3"] {
        dense::<Dodgem>(side, &RANKS);
    }
    dense::<HareAndHounds>("", &WHOLE);
}

/// Tests games without ranks. Some of the games have gaps between their keys, some have extra
/// turns, and some have moves that skip tiers.
#[test]
fn keys() {
    sparse::<Domineering>("4x3", &COUNTS);
    sparse::<DotsAndBoxes>("2x1", &COUNTS);
    sparse::<Kalah>("2,3", &COUNTS);
}

/// Codes of two bytes.
#[test]
fn a_long_game() {
    dense::<Subtraction>("200,3,misere", &WHOLE);
    sparse::<Subtraction>("200,3,misere", &COUNTS);
}

#[test]
#[ignore = "takes a longer game; run by .ci/run"]
fn a_long_game_in_full() {
    dense::<Subtraction>("500,3,misere", &WHOLE);
    sparse::<Subtraction>("500,3,misere", &COUNTS);
}
