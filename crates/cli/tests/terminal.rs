//! Tests that people can play whole games in a terminal. Each test runs the command in a pseudo-terminal.

#![cfg(unix)]

use std::process::Command;

use perfectplay::lookup;
use perfectplay::tictactoe::State;
use perfectplay::tictactoe::Status;
use rexpect::error::Error;
use rexpect::session::{PtySession, spawn_command};

/// A time limit that a command exceeds only if it hangs.
const TIMEOUT_MS: u64 = 600_000;

/// The text of an X in a winning line: green, bold and inverted.
const X_IN_LINE: &str = "\u{1b}[1m\u{1b}[7m\u{1b}[32mX\u{1b}[0m";

/// Returns a shell that runs the command, and then prints the exit status of the command.
fn perfectplay(arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", r#""$0" "$@"; echo "status $?""#])
        .arg(env!("CARGO_BIN_EXE_perfectplay"))
        .args(arguments)
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR");
    command
}

fn spawn(command: Command) -> Result<PtySession, Error> {
    spawn_command(command, Some(TIMEOUT_MS))
}

/// Plays a game that the computer starts. Both sides play perfectly, so the game is drawn.
#[test]
fn game_against_the_computer() -> Result<(), Error> {
    let mut terminal = spawn(perfectplay(&["play", "--as", "o"]))?;
    let mut state = State::EMPTY;
    loop {
        let (_, text) = terminal.exp_regex("The computer plays [0-8]")?;
        let cell = text.bytes().last().expect("a cell") - b'0';
        state = state.play(cell).expect("a legal move of the computer");
        if state.status().is_over() {
            break;
        }
        terminal.exp_string("O to move: ")?;
        let best = lookup(state).and_then(|record| record.best().first());
        let cell = best.expect("a best move").index();
        terminal.send_line(&cell.to_string())?;
        state = state.play(cell).expect("a legal move");
    }
    assert_eq!(state.status(), Status::Drawn);
    terminal.exp_string("A draw.")?;
    terminal.exp_string("Score: X won 0, O won 0, drawn 1.")?;
    terminal.exp_string("n, u or q: ")?;
    terminal.send_line("q")?;
    terminal.exp_string("Bye.")?;
    terminal.exp_string("status 0")?;
    Ok(())
}

/// In two rounds between two people, the winning line is highlighted, and the players take turns to
/// start.
#[test]
fn rounds_of_two_people() -> Result<(), Error> {
    let mut terminal = spawn(perfectplay(&["play", "--two-players", "--rounds", "2"]))?;
    for cell in ["0", "A2", "1", "b2", "c3"] {
        terminal.exp_string("to move: ")?;
        terminal.send_line(cell)?;
    }
    for _ in 0..3 {
        terminal.exp_string(X_IN_LINE)?;
    }
    terminal.exp_string("X wins: 0 1 2.")?;
    terminal.exp_string("Score: X won 1, O won 0, drawn 0.")?;

    // After the end of a round, no move can be played, but the last move can be undone.
    terminal.exp_string("n, u or q: ")?;
    terminal.send_line("8")?;
    terminal.exp_string("The round is over")?;
    terminal.send_line("u")?;
    terminal.exp_string("X to move: ")?;
    terminal.send_line("r")?;
    terminal.exp_string("Score: X won 1, O won 0, drawn 0.")?;

    terminal.send_line("n")?;
    terminal.exp_string("Round 2: O starts.")?;
    for cell in ["0", "3", "1", "4", "2"] {
        terminal.exp_string("to move: ")?;
        terminal.send_line(cell)?;
    }
    terminal.exp_string("O wins: 0 1 2.")?;
    terminal.exp_string("Score: X won 1, O won 1, drawn 0.")?;
    terminal.exp_string("Bye.")?;
    terminal.exp_string("status 0")?;
    Ok(())
}

/// The command without arguments begins a game, which ends at the end of the input.
#[test]
fn end_of_input() -> Result<(), Error> {
    let mut terminal = spawn(perfectplay(&[]))?;
    terminal.exp_string("You are X")?;
    terminal.exp_string("X to move: ")?;
    terminal.send_control('d')?;
    terminal.exp_string("Bye.")?;
    terminal.exp_string("status 0")?;
    Ok(())
}

#[test]
fn colours() -> Result<(), Error> {
    let coloured = |text: &str| text.contains('\u{1b}');

    let finished = ["lookup", "XXX/OO./..."];
    let shown = spawn(perfectplay(&finished))?.exp_eof()?;
    assert_eq!(shown.matches(X_IN_LINE).count(), 3);

    let mut plain = perfectplay(&finished);
    plain.env("NO_COLOR", "1");
    let shown = spawn(plain)?.exp_eof()?;
    assert!(shown.contains("X has won: 0 1 2."));
    assert!(!coloured(&shown));

    for command in ["lookup", "explain"] {
        let board = [command, "X.O/.../..."];
        assert!(coloured(&spawn(perfectplay(&board))?.exp_eof()?));
        let piped = perfectplay(&board).output()?.stdout;
        assert!(!coloured(&String::from_utf8_lossy(&piped)));

        let never = [command, "X.O/.../...", "--color", "never"];
        assert!(!coloured(&spawn(perfectplay(&never))?.exp_eof()?));
        let always = [command, "X.O/.../...", "--color", "always"];
        let piped = perfectplay(&always).output()?.stdout;
        assert!(coloured(&String::from_utf8_lossy(&piped)));
    }
    Ok(())
}

/// A terminal shows the progress of work, unless an option or the environment forbids it.
#[test]
fn progress() -> Result<(), Error> {
    let shown = |when: &[&str], of_environment: &str| -> Result<String, Error> {
        let mut solve = perfectplay(&[&["solve", "--game", "connect:4x4"], when].concat());
        solve.env("PERFECTPLAY_PROGRESS", of_environment);
        spawn(solve)?.exp_eof()
    };
    for (when, of_environment, is_shown) in [
        (&[][..], "auto", true),
        (&[], "never", false),
        (&["--progress", "auto"], "never", true),
        (&["--progress", "never"], "auto", false),
    ] {
        let shown = shown(when, of_environment)?;
        assert!(shown.contains("161,029 states"), "{shown}");
        assert_eq!(shown.contains(" left"), is_shown, "{when:?}: {shown}");
    }
    Ok(())
}

/// Writing a page shows progress even after the game is solved.
#[test]
fn progress_of_a_page() -> Result<(), Error> {
    let directory = tempfile::tempdir()?;
    let mut web = perfectplay(&["web", "--game", "hexapawn:4x4", "-o"]);
    web.arg(directory.path().join("page.html"));
    web.env("PERFECTPLAY_PROGRESS", "auto");
    let shown = spawn(web)?.exp_eof()?;
    assert!(shown.contains("writing"), "{shown}");
    Ok(())
}

/// Before `export` writes a large table to a terminal, it asks the user whether to do so.
#[test]
fn a_large_table_is_not_written_to_a_terminal_unasked() -> Result<(), Error> {
    let export = [
        "export",
        "--game",
        "subtraction:200000,3",
        "--format",
        "tsv",
    ];
    let mut terminal = spawn(perfectplay(&export))?;
    terminal.exp_string("Write 200,001 states to the terminal?")?;
    terminal.send_line("n")?;
    let before = terminal.exp_string("status 0")?;
    assert!(!before.contains("to_move"), "{before}");
    Ok(())
}
