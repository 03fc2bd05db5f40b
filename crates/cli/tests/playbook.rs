//! Playbooks that the command makes and verifies, and what it says of their files.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use serde_json::Value as Json;

fn perfectplay(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
    command.args(args).output().expect("the command")
}

/// A search that has no time ends before its steps do, with the book that it has by then.
#[test]
fn a_search_ends_with_its_time() {
    let entries = |option: [&str; 2]| {
        let args = ["playbook", "--game", "dots:2x2", "--as", "first", "--json"];
        let output = perfectplay(&[&args[..], &option].concat());
        assert!(output.status.success(), "{output:?}");
        let report: Json = serde_json::from_slice(&output.stdout).expect("an object");
        report["states"].as_u64().expect("a number")
    };
    assert!(entries(["--seconds", "0.001"]) > entries(["--steps", "131072"]));
}

/// Integer programming finds the least book of a small game, which is then the one in the file.
#[test]
fn a_smaller_book_takes_the_place_of_the_first() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("a.playbook");
    let file = path.to_str().expect("UTF-8");
    let made = |options: &[&str]| {
        let args = [
            "playbook", "--game", "dots:2x1", "--steps", "0", "--json", "-o", file,
        ];
        let output = perfectplay(&[&args[..], options].concat());
        assert!(output.status.success(), "{output:?}");
        let report: Json = serde_json::from_slice(&output.stdout).expect("an object");
        let sides = ["first", "second"].map(|side| {
            let [states, optimal] = ["states", "optimal"].map(|key| report[side][key].clone());
            (
                states.as_u64().expect("a number"),
                optimal.as_bool().expect("a truth"),
            )
        });
        (sides, report["bytes"].as_u64().expect("a number"))
    };
    let (sides, _) = made(&[]);
    assert_eq!(sides, [(27, false), (38, false)]);
    let (sides, bytes) = made(&["--bound-seconds", "600"]);
    assert_eq!(sides, [(25, true), (38, true)]);
    assert_eq!(fs::read(&path).expect("a playbook").len() as u64, bytes);
    let verified = perfectplay(&["verify", "--game", "dots:2x1", "--playbook", file]);
    assert!(verified.status.success(), "{verified:?}");
}

/// A search for a book and a search for a bound tell how far they are, also where no terminal is.
#[test]
#[ignore = "waits for seconds; run by .ci/run"]
fn progress_in_a_pipe_in_full() {
    let first_line = |doing: &str, options: [&str; 4]| {
        let mut search = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
            .args(["playbook", "--game", "dots:2x2", "--as", "first"])
            .args(options)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command");
        let mut line = String::new();
        let told = BufReader::new(search.stderr.take().expect("a pipe")).read_line(&mut line);
        // It would search on for ten minutes.
        search.kill().expect("a search that goes on");
        search.wait().expect("the command");
        assert!(told.is_ok() && line.starts_with(doing), "{line}");
        assert!(line.contains('%') && line.ends_with(" left\n"), "{line}");
    };
    // Both wait for seconds.
    thread::scope(|scope| {
        scope.spawn(|| first_line("searching: ", ["--seconds", "600", "--keep", "value"]));
        first_line("bounding: ", ["--steps", "0", "--bound-seconds", "600"]);
    });
}

/// What is wrong with a book is said in one line, which names its file.
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
