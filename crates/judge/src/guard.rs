//! The guard of a player: a process between this one and the player, which ends the player with
//! everything that descends from it.
//!
//! The guard ends the player when it is asked to, when the player itself has ended, and when the
//! process that started the guard has ended for any reason: Ctrl-C, another signal, even one that
//! no process can handle, or a panic. The guard is the same program, started with other arguments.
//!
//! On Linux the guard is the *subreaper* of all processes that the player starts: when the parent
//! of a process ends, the process becomes a child of the guard. So the guard finds all processes by
//! descent, whatever group or session they have moved to. On other Unix systems the guard ends the
//! process group of the player, which a process of the player may leave.
//!
//! A player can stop or kill its guard. So each player has a [`Mark`] in its environment, which its
//! processes inherit, and the process that started the guard finds them by this mark.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{self, Command};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, getppid, wait};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::flag;
use signal_hook::low_level::{emulate_default_handler, pipe};

/// The first argument of a guard. The id of the process that starts the guard is the second
/// argument, and the command of the player is the third.
const ARGUMENT: &str = "guard-a-player";

/// The time between two checks whether the process that started the guard still runs.
const PERIOD: Duration = Duration::from_millis(200);

/// The time limit for ending processes that keep starting others.
#[cfg(target_os = "linux")]
const LAST_MOMENTS: Duration = Duration::from_secs(1);

/// The exit status of a shell that cannot start a command.
const NOT_STARTED: u8 = 127;

/// The environment variable with the [`Mark`] of a player.
const MARK: &str = "PERFECTPLAY_PLAYER";

/// A text in the environment of a player and of all processes that it starts.
#[derive(Debug)]
pub struct Mark(String);

impl Mark {
    /// Makes a mark that no other player has.
    pub fn unique() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        Self(format!("{}-{count}", process::id()))
    }

    /// Ends all processes with this mark. A program that is started with an empty environment has no mark, and
    /// is not found.
    #[cfg(target_os = "linux")]
    pub fn end_processes(&self) {
        let entry = format!("{MARK}={}", self.0).into_bytes();
        repeat_until_none_is_left(|| {
            let processes = processes().filter(|process| {
                let environment =
                    std::fs::read(format!("/proc/{}/environ", process.as_raw_nonzero()));
                environment.is_ok_and(|all| all.split(|&byte| byte == 0).any(|one| one == entry))
            });
            // A process that has ended stays in the list until its parent asks for its status, but
            // has no environment any more.
            let found = processes.inspect(|&process| {
                let _ = rustix::process::kill_process(process, Signal::KILL);
            });
            found.count() == 0
        });
    }

    /// Does nothing: on other systems, only the guard can find the processes of a player.
    #[cfg(not(target_os = "linux"))]
    pub fn end_processes(&self) {}
}

/// Returns the command that starts the guard of a player. The guard passes on the player's
/// input and output.
pub fn shell(player: &str, mark: &Mark) -> io::Result<Command> {
    let mut guard = match STARTER.get().map(Vec::as_slice) {
        Some([program, arguments @ ..]) => {
            let mut guard = Command::new(program);
            guard.args(arguments);
            guard
        }
        _ => Command::new(own_program()?),
    };
    guard.args([ARGUMENT, &process::id().to_string(), player]);
    guard.env(MARK, &mark.0);
    // The guard leaves the group that a terminal sends Ctrl-C to.
    guard.process_group(0);
    Ok(guard)
}

/// The command that starts this program as a guard: a program, and its first arguments. If no
/// command is set, the guard is the executable of the running process.
static STARTER: OnceLock<Vec<OsString>> = OnceLock::new();

/// Sets the command that starts guards.
pub fn start_by(starter: Vec<OsString>) {
    // The command is set only once.
    let _ = STARTER.set(starter);
}

/// Returns the path of the running program, even if its file has been replaced.
fn own_program() -> io::Result<PathBuf> {
    if cfg!(target_os = "linux") {
        return Ok("/proc/self/exe".into());
    }
    std::env::current_exe()
}

/// Runs as a guard if the arguments of the process say so, and returns the exit status of the
/// player.
pub fn run_if_asked(arguments: &[OsString]) -> Option<u8> {
    let [_, argument, parent, player] = arguments else {
        return None;
    };
    if argument != ARGUMENT {
        return None;
    }
    let parent = parent.to_str()?.parse().ok().and_then(Pid::from_raw);
    Some(match guard(parent, player) {
        Ok(status) => end_like(status),
        Err(_) => NOT_STARTED,
    })
}

/// Starts the player, waits for its end, and ends its remaining processes. Returns the status
/// of the player if it has ended by itself.
fn guard(parent: Option<Pid>, player: &OsString) -> io::Result<Option<WaitStatus>> {
    let (mut woken, waker) = UnixStream::pair()?;
    woken.set_read_timeout(Some(PERIOD))?;
    let has_to_end = Arc::new(AtomicBool::new(false));
    for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
        flag::register(signal, Arc::clone(&has_to_end))?;
        pipe::register(signal, waker.try_clone()?)?;
    }
    pipe::register(SIGCHLD, waker)?;
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let player = Command::new("sh")
        .arg("-c")
        .arg(player)
        .process_group(0)
        .spawn()?;
    let player = Pid::from_child(&player);
    close_standard_streams()?;
    let status = loop {
        let ended = std::iter::from_fn(|| wait(WaitOptions::NOHANG).ok().flatten());
        let own = ended.fold(None, |own, (pid, status)| {
            own.or((pid == player).then_some(status))
        });
        if own.is_some() || has_to_end.load(Ordering::Relaxed) || getppid() != parent {
            break own;
        }
        // Wait for a signal, or until the period is over.
        let _ = woken.read(&mut [0; 64]);
    };
    end_all(player);
    Ok(status)
}

/// Closes the standard streams, so that the player alone holds the ends of its pipes, and they
/// close with it.
fn close_standard_streams() -> io::Result<()> {
    let null = File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&null)?;
    dup2_stdout(&null)?;
    Ok(dup2_stderr(&null)?)
}

/// Ends all processes that descend from this one.
///
/// A process may start another one during the search, which the next search finds. When the guard
/// has no children, no process is left: a process that loses its parent becomes a child of the
/// guard.
#[cfg(target_os = "linux")]
fn end_all(_player: Pid) {
    repeat_until_none_is_left(|| {
        end_descendants();
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
        wait(WaitOptions::NOHANG).is_err()
    });
}

#[cfg(not(target_os = "linux"))]
fn end_all(player: Pid) {
    let _ = rustix::process::kill_process_group(player, Signal::KILL);
}

/// Calls `end` again and again, until it finds no process or the time limit is over.
#[cfg(target_os = "linux")]
fn repeat_until_none_is_left(mut end: impl FnMut() -> bool) {
    use std::time::Instant;
    let deadline = Instant::now() + LAST_MOMENTS;
    while !end() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Ends all processes that descend from this one and are visible now.
#[cfg(target_os = "linux")]
fn end_descendants() {
    let parents: Vec<(Pid, Pid)> = processes()
        .filter_map(|process| Some((process, parent_of(process)?)))
        .collect();
    let mut ancestors = vec![rustix::process::getpid()];
    while let Some(parent) = ancestors.pop() {
        for &(child, _) in parents.iter().filter(|(_, of)| *of == parent) {
            // The process may have ended meanwhile.
            let _ = rustix::process::kill_process(child, Signal::KILL);
            ancestors.push(child);
        }
    }
}

/// Returns all processes.
#[cfg(target_os = "linux")]
fn processes() -> impl Iterator<Item = Pid> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten();
    entries.filter_map(|entry| Pid::from_raw(entry.ok()?.file_name().to_str()?.parse().ok()?))
}

/// Returns the parent of a process; `None` if the process has ended.
#[cfg(target_os = "linux")]
fn parent_of(process: Pid) -> Option<Pid> {
    let stat = std::fs::read(format!("/proc/{}/stat", process.as_raw_nonzero())).ok()?;
    Pid::from_raw(parent_in(&stat)?)
}

/// Returns the parent in a line such as `123 (name) S 45 …`. The name may contain any bytes.
#[cfg(target_os = "linux")]
fn parent_in(stat: &[u8]) -> Option<i32> {
    let name_end = stat.iter().rposition(|&byte| byte == b')')?;
    let rest = std::str::from_utf8(&stat[name_end + 1..]).ok()?;
    rest.split_whitespace().nth(1)?.parse().ok()
}

/// Ends this process in the same way as the player has ended.
fn end_like(status: Option<WaitStatus>) -> u8 {
    if let Some(signal) = status.and_then(WaitStatus::terminating_signal) {
        // If the signal does not end this process, return the status.
        let _ = emulate_default_handler(signal);
    }
    let code = status.and_then(WaitStatus::exit_status).unwrap_or(1);
    code as u8
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// A process can choose any name for itself.
    #[test]
    fn the_parent_follows_the_name() {
        assert_eq!(parent_in(b"7 (sh) S 1 7 7"), Some(1));
        assert_eq!(parent_in(b"7 (a) R 99 (b\xff)) Z 23 7"), Some(23));
        assert_eq!(parent_in(b"7 (sh"), None);
    }
}
