//! Tests `docs/read_table.py`, which was written from docs/table-file.md and docs/keys.md alone. For every state, the
//! script gives the same value and distance as the command, from both kinds of table files.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use perfectplay_games::LIST;

/// The games that the tests use. Every kind of game that ships appears at least once. `.0` is the name of the game, and
/// `.1` tells whether `solve` can write a tablebase file for this game.
const GAMES: &[(&str, bool)] = &[
    ("tictactoe", false),
    ("mnk:3,3,3,misere", true),
    ("mnk:5,2,3", true),
    ("connect:3x3,3", true),
    ("connect:5x2,3", true),
    ("wild:normal", false),
    ("notakto:1", true),
    ("hexapawn:3x3", true),
    ("hexapawn:5x3", true),
    ("chomp:4x3", false),
    ("nim:3,4,5", false),
    ("subtraction:99,3", true),
    ("morris:4,sides,6,passes", false),
    ("mills:1,4,stays", true),
    ("mills:2,3,flies", true),
    ("vanishing:after", false),
    ("dodgem:3", true),
    ("hounds", true),
    ("dobutsu:LE", true),
    ("dobutsu:LC", true),
    ("chess:KPK,4", true),
    ("chess:KNNK,4", true),
    ("chess:KQKR,4", true),
    ("breakthrough:2x5", true),
    ("domineering:4x4", true),
    ("dots:2x2", true),
    ("kalah:3,2", true),
];

/// A test compares at most `MOST` states of each game.
const MOST: usize = 5_000;

#[test]
fn every_kind_of_game_is_read() {
    let names = GAMES.iter().map(|(spec, _)| spec.split(':').next());
    let names: Vec<_> = names.flatten().collect();
    for listing in LIST {
        assert!(names.contains(&listing.name), "{}", listing.name);
    }
}

fn perfectplay(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
        .args(arguments)
        .output()
        .expect("the command");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// Returns what Python prints for a table, with `input` on standard input; `None` if Python refuses the table.
fn try_python(table: &str, arguments: &[&str], input: &str) -> Option<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/read_table.py");
    let mut python = Command::new("python3")
        .arg(script)
        .arg(table)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("python3, which this test needs");
    let mut stdin = python.stdin.take().expect("a pipe");
    let input = input.to_owned();
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = python.wait_with_output().expect("an end");
    // Python does not read its input if it prints only the game.
    let _ = writer.join().expect("a writer");
    let told = String::from_utf8(output.stderr).expect("text");
    if output.status.success() {
        assert_eq!(told, "");
        return Some(String::from_utf8(output.stdout).expect("text"));
    }
    assert!(told.starts_with("expected "), "{told}");
    None
}

fn python(table: &str, arguments: &[&str], input: &str) -> String {
    try_python(table, arguments, input).expect("an honest table")
}

/// Returns two texts: the states of a game, and what Python must print for these states.
fn expected(spec: &str) -> (String, String) {
    let exported = perfectplay(&["export", "--game", spec, "--format", "tsv"]);
    let rows: Vec<Vec<&str>> = exported
        .lines()
        .skip(1)
        .map(|line| line.split('\t').collect())
        .collect();
    let (mut states, mut scores) = (String::new(), String::new());
    for row in rows.iter().step_by(rows.len().div_ceil(MOST)) {
        let (state, value, distance) = (row[0], row[3], row[8]);
        writeln!(states, "{state}").expect("memory");
        match distance {
            "" => writeln!(scores, "endless draw"),
            plies => writeln!(scores, "{value} in {plies}"),
        }
        .expect("memory");
    }
    (states, scores)
}

#[test]
#[ignore = "needs Python; run by .ci/run"]
fn tables_in_python_in_full() {
    let directory = tempfile::tempdir().expect("a directory");
    let table = directory.path().join("game.table");
    let table = table.to_str().expect("a name");
    for &(spec, has_tiers) in GAMES {
        let (states, scores) = expected(spec);
        let formats: &[&str] = if has_tiers {
            &["tiers", "bytes"]
        } else {
            &["bytes"]
        };
        for format in formats {
            let solve = ["solve", "--game", spec, "--format", format, "-o", table];
            perfectplay(&solve);
            let found = python(table, &["-"], &states);
            assert!(found == scores, "{spec} as {format}");
        }
    }
}

#[test]
#[ignore = "needs Python; run by .ci/run"]
fn golden_files_in_python_in_full() {
    for (file, game) in [
        ("connect-2", "connect:3x3,3, 694 states"),
        ("hexapawn-3", "hexapawn:3x3, 135 states"),
        ("kalah-2", "kalah:2,2, 25 states"),
        ("mills-2", "mills:1,3,flies, 250 states"),
        ("morris-3", "morris:3,lines,8,loses, 5390 states"),
        ("nim-3", "nim:1, 2 states"),
        ("subtraction-2", "subtraction:99,3, 100 states"),
        ("take-away-3", "Take-away, 22 states"),
    ] {
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden");
        let path = golden.join(file).with_extension("table");
        let table = path.to_str().expect("a name");
        assert_eq!(python(table, &[], ""), format!("{game}\n"));
    }
}

/// Tests that the script refuses damaged tables. Each table is a copy of a file in `tests/golden`, in which some bytes
/// are changed or missing.
#[test]
#[ignore = "needs Python; run by .ci/run"]
fn damaged_files_are_refused_in_python_in_full() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("damaged.table");
    let table = path.to_str().expect("a name");
    for (file, spec) in [
        ("connect-2", "connect:3x3,3"),
        ("kalah-2", "kalah:2,2"),
        ("hexapawn-3", "hexapawn:3x3"),
    ] {
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden");
        let whole = fs::read(golden.join(file).with_extension("table")).expect("a file");
        let (states, scores) = expected(spec);
        fs::write(&path, &whole).expect("a file");
        assert_eq!(python(table, &["-"], &states), scores);
        for at in (0..whole.len()).step_by(whole.len() / 20) {
            let mut changed = whole.clone();
            changed[at] ^= 1 << (at % 8);
            for bytes in [&changed[..], &whole[..at]] {
                fs::write(&path, bytes).expect("a file");
                let read = try_python(table, &["-"], &states);
                assert_eq!(read, None, "{file}, byte {at}");
            }
        }
    }
}
