//! Ends the command by a signal during the audit of a player program. The player must end, too.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use signal_hook::flag;
use tempfile::TempDir;

/// A time limit that a process exceeds only if it hangs.
const PATIENCE: Duration = Duration::from_secs(600);

/// A player that starts a child process, writes the ids of the child and of itself to files, and
/// never answers.
const PLAYER: &str = "sleep 1000 & echo $! > child; echo $$ > self; while :; do sleep 0.2; done";

/// Another player. Unlike `PLAYER`, this player joins the process group of the command. The player reads the process id
/// of the command from a file. The player also starts a process in a new session; the parent of this process ends at
/// once. The arguments of the script are the player's answers. The player prints these answers in the same order.
#[cfg(target_os = "linux")]
const ESCAPING_PLAYER: &str = r#"exec python3 -c "
import os, signal, sys, time
def tell(name):
    with open(name, 'w') as file:
        print(os.getpid(), file=file)
for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
    signal.signal(number, signal.SIG_IGN)
with open('command') as file:
    os.setpgid(0, os.getpgid(int(file.read())))
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        tell('child')
        time.sleep(1000)
    os._exit(0)
os.wait()
# The first answer may end all processes at once.
while not (os.path.exists('child') and os.path.getsize('child')):
    time.sleep(0.01)
tell('self')
for answer in sys.argv[1:]:
    print(answer, flush=True)
time.sleep(1000)
""#;

/// Reads the id of a process from a file, once the file exists.
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

/// Returns whether a process is running. A zombie does not count: an ended process remains as a
/// zombie while its parent does not wait for it.
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

/// Makes sure that `signal` ends the processes that this test starts from now on. If the test was started in the
/// background or by `nohup`, the test ignores some signals, and so would its child processes. Therefore this function
/// installs a handler for `signal` in the test. If a process handles a signal, its child processes start with the
/// default action for this signal.
fn make_usual_in_children(signal: Signal) {
    if signal != Signal::KILL {
        flag::register(signal.as_raw(), Arc::default()).expect("a handler");
    }
}

/// Sends `signal` to a command that runs `player`. The command, the player and the player's child must end. The exit
/// status that the shell prints is 128 plus the number of the signal.
fn the_player_ends_with_the_command(player: &str, signal: Signal) {
    make_usual_in_children(signal);
    let (directory, mut shell) = audit(player);
    let [command, player, child] =
        ["command", "self", "child"].map(|name| pid(&directory.path().join(name)));
    assert!(is_running(player) && is_running(child));

    kill_process(command, signal).expect("the command runs");
    let ended = [command, player, child].map(ends);
    // Leave no process running, even if the test fails.
    for process in [player, child, command] {
        let _ = kill_process(process, Signal::KILL);
    }
    assert_eq!(
        ended, [true; 3],
        "the command, the player and its child, after {signal:?}"
    );
    let status = shell.wait().expect("the shell runs");
    assert_eq!(status.code(), Some(128 + signal.as_raw()));
}

/// Starts an audit of a player in its own directory. The file `command` in this directory contains
/// the process id of the command. The player has a thousand seconds for an answer, so the time
/// limit does not end the player.
fn audit(player: &str) -> (TempDir, Child) {
    let directory = tempfile::tempdir().expect("a directory");
    let command = r#"echo $$ > command; exec "$0" "$@""#;
    let shell = Command::new("sh")
        .args(["-c", r#"sh -c "$0" "$@"; exit $?"#, command])
        .arg(env!("CARGO_BIN_EXE_perfectplay"))
        .args(["audit", "--timeout", "1000", "--exec", player])
        .current_dir(directory.path())
        .stdin(Stdio::null())
        .spawn()
        .expect("a shell");
    (directory, shell)
}

#[test]
fn a_player_ends_with_the_command() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::KILL] {
        the_player_ends_with_the_command(PLAYER, signal);
    }
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs Python; run by .ci/run"]
fn a_player_that_has_left_its_group_ends_with_the_command() {
    for signal in [Signal::INT, Signal::KILL] {
        the_player_ends_with_the_command(ESCAPING_PLAYER, signal);
    }
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs Python; run by .ci/run"]
fn a_player_that_has_left_its_group_is_not_waited_for() {
    let (directory, mut shell) = audit(&format!("{ESCAPING_PLAYER} nowhere"));
    let [command, player, child] =
        ["command", "self", "child"].map(|name| pid(&directory.path().join(name)));
    let ended = [command, player, child].map(ends);
    for process in [player, child, command] {
        let _ = kill_process(process, Signal::KILL);
    }
    assert_eq!(ended, [true; 3], "the command, the player and its child");
    // The exit status for a player that does not speak the protocol.
    assert_eq!(shell.wait().expect("the shell runs").code(), Some(3));
}

/// Tests a player that pauses its guard by a signal. The guard is the process that starts and ends the player. A paused
/// guard cannot end any process.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "waits for seconds; run by .ci/run"]
fn a_stopped_guard_in_full() {
    the_player_ends_after_its_guard("STOP");
}

/// Tests a player that kills its guard, which is the player's parent process.
#[cfg(target_os = "linux")]
#[test]
fn a_player_that_kills_its_guard_ends() {
    the_player_ends_after_its_guard("KILL");
}

/// Asserts that a player does not outlive the command, even if the player sends `signal` to its guard.
#[cfg(target_os = "linux")]
fn the_player_ends_after_its_guard(signal: &str) {
    let player =
        format!("kill -s {signal} $PPID; echo $$ > self; echo nowhere; exec setsid sleep 1000");
    let (directory, mut shell) = audit(&player);
    let [command, player] = ["command", "self"].map(|name| pid(&directory.path().join(name)));
    let ended = [command, player].map(ends);
    for process in [player, command] {
        let _ = kill_process(process, Signal::KILL);
    }
    assert_eq!(ended, [true; 2], "the command and the player");
    assert_eq!(shell.wait().expect("the shell runs").code(), Some(3));
}
