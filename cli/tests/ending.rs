//! A command that is ended by a signal while it audits a program.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group, test_kill_process};
use signal_hook::flag;

/// How long anything may take that should take milliseconds.
const PATIENCE: Duration = Duration::from_secs(30);

/// A player that starts another process, tells the numbers of both and never answers.
const PLAYER: &str = "sleep 1000 & echo $! > child; echo $$ > self; while :; do sleep 0.2; done";

/// What is read from a file, once it is there.
fn pid(path: &Path) -> Pid {
    let started = Instant::now();
    loop {
        let text = fs::read_to_string(path).unwrap_or_default();
        if let Some(number) = text.strip_suffix('\n') {
            let number = number.parse().expect("a number");
            return Pid::from_raw(number).expect("a process");
        }
        assert!(started.elapsed() < PATIENCE, "the player did not start");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a process runs. One that has ended may wait for a parent that never asks.
fn is_running(pid: Pid) -> bool {
    let stat = format!("/proc/{}/stat", pid.as_raw_nonzero());
    let is_ended = fs::read_to_string(stat).is_ok_and(|stat| stat.contains(") Z "));
    test_kill_process(pid).is_ok() && !is_ended
}

fn ends(pid: Pid) -> bool {
    let started = Instant::now();
    while is_running(pid) {
        if started.elapsed() > PATIENCE {
            return false;
        }
        thread::sleep(Duration::from_millis(5));
    }
    true
}

/// Lets a signal end what is started from now on, even where the test itself was started in the
/// background or by `nohup`, so that it ignores the signal. A process would inherit that, but
/// instead of a handler it gets what is usual.
fn make_usual_in_children(signal: Signal) {
    if signal != Signal::KILL {
        flag::register(signal.as_raw(), Arc::default()).expect("a handler");
    }
}

/// A shell shows the status as 128 and the number of the signal.
#[test]
fn the_player_ends_with_the_command() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::KILL] {
        make_usual_in_children(signal);
        let folder = tempfile::tempdir().expect("a folder");
        let command = r#"echo $$ > command; exec "$0" "$@""#;
        let mut shell = Command::new("sh")
            .args(["-c", r#"sh -c "$0" "$@"; exit $?"#, command])
            .arg(env!("CARGO_BIN_EXE_perfectplay"))
            .args(["audit", "--timeout", "1000", "--exec", PLAYER])
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .spawn()
            .expect("a shell");
        let [command, player, child] =
            ["command", "self", "child"].map(|name| pid(&folder.path().join(name)));
        assert!(is_running(player) && is_running(child));

        kill_process(command, signal).expect("the command runs");
        let ended = [command, player, child].map(ends);
        // Nothing is left to run, even where the test fails.
        let _ = kill_process_group(player, Signal::KILL);
        let _ = kill_process(command, Signal::KILL);
        assert_eq!(
            ended, [true; 3],
            "the command, the player and its child, after {signal:?}"
        );
        let status = shell.wait().expect("the shell runs");
        assert_eq!(status.code(), Some(128 + signal.as_raw()));
    }
}
