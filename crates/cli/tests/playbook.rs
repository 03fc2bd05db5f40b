//! Tests the playbooks that the command makes and verifies, and the messages about wrong files.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;

fn perfectplay(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
    command.args(args).output().expect("the command")
}

/// When the time limit is over, the search for a book stops in the middle of a step. The search
/// then returns the best book so far.
#[test]
fn a_search_ends_with_its_time() {
    let entries = |option: [&str; 2]| {
        let args = ["playbook", "--game", "dots:2x2", "--as", "first", "--json"];
        let output = perfectplay(&[&args[..], &option].concat());
        assert!(output.status.success(), "{output:?}");
        let report: Json = serde_json::from_slice(&output.stdout).expect("an object");
        report["states"].as_u64().expect("a number")
    };
    assert!(entries(["--seconds", "0.000001"]) > entries(["--steps", "131072"]));
}

/// The search for a book shows its progress even if it does not run in a terminal.
#[test]
#[ignore = "waits for seconds; run by .ci/run"]
fn progress_in_a_pipe_in_full() {
    let mut search = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
        .args([
            "playbook",
            "--game",
            "dots:2x2",
            "--as",
            "first",
            "--seconds",
            "600",
            "--progress",
            "auto",
        ])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command");
    let mut line = String::new();
    let told = BufReader::new(search.stderr.take().expect("a pipe")).read_line(&mut line);
    // The search would go on for ten minutes.
    search.kill().expect("a search that goes on");
    search.wait().expect("the command");
    assert!(told.is_ok() && line.starts_with("searching: "), "{line}");
    assert!(line.contains('%') && line.ends_with(" left\n"), "{line}");
}

/// If a book is wrong, the command prints one line, which names the problem and the file.
#[test]
fn a_book_that_is_wrong_is_not_verified() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("a.playbook");
    let file = path.to_str().expect("UTF-8");
    let made = perfectplay(&["playbook", "--game", "dots:2x1", "-o", file]);
    assert!(made.status.success(), "{made:?}");
    let whole = fs::read(&path).expect("a playbook");
    let verify = |game: &str| perfectplay(&["verify", "--game", game, "--playbook", file]);
    let refused = |game: &str, problem: &str| {
        let output = verify(game);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            told.lines().count() == 1 && told.contains("a.playbook"),
            "{told}"
        );
        assert!(told.contains(problem), "{told}");
        assert_eq!(output.stdout, b"");
    };
    assert!(verify("dots:2x1").status.success());
    refused("dots:1x2", "expected a playbook of dots:1x2");
    refused("morris:tapatan", "expected a playbook of morris");
    let damage = |bytes: &[u8]| fs::write(Path::new(file), bytes).expect("a file");
    for place in [0, whole.len() / 2, whole.len() - 1] {
        let mut bytes = whole.clone();
        bytes[place] ^= 1;
        damage(&bytes);
        refused("dots:2x1", "");
    }
    for length in [0, 1, whole.len() - 1] {
        damage(&whole[..length]);
        refused("dots:2x1", "");
    }
}
