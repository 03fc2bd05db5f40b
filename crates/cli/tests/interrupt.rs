//! Tests Ctrl-C in a terminal, while a game is being solved.

#![cfg(unix)]

use std::fs;
use std::process::Command;

use perfectplay::Value;
use perfectplay::bake::OpeningProof;
use perfectplay_games::Listed;
use perfectplay_games::mnk::Connect;
use rexpect::error::Error;
use rexpect::session::{PtySession, spawn_command};

/// A time limit that a command exceeds only if it hangs.
const TIMEOUT_MS: u64 = 600_000;

/// Runs the command in a terminal to solve a game into a file, and interrupts the command when it shows its progress.
/// Asserts that the command prints the text `left`. Returns the names of all files that remain in the directory of the
/// command.
fn interrupted(options: &[&str], left: &str) -> Result<Vec<String>, Error> {
    let directory = tempfile::tempdir()?;
    let mut command = Command::new("sh");
    command
        // Ctrl-C reaches every process in the terminal, but the shell goes on to print the exit
        // status.
        .args(["-c", r#"trap : INT; "$0" "$@"; echo "status $?""#])
        .arg(env!("CARGO_BIN_EXE_perfectplay"))
        .args(["solve", "-o", "connect.table", "--progress", "auto"])
        .args(options)
        .current_dir(directory.path())
        .env("TERM", "xterm");
    let mut terminal = spawn_command(command, Some(TIMEOUT_MS))?;
    terminal.exp_regex("finding .*%.*, .* left")?;
    terminal.send_control('c')?;
    terminal.exp_string("perfectplay: interrupted, and ")?;
    terminal.exp_string(left)?;
    terminal.exp_string("status 130")?;
    let entries = fs::read_dir(directory.path())?;
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    Ok(names
        .map(|name| name.to_string_lossy().into_owned())
        .collect())
}

/// Starts the command in a terminal, with a display of its progress. When the command has ended, even by Ctrl-C, the
/// terminal shows the exit status of the command.
fn in_terminal(options: &[&str]) -> Result<PtySession, Error> {
    let mut command = Command::new("sh");
    command
        .args(["-c", r#"trap : INT; "$0" "$@"; echo "status $?""#])
        .arg(env!("CARGO_BIN_EXE_perfectplay"))
        .args(options)
        .args(["--progress", "auto"])
        .env("TERM", "xterm");
    spawn_command(command, Some(TIMEOUT_MS))
}

/// Judges a player in a terminal, and interrupts the command when its progress display matches `progress`. Asserts that
/// the command calls its report incomplete.
fn judging_is_interrupted(options: &[&str], progress: &str) -> Result<(), Error> {
    let mut terminal = in_terminal(options)?;
    terminal.exp_regex(progress)?;
    terminal.send_control('c')?;
    terminal.exp_string("Interrupted: this report is not complete.")?;
    terminal.exp_string("interrupted, and the report is not complete")?;
    terminal.exp_string("status 130")?;
    Ok(())
}

/// If Ctrl-C interrupts the judging of a player, the report says that it is not complete.
#[test]
fn judging_is_interrupted_with_a_report() -> Result<(), Error> {
    let score = ["score", "random", "--games", "4000000000"];
    judging_is_interrupted(&score, "playing .* [1-9][0-9,]* of")?;
    let game = "--game connect:8x7 --memory 16MiB --seconds 0";
    let game: Vec<&str> = game.split(' ').collect();
    let score = ["score", "random", "--positions", "10000"];
    judging_is_interrupted(&[&score[..], &game].concat(), "asking .* [1-9][0-9,]* of")?;
    let player = "while read -r line; do echo a; done";
    let audit = [
        "audit",
        "--forfeit",
        "--positions",
        "5000",
        "--exec",
        player,
    ];
    judging_is_interrupted(&[&audit[..], &game].concat(), "asking .* [1-9][0-9,]* of")
}

/// If Ctrl-C interrupts a command that is proving values, the command ends at once. The exit status is then 130, and
/// not 4 as for an unproved value. The opening contains only the value of the start, so the proofs of its moves take
/// minutes. The command knows that this game is too large to solve, and begins to prove at once.
#[test]
fn a_question_is_interrupted() -> Result<(), Error> {
    let opening = tempfile::NamedTempFile::new()?;
    let mut proof = OpeningProof::new(Connect::with_parameters("7x6").expect("a game"), 0);
    proof.set(0, Value::Win);
    fs::write(
        &opening,
        proof.opening("connect:7x6,4").expect("an opening"),
    )?;
    let path = opening.path().to_str().expect("a path");
    let options = "--game connect:7x6 --memory 16MiB --threads 1 --opening";
    for subcommand in ["lookup", "explain", "report"] {
        let line = [subcommand]
            .into_iter()
            .chain(options.split(' '))
            .chain([path]);
        let mut terminal = in_terminal(&line.collect::<Vec<&str>>())?;
        terminal.exp_regex("proving")?;
        terminal.send_control('c')?;
        terminal.exp_string("status 130")?;
    }
    Ok(())
}

/// If Ctrl-C interrupts a solver that works in memory, the command prints one line, ends with an exit status, and
/// leaves no file. The game is so large that the interrupt always comes before the game is solved.
#[test]
fn solving_in_memory_is_interrupted() -> Result<(), Error> {
    let options = ["--game", "mnk:5,4,4", "--format", "bytes", "--force"];
    let left = interrupted(&options, "nothing is written")?;
    assert!(left.is_empty(), "{left:?}");
    Ok(())
}

/// If Ctrl-C interrupts a solver that works tier by tier, the command keeps the results so far, and
/// prints the name of their directory.
#[test]
fn solving_tier_by_tier_is_interrupted() -> Result<(), Error> {
    let options = ["--game", "connect:5x5"];
    let left = interrupted(&options, "the results so far are in connect.table.work")?;
    assert_eq!(left, ["connect.table.work"]);
    Ok(())
}
