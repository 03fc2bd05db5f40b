//! Starts a player that is another program, exchanges lines with the player, and ends the player.

use std::cmp::Ordering;
use std::io::{self, BufRead, BufReader, Read, Write};
#[cfg(not(unix))]
use std::process::Command;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use perfectplay_any::printable;

use crate::fault::{ANSWER_LIMIT, Fault};

/// How long the judge waits until a player ends by itself. The time begins when the player has closed its output, or
/// when the judge has asked it to end.
const LAST_MOMENTS: Duration = Duration::from_secs(1);

/// The time limit for the first answer is this many times the limit for any other answer.
const TIMES_TO_START: u32 = 10;

/// The greatest number of lines from a player that are buffered before the judge reads them. A player should write one
/// line for each question. If the player writes more lines, its pipe fills up.
const LINES_THAT_WAIT: usize = 16;

/// A player's standard error is shown up to this number of lines.
const ERRORS_SHOWN: usize = 1000;

/// A running player, which is another program.
pub struct External {
    /// The process of the guard, a helper program that starts and ends the player. On systems without guards, this is
    /// the process of the player.
    child: Child,
    /// The environment of each process of the player contains this text, so that the judge can find the process.
    #[cfg(unix)]
    mark: Mark,
    questions: Questions,
    answers: Receiver<OutputLine>,
    /// A channel that receives a message when all of the player's standard error has been shown.
    errors: Receiver<io::Result<()>>,
    timeout: Duration,
    /// Whether the player has been asked a question before.
    was_asked: bool,
    /// Whether the player wrote another line together with its last answer, and so before it was asked again.
    is_followed: bool,
}

struct OutputLine {
    bytes: io::Result<Vec<u8>>,
    /// Whether the whole next line arrived at the same time as this line. If so, the player wrote the next line before
    /// it was asked.
    is_followed: bool,
}

impl External {
    /// Starts the command in a shell. Each line of the command's standard error is shown with the name of the player in
    /// front.
    pub fn start(name: &str, command: &str, timeout: Duration) -> io::Result<Self> {
        #[cfg(unix)]
        let (mark, mut shell) = {
            let mark = Mark::unique();
            let shell = shell(command, &mark)?;
            (mark, shell)
        };
        #[cfg(not(unix))]
        let mut shell = shell(command);
        let mut child = shell
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().expect("a pipe, as asked for");
        let output = child.stdout.take().expect("a pipe, as asked for");
        let errors = child.stderr.take().expect("a pipe, as asked for");
        Ok(Self {
            child,
            #[cfg(unix)]
            mark,
            questions: Questions::to(input),
            answers: lines_of(output),
            errors: shown(errors, name.to_owned()),
            timeout,
            was_asked: false,
            is_followed: false,
        })
    }

    /// Asks the player about a state, and returns the line with its answer. The player must answer within its
    /// time limit for one answer, and before the deadline.
    pub fn answer(&mut self, state: &str, deadline: Option<Instant>) -> Result<String, Fault> {
        // A line that the player writes before the first question counts as the first answer. Most likely this
        // line is a banner.
        if self.was_asked {
            // If another line was read together with the last answer, wait for it, because the reading thread
            // may not have passed it on yet.
            let line = if self.is_followed {
                self.answers.recv().ok()
            } else {
                self.answers.try_recv().ok()
            };
            match line.map(|line| line.bytes) {
                Some(Ok(line)) if !line.is_empty() => {
                    return Err(Fault::Unasked(short(&line)?));
                }
                // The player has ended, or waits for a state.
                _ => {}
            }
        }
        let now = Instant::now();
        let limit = self.limit();
        let left = deadline.map_or(limit, |deadline| limit.min(deadline - now));
        let too_late = || match left < limit {
            true => Fault::Late,
            false => Fault::TimeOut(limit),
        };
        self.was_asked = true;
        // If the player has ended, writing fails. The reason for the end says more than this error, so look for
        // the reason first.
        let asked = self.questions.ask(state, left).ok_or_else(too_late)?;
        let left = left.saturating_sub(now.elapsed());
        let line = self.answers.recv_timeout(left);
        self.is_followed = line.as_ref().is_ok_and(|line| line.is_followed);
        match line.map(|line| line.bytes) {
            Ok(Ok(line)) if !line.is_empty() => short(&line),
            Ok(Ok(_)) | Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
            Ok(Err(error)) => Err(Fault::Pipe(error)),
            Err(RecvTimeoutError::Timeout) => Err(match asked {
                Ok(()) => too_late(),
                Err(error) => Fault::Pipe(error),
            }),
        }
    }

    /// Returns the time limit for the next answer. The limit for the first answer is longer, because it includes
    /// the time that the player needs to start.
    fn limit(&self) -> Duration {
        if self.was_asked {
            self.timeout
        } else {
            self.timeout.saturating_mul(TIMES_TO_START)
        }
    }

    /// Returns the fault of a player that has closed its output. Waits a moment for the exit status, because the
    /// player is probably about to end.
    fn ended(&mut self) -> Fault {
        let how = end_within(&mut self.child, LAST_MOMENTS).map_or_else(
            || "its output was closed".to_owned(),
            |status| status.to_string(),
        );
        Fault::Ended(how)
    }
}

impl Drop for External {
    /// Ends the player and every process that the player started. Each step has a time limit.
    fn drop(&mut self) {
        #[cfg(unix)]
        end(&mut self.child, &self.mark);
        #[cfg(not(unix))]
        end(&mut self.child);
        // Wait until the player's last lines are shown.
        let _ = self.errors.recv_timeout(LAST_MOMENTS);
    }
}

/// Returns the exit status of a process if the process ends within `limit`; otherwise `None`.
fn end_within(child: &mut Child, limit: Duration) -> Option<ExitStatus> {
    let deadline = Instant::now() + limit;
    loop {
        if let Some(status) = child.try_wait().ok().flatten() {
            return Some(status);
        }
        if Instant::now() >= deadline {
            return None;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(unix)]
use crate::guard::{Mark, shell};

#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.args(["/C", command]);
    shell
}

/// Asks the guard to end the player. If the player has stopped or killed its guard, ends the guard and the
/// processes of the player directly.
#[cfg(unix)]
fn end(guard: &mut Child, mark: &Mark) {
    use rustix::process::{Pid, Signal, kill_process};
    use std::os::unix::process::ExitStatusExt;
    let mut status = guard.try_wait().ok().flatten();
    if status.is_none() {
        let _ = kill_process(Pid::from_child(guard), Signal::TERM);
        status = end_within(guard, 2 * LAST_MOMENTS);
    }
    if status.is_none() {
        let _ = kill_process(Pid::from_child(guard), Signal::KILL);
        status = end_within(guard, LAST_MOMENTS);
    }
    // A guard that exits has ended all processes of the player. If a signal ended the guard, this may be the
    // signal that ended the player, or the player may have killed the guard.
    if status.is_none_or(|status| status.signal().is_some()) {
        mark.end_processes();
    }
}

/// Ends the player on systems other than Unix. The child processes of the player are not ended. When a child
/// process reads the end of its input, it should end by itself.
#[cfg(not(unix))]
fn end(player: &mut Child) {
    let _ = player.kill();
    let _ = end_within(player, LAST_MOMENTS);
}

/// A thread that writes lines to a player. A thread is needed because writing blocks if the player does not
/// read.
struct Questions {
    lines: Sender<String>,
    written: Receiver<io::Result<()>>,
}

impl Questions {
    /// Starts the thread that writes to the pipe of a player.
    fn to(mut input: impl Write + Send + 'static) -> Self {
        let (lines, asked) = mpsc::channel::<String>();
        let (written, done) = mpsc::channel();
        // The thread ends when either end of the pipe is closed. Nothing waits for the thread.
        thread::spawn(move || {
            for line in asked {
                let result = input.write_all(line.as_bytes());
                if written.send(result.and_then(|()| input.flush())).is_err() {
                    return;
                }
            }
        });
        Self {
            lines,
            written: done,
        }
    }

    /// Writes a line. Returns `None` if the line cannot be written within `limit`.
    fn ask(&self, line: &str, limit: Duration) -> Option<io::Result<()>> {
        let broken = || Some(Err(io::ErrorKind::BrokenPipe.into()));
        if self.lines.send(format!("{line}\n")).is_err() {
            return broken();
        }
        match self.written.recv_timeout(limit) {
            Ok(result) => Some(result),
            Err(RecvTimeoutError::Disconnected) => broken(),
            Err(RecvTimeoutError::Timeout) => None,
        }
    }
}

/// Returns a channel that receives the lines of a player. A thread reads the lines. It pauses while the channel is
/// full, with [`LINES_THAT_WAIT`] lines. An empty line means the end of the output.
fn lines_of(output: impl Read + Send + 'static) -> Receiver<OutputLine> {
    let (sender, lines) = mpsc::sync_channel(LINES_THAT_WAIT);
    // If another process keeps the pipe open, the thread outlives the player. Nothing waits for the thread.
    thread::spawn(move || {
        let mut output = BufReader::new(output);
        loop {
            let bytes = next_line(&mut output);
            let end = !matches!(&bytes, Ok(line) if !line.is_empty());
            let line = OutputLine {
                bytes,
                is_followed: output.buffer().contains(&b'\n'),
            };
            if sender.send(line).is_err() || end {
                return;
            }
        }
    });
    lines
}

/// Shows each line of a player's standard error, with the name of the player in front. Returns a channel that receives
/// a message when all lines are shown.
fn shown(errors: impl Read + Send + 'static, name: String) -> Receiver<io::Result<()>> {
    let (sender, shown) = mpsc::channel();
    thread::spawn(move || {
        let _ = sender.send(show(BufReader::new(errors), &name, &mut io::stderr()));
    });
    shown
}

/// Writes each line of `errors` to `out`, with the name of the player in front. After [`ERRORS_SHOWN`] lines, goes on
/// reading, but writes no more lines. Reading all lines keeps the pipe from filling up.
fn show(mut errors: impl BufRead, name: &str, out: &mut impl Write) -> io::Result<()> {
    let name = printable(name);
    let mut lines = 0;
    loop {
        let line = next_line(&mut errors)?;
        if line.is_empty() {
            return Ok(());
        }
        let line = match lines.cmp(&ERRORS_SHOWN) {
            Ordering::Less => String::from_utf8_lossy(line.trim_ascii_end()),
            Ordering::Equal => "(no more is shown)".into(),
            Ordering::Greater => continue,
        };
        let line = printable(&line);
        lines += 1;
        // Write the whole line at once, because other processes write to the same stream.
        let _ = out.write_all(format!("{name}: {line}\n").as_bytes());
    }
}

/// Reads the next line of a player, with its line break. If the line is too long, returns only its beginning. If the
/// output has ended, returns no bytes.
pub fn next_line(output: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    output.take(ANSWER_LIMIT).read_until(b'\n', &mut line)?;
    Ok(line)
}

/// Returns the answer in a line, without the white space around it. Returns a fault if the line is too long.
pub fn short(line: &[u8]) -> Result<String, Fault> {
    if line.len() as u64 == ANSWER_LIMIT && !line.ends_with(b"\n") {
        return Err(Fault::Long);
    }
    Ok(String::from_utf8_lossy(line.trim_ascii()).into_owned())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{self, AtomicUsize};

    use super::*;

    /// An endless input that counts the bytes that were read from it.
    struct Flood(Arc<AtomicUsize>);

    impl Read for Flood {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            buffer.fill(b'\n');
            self.0.fetch_add(buffer.len(), atomic::Ordering::Relaxed);
            Ok(buffer.len())
        }
    }

    #[test]
    fn what_nobody_takes_is_not_read() {
        let read = Arc::default();
        let lines = lines_of(Flood(Arc::clone(&read)));
        for _ in 0..100 {
            let line = lines.recv().expect("a line").bytes;
            assert_eq!(line.expect("no error"), b"\n");
        }
        // A thread that does not pause would read millions of bytes in this time.
        thread::sleep(Duration::from_millis(50));
        let (buffer, taken) = (8 << 10, 100 + LINES_THAT_WAIT + 1);
        assert!(read.load(atomic::Ordering::Relaxed) <= taken + buffer);
    }

    /// `is_followed` is true for the line `4`, because the whole line `5` was read at the same time. It is false for
    /// `5`, because `6` has no line break and so is not a whole line.
    #[test]
    fn a_line_tells_whether_another_one_was_read_with_it() {
        let lines = lines_of(&b"4\n5\n6"[..]);
        let lines = [(); 3].map(|()| lines.recv().expect("a line"));
        let followed = lines.map(|line| line.is_followed);
        assert_eq!(followed, [true, false, false]);
    }

    #[test]
    fn a_flood_of_errors_is_read_and_not_shown() {
        let shown_of = |lines: usize| {
            let mut errors = &*b"oh\n".repeat(lines);
            let mut out = Vec::new();
            show(&mut errors, "player", &mut out).expect("an end");
            assert!(errors.is_empty());
            String::from_utf8(out).expect("UTF-8")
        };
        assert_eq!(shown_of(2), "player: oh\nplayer: oh\n");
        assert_eq!(shown_of(ERRORS_SHOWN), "player: oh\n".repeat(ERRORS_SHOWN));
        let mut out = Vec::new();
        show(
            &mut &b"\x1b[2J\xc2\x9b2J\roh\n"[..],
            "pl\x1b[7mayer",
            &mut out,
        )
        .expect("an end");
        assert_eq!(
            out,
            br"pl\u{1b}[7mayer: \u{1b}[2J\u{9b}2J\roh
"
        );
        let all = shown_of(ERRORS_SHOWN + 2);
        let rest = all.strip_prefix(&shown_of(ERRORS_SHOWN));
        assert_eq!(rest, Some("player: (no more is shown)\n"));
    }

    /// The process `sleep 0.1; exit 3` ends before its time limit, so `end_within` returns its exit status. The process
    /// `sleep 60` does not end in time, so `end_within` returns `None`.
    #[test]
    fn an_end_is_waited_for_until_the_limit() {
        use std::process::Command;
        let child = |script: &str| {
            let mut shell = Command::new("sh");
            shell.args(["-c", script]).spawn().expect("a shell")
        };
        let late = end_within(&mut child("sleep 0.1; exit 3"), Duration::from_secs(60));
        assert_eq!(late.and_then(|status| status.code()), Some(3));
        let mut endless = child("exec sleep 60");
        assert_eq!(end_within(&mut endless, Duration::from_millis(10)), None);
        endless.kill().expect("a running child");
        endless.wait().expect("a child");
    }

    /// A pipe that is full.
    struct Full(Receiver<()>);

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_player_that_does_not_read_is_not_waited_for() {
        let (player, input) = mpsc::channel();
        let questions = Questions::to(Full(input));
        for _ in 0..2 {
            assert!(questions.ask("...", Duration::from_millis(1)).is_none());
        }
        // Pretend that the player ends.
        drop(player);
        let asked = questions.ask("...", Duration::from_secs(60));
        assert!(asked.expect("an end").is_err());
    }

    #[test]
    fn what_is_written_is_reported() {
        let questions = Questions::to(io::sink());
        let asked = questions.ask("...", Duration::from_secs(60));
        assert!(asked.expect("an end").is_ok());
    }
}
