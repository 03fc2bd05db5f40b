//! Tests input that never ends, and lines that are longer than any limit. Each command prints one
//! line, ends with an exit status, and takes little memory.

#![cfg(unix)]

use std::process::{Command, Output};

/// Runs a script with a limited address space. The limit protects the machine: a command that never stopped reading
/// would fail before it used up the machine's memory.
fn run(script: &str) -> Output {
    let binary = env!("CARGO_BIN_EXE_perfectplay");
    let limited = format!("ulimit -v 2000000\nperfectplay() {{ \"{binary}\" \"$@\"; }}\n{script}");
    let output = Command::new("sh").args(["-c", &limited]).output();
    output.expect("a shell")
}

/// Runs a script that must fail, and compares the single line that it prints with `expected`.
fn check(script: &str, expected: &str) {
    check_status(1, script, expected);
}

fn check_status(status: i32, script: &str, expected: &str) {
    let output = run(script);
    let line = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{script}: {output:?}");
    assert_eq!(line, format!("perfectplay: {expected}\n"), "{script}");
}

#[test]
fn lines_end() {
    let endless = "yes X | tr -d '\\n'";
    let long = "line 1: expected at most 4096 bytes, found more";
    check(&format!("{endless} | perfectplay lookup --json -"), long);
    check(&format!("{endless} | perfectplay play > /dev/null"), long);
    check(
        "{ echo .../.../...; yes X | tr -d '\\n'; } | perfectplay lookup - > /dev/null",
        "line 2: expected at most 4096 bytes, found more",
    );
}

#[test]
fn records_end() {
    let something_else = "standard input: expected a table of `perfectplay solve -o`, or one in \
        tsv or csv, found something else";
    check("yes X | tr -d '\\n' | perfectplay verify -", something_else);
    check(
        "perfectplay verify /dev/zero",
        &something_else.replace("standard input", "/dev/zero"),
    );
    check(
        "{ perfectplay export --format csv | head -n 1; yes X | tr -d '\\n'; } | perfectplay verify -",
        "standard input: line 2: expected at most 65536 bytes, found more",
    );
}

#[test]
fn tables_end() {
    check(
        "perfectplay lookup --table /dev/zero .../.../...",
        "/dev/zero: expected a table that begins with \"perfectplay table\", found other bytes",
    );
    check(
        "{ perfectplay solve --game nim:1 --format bytes -o - 2> /dev/null; cat /dev/zero; } | \
         perfectplay verify /dev/stdin",
        "/dev/stdin: expected 93 bytes, found 319",
    );
}

#[test]
fn answers_end() {
    // The exit status for a player that does not speak the protocol.
    check_status(
        3,
        "perfectplay audit --as first --exec \"yes X | tr -d '\\n'\"",
        "player: expected a line of at most 1024 bytes in answer to .../.../..., found more; \
         --forfeit counts that as a lost game",
    );
}

/// A message fits on the screen even if it quotes a long text.
#[test]
fn messages_are_short() {
    let long = "X".repeat(100_000);
    for script in [
        format!("perfectplay lookup {long}"),
        format!("perfectplay solve --game {long}"),
        format!("perfectplay explain --{long} 1"),
        format!("perfectplay play --as {long}"),
        format!(
            "{{ perfectplay export --format csv | head -n 1; echo {long}; }} | perfectplay verify -"
        ),
    ] {
        let output = run(&script);
        let name = &script[..30];
        assert!(!output.status.success(), "{name}");
        assert!(
            output.stderr.len() < 1200,
            "{name}: {}",
            output.stderr.len()
        );
        assert!(output.stderr.starts_with(b"perfectplay: "), "{name}");
    }
}
