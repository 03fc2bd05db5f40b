//! The console blocks of documents: every command is run, and prints what is shown.
//!
//! In a block ` ```console ` a line `$ …` is a command for `sh`, lines `> …` below it
//! continue it, and what follows is its output, with standard error, and with `? N` at
//! the end where the exit status N is not 0. Commands run in the folder of the document,
//! and share an empty folder `$TMPDIR`; `...` stands for any lines and `[..]` for any characters.
//!
//! `SNAPSHOTS=overwrite cargo test -p perfectplay-cli --test console` writes the output
//! into the documents.

#![cfg(unix)]

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use snapbox::{Assert, Data};

#[test]
fn readme() {
    check(&package().join("../README.md"));
    check(&package().join("README.md"));
}

#[test]
fn pages() {
    check(&package().join("../docs/protocol.md"));
    check(&package().join("../docs/many-machines.md"));
}

#[test]
fn commands() {
    let folder = fs::read_dir(package().join("tests/cmd")).expect("a folder");
    let documents = folder.map(|entry| entry.expect("an entry").path());
    let mut documents = documents.collect::<Vec<_>>();
    documents.sort();
    for document in &documents {
        check(document);
    }
}

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn check(document: &Path) {
    let text = fs::read_to_string(document).expect("a document");
    let folder = document.parent().expect("a folder");
    Assert::new()
        .action_env("SNAPSHOTS")
        // A backslash in a script is one.
        .normalize_paths(false)
        .eq(with_output(&text, folder), Data::read_from(document, None));
}

/// The document with what its commands print now.
fn with_output(text: &str, folder: &Path) -> String {
    let temporary = tempfile::tempdir().expect("a folder");
    let mut written = String::new();
    let mut lines = text.lines().peekable();
    let mut in_block = false;
    while let Some(line) = lines.next() {
        written += line;
        written += "\n";
        if line.starts_with("```") {
            in_block = line == "```console";
        } else if in_block && line.starts_with("$ ") {
            let mut script = line[2..].to_owned();
            while let Some(more) = lines.next_if(|line| line.starts_with("> ")) {
                writeln!(written, "{more}").expect("memory");
                write!(script, "\n{}", &more[2..]).expect("memory");
            }
            let mut shown = String::new();
            while let Some(line) =
                lines.next_if(|line| !line.starts_with("$ ") && !line.starts_with("```"))
            {
                writeln!(shown, "{line}").expect("memory");
            }
            written += &if can_run(&script) {
                output(&script, folder, temporary.path())
            } else {
                shown
            };
        }
    }
    written
}

/// Whether what the script needs is there. Where it must be there, it is missed.
fn can_run(script: &str) -> bool {
    let is_needed = |tool: &&str| script.split_whitespace().any(|word| word.ends_with(*tool));
    let is_missing = |tool: &&str| Command::new(tool).arg("--version").output().is_err();
    let mut tools = ["python3", "cc", "make"].into_iter().filter(is_needed);
    let Some(missing) = tools.find(is_missing) else {
        return true;
    };
    assert!(
        env::var_os("CI").is_none(),
        "expected {missing}, found none"
    );
    eprintln!("skipped, since there is no {missing}: {script}");
    false
}

/// What a script prints, and how it ends.
fn output(script: &str, folder: &Path, temporary: &Path) -> String {
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_perfectplay"));
    let built = binary.parent().expect("a folder").to_owned();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([built].into_iter().chain(env::split_paths(&path)));
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{script}")])
        .current_dir(folder)
        .env("PATH", path.expect("folders"))
        .env("TMPDIR", temporary)
        .env_remove("CLICOLOR_FORCE")
        .env_remove("COLUMNS")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    // A slow machine tells how far it is.
    let is_progress = |line: &&str| line.contains("%") && line.trim_end().ends_with(" left");
    let mut text: String = text
        .split_inclusive('\n')
        .filter(|line| !is_progress(line))
        .collect();
    match output.status.code() {
        Some(0) => {}
        code => writeln!(text, "? {}", code.unwrap_or(-1)).expect("memory"),
    }
    text
}
