//! Tests tables with wrong records and a correct checksum. Every subcommand that reads a table
//! either answers about all states, or prints one line with an error. It never panics.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use flate2::Crc;
use perfectplay_any::Catalogue;

/// The number of states of hexapawn on three by three squares.
const STATES: usize = 135;

fn run(args: &[&str], table: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
    let command = command.args(args).arg("--table").arg(table);
    let output = command.stdin(Stdio::null()).output().expect("the command");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(
        matches!(output.status.code(), Some(0..=2)),
        "{args:?}: {output:?}"
    );
    assert!(err.lines().count() <= 1, "{args:?}: {err}");
    output
}

/// Tests a forged table: it was made for misère Nim, but the name in it says normal Nim. The two games have the same
/// moves and starts, and differ only in who wins.
#[test]
fn a_table_of_other_rules_is_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("table");
    let solved = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
        .args([
            "solve",
            "--game",
            "nim:3,4,5,misere",
            "--format",
            "bytes",
            "-o",
        ])
        .arg(&path)
        .output()
        .expect("the command");
    assert!(solved.status.success());
    let misere = fs::read(&path).expect("a table");
    let at = (misere.windows(9).position(|name| name == b"nim:3,4,5")).expect("a name");
    let length = b"nim:3,4,5".len();
    let mut renamed = misere.clone();
    renamed.drain(at + length..at + length + b",misere".len());
    renamed[at - 1] = length as u8;
    seal(&mut renamed);
    fs::write(&path, renamed).expect("a table");
    for args in [&["report"][..], &["lookup", "3,4,5"], &["verify"]] {
        let output = run(args, &path);
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {output:?}");
        assert!(err.contains("expected a table of rules"), "{err}");
    }
}

/// Computes the checksum of a changed table, and stores it in the last bytes.
fn seal(bytes: &mut [u8]) {
    let (content, checksum) = bytes.split_last_chunk_mut().expect("a checksum");
    let mut sum = Crc::new();
    sum.update(content);
    *checksum = sum.sum().to_le_bytes();
}

#[test]
#[ignore = "runs hundreds of commands; run by .ci/run"]
fn forged_tables_in_full() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("table");
    let solved = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
        .args(["solve", "--game", "hexapawn", "--format", "bytes", "-o"])
        .arg(&path)
        .output()
        .expect("the command");
    assert!(solved.status.success());
    let sound = fs::read(&path).expect("a table");
    let (mut whole, mut refused) = (0, 0);
    // The first bytes are the header, which other tests change.
    for at in (80..sound.len() - 4).step_by(37) {
        let mut forged = sound.clone();
        forged[at] = !forged[at];
        seal(&mut forged);
        fs::write(&path, &forged).expect("a table");

        let exported = run(&["export", "--format", "tsv"], &path);
        let stats = run(&["stats", "--json"], &path);
        if exported.status.success() {
            let lines = exported.stdout.split(|&byte| byte == b'\n');
            // The names of the columns come before the states, and the last line ends with a line
            // break.
            assert_eq!(lines.count(), STATES + 2);
            whole += 1;
        } else {
            refused += 1;
        }
        if stats.status.success() {
            let text = String::from_utf8_lossy(&stats.stdout);
            assert!(text.contains(&format!("\"states\":{STATES},")), "{text}");
        }
        for args in [
            &["lookup", "OOO/.../XXX X"][..],
            &["explain", "OOO/.../XXX X"],
            &["play", "--as", "second", "--rounds", "1"],
            &["audit", "perfect"],
            &["audit", "random", "--as", "first"],
            &["export", "--format", "json"],
            &["export", "--format", "c"],
            &["verify"],
        ] {
            run(args, &path);
        }
    }
    assert!(whole > 0 && refused > 0, "{whole} whole, {refused} refused");
}

/// Tests tablebase files in which the stored number of states with some score is wrong, although all checksums are
/// correct. A command that writes all states must notice this.
#[test]
fn a_table_that_miscounts_its_states_is_not_exported() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("table");
    let solved = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
        .args(["solve", "--game", "connect:3x3,3", "-o"])
        .arg(&path)
        .output()
        .expect("the command");
    assert!(solved.status.success(), "{solved:?}");
    let sound = fs::read(&path).expect("a table");
    let number = |at: usize| u64::from_le_bytes(*sound[at..].first_chunk().expect("8 bytes"));
    // The file ends with three offsets of 8 bytes and a checksum of 4 bytes. The counts begin at
    // the last offset.
    let tail = sound.len() - 28;
    let counts = number(tail + 16) as usize;
    let used: Vec<usize> = (counts..tail)
        .step_by(8)
        .filter(|&at| number(at) > 0)
        .collect();
    let changes = [&[(used[0], 1)][..], &[(used[0], 1), (used[1], u64::MAX)]];
    for format in [&["tsv"][..], &["csv"], &["jsonl"]] {
        let args = [&["export", "--format"], format].concat();
        fs::write(&path, &sound).expect("a table");
        assert!(run(&args, &path).status.success(), "{format:?}");
        for change in changes {
            let mut forged = sound.clone();
            for &(at, by) in change {
                let count = number(at).wrapping_add(by);
                forged[at..at + 8].copy_from_slice(&count.to_le_bytes());
            }
            seal(&mut forged[counts..]);
            fs::write(&path, &forged).expect("a table");
            let output = run(&args, &path);
            let err = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{format:?}: {err}");
            assert!(err.contains("states"), "{format:?}: {err}");
        }
    }
}

/// Returns a playbook of one game with the fingerprint of another game.
fn playbook_of_another_game(directory: &Path, options: &[&str], own: &str, other: &str) -> Vec<u8> {
    let path = directory.join("book");
    let made = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
        .args(["playbook", "--game", own])
        .args(options)
        .arg("-o")
        .arg(&path)
        .output()
        .expect("the command");
    assert!(made.status.success(), "{made:?}");
    let fingerprint = |game| {
        let game = Catalogue::with_games_that_ship().find(game);
        game.expect("a game").fingerprint().to_le_bytes()
    };
    let (own, other) = (fingerprint(own), fingerprint(other));
    let mut bytes = fs::read(path).expect("a playbook");
    let at = bytes.windows(own.len()).position(|bytes| bytes == own);
    let at = at.expect("the fingerprint");
    bytes[at..at + other.len()].copy_from_slice(&other);
    seal(&mut bytes);
    bytes
}

/// Tests a playbook that was made for the misère game, in which three in a row lose. The playbook claims to belong to
/// the normal game, in which three in a row win. No command may report that this playbook is proved.
#[test]
fn a_playbook_that_loses_is_not_vouched_for() {
    let directory = tempfile::tempdir().expect("a directory");
    let [book, page, module] =
        ["book", "page.html", "module"].map(|name| directory.path().join(name));
    let (own, other) = ("mnk:3,3,3,misere", "mnk:3,3,3");
    let bytes = playbook_of_another_game(directory.path(), &["--as", "first"], own, other);
    fs::write(&book, bytes).expect("a file");
    fs::write(&module, b"\0asm").expect("a file");
    let command = |subcommand: &str, more: &[&Path]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
        let command = command.args([subcommand, "--game", other, "--playbook"]);
        command.arg(&book).args(more).output().expect("the command")
    };
    let played = command("verify", &["--json".as_ref()]);
    let told = String::from_utf8_lossy(&played.stdout);
    assert!(told.contains("\"value\":\"loss\""), "{played:?}");

    let proved = ["--module".as_ref(), &*module, "-o".as_ref(), &page];
    let refused = command("web", &proved);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    let problem = String::from_utf8_lossy(&refused.stderr);
    assert!(
        problem.contains("expected a playbook that never loses"),
        "{problem}"
    );
    assert!(!page.exists());

    // A page with the module claims a proof. A page without the module does not.
    let claims_a_proof = |more: &[&Path]| {
        let written = command("web", more);
        assert!(written.status.success(), "{written:?}");
        let page = fs::read_to_string(&page).expect("a page");
        page.contains(r#""proved":{"positions":"#)
    };
    assert!(!claims_a_proof(&["-o".as_ref(), &page]));
    fs::remove_file(&book).expect("the forged playbook");
    let made = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
        .args(["playbook", "--game", other, "--as", "first", "-o"])
        .arg(&book)
        .output()
        .expect("the command");
    assert!(made.status.success(), "{made:?}");
    assert!(claims_a_proof(&proved));
}

/// Tests a forged playbook of 21 bytes. It names a game that is too large for a web page. The playbook has a move for
/// every position of this game. A player of this book can reach more positions than a program can visit, so the command
/// must refuse the book.
#[test]
fn a_playbook_that_meets_too_much_makes_no_page() {
    let directory = tempfile::tempdir().expect("a directory");
    let [book, page] = ["book", "page.html"].map(|name| directory.path().join(name));
    let bytes = playbook_of_another_game(directory.path(), &[], "nim:2", "connect:7x6");
    fs::write(&book, bytes).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
        .args(["web", "--game", "connect:7x6", "--playbook"])
        .arg(&book)
        .arg("-o")
        .arg(&page)
        .output()
        .expect("the command");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let problem = String::from_utf8_lossy(&output.stderr);
    assert!(
        problem.contains("meet at most 1,000,000 positions"),
        "{problem}"
    );
    assert!(!page.exists());
}
