//! Tests subcommands that read states from standard input. For each line, these subcommands print an answer or an
//! error, and their exit status tells what was wrong.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

use serde_json::Value as Json;

/// Runs the command with `input` on standard input. Returns the exit status, standard output and standard error.
pub fn piped(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // The command answers line by line, so this test must read answers while it still writes
    // questions.
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("an answer");
    writer.join().expect("the writer").expect("a text");
    let [out, err] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("a text"));
    (output.status.code(), out, err)
}

/// Returns the lines of a stream: states, a line that is no state, a line that is too long, and an
/// empty line.
fn lines() -> String {
    let long = "X".repeat(100_000);
    format!(".../.../...\nnothing\n{long}\n\nXX./OO./...\n")
}

/// In the text of `lines`, the lines with these numbers contain no state. For such a line, a subcommand prints an error
/// and no answer.
const WRONG: [u64; 3] = [2, 3, 4];

#[test]
fn a_stream_goes_on_after_a_wrong_line() {
    let input = lines();
    for args in [
        &["lookup", "-"][..],
        &["explain", "-"],
        &["prove", "--memory", "1MiB", "-"],
        &["choose"],
    ] {
        let (status, out, err) = piped(args, &input);
        assert_eq!(status, Some(1), "{args:?}: {err}");
        let reported: Vec<&str> = err.lines().collect();
        assert_eq!(reported.len(), WRONG.len(), "{args:?}: {err}");
        for (line, number) in reported.iter().zip(WRONG) {
            let begin = format!("perfectplay: line {number}: expected ");
            assert!(line.starts_with(&begin), "{args:?}: {line}");
        }
        let long = "line 3: expected at most 4096 bytes, found more";
        assert!(reported[1].ends_with(long), "{args:?}: {err}");
        let answers = match args[0] {
            "choose" => out.lines().filter(|line| !line.is_empty()).count(),
            "prove" => out.matches("to move").count(),
            "explain" => out.matches("Best play:").count(),
            _ => out.matches("X to move").count(),
        };
        assert!(answers >= 2, "{args:?}: {out}");
    }
}

#[test]
fn a_stream_of_objects_has_one_for_each_line() {
    for subcommand in ["lookup", "prove"] {
        let (status, out, err) = piped(&[subcommand, "--json", "-"], &lines());
        assert_eq!((status, err.as_str()), (Some(1), ""), "{subcommand}");
        let answers = out
            .lines()
            .map(|line| serde_json::from_str(line).expect("an object"));
        let answers: Vec<Json> = answers.collect();
        assert_eq!(answers.len(), 5, "{subcommand}: {out}");
        for (number, answer) in (1..).zip(&answers) {
            let is_wrong = answer["status"] == "malformed";
            assert_eq!(is_wrong, WRONG.contains(&number), "{subcommand}: {answer}");
            assert_eq!(is_wrong, answer["line"] == number, "{subcommand}: {answer}");
        }
    }
}

/// `choose` refuses a finished state, because there is no move to choose. The other subcommands answer about such a
/// state.
#[test]
fn a_finished_state_has_an_answer_but_no_move() {
    let over = "XXX/OO./...";
    for subcommand in ["lookup", "explain", "report", "prove"] {
        let (status, out, err) = piped(&[subcommand, over], "");
        assert_eq!((status, err.as_str()), (Some(0), ""), "{subcommand}");
        assert!(!out.is_empty());
    }
    let (status, out, err) = piped(&["choose"], &format!("{over}\n"));
    assert_eq!((status, out.as_str()), (Some(1), "\n"));
    assert!(err.contains("expected an unfinished game"), "{err}");
}

/// Every subcommand ends with status 1 for a state that no game reaches, because the state has no
/// answer.
#[test]
fn a_state_that_no_game_reaches_has_one_status() {
    let unreachable = "XX./.../...";
    for args in [
        &["lookup", unreachable][..],
        &["explain", unreachable],
        &["explain", unreachable, "--moves", "3"],
        &["report", unreachable],
        &["prove", unreachable],
        &["play", "--state", unreachable],
    ] {
        let (status, out, err) = piped(args, "");
        assert_eq!(status, Some(1), "{args:?}: {err}");
        let told = [out, err].concat().to_lowercase();
        assert!(told.contains("no game reaches"), "{told}");
    }
    let (status, out, _) = piped(&["choose"], &format!("{unreachable}\n"));
    assert_eq!((status, out.as_str()), (Some(1), "\n"));
}

/// If an argument is long, the message shows only the beginning of the argument.
#[test]
fn a_long_state_is_cut_in_the_message() {
    let long = "X".repeat(100_000);
    for subcommand in ["lookup", "explain", "report", "prove"] {
        let (status, _, err) = piped(&[subcommand, &long], "");
        assert_eq!(status, Some(2));
        assert!(err.len() < 400 && err.contains("XXX...'"), "{err}");
    }
}
