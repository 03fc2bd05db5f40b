//! Tests `perfectplay score`: compares its results with exact figures, and lets it continue from logs that broke off.

use std::convert::Infallible;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use perfectplay::level::ErrorRate;
use perfectplay::level::Strategy;
use perfectplay::tictactoe::State;
use perfectplay::tictactoe::TicTacToe;
use perfectplay::{Game, Level, Player, Value, audit, walk};
use serde_json::Value as Json;

const CASUAL: Level = Level::Casual(ErrorRate::from_percent(25).expect("a rate"));

fn perfectplay(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
    command.args(args).output().expect("the command")
}

fn score(args: &[&str]) -> Json {
    let output = perfectplay(&[&["score", "--json"], args].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {errors}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn assert_within(share: &Json, exact: f64, what: &str) {
    let end = |name: &str| share[name].as_f64().expect("a number");
    let (from, to) = (end("from"), end("to"));
    assert!(
        from <= exact && exact <= to,
        "{what}: {exact} is not in {from}..={to}"
    );
    // The interval must not be so wide that it proves nothing.
    assert!(to - from < 0.06, "{what}: {from}..={to}");
}

/// Computes how well a player of the level `level` plays for `side`. `.0` is the probability that the player's move
/// keeps the value, and `.1` the probability that this move is a best move. Both are averages over the unfinished
/// states in which `side` is to move.
fn exact_shares(level: Level, side: Player) -> (f64, f64) {
    let strategy = level.on(TicTacToe);
    let (mut keep, mut best, mut states) = (0.0, 0.0, 0.0);
    for visit in walk(&TicTacToe).flatten() {
        if visit.state.to_move() != side || visit.analysis.legal().is_empty() {
            continue;
        }
        states += 1.0;
        let Ok(choices) = strategy.choices(visit.state);
        for mv in choices {
            let Ok(probability) = strategy.probability(visit.state, mv);
            if !visit.analysis.mistakes().contains(mv) {
                keep += probability;
            }
            if visit.analysis.best().contains(mv) {
                best += probability;
            }
        }
    }
    (keep / states, best / states)
}

#[test]
fn sampled_positions_agree_with_all_positions() {
    for (name, level) in [("random", Level::Random), ("casual", CASUAL)] {
        for (side_name, side) in [("first", Player::First), ("second", Player::Second)] {
            let args = [
                name,
                "--positions",
                "1500",
                "--seed",
                "1",
                "--as",
                side_name,
            ];
            let scored = score(&args);
            assert_eq!(scored["best"]["of"], 1500);
            let (keep, best) = exact_shares(level, side);
            assert_within(
                &scored["keep_the_value"],
                keep,
                &format!("{name} {side_name}"),
            );
            assert_within(&scored["best"], best, &format!("{name} {side_name}, best"));
        }
    }
    // A random player meets all states, so the mistakes that an audit finds give the same shares.
    let strategy = Level::Random.on(TicTacToe);
    let audited = audit(&TicTacToe, &strategy, Player::First).expect("an audit");
    let errors = audited
        .mistakes()
        .map(|mistake| mistake.probability)
        .sum::<f64>();
    let asked = walk(&TicTacToe).flatten().filter(|visit| {
        visit.state.to_move() == Player::First && !visit.analysis.legal().is_empty()
    });
    let keep = 1.0 - errors / asked.count() as f64;
    assert!((keep - exact_shares(Level::Random, Player::First).0).abs() < 1e-12);
}

/// Returns three probabilities: that the first player wins, draws and loses, if the game goes on from `state`.
/// `strategies[0]` plays for the first player, and `strategies[1]` for the second.
fn exact_results(
    strategies: [&dyn Strategy<State, Error = Infallible>; 2],
    state: State,
) -> [f64; 3] {
    if let Some(value) = TicTacToe.outcome(state) {
        let value = match state.to_move() {
            Player::First => value,
            Player::Second => value.flip(),
        };
        return [Value::Win, Value::Draw, Value::Loss].map(|v| f64::from(u8::from(v == value)));
    }
    let strategy = strategies[state.to_move() as usize];
    let mut results = [0.0; 3];
    let Ok(choices) = strategy.choices(state);
    for mv in choices {
        let Ok(probability) = strategy.probability(state, mv);
        let after = exact_results(strategies, TicTacToe.play(state, mv));
        for (result, after) in results.iter_mut().zip(after) {
            *result += probability * after;
        }
    }
    results
}

#[test]
fn sampled_games_agree_with_all_games() {
    let [random, casual, perfect] =
        [Level::Random, CASUAL, Level::Perfect].map(|level| level.on(TicTacToe));
    for (name, player, opponent_name, opponent) in [
        ("random", &random, "random", &random),
        ("casual", &casual, "random", &random),
        ("random", &random, "perfect", &perfect),
        ("casual", &casual, "perfect", &perfect),
    ] {
        let args = [name, "--opponent", opponent_name, "--as", "first"];
        let scored = score(&[&args[..], &["--games", "2000", "--seed", "5"]].concat());
        let exact = exact_results([player, opponent], State::EMPTY);
        for (result, exact) in ["won", "drawn", "lost"].into_iter().zip(exact) {
            let what = format!("{name} against {opponent_name}, {result}");
            assert_within(&scored["games"][result], exact, &what);
        }
        // No opponent does better than the best response to the player.
        let audited = audit(&TicTacToe, player, Player::First).expect("an audit");
        let lost = scored["games"]["lost"]["from"].as_f64().expect("a number");
        let games = audited.games().expect("a number of games");
        assert!(lost <= games.beaten_with_probability);
    }
}

#[test]
fn a_program_is_scored_like_the_level_that_it_plays() {
    let binary = env!("CARGO_BIN_EXE_perfectplay");
    let exec = format!("{binary} choose --level invincible --all");
    let scored = score(&["--exec", &exec, "--positions", "200", "--name", "mine"]);
    assert_eq!(scored["player"], "mine");
    assert_eq!(scored["keep_the_value"]["count"], 200);
    assert_eq!(scored["mistakes"], Json::Array(Vec::new()));

    // Here, two programs play against each other.
    let opponent = format!("{binary} choose --level random --all");
    let args = ["--exec", &exec, "--opponent", &opponent, "--games", "30"];
    let scored = score(&args);
    assert_eq!(scored["games"]["lost"]["count"], 0);
    assert_eq!(scored["games"]["won"]["of"], 30);
}

/// If `perfectplay score` is killed, its log may break off anywhere, even in the middle of a line. A run that continues
/// from this log must give the same result as an uninterrupted run.
#[test]
fn a_log_is_resumed() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = |name: &str| directory.path().join(name).display().to_string();
    for kind in [
        ["casual", "--opponent", "random"],
        ["random", "--positions", "40"],
    ] {
        let [whole, cut] = ["whole", "cut"].map(|name| file(&format!("{name}{}", kind[0])));
        let run = |log: &str| score(&[&kind[..], &["--seed", "3", "--log", log]].concat());
        let expected = run(&whole);
        let bytes = fs::read(&whole).expect("a log");
        for length in [
            0,
            1,
            bytes.len() / 3,
            bytes.len() / 2,
            bytes.len() - 1,
            bytes.len(),
        ] {
            fs::write(&cut, &bytes[..length]).expect("a log");
            assert_eq!(run(&cut), expected);
            assert_eq!(fs::read(&cut).expect("a log"), bytes);
        }
        let lines = String::from_utf8(bytes).expect("UTF-8");
        // An editor, or a transfer, may have changed the line breaks.
        let foreign = lines.replace('\n', "\r\n");
        for length in [foreign.len() / 2, foreign.len() - 1, foreign.len()] {
            fs::write(&cut, &foreign[..length]).expect("a log");
            assert_eq!(run(&cut), expected);
            let resumed = fs::read_to_string(&cut).expect("a log");
            assert_eq!(resumed.replace("\r\n", "\n"), lines);
        }
        assert!(
            lines
                .lines()
                .all(|line| serde_json::from_str::<Json>(line).is_ok())
        );
    }
}

#[test]
fn the_log_of_another_run_is_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let log = directory.path().join("log").display().to_string();
    score(&["random", "--games", "3", "--log", &log]);
    let before = fs::read(Path::new(&log)).expect("a log");
    for other in [
        &["random", "--seed", "1"][..],
        &["random", "--opponent", "casual"],
        &["casual"],
        &["random", "--as", "first"],
        &["random", "--game", "hexapawn"],
        &["random", "--positions", "3"],
    ] {
        let output = perfectplay(&[&["score", "--log", &log], other].concat());
        assert_eq!(output.status.code(), Some(1), "{other:?}");
        let problem = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(problem.contains("expected the log of"), "{problem}");
        assert_eq!(fs::read(Path::new(&log)).expect("a log"), before);
    }
    fs::write(&log, "something else\n").expect("a file");
    let output = perfectplay(&["score", "random", "--log", &log]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        fs::read(Path::new(&log)).expect("a file"),
        b"something else\n"
    );
}

/// The command does not change a file that consists of one line without a line break, because the file is perhaps not a
/// log.
#[test]
fn a_file_that_is_no_log_is_kept() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("notes");
    fs::write(&path, "no end of line").expect("a file");
    let output = perfectplay(&["score", "random", "--log", &path.display().to_string()]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read(&path).expect("a file"), b"no end of line");
}

#[test]
fn an_answer_that_is_no_move_stops_the_run_or_loses_the_game() {
    let args = [
        "--exec",
        "while read -r state; do echo 4; done",
        "--as",
        "first",
    ];
    let output = perfectplay(&[&["score"], &args[..], &["--games", "2"]].concat());
    assert_eq!(output.status.code(), Some(3));
    let problem = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(problem.contains("player: expected one of"), "{problem}");
    assert!(problem.contains("(after 4 "), "{problem}");

    let scored = score(&[&args[..], &["--games", "10", "--forfeit"]].concat());
    assert_eq!(scored["games"]["lost"]["count"], 10);
    assert_eq!(scored["keep_the_value"]["of"], 20);

    // `--forfeit` applies only to the player. An illegal answer of the opponent still ends the run.
    let args = [
        "score",
        "perfect",
        "--forfeit",
        "--opponent",
        "while read -r s; do echo 9; done",
    ];
    let output = perfectplay(&args);
    assert_eq!(output.status.code(), Some(3));
    let problem = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(problem.contains("opponent: expected one of"), "{problem}");
}
