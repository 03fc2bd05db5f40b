//! Ctrl-C in a terminal, while a game is being solved.

#![cfg(unix)]

use std::fs;
use std::process::Command;

use rexpect::error::Error;
use rexpect::session::spawn_command;

const TIMEOUT_MS: u64 = 30_000;

/// The solver shows how far it is, ends with a line and a status, and leaves no file.
#[test]
fn solving_is_interrupted() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let mut command = Command::new("sh");
    command
        // Ctrl-C is for everybody in the terminal; the shell goes on to tell the status.
        .args(["-c", r#"trap : INT; "$0" "$@"; echo "status $?""#])
        .arg(env!("CARGO_BIN_EXE_perfectplay"))
        .args(["solve", "--game", "connect:7x6", "-o", "connect.table"])
        .current_dir(folder.path())
        .env("TERM", "xterm");
    let mut terminal = spawn_command(command, Some(TIMEOUT_MS))?;
    terminal.exp_regex("finding .* states, .* a second, .* left")?;
    terminal.send_control('c')?;
    terminal.exp_string("perfectplay: interrupted, and nothing is written")?;
    terminal.exp_string("status 130")?;
    assert_eq!(fs::read_dir(folder.path())?.count(), 0);
    Ok(())
}
