//! Tests the completions of `--game` in Bash at a terminal, and in the scripts of other shells.

#![cfg(unix)]

use std::process::Command;

use perfectplay_games::LIST;
use rexpect::error::Error;
use rexpect::session::{PtySession, spawn_command};

const TIMEOUT_MS: u64 = 10_000;

fn script(shell: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
    let output = command.args(["completions", shell]).output();
    let output = output.expect("the command");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Starts Bash with the completions of the command. One press of the tab key lists all possible
/// completions.
fn bash() -> Result<PtySession, Error> {
    let directory = tempfile::tempdir()?;
    let path = directory.path().join("perfectplay.bash");
    std::fs::write(&path, script("bash"))?;
    let mut command = Command::new("sh");
    command
        // Without an echo, Bash would not show the line that it completes.
        .args(["-c", "stty echo; exec bash --norc --noprofile -i"])
        .env("TERM", "dumb")
        .env_remove("INPUTRC");
    let mut bash = spawn_command(command, Some(TIMEOUT_MS))?;
    for setting in [
        "show-all-if-ambiguous on",
        "page-completions off",
        "completion-query-items 0",
        "bell-style none",
    ] {
        bash.send_line(&format!("bind 'set {setting}'"))?;
    }
    bash.send_line(&format!("source {}", path.display()))?;
    bash.send_line("echo read''y")?;
    bash.exp_string("ready")?;
    Ok(bash)
}

/// Types `line` into Bash, presses the tab key, and waits until Bash shows the text `completed`. Returns what Bash
/// shows before this text.
fn complete(bash: &mut PtySession, line: &str, completed: &str) -> Result<String, Error> {
    bash.send(&format!("{line}\t # end"))?;
    bash.flush()?;
    let shown = bash.exp_string(&format!("{completed} # end"))?;
    bash.send_control('u')?;
    Ok(shown)
}

#[test]
#[ignore = "needs bash; run by .ci/run"]
fn bash_offers_games_and_then_their_parameters() -> Result<(), Error> {
    let mut bash = bash()?;
    let report = "perfectplay report --game ";
    let names = complete(&mut bash, report, report)?;
    for game in LIST {
        assert!(names.contains(game.name), "{}: {names}", game.name);
    }
    assert!(!names.contains(':'), "{names}");

    let parameters = format!("{report}hexapawn:");
    let offered = complete(&mut bash, &parameters, &parameters)?;
    let hexapawn = LIST.iter().find(|game| game.name == "hexapawn");
    for sample in hexapawn.expect("a game").samples {
        assert!(offered.contains(sample), "{sample}: {offered}");
    }
    assert!(!offered.contains("4,4"), "{offered}");

    for (line, completed) in [
        (
            "perfectplay report --game tic",
            "perfectplay report --game tictactoe ",
        ),
        (
            "perfectplay report --game=tic",
            "perfectplay report --game=tictactoe ",
        ),
        (
            "perfectplay report --game conn",
            "perfectplay report --game connect",
        ),
        (
            "perfectplay report --game hexapawn:5",
            "perfectplay report --game hexapawn:5x3 ",
        ),
        (
            "perfectplay report --game hexapawn:5x3 --js",
            "perfectplay report --game hexapawn:5x3 --json ",
        ),
        ("perfectplay rep", "perfectplay report "),
    ] {
        complete(&mut bash, line, completed)?;
    }
    bash.send_line("exit")?;
    bash.exp_eof()?;
    Ok(())
}

/// A colon in a name is escaped where the shell requires it.
#[test]
fn the_scripts_of_other_shells_offer_every_sample() {
    for (shell, colon) in [("bash", ":"), ("zsh", "\\:"), ("fish", ":")] {
        let script = script(shell);
        for game in LIST {
            assert!(script.contains(game.name), "{shell}: {}", game.name);
            for sample in game.samples.iter().filter(|sample| !sample.is_empty()) {
                let value = format!("{}{colon}{sample}", game.name);
                let value = match shell {
                    "fish" => value.replace(',', "\\,"),
                    _ => value,
                };
                assert!(script.contains(&value), "{shell}: {value}");
            }
        }
    }
}
