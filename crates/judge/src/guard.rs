//! The guard of a player. A guard is a process that starts the player and ends it, together with all processes
//! that descend from the player.
//!
//! The guard ends the player's processes in three cases: the guard receives a signal, the player ends, or the process
//! that started the guard ends or is killed. The guard runs the same executable as the process that starts it, with
//! other arguments.
//!
//! On Linux the guard is the *subreaper* of all processes that the player starts. When the parent of such a process
//! ends, the process becomes a child of the guard. So the guard finds all these processes by descent, even if they have
//! moved to another group or session. On other Unix systems the guard ends the process group of the player. On these
//! systems, a process of the player escapes the guard by leaving the process group.
//!
//! A player can stop or kill its guard. So the environment of each player contains a [`Mark`], which all processes of
//! the player inherit. On Linux, the process that started the guard finds the processes of the player by this mark, and
//! ends them.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{self, Command};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, getppid, wait};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::flag;
use signal_hook::low_level::{emulate_default_handler, pipe};

/// The first argument of a guard. The second argument of a guard is the id of the process that starts it. The third
/// argument of a guard is the command that starts the player.
const ARGUMENT: &str = "guard-a-player";

/// The time between two checks of whether the process that started the guard still runs.
const PERIOD: Duration = Duration::from_millis(200);

/// The time limit for ending the player's processes. A limit is needed because these processes may keep starting other
/// processes.
#[cfg(target_os = "linux")]
const LAST_MOMENTS: Duration = Duration::from_secs(1);

/// The exit status of a shell that cannot start a command.
const NOT_STARTED: u8 = 127;

/// The name of the environment variable whose value is the [`Mark`] of the player.
const MARK: &str = "PERFECTPLAY_PLAYER";

/// A text in the environment of a player and of all processes that it starts.
#[derive(Debug)]
pub struct Mark(String);

impl Mark {
    /// Creates a mark that differs from the marks of all other players.
    pub fn unique() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        Self(format!("{}-{count}", process::id()))
    }

    /// Ends all processes that have this mark. A process that was started with an empty environment has no mark
    /// and is not found.
    #[cfg(target_os = "linux")]
    pub fn end_processes(&self) {
        let entry = format!("{MARK}={}", self.0).into_bytes();
        repeat_until_none_is_left(|| {
            let processes = processes().filter(|process| {
                let environment =
                    std::fs::read(format!("/proc/{}/environ", process.as_raw_nonzero()));
                environment.is_ok_and(|all| all.split(|&byte| byte == 0).any(|one| one == entry))
            });
            // A process that has ended stays in the list until its parent asks for its status. It has no
            // environment any more, so it is not found again.
            let found = processes.inspect(|&process| {
                let _ = rustix::process::kill_process(process, Signal::KILL);
            });
            found.count() == 0
        });
    }

    /// Does nothing. On systems other than Linux, only the guard can find the processes of a player.
    #[cfg(not(target_os = "linux"))]
    pub fn end_processes(&self) {}
}

/// Returns the command that starts the guard of a player. The player uses the standard streams of the guard.
pub fn shell(player: &str, mark: &Mark) -> io::Result<Command> {
    let mut guard = match STARTER.get().map(Vec::as_slice) {
        Some([program, arguments @ ..]) => {
            let mut guard = Command::new(program);
            guard.args(arguments);
            guard
        }
        // This path starts the running program even if the file of the program has been replaced.
        _ if cfg!(target_os = "linux") => Command::new("/proc/self/exe"),
        _ => Command::new(std::env::current_exe()?),
    };
    guard.args([ARGUMENT, &process::id().to_string(), player]);
    guard.env(MARK, &mark.0);
    // Put the guard into its own process group, so that a terminal does not send Ctrl-C to it.
    guard.process_group(0);
    Ok(guard)
}

/// The command that starts a guard, as a program and its first arguments. If no command is set, the executable
/// of the running process is started.
static STARTER: OnceLock<Vec<OsString>> = OnceLock::new();

/// Sets the command that starts guards.
pub fn start_by(starter: Vec<OsString>) {
    // The command is set only once.
    let _ = STARTER.set(starter);
}

/// Runs as a guard if `arguments` are those of a guard. In this case, returns the exit status for the process.
/// Otherwise, returns `None`.
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

/// Starts the player. Waits until the player or the parent process has ended, or until a signal arrives. Then
/// ends all processes of the player. Returns the exit status of the player if the player has ended by itself.
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
        // Wait until a signal arrives or the period is over.
        let _ = woken.read(&mut [0; 64]);
    };
    end_all(player);
    Ok(status)
}

/// Closes the standard streams of the guard. If the guard kept the streams open, the pipes of the player would stay
/// open after the player has ended.
fn close_standard_streams() -> io::Result<()> {
    let null = File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&null)?;
    dup2_stdout(&null)?;
    Ok(dup2_stderr(&null)?)
}

/// Ends all processes that descend from this process.
///
/// While the guard searches for processes, a process may start another process. The next search finds the new process.
/// A process that loses its parent becomes a child of the guard. So when the guard has no children, all processes of
/// the player have ended.
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

/// Calls `end` again and again, until `end` finds no process or the time limit is over.
#[cfg(target_os = "linux")]
fn repeat_until_none_is_left(mut end: impl FnMut() -> bool) {
    use std::time::Instant;
    let deadline = Instant::now() + LAST_MOMENTS;
    while !end() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Reads the list of processes once, and ends all processes in the list that descend from this process.
#[cfg(target_os = "linux")]
fn end_descendants() {
    let parents: Vec<(Pid, Pid)> = processes()
        .filter_map(|process| Some((process, parent_of(process)?)))
        .collect();
    let mut ancestors = vec![rustix::process::getpid()];
    while let Some(parent) = ancestors.pop() {
        for &(child, _) in parents.iter().filter(|(_, of)| *of == parent) {
            // The process may have ended meanwhile, so ignore an error.
            let _ = rustix::process::kill_process(child, Signal::KILL);
            ancestors.push(child);
        }
    }
}

#[cfg(target_os = "linux")]
fn processes() -> impl Iterator<Item = Pid> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten();
    entries.filter_map(|entry| Pid::from_raw(entry.ok()?.file_name().to_str()?.parse().ok()?))
}

/// Returns the parent of a process; `None` if the process does not exist any more.
#[cfg(target_os = "linux")]
fn parent_of(process: Pid) -> Option<Pid> {
    let stat = std::fs::read(format!("/proc/{}/stat", process.as_raw_nonzero())).ok()?;
    Pid::from_raw(parent_in(&stat)?)
}

/// Returns the id of the parent process, which is 45 in a line such as `123 (name) S 45 …`. The name may
/// contain any bytes.
#[cfg(target_os = "linux")]
fn parent_in(stat: &[u8]) -> Option<i32> {
    let name_end = stat.iter().rposition(|&byte| byte == b')')?;
    let rest = std::str::from_utf8(&stat[name_end + 1..]).ok()?;
    rest.split_whitespace().nth(1)?.parse().ok()
}

/// Ends this process in the same way as the player has ended. If the player has exited, returns its exit
/// status.
fn end_like(status: Option<WaitStatus>) -> u8 {
    if let Some(signal) = status.and_then(WaitStatus::terminating_signal) {
        // If the signal does not end this process, go on and return a status.
        let _ = emulate_default_handler(signal);
    }
    let code = status.and_then(WaitStatus::exit_status).unwrap_or(1);
    code as u8
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// Tests that the parent of a process is found even if the name of the process contains parentheses.
    #[test]
    fn the_parent_follows_the_name() {
        assert_eq!(parent_in(b"7 (sh) S 1 7 7"), Some(1));
        assert_eq!(parent_in(b"7 (a) R 99 (b\xff)) Z 23 7"), Some(23));
        assert_eq!(parent_in(b"7 (sh"), None);
    }
}
