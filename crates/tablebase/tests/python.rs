//! `docs/read_table.py` answers from table files. `docs/read_table.py` was written from the
//! description of the table format alone, and shares no code with this package. The tests need
//! `python3` and nothing else.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use perfectplay::Game;
use perfectplay::index::{Dense, Tier};
use perfectplay::solve;
use perfectplay_games::Listed;
use perfectplay_games::hexapawn::Hexapawn;
use perfectplay_games::kalah::Kalah;
use perfectplay_games::mnk::{Connect, Marks};
use perfectplay_games::subtraction::Subtraction;
use perfectplay_tablebase::{DenseIndex, Limits, Sharding, Solver, SparseIndex};

/// Returns what the Python script prints for a table. The script reads `input` from standard input.
fn python(table: &Path, arguments: &[&str], input: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/read_table.py");
    let mut python = Command::new("python3")
        .arg(script)
        .arg(table)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3, which this test needs");
    let mut stdin = python.stdin.take().expect("a pipe");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = python.wait_with_output().expect("an end");
    writer.join().expect("a writer").expect("a reader");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text")
}

/// Writes the board of every state that has a rank, and asks the Python script for the answers.
fn answers<G: Dense + Listed>(parameters: &str) {
    let game = G::with_parameters(parameters).expect("parameters of the game");
    let name = format!("{}:{parameters}", G::NAME);
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.table");
    let solver = Solver::new(DenseIndex(game.clone()), &name).expect("a plan");
    let summary = solver.solve_to(&path, &Limits::default());
    let summary = summary.expect("a game");

    let solution = solve(&game).expect("a game");
    let (mut boards, mut expected) = (String::new(), String::new());
    for tier in (0..game.tier_count()).map(Tier::new) {
        for rank in 0..game.tier_size(tier) {
            let state = game.unrank(tier, rank);
            game.write_state(state, &mut boards).expect("memory");
            boards.push('\n');
            match solution.score(state) {
                Some(score) => writeln!(expected, "{score}"),
                None => writeln!(expected, "none"),
            }
            .expect("memory");
        }
    }
    assert_eq!(python(&path, &["-"], &boards), expected);
    let told = format!("{name}, {} states\n", summary.states());
    assert_eq!(python(&path, &[], ""), told);
    let start = solution.score(game.start()).expect("the start");
    assert_eq!(python(&path, &["0", "0"], ""), format!("{start}\n"));
}

#[test]
#[ignore = "needs Python; run by .ci/run"]
fn connect() {
    answers::<Connect>("3x3,3");
    answers::<Connect>("4x2,3");
}

#[test]
#[ignore = "needs Python; run by .ci/run"]
fn marks() {
    answers::<Marks>("3,3,3");
}

/// Tests a game with many tiers to which no move leads.
#[test]
#[ignore = "needs Python; run by .ci/run"]
fn gaps_between_tiers() {
    let game = Hexapawn::with_parameters("3x3").expect("a game");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.table");
    let jobs = Solver::new(DenseIndex(game), "hexapawn:3x3").expect("a plan");
    jobs.solve_to(&path, &Limits::default()).expect("a table");
    let solution = solve(game).expect("a game");
    for (state, score) in solution.scores().step_by(61) {
        let (tier, rank) = game.rank(state).expect("a rank");
        let place = [tier.number(), rank].map(|number| number.to_string());
        let [tier, rank] = place.each_ref().map(String::as_str);
        assert_eq!(python(&path, &[tier, rank], ""), format!("{score}\n"));
    }
    let absent = (0..game.tier_count()).find(|&tier| jobs.plan().level_of(tier).is_none());
    let absent = absent.expect("a tier that no move leads to").to_string();
    assert_eq!(python(&path, &[&absent, "0"], ""), "none\n");
}

/// Tests a game with a sparse index and with tiers that are cut into shards.
#[test]
#[ignore = "needs Python; run by .ci/run"]
fn keys() {
    let game = Kalah::with_parameters("2,2").expect("a game");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.table");
    let solver = Solver::with_sharding(SparseIndex(game), "kalah:2,2", Sharding::Count(3));
    let solved = solver.expect("a plan").solve_to(&path, &Limits::default());
    solved.expect("a game");
    let solution = solve(game).expect("a game");
    let (mut states, mut expected) = (String::new(), String::new());
    for (state, score) in solution.scores().step_by(7) {
        let tier = game.tier(state).expect("a tier");
        for key in [game.key(state), game.key(state) + (1 << 60)] {
            writeln!(states, "{tier} {key}").expect("memory");
        }
        writeln!(expected, "{score}\nnone").expect("memory");
    }
    assert_eq!(python(&path, &["-"], &states), expected);
}

/// Tests a game with codes of two bytes.
#[test]
#[ignore = "needs Python; run by .ci/run"]
fn wide_codes() {
    let game = Subtraction::with_parameters("99,3").expect("a game");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.table");
    let jobs = Solver::new(DenseIndex(game), "subtraction:99,3").expect("a plan");
    jobs.solve_to(&path, &Limits::default()).expect("a table");
    let solution = solve(&game).expect("a game");
    for left in [99, 98, 50, 1, 0] {
        let score = solution.score(left).expect("a reachable state");
        let tier = (99 - left).to_string();
        assert_eq!(python(&path, &[&tier, "0"], ""), format!("{score}\n"));
    }
    assert_eq!(python(&path, &["5", "1"], ""), "none\n");
}
