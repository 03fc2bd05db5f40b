//! Tests `perfectplay lookup -` from a program that uses two pipes.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use perfectplay::tictactoe::State;
use perfectplay::tictactoe::{TicTacToe, records};
use perfectplay::{Moves, Player, Solved};
use serde_json::{Value, json};

/// A time limit that a command exceeds only if it hangs.
const PATIENCE: Duration = Duration::from_secs(600);

fn streaming_lookup() -> Child {
    Command::new(env!("CARGO_BIN_EXE_perfectplay"))
        .args(["lookup", "--json", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command")
}

/// Asks about every board, and compares each answer in JSON with the library's answer.
#[test]
fn all_states() {
    let mut command = streaming_lookup();
    let mut input = command.stdin.take().expect("a pipe");
    let mut states = String::new();
    for state in State::all() {
        writeln!(states, "{state}").expect("memory");
    }
    let writer = thread::spawn(move || input.write_all(states.as_bytes()));
    let output = command.wait_with_output().expect("an end");
    writer.join().expect("no panic").expect("all written");

    // No game reaches some of these boards.
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stderr.is_empty());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let mut reachable = records();
    for (line, state) in text.lines().zip(State::all()) {
        let answer: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(answer["state"], state.to_string());
        if answer["status"] == "unreachable" {
            let problem = state.unreachable().expect("a reason");
            assert_eq!(answer["problem"], problem.to_string());
            continue;
        }
        let (expected, record) = reachable.next().expect("a record");
        assert_eq!(state, expected);
        let cells = |moves: Moves| json!(moves.iter().map(u8::from).collect::<Vec<_>>());
        assert_eq!(answer["to_move"], ["X", "O"][state.to_move() as usize]);
        assert_eq!(answer["value"], record.value().to_string());
        assert_eq!(answer["distance"], record.distance());
        assert_eq!(answer["winning"], cells(record.winning()));
        assert_eq!(answer["losing"], cells(record.losing()));
        assert_eq!(answer["neutral"], cells(record.neutral()));
        assert_eq!(answer["best"], cells(record.best()));
        let moves = TicTacToe.moves(state).map(|evaluated| {
            json!({
                "move": evaluated.mv.index(),
                "after": evaluated.after.to_string(),
                "value": evaluated.value.to_string(),
                "distance": evaluated.distance,
            })
        });
        assert_eq!(answer["moves"], json!(moves.collect::<Vec<_>>()));
        if state.status().is_over() {
            let lines = Player::BOTH.map(|player| state.lines(player));
            let lines = lines.into_iter().flatten().map(|line| line.moves());
            let line = lines.fold(Moves::EMPTY, |cells, line| cells | line);
            assert_eq!(answer["line"], cells(line));
        } else {
            assert_eq!(answer["status"], "ongoing");
            assert_eq!(answer.get("line"), None);
        }
    }
    assert_eq!(text.lines().count(), State::all().count());
    assert_eq!(reachable.next(), None);
}

/// A program may wait for each answer before it writes the next line. The command answers each line at once, even a
/// line that is not a state.
#[test]
fn conversation() {
    let mut command = streaming_lookup();
    let mut input = command.stdin.take().expect("a pipe");
    let output = command.stdout.take().expect("a pipe");
    let (answers, received) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines() {
            // If the test has failed, nobody receives the answer.
            let _ = answers.send(line.expect("UTF-8"));
        }
    });
    for (state, _) in records().take(10) {
        writeln!(input, "{state}").expect("a listener");
        let answer = received.recv_timeout(PATIENCE).expect("an answer");
        assert!(answer.contains(&state.to_string()), "{answer}");
        for malformed in ["X", "", "XXX/X", "X.O/.../... X", "\"\\"] {
            writeln!(input, "{malformed}").expect("a listener");
            let answer = received.recv_timeout(PATIENCE).expect("an answer");
            let answer: Value = serde_json::from_str(&answer).expect("JSON");
            assert_eq!(answer["status"], "malformed");
            assert_eq!(answer["input"], malformed);
        }
    }
    drop(input);
    assert_eq!(command.wait().expect("an end").code(), Some(1));
}

/// If the reader of the answers closes the pipe early, the command ends without an error.
#[test]
fn closed_pipe() {
    let mut command = streaming_lookup();
    let mut input = command.stdin.take().expect("a pipe");
    let mut output = BufReader::new(command.stdout.take().expect("a pipe"));
    let writer = thread::spawn(move || while writeln!(input, "X.O/.../...").is_ok() {});
    let mut line = String::new();
    output.read_line(&mut line).expect("an answer");
    drop(output);
    let end = command.wait_with_output().expect("an end");
    writer.join().expect("no panic");
    assert!(end.status.success());
    assert!(end.stderr.is_empty());
}
