//! Tests `-o` with unusual destinations: links, pipes, standard output, and full disks.

#![cfg(unix)]

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek};
use std::os::unix::fs::symlink;
use std::process::{Command, Output, Stdio};

fn export(output: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
    command.args(["export", "--format", "tsv", "-o", output]);
    command
}

/// Returns the output of `export` without `-o`.
fn expected() -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
    command.args(["export", "--format", "tsv"]);
    good(&mut command).stdout
}

fn good(command: &mut Command) -> Output {
    let output = command.output().expect("the command");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    output
}

#[test]
fn standard_output_has_several_names() {
    let directory = tempfile::tempdir().expect("a directory");
    symlink("/dev/stdout", directory.path().join("link")).expect("a link");
    for name in ["-", "/dev/stdout", "/dev/fd/1", "link"] {
        let output = good(export(name).current_dir(directory.path()));
        assert!(output.stdout == expected(), "to {name}");
    }
    assert!(directory.path().join("link").is_symlink());
    assert_eq!(
        fs::read_dir(directory.path()).expect("a directory").count(),
        1
    );
}

/// If the shell appends standard output to a file, the command keeps the old content of the file.
/// The command also keeps the old content of a file that has been deleted but is still open.
#[test]
fn standard_output_is_a_file() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("log");
    symlink("/dev/stdout", directory.path().join("link")).expect("a link");
    for is_removed in [false, true] {
        fs::write(&path, "before\n").expect("a file");
        let mut log = OpenOptions::new()
            .read(true)
            .append(true)
            .open(&path)
            .expect("a file");
        if is_removed {
            fs::remove_file(&path).expect("a file");
        }
        let stdout = log.try_clone().expect("a handle");
        good(
            export("link")
                .current_dir(directory.path())
                .stdout(Stdio::from(stdout)),
        );
        let mut found = Vec::new();
        log.rewind().expect("a file");
        log.read_to_end(&mut found).expect("a file");
        assert!(found == [b"before\n".to_vec(), expected()].concat());
        assert!(directory.path().join("link").is_symlink());
    }
}

#[test]
fn a_named_pipe_stays() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("pipe");
    let made = Command::new("mkfifo").arg(&path).status().expect("mkfifo");
    assert!(made.success());
    let mut writer = export("pipe")
        .current_dir(directory.path())
        .spawn()
        .expect("the command");
    let mut found = Vec::new();
    let mut pipe = File::open(&path).expect("a pipe");
    pipe.read_to_end(&mut found).expect("a pipe");
    assert!(writer.wait().expect("the command").success());
    assert!(found == expected());
}

/// With `-o -`, `solve` writes the table to standard output, and the summary to standard error.
#[test]
fn a_table_goes_to_standard_output() {
    let directory = tempfile::tempdir().expect("a directory");
    let solve = |output: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
        command
            .args(["solve", "--game", "hexapawn", "--json", "-o", output])
            .current_dir(directory.path());
        command.output().expect("the command")
    };
    let [to_file, to_stdout] = ["table", "-"].map(solve);
    assert!(to_file.status.success() && to_stdout.status.success());
    let table = fs::read(directory.path().join("table")).expect("a table");
    assert!(table == to_stdout.stdout);
    for summary in [&to_file.stdout, &to_stdout.stderr] {
        let summary: serde_json::Value = serde_json::from_slice(summary).expect("JSON");
        assert_eq!(summary["game"], "hexapawn:3x3");
    }
}

/// Only Linux has a device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn the_summary_outlasts_a_failed_write() {
    let output = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
        .args(["solve", "--game", "hexapawn", "-o", "/dev/full"])
        .output()
        .expect("the command");
    assert_eq!(output.status.code(), Some(1));
    let (out, err) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(out.starts_with("hexapawn:3x3: "), "{out}");
    assert!(
        err.starts_with("perfectplay: cannot write /dev/full: "),
        "{err}"
    );
}
