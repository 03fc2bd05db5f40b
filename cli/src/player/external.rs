//! A player in another program: starts it, writes lines to it, reads lines from it, ends it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::player::fault::{ANSWER_LIMIT, Fault};

/// How long a player may take to end after it has closed its output.
const LAST_MOMENTS: Duration = Duration::from_secs(1);

/// How much longer than any other the first answer may take.
const TIMES_TO_START: u32 = 10;

/// A running player.
pub struct External {
    child: Child,
    guard: Guard,
    input: ChildStdin,
    answers: Receiver<io::Result<Vec<u8>>>,
    timeout: Duration,
    /// Whether it has been asked once.
    has_answered: bool,
}

impl External {
    /// Starts the command in a shell.
    pub fn start(command: &str, timeout: Duration) -> io::Result<Self> {
        let mut guard = Guard::start()?;
        let mut child = shell(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        guard.watch_over(&child).inspect_err(|_| end(&mut child))?;
        let mut input = child.stdin.take().expect("a pipe, as asked for");
        // If this fails, the player has ended, which the first question finds out.
        let _ = release(&mut input);
        let output = child.stdout.take().expect("a pipe, as asked for");
        let (sender, answers) = mpsc::channel();
        // The thread may outlive the player, if another process that it started keeps the
        // pipe open. Nothing waits for the thread.
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let line = next_line(&mut output);
                let end = !matches!(&line, Ok(line) if !line.is_empty());
                if sender.send(line).is_err() || end {
                    return;
                }
            }
        });
        Ok(Self {
            child,
            guard,
            input,
            answers,
            timeout,
            has_answered: false,
        })
    }

    /// The line that the player answers to a state.
    pub fn answer(&mut self, state: &str) -> Result<String, Fault> {
        // What comes before the first question is its first answer: a banner, most likely.
        if self.has_answered {
            match self.answers.try_recv() {
                Ok(Ok(line)) if !line.is_empty() => {
                    return Err(Fault::Unasked(short(&line)?));
                }
                // The player has ended, or waits for a state.
                _ => {}
            }
        }
        // If the player has ended, this fails, but the reason for its end says more.
        let asked = writeln!(self.input, "{state}").and_then(|()| self.input.flush());
        let limit = self.limit();
        let answer = match self.answers.recv_timeout(limit) {
            Ok(Ok(line)) if !line.is_empty() => short(&line),
            Ok(Ok(_)) | Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
            Ok(Err(error)) => Err(Fault::Pipe(error)),
            Err(RecvTimeoutError::Timeout) => Err(match asked {
                Ok(()) => Fault::TimeOut(limit),
                Err(error) => Fault::Pipe(error),
            }),
        };
        self.has_answered = true;
        answer
    }

    /// How long the player may take for its next answer. Before the first one it starts.
    fn limit(&self) -> Duration {
        if self.has_answered {
            self.timeout
        } else {
            self.timeout.saturating_mul(TIMES_TO_START)
        }
    }

    /// The player has closed its output, most likely because it is just ending.
    fn ended(&mut self) -> Fault {
        let mut status = None;
        let deadline = Instant::now() + LAST_MOMENTS;
        while status.is_none() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
            status = self.child.try_wait().ok().flatten();
        }
        let how = status.map_or_else(
            || "its output was closed".to_owned(),
            |status| status.to_string(),
        );
        Fault::Ended(how)
    }
}

impl Drop for External {
    /// Ends the player and every process that it started.
    fn drop(&mut self) {
        kill(&mut self.child);
        // Before the wait, after which the number of the group may be that of others.
        self.guard.dismiss();
        let _ = self.child.wait();
    }
}

/// Ends a player that has just started.
fn end(child: &mut Child) {
    kill(child);
    let _ = child.wait();
}

#[cfg(unix)]
fn shell(command: &str) -> Command {
    use std::os::unix::process::CommandExt;
    let mut shell = Command::new("sh");
    // In a group of its own, so that it can be ended with the processes that it starts. It
    // waits for a line, so that no player runs before its guard knows it.
    let wait = "read -r line && exec sh -c \"$1\"";
    shell.args(["-c", wait, "sh", command]).process_group(0);
    shell
}

/// Lets the shell start the player.
#[cfg(unix)]
fn release(input: &mut ChildStdin) -> io::Result<()> {
    writeln!(input)
}

#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.args(["/C", command]);
    shell
}

#[cfg(not(unix))]
fn release(_input: &mut ChildStdin) -> io::Result<()> {
    Ok(())
}

/// Ends a process and its group. It may have ended already.
#[cfg(unix)]
fn kill(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

#[cfg(not(unix))]
fn kill(child: &mut Child) {
    let _ = child.kill();
}

/// A process that ends the group of a player when this one has ended, whatever ended it:
/// Ctrl-C, another signal, even one that no process can handle, or a panic. It waits for the
/// end of its input, a pipe that the system closes with this process.
#[cfg(unix)]
struct Guard {
    process: Child,
}

#[cfg(unix)]
impl Guard {
    /// The first line is the group. The shell's `read` succeeds when another line comes, which
    /// says that all is well.
    const SCRIPT: &str = "trap '' HUP INT QUIT TERM; read -r group || exit; \
        read -r line || kill -s KILL -- \"-$group\"";

    fn start() -> io::Result<Self> {
        use std::os::unix::process::CommandExt;
        let process = Command::new("sh")
            .args(["-c", Self::SCRIPT])
            // Away from the group that a terminal sends Ctrl-C to.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Self { process })
    }

    fn watch_over(&mut self, player: &Child) -> io::Result<()> {
        let input = self.process.stdin.as_mut();
        writeln!(input.expect("a pipe, as asked for"), "{}", player.id())
    }

    /// Ends the guard. The player needs none any more.
    fn dismiss(&mut self) {
        if let Some(mut input) = self.process.stdin.take() {
            let _ = writeln!(input);
        }
        let _ = self.process.wait();
    }
}

/// On other systems a player notices the end of its input, and should end then.
#[cfg(not(unix))]
struct Guard;

#[cfg(not(unix))]
impl Guard {
    fn start() -> io::Result<Self> {
        Ok(Self)
    }

    fn watch_over(&mut self, _player: &Child) -> io::Result<()> {
        Ok(())
    }

    fn dismiss(&mut self) {}
}

/// The next line of a player, its end included, or its beginning if it is long; nothing at the
/// end.
pub fn next_line(output: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    output.take(ANSWER_LIMIT).read_until(b'\n', &mut line)?;
    Ok(line)
}

/// An answer without the space around it, unless it is cut short.
pub fn short(line: &[u8]) -> Result<String, Fault> {
    if line.len() as u64 == ANSWER_LIMIT && !line.ends_with(b"\n") {
        return Err(Fault::Long);
    }
    Ok(String::from_utf8_lossy(line.trim_ascii()).into_owned())
}
